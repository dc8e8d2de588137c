package hopkins

import (
	"fmt"
	"math"

	"motionseg/segment"
)

// A film often shows a picture again in place of a new one: 24 frames a second made into 30, a
// camera that skips, drawings held for two frames. Nothing moves there, and pairs of such frames
// tell nothing but what the tracker is off by. A frame repeats the one before it where tracks
// move less than repeatedShare of how far they move in the frames around, up to repeatedReach on
// either side, so that a picture may come three times in a row. track/measured.md says how far apart
// frames that repeat and others are.
const (
	repeatedShare = 0.1
	repeatedReach = 2
)

// Repeated is the code of the warning that frames which repeat others are not looked at.
const Repeated segment.WarningCode = "repeated-frames"

// withoutRepeats divides a stretch of frames, one after the other, into those that show
// something new, of which the first is one, and those that repeat the frame before them. Of two frames
// none does, and a film that is not laid out is looked at in windows, which are.
func (s *Sequence) withoutRepeats(frames []int) (shown, repeated []int) {
	if len(frames) < 3 || s.paths != nil {
		return frames, nil
	}
	repeats := s.repeats
	if repeats == nil {
		repeats = s.findRepeats()
	}
	for k, f := range frames {
		if k > 0 && repeats[f] {
			repeated = append(repeated, f)
		} else {
			shown = append(shown, f)
		}
	}
	return shown, repeated
}

// findRepeats tells of every frame whether it repeats the one before it.
func (s *Sequence) findRepeats() []bool {
	frames := s.Frames()
	steps := make([][]float64, frames) // to each frame from the one before, of every track
	for f := 1; f <= min(repeatedReach, frames-1); f++ {
		steps[f] = s.steps(f-1, f)
	}
	repeats, most := make([]bool, frames), make([]float64, s.Points())
	for f := range frames {
		// Those that are far from the frame take no memory.
		if ahead := f + repeatedReach; ahead > repeatedReach && ahead < frames {
			steps[ahead] = s.steps(ahead-1, ahead)
		}
		if behind := f - repeatedReach - 1; behind > 0 {
			steps[behind] = nil
		}
		clear(most)
		for o := max(1, f-repeatedReach); o <= min(frames-1, f+repeatedReach); o++ {
			if o != f {
				for i, step := range steps[o] {
					most[i] = max(most[i], step)
				}
			}
		}
		var here, around float64
		for i, step := range steps[f] {
			if step >= 0 {
				here += min(step, most[i]) // so that a track which slips counts no more than others
				around += most[i]
			}
		}
		repeats[f] = here < float64(repeatedShare*around)
	}
	return repeats
}

// steps returns how far every track moves from one frame to another; −1 where it is not seen in both.
func (s *Sequence) steps(from, to int) []float64 {
	x, y, u, v := s.Pixels.RawRowView(2*from), s.Pixels.RawRowView(2*from+1),
		s.Pixels.RawRowView(2*to), s.Pixels.RawRowView(2*to+1)
	steps := make([]float64, len(x))
	for i := range steps {
		if s.Visible != nil && !(s.Visible[i][from] && s.Visible[i][to]) {
			steps[i] = -1
			continue
		}
		dx, dy := u[i]-x[i], v[i]-y[i]
		steps[i] = math.Sqrt(float64(dx*dx) + float64(dy*dy))
	}
	return steps
}

// repeatedText says in a sentence that frames were left out; empty where none were.
func (k *Kept) repeatedText() string {
	if len(k.Repeated) == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %s repeat the picture before them and tell nothing of motion: they are not looked at",
		len(k.Repeated), Counted(len(k.Frames)+len(k.Repeated), "frame", "frames"))
}
