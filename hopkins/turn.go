package hopkins

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Turning is a change of a sequence, or of the seed, that leaves the motions what they
// are, so that it should leave the labels too.
type Turning int

// The turnings; AsIs changes nothing.
const (
	AsIs        Turning = iota
	Reversed            // the last frame is the first
	Rotated             // by half a radian, about the origin
	EverySecond         // frame, the first one kept
	HalfTracks          // any, always the same
	FirstHalf           // of the frames
	FirstSeed           // the next seed
	SecondSeed          // that after it
)

// turnings are the names of all turnings, by their numbers.
var turnings = []string{"as-is", "reversed", "rotated", "every-second", "half-tracks", "first-half", "seed-1", "seed-2"}

// Turnings returns the names of all turnings.
func Turnings() []string { return slices.Clone(turnings) }

func (t Turning) String() string { return turnings[t] }

// ParseTurnings reads names of turnings with commas between, or "all" for every one;
// none for the empty text.
func ParseTurnings(text string) ([]Turning, error) {
	var found []Turning
	if text == "" {
		return nil, nil
	}
	if text == "all" {
		text = strings.Join(turnings, ",")
	}
	for name := range strings.SplitSeq(text, ",") {
		t := slices.Index(turnings, strings.TrimSpace(name))
		if t < 0 {
			return nil, fmt.Errorf("expected all or names of %s, found %q", strings.Join(turnings, ", "), name)
		}
		found = append(found, Turning(t))
	}
	return found, nil
}

// Seed returns the seed with which a sequence turned so is run.
func (t Turning) Seed(seed uint64) uint64 {
	if t >= FirstSeed {
		seed += uint64(t-FirstSeed) + 1
	}
	return seed
}

// Turn returns the sequence turned, without tracks that are then seen in fewer than
// two frames, and itself where there is nothing to do. Frames of sequences with fewer
// than four stay.
func (s *Sequence) Turn(t Turning) *Sequence {
	if t == AsIs || t >= FirstSeed || s.Frames() < 4 && (t == EverySecond || t == FirstHalf) {
		return s
	}
	var frames []int
	for f := range s.Frames() {
		if (t != EverySecond || f%2 == 0) && (t != FirstHalf || 2*f < s.Frames()) {
			frames = append(frames, f)
		}
	}
	if t == Reversed {
		slices.Reverse(frames)
	}
	tracks := rand.New(rand.NewPCG(0, 0)).Perm(s.Points())
	if t == HalfTracks {
		tracks = tracks[:(len(tracks)+1)/2]
	}
	slices.Sort(tracks)
	tracks = slices.DeleteFunc(tracks, func(i int) bool {
		seen := 0
		for _, f := range frames {
			if s.Seen(i, f) {
				seen++
			}
		}
		return seen < 2
	})
	turned := s.part(frames, tracks)
	if t == Rotated {
		rotate(turned.Normalized)
		rotate(turned.Pixels)
	}
	return turned
}

// rotate turns all points of a 2F×N matrix about the origin, by half a radian.
func rotate(points *mat.Dense) {
	sin, cos := math.Sincos(0.5)
	rows, n := points.Dims()
	for r := 0; r < rows; r += 2 {
		for i := range n {
			x, y := points.At(r, i), points.At(r+1, i)
			points.Set(r, i, cos*x-sin*y)
			points.Set(r+1, i, sin*x+cos*y)
		}
	}
}
