package geometry_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/geometry"
)

// straight returns 40 tracks on straight lines, along x by a fiftieth in every frame and along y by twice that, off by
// so much of what is allowed for as noise in every frame, each seen in so many frames in a row.
func straight(frames, seen int, noise float64) core.Data {
	r := rand.New(rand.NewPCG(1, 2))
	data := core.Data{X: mat.NewDense(2*frames, 40, nil), Kind: core.Trajectories, Visible: make([][]bool, 40)}
	for i := range 40 {
		data.Visible[i] = make([]bool, frames)
		first := r.IntN(frames - seen + 1)
		for f := range frames {
			x, y := lineOf(i, float64(f))
			data.X.Set(2*f, i, x+noise*noiseOf40*r.NormFloat64())
			data.X.Set(2*f+1, i, y+noise*noiseOf40*r.NormFloat64())
			data.Visible[i][f] = f >= first && f < first+seen
			if !data.Visible[i][f] {
				data.X.Set(2*f, i, 1e6) // without meaning
			}
		}
	}
	return data
}

// noiseOf40 is about what is allowed for as noise of the tracks of straight.
const noiseOf40 = geometry.MotionNoise * 6

func lineOf(i int, time float64) (x, y float64) {
	return float64(i%8) + time/50, float64(i/8) + time/25
}

// TestPooled: only of a long film of noisy tracks frames are taken together, so many that there are twenty and half of
// the tracks are seen in six; tracks are where they were in their middle, with less noise.
func TestPooled(t *testing.T) {
	complete, short, never := straight(120, 120, 1), straight(120, 40, 1), straight(120, 40, 1)
	complete.Visible = nil
	short.Visible[3] = make([]bool, 120)
	for f := 7; f < 10; f++ { // of a block of six, half, but of no other
		short.Visible[3][f] = true
		x, y := lineOf(3, float64(f))
		short.X.Set(2*f, 3, x)
		short.X.Set(2*f+1, 3, y)
	}
	never.Visible[3] = make([]bool, 120)
	for _, c := range []struct {
		name string
		data core.Data
		want int
	}{
		{"noisy", straight(120, 40, 1), 20},
		{"exact", straight(120, 40, 0.1), 120},
		{"39 frames", straight(39, 39, 1), 39},
		{"45 frames", straight(45, 45, 1), 22},
		{"seen for 19 frames", straight(120, 19, 1), 40},
		{"complete", complete, 20},
		{"one seen for three frames", short, 20},
		{"one never seen", never, 20},
	} {
		pooled := geometry.Pooled(c.data)
		rows, _ := pooled.X.Dims()
		if rows/2 != c.want || (pooled.Visible == nil) != (c.data.Visible == nil) {
			t.Errorf("%s: %d frames, want %d", c.name, rows/2, c.want)
			continue
		}
		frames, _ := c.data.X.Dims()
		frames /= 2
		for i := range 40 {
			count := 0
			for b := range c.want {
				if pooled.Visible != nil && !pooled.Visible[i][b] {
					continue
				}
				count++
				x, y := lineOf(i, float64(b*frames/c.want+(b+1)*frames/c.want-1)/2)
				if off := math.Hypot(pooled.X.At(2*b, i)-x, pooled.X.At(2*b+1, i)-y); off > 5*noiseOf40 {
					t.Errorf("%s: track %d is %.3g off in frame %d", c.name, i, off, b)
				}
			}
			if want := min(2, len(seenIn(c.data, i))); count < want {
				t.Errorf("%s: track %d is seen in %d frames", c.name, i, count)
			}
		}
		if c.want < frames && geometry.TrackNoise(pooled) > 0.8*geometry.TrackNoise(c.data) {
			t.Errorf("%s: a noise of %.3g for %.3g", c.name, geometry.TrackNoise(pooled), geometry.TrackNoise(c.data))
		}
	}
}

func seenIn(data core.Data, i int) (frames []int) {
	if data.Visible == nil {
		return []int{0, 1}
	}
	for f, s := range data.Visible[i] {
		if s {
			frames = append(frames, f)
		}
	}
	return frames
}
