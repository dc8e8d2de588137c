package lrksc

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
)

// TestKernelIsContinuousAtTheUnitBox: coordinates scaled to reach from −1 to 1
// pass it by their rounding, or do not, as the unit of the pixels has it.
func TestKernelIsContinuousAtTheUnitBox(t *testing.T) {
	inside := scenes.BenchmarkTracks(30, 5)
	inside.X.Scale(0.9/floats.Norm(inside.X.RawMatrix().Data, math.Inf(1)), inside.X)
	inside.X.Set(3, 7, -1)
	values := LRKSC{}.Describe().ValuesFor(core.Trajectories)
	want := kernelMatrix(inside, values, 1)
	beyond := core.Data{X: mat.DenseCopyOf(inside.X)}
	beyond.X.Set(3, 7, math.Nextafter(-1, -2))
	if got := kernelMatrix(beyond, values, 1); !mat.EqualApprox(got, want, 1e-12) {
		t.Error("one rounding beyond −1 changes the kernel")
	}
	// Data that are plainly outside are mapped into the box.
	beyond.X.Scale(3, beyond.X)
	if x := Normalized(beyond); mat.Min(x) < -1 || mat.Max(x) > 1 {
		t.Errorf("normalised to %v…%v", mat.Min(x), mat.Max(x))
	}
}
