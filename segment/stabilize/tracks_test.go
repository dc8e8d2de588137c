package stabilize

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment/core"
)

// A quadratic has its own value at 0, whatever it is fitted over; three values are kept.
func TestQuadraticWeights(t *testing.T) {
	for _, ends := range [][2]int{{-16, 16}, {0, 16}, {-3, 16}, {-16, 0}, {-1, 1}, {0, 2}, {-2, 0}} {
		weights := quadraticWeights(ends[0], ends[1])
		for power := range 3 {
			sum, want := 0.0, 0.0
			if power == 0 {
				want = 1
			}
			for k, w := range weights {
				sum += w * math.Pow(float64(ends[0]+k), float64(power))
			}
			if math.Abs(sum-want) > 1e-12 {
				t.Errorf("%v: d^%d has %.3g at 0, want %g", ends, power, sum, want)
			}
		}
	}
}

// walkingBodies are 90 points that pan evenly and nearer, and 30 among them that go their own way,
// each hidden in one frame, over 40 frames.
func walkingBodies() core.Data {
	const n, frames = 120, 40
	d := core.Data{X: mat.NewDense(2*frames, n, nil), Visible: make([][]bool, n)}
	for i := range n {
		d.Visible[i] = make([]bool, frames)
		x, y := math.Sin(float64(7*i)), math.Cos(float64(11*i))
		for f := range frames {
			time := float64(f)
			d.Visible[i][f] = f != i%frames
			u, v := x*(1+0.002*time)+0.01*time, y*(1+0.002*time)-0.0001*time*time
			if i%4 == 0 {
				u, v = u+0.02*time, v+0.1*math.Sin(time/5)
			}
			d.X.Set(2*f, i, u)
			d.X.Set(2*f+1, i, v)
		}
	}
	return d
}

// An even camera changes nothing; one that shakes comes out as the even one, turned, zoomed and
// shifted by no more than what shake has of an even motion.
func TestTracks(t *testing.T) {
	even := walkingBodies()
	shaken := core.Data{X: mat.DenseCopyOf(even.X), Visible: even.Visible}
	rows, n := even.X.Dims()
	for f := range rows / 2 {
		wild := func(k float64) float64 { return 0.02 * math.Sin(k*float64(f*f+3*f)) }
		s := similarity{a: 1 + wild(1), b: wild(2), u: wild(3), v: wild(5)}
		for i := range n {
			x, y := s.to(even.X.At(2*f, i), even.X.At(2*f+1, i))
			shaken.X.Set(2*f, i, x)
			shaken.X.Set(2*f+1, i, y)
		}
	}
	off := func(d core.Data) float64 { // of what is jerked from frame to frame
		var sum, count float64
		for r := range rows - 4 {
			for i := range n {
				if d.Visible[i][r/2] && d.Visible[i][r/2+1] && d.Visible[i][r/2+2] {
					jerk := d.X.At(r, i) - 2*d.X.At(r+2, i) + d.X.At(r+4, i)
					sum += jerk * jerk
					count++
				}
			}
		}
		return math.Sqrt(sum / count)
	}
	if !mat.Equal(Tracks(even).X, even.X) {
		t.Error("an even camera changes")
	}
	before, after, want := off(shaken), off(Tracks(shaken)), off(even)
	if after > before/4 || before < 5*want {
		t.Errorf("the shake of %.4f is %.4f afterwards, and %.4f of an even camera", before, after, want)
	}
}

// What shows no shake comes back as it is: few frames, other data, points that all are one, points
// that jerk each by itself.
func TestTracksLeft(t *testing.T) {
	one := core.Data{X: mat.NewDense(12, 20, nil)}
	own := walkingBodies()
	rows, n := own.X.Dims()
	for r := range rows {
		for i := range n {
			own.X.Set(r, i, own.X.At(r, i)+0.05*math.Sin(float64(i*i+7*i*r+r*r)))
		}
	}
	brief := walkingBodies() // each track in three frames
	for i, seen := range brief.Visible {
		for f := range seen {
			seen[f] = f/3 == i%13
			brief.X.Set(2*f, i, brief.X.At(2*f, i)+0.3*math.Sin(float64(f*f)))
		}
	}
	for _, d := range []core.Data{
		own, brief,
		{X: mat.NewDense(4, 30, nil)},
		{X: mat.NewDense(9, 30, nil), Kind: core.TwoFrames},
		one,
	} {
		if got := Tracks(d); !mat.Equal(got.X, d.X) {
			t.Errorf("%v data of %d rows changes", d.Kind, d.X.RawMatrix().Rows)
		}
	}
}

// The fit is that of most points, whatever a third of them does.
func TestSimilarity(t *testing.T) {
	want := similarity{a: 0.98, b: 0.05, u: 0.3, v: -0.2}
	var p points
	for i := range 600 {
		x, y := math.Sin(float64(3*i)), math.Cos(float64(5*i))
		u, v := want.to(x, y)
		if i%3 == 0 {
			u, v = u+0.4+0.1*x, v+0.3
		}
		p.add(x, y, u, v)
	}
	got := p.similarity()
	back := got.inverse().after(got)
	for _, c := range [][2]float64{
		{got.a, want.a}, {got.b, want.b}, {got.u, want.u}, {got.v, want.v},
		{back.a, 1}, {back.b, 0}, {back.u, 0}, {back.v, 0},
	} {
		if math.Abs(c[0]-c[1]) > 1e-3 {
			t.Errorf("%+v, want %+v; there and back %+v", got, want, back)
			break
		}
	}
}
