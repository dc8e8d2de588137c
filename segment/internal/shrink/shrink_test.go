package shrink

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func normal(n int, rng *rand.Rand) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*(1+math.Abs(b)) }

// TestMultipliers compares with the soft threshold written out.
func TestMultipliers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	soft := func(x, t float64) float64 { return math.Copysign(max(math.Abs(x)-t, 0), x) }
	for n := range 40 {
		const threshold = 0.7
		v, d := normal(n, rng), normal(n, rng)
		oldV, oldD := slices.Clone(v), slices.Clone(d)
		residual, sum, l1 := Multipliers(v, d, threshold)
		var wantResidual, wantSum, wantL1 float64
		for i := range oldV {
			c := soft(oldV[i], threshold)
			value := c + oldD[i]
			next := soft(value, threshold)
			change := (value - next) - (oldV[i] - c)
			wantResidual = max(wantResidual, math.Abs(change))
			wantSum += change + next
			wantL1 += math.Abs(next)
			if !near(v[i], value) || !near(d[i], next) {
				t.Fatalf("n = %d, entry %d: %v and %v, want %v and %v", n, i, v[i], d[i], value, next)
			}
		}
		if !near(residual, wantResidual) || !near(sum, wantSum) || !near(l1, wantL1) {
			t.Errorf("n = %d: %v, %v, %v, want %v, %v, %v", n, residual, sum, l1, wantResidual, wantSum, wantL1)
		}
	}
}

func TestResidual(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for n := range 40 {
		v, fresh, last := make([]float64, n), normal(n, rng), normal(n, rng)
		before := slices.Clone(last)
		residual := Residual(v, fresh, last, 0.3, 0.05)
		var want float64
		for i := range v {
			gap := fresh[i] - 0.3*before[i]
			want = max(want, math.Abs(gap))
			if !near(v[i], gap+0.05*fresh[i]) || last[i] != fresh[i] {
				t.Fatalf("n = %d, entry %d: %v and %v", n, i, v[i], last[i])
			}
		}
		if !near(residual, want) {
			t.Errorf("n = %d: %v, want %v", n, residual, want)
		}
	}
}

func TestThreshold(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for n := range 40 {
		const threshold = 0.7
		next, v, c := make([]float64, n), normal(n, rng), normal(n, rng)
		before := slices.Clone(v)
		nonzero, l1 := Threshold(next, v, c, threshold)
		want, wantL1 := 0, 0.0
		for i := range v {
			sum := before[i] + c[i]
			soft := math.Copysign(max(math.Abs(sum)-threshold, 0), sum)
			if soft != 0 {
				want++
			}
			wantL1 += math.Abs(soft)
			if !near(v[i], sum) || !near(next[i], soft) {
				t.Fatalf("n = %d, entry %d: %v and %v, want %v and %v", n, i, v[i], next[i], sum, soft)
			}
		}
		if nonzero != want || !near(l1, wantL1) {
			t.Errorf("n = %d: %d, %v, want %d, %v", n, nonzero, l1, want, wantL1)
		}
	}
}

func TestSelect(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for n := range 40 {
		for _, threshold := range []float64{0, 0.5, 1.5, 9} {
			v := normal(n, rng)
			if n > 2 {
				v[1], v[2] = 0, threshold
			}
			var want []int32
			for i, x := range v {
				if math.Abs(x) > threshold {
					want = append(want, int32(i))
				}
			}
			index := make([]int32, n)
			if got := index[:Select(index, v, threshold)]; !slices.Equal(got, want) {
				t.Errorf("n = %d, t = %v: %v, want %v", n, threshold, got, want)
			}
		}
	}
}

func TestPanels(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, q := range []int{1, 7, 8, 9, 61} {
		const n = 50
		a := mat.NewDense(n, q, normal(n*q, rng))
		dense := mat.NewDense(6, n, nil)
		rows := make([]Row, 6)
		for i := range rows {
			for j := range n {
				if rng.IntN(10) < 2*i {
					v := rng.NormFloat64()
					dense.Set(i, j, v)
					rows[i].Index = append(rows[i].Index, int32(j))
					rows[i].Value = append(rows[i].Value, v)
				}
			}
		}
		var want mat.Dense
		want.Mul(dense, a)
		got := mat.NewDense(8, q, nil)
		NewPanels(a).Multiply(got, 2, rows)
		if !mat.EqualApprox(got.Slice(2, 8, 0, q), &want, 1e-12) {
			t.Errorf("q = %d: product differs", q)
		}
	}
}

// TestScalar runs all tests without the assembler.
func TestScalar(t *testing.T) {
	if !vectorCode {
		t.Skip("the assembler is not in use")
	}
	setVectorCode(false)
	defer setVectorCode(true)
	t.Run("Multipliers", TestMultipliers)
	t.Run("Residual", TestResidual)
	t.Run("Threshold", TestThreshold)
	t.Run("Select", TestSelect)
	t.Run("Panels", TestPanels)
}

// BenchmarkSelect selects a few and many of as many entries as a column has.
func BenchmarkSelect(b *testing.B) {
	rng := rand.New(rand.NewPCG(9, 9))
	v := normal(400, rng)
	index := make([]int32, len(v))
	for _, threshold := range []float64{0.8, 2} {
		b.Run(fmt.Sprint(threshold), func(b *testing.B) {
			for b.Loop() {
				Select(index, v, threshold)
			}
		})
	}
}
