package subspace

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/scenes"
)

func TestRowSpace(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name       string
		rows, cols int
		rank       int
		decay      float64 // of the singular values, first to last
	}{
		{"wide", 9, 40, 9, 1e-1},
		{"tall", 40, 9, 9, 1e-1},
		{"square", 12, 12, 12, 1e-2},
		{"rank deficient", 20, 50, 5, 1e-1},
		{"badly scaled", 10, 60, 10, 1e-5},
	} {
		var left, right mat.QR
		left.Factorize(scenes.RandomDense(rng, c.rows, c.rows))
		right.Factorize(scenes.RandomDense(rng, c.cols, c.cols))
		var u, v, x mat.Dense
		left.QTo(&u)
		right.QTo(&v)
		s := make([]float64, c.rank)
		scaled := mat.NewDense(c.rows, c.rank, nil)
		for i := range s {
			s[i] = 3 * math.Pow(c.decay, float64(i)/float64(c.rank-1))
			for r := range c.rows {
				scaled.Set(r, i, u.At(r, i)*s[i])
			}
		}
		x.Mul(scaled, v.Slice(0, c.cols, 0, c.rank).T())
		space, err := RowSpaceOf(context.Background(), &x, 2)
		if err != nil {
			t.Fatal(err)
		}
		if len(space.S) != c.rank {
			t.Errorf("%s: %d singular values %v, expected %d", c.name, len(space.S), space.S, c.rank)
			continue
		}
		for i, want := range s {
			if math.Abs(space.S[i]-want) > 1e-5*want {
				t.Errorf("%s: singular value %d is %v, expected %v", c.name, i, space.S[i], want)
			}
		}
		var gram, back mat.Dense
		gram.Mul(space.V.T(), space.V)
		for i := range c.rank {
			gram.Set(i, i, gram.At(i, i)-1)
		}
		if e := mat.Norm(&gram, 2); e > 1e-12 {
			t.Errorf("%s: ‖VᵀV − I‖ = %g", c.name, e)
		}
		back.Mul(&x, space.filtered(onesOf(c.rank), 1))
		if e := scenes.RelativeError(&back, &x); e > 1e-9 {
			t.Errorf("%s: projecting on the row space changes the data by %g", c.name, e)
		}
	}
}

func onesOf(n int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = 1
	}
	return s
}

func TestRaised(t *testing.T) {
	for _, power := range []float64{0.5, 1, 2.5, 3.5, 3.8, 4, 8, 8.5, 0.3} {
		for _, v := range []float64{0, 1e-9, 0.3, 1} {
			if got, want := raised(v, power), math.Pow(v, power); math.Abs(got-want) > 1e-15*want {
				t.Errorf("%v^%v = %v, expected %v", v, power, got, want)
			}
		}
	}
}
