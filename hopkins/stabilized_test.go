package hopkins

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The shake of a film that was followed is taken off for methods that take gaps, and for these alone;
// where its points are shown stays.
func TestPrepareStabilized(t *testing.T) {
	pictures := make([]int, 24)
	for f := range pictures {
		pictures[f] = f
	}
	s := repeating(pictures...)
	for f := range pictures {
		shake := 8 * math.Sin(float64(f*f+3*f))
		for i := range s.Points() {
			s.Pixels.Set(2*f, i, s.Pixels.At(2*f, i)+shake)
			s.Pixels.Set(2*f+1, i, s.Pixels.At(2*f+1, i)-shake/2)
		}
	}
	s.normalize()
	before := mat.DenseCopyOf(s.Pixels)
	jerked := func(followed bool, incomplete Incomplete) (most float64) {
		s.Followed = followed
		p, err := s.Prepare(context.Background(), FrameSelection{}, incomplete, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		// The first track is seen in all but its own frame.
		for f := 1; f+3 < len(pictures); f++ {
			at := func(k int) float64 { return p.Data.X.At(2*(f+k), 0) }
			most = max(most, math.Abs(at(0)-3*at(1)+3*at(2)-at(3)))
		}
		return most
	}
	followed, table := jerked(true, KeepGaps), jerked(false, KeepGaps)
	if followed > table/3 {
		t.Errorf("the followed tracks jerk by %.4f, those of a table by %.4f", followed, table)
	}
	if a, b := jerked(true, LeaveOut), jerked(false, LeaveOut); a != b {
		t.Errorf("complete tracks jerk by %.4f and %.4f", a, b)
	}
	if !mat.Equal(s.Pixels, before) {
		t.Error("points are shown elsewhere")
	}
}
