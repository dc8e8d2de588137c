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
// something new and those that repeat the frame before them. Of two frames none does, as there are
// none around them.
func (s *Sequence) withoutRepeats(frames []int) (shown, repeated []int) {
	steps := make([]float64, len(frames)) // of a track to each frame from the one before
	here, around := make([]float64, len(frames)), make([]float64, len(frames))
	for i := range s.Points() {
		for k := 1; k < len(frames); k++ {
			steps[k] = s.step(i, frames[k-1], frames[k])
		}
		for k := 1; k < len(frames); k++ {
			if math.IsNaN(steps[k]) {
				continue
			}
			most := 0.0
			for o := max(1, k-repeatedReach); o <= min(len(frames)-1, k+repeatedReach); o++ {
				if o != k && steps[o] > most { // what is not known is not greater
					most = steps[o]
				}
			}
			here[k] += min(steps[k], most) // so that a track which slips counts no more than others
			around[k] += most
		}
	}
	for k, f := range frames {
		if here[k] < float64(repeatedShare*around[k]) {
			repeated = append(repeated, f)
		} else {
			shown = append(shown, f)
		}
	}
	return shown, repeated
}

// step returns how far a track moves from one frame to another; NaN where it is not seen in both.
func (s *Sequence) step(track, from, to int) float64 {
	if !s.Seen(track, from) || !s.Seen(track, to) {
		return math.NaN()
	}
	x, y := s.At(track, from)
	u, v := s.At(track, to)
	return math.Sqrt(float64((u-x)*(u-x)) + float64((v-y)*(v-y)))
}

// repeatedText says in a sentence that frames were left out; empty where none were.
func (k *Kept) repeatedText() string {
	if len(k.Repeated) == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %s repeat the picture before them and tell nothing of motion: they are not looked at",
		len(k.Repeated), Counted(len(k.Frames)+len(k.Repeated), "frame", "frames"))
}
