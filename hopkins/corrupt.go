package hopkins

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Corruption spoils tracks, to see what methods make of it.
type Corruption struct {
	// Entries is the share of all points, one a track and frame, that are put
	// anywhere in the box around all of them; their truth stays. 0…1.
	Entries float64
	// Tracks is the share of tracks that smooth random paths replace, which begin
	// anywhere and are as fast as half of the tracks are; their truth is 0. 0…1.
	Tracks float64
	// Hidden is the share of all points, one a track and frame, that are not seen,
	// in runs as a tracker loses them: a run begins where its track is seen and
	// lasts up to a third of the frames, any length alike. Every track stays seen in
	// two frames, so that a large share may not be reached. 0…1.
	Hidden float64
}

// amounts returns the shares with the words for them, in the order in which they
// are written.
func (c *Corruption) amounts() []corruptionShare {
	return []corruptionShare{{"entries", &c.Entries}, {"tracks", &c.Tracks}, {"hidden", &c.Hidden}}
}

type corruptionShare struct {
	name  string
	value *float64
}

// ParseCorruption reads what the command line says, as "entries=0.1" or
// "tracks=0.2" or "hidden=0.3" or several with commas between; nothing for the
// empty text.
func ParseCorruption(text string) (Corruption, error) {
	var c Corruption
	if text == "" {
		return c, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		share, err := strconv.ParseFloat(value, 64)
		amounts := c.amounts()
		i := slices.IndexFunc(amounts, func(a corruptionShare) bool { return a.name == name })
		if i < 0 || err != nil || !(share >= 0 && share <= 1) {
			return Corruption{}, fmt.Errorf("expected entries=SHARE, tracks=SHARE or hidden=SHARE with a share from "+
				"0 to 1, found %q", part)
		}
		*amounts[i].value = share
	}
	return c, nil
}

// String writes the corruption as ParseCorruption reads it.
func (c Corruption) String() string {
	var parts []string
	for _, a := range c.amounts() {
		if *a.value > 0 {
			parts = append(parts, a.name+"="+strconv.FormatFloat(*a.value, 'g', -1, 64))
		}
	}
	return strings.Join(parts, ",")
}

// Streams of random numbers, so that corrupted entries do not change which tracks
// are replaced.
const (
	entryStream uint64 = iota + 1
	trackStream
	hiddenStream
)

// persistence is how much of its velocity a random path keeps from frame to
// frame.
const persistence = 0.9

// Corrupt returns the sequence corrupted, and itself where there is nothing to do.
// The seed decides everything. Tracks that are replaced keep the frames in which
// they are seen.
func (s *Sequence) Corrupt(c Corruption, seed uint64) *Sequence {
	if c == (Corruption{}) {
		return s
	}
	corrupted := *s
	corrupted.repeats = nil
	corrupted.Pixels, corrupted.Normalized = mat.DenseCopyOf(s.Pixels), mat.DenseCopyOf(s.Normalized)
	corrupted.Truth = slices.Clone(s.Truth)
	frames, n := s.Frames(), s.Points()
	box, pixels := s.box(s.Normalized), s.box(s.Pixels)
	// place puts track i in frame f at shares of the box.
	place := func(i, f int, share [2]float64) {
		for a := range 2 {
			corrupted.Normalized.Set(2*f+a, i, box[a].low+share[a]*(box[a].high-box[a].low))
			corrupted.Pixels.Set(2*f+a, i, pixels[a].low+share[a]*(pixels[a].high-pixels[a].low))
		}
	}
	rng := rand.New(rand.NewPCG(seed, trackStream))
	speed := s.speed(box)
	for _, i := range rng.Perm(n)[:int(math.Round(c.Tracks*float64(n)))] {
		at := [2]float64{rng.Float64(), rng.Float64()}
		velocity := [2]float64{speed[0] * rng.NormFloat64(), speed[1] * rng.NormFloat64()}
		for f := range frames {
			place(i, f, at)
			for a := range 2 {
				at[a] += velocity[a]
				velocity[a] = persistence*velocity[a] + math.Sqrt(1-persistence*persistence)*speed[a]*rng.NormFloat64()
			}
		}
		if corrupted.Truth != nil {
			corrupted.Truth[i] = 0
		}
	}
	rng = rand.New(rand.NewPCG(seed, entryStream))
	var entries [][2]int
	for i := range n {
		for f := range frames {
			if s.Seen(i, f) {
				entries = append(entries, [2]int{i, f})
			}
		}
	}
	rng.Shuffle(len(entries), func(a, b int) { entries[a], entries[b] = entries[b], entries[a] })
	for _, e := range entries[:int(math.Round(c.Entries*float64(len(entries))))] {
		place(e[0], e[1], [2]float64{rng.Float64(), rng.Float64()})
	}
	if c.Hidden > 0 {
		corrupted.hide(int(math.Round(c.Hidden*float64(len(entries)))), rand.New(rand.NewPCG(seed, hiddenStream)))
	}
	return &corrupted
}

// hiddenRun is the longest run of frames that one loss hides, as a share of all.
const hiddenRun = 1.0 / 3

// hide makes count points unseen and zero, in runs, or as many as leave every
// track two frames.
func (s *Sequence) hide(count int, rng *rand.Rand) {
	frames, n := s.Frames(), s.Points()
	visible := make([][]bool, n)
	left := make([]int, n) // points of each track that may be hidden
	var tracks []int       // with such points
	for i := range visible {
		visible[i] = make([]bool, frames)
		left[i] = -2
		for f := range frames {
			if visible[i][f] = s.Seen(i, f); visible[i][f] {
				left[i]++
			}
		}
		if left[i] > 0 {
			tracks = append(tracks, i)
		}
	}
	longest := max(int(hiddenRun*float64(frames)), 1)
	for count > 0 && len(tracks) > 0 {
		at := rng.IntN(len(tracks))
		i := tracks[at]
		first := rng.IntN(frames)
		for !visible[i][first] {
			first = rng.IntN(frames)
		}
		last := min(first+1+rng.IntN(longest), frames)
		for f := first; f < last && count > 0 && left[i] > 0; f++ {
			if visible[i][f] {
				visible[i][f] = false
				for _, x := range []*mat.Dense{s.Pixels, s.Normalized} {
					x.Set(2*f, i, 0)
					x.Set(2*f+1, i, 0)
				}
				count--
				left[i]--
			}
		}
		if left[i] <= 0 {
			tracks[at] = tracks[len(tracks)-1]
			tracks = tracks[:len(tracks)-1]
		}
	}
	s.Visible = visible
}

// extent is where coordinates lie.
type extent struct{ low, high float64 }

// box returns the extents of x and y of what is seen in x, 2F×N.
func (s *Sequence) box(x *mat.Dense) [2]extent {
	box := [2]extent{{math.Inf(1), math.Inf(-1)}, {math.Inf(1), math.Inf(-1)}}
	rows, n := x.Dims()
	for r := range rows {
		for i := range n {
			if s.Seen(i, r/2) {
				v := x.At(r, i)
				box[r%2].low, box[r%2].high = min(box[r%2].low, v), max(box[r%2].high, v)
			}
		}
	}
	return box
}

// speed returns the median over the tracks of the root mean square of their
// steps from frame to frame, the same in x and y, in shares of the box.
func (s *Sequence) speed(box [2]extent) [2]float64 {
	var speeds []float64
	for i := range s.Points() {
		var square, count float64
		for f := 1; f < s.Frames(); f++ {
			if s.Seen(i, f-1) && s.Seen(i, f) {
				dx := s.Normalized.At(2*f, i) - s.Normalized.At(2*f-2, i)
				dy := s.Normalized.At(2*f+1, i) - s.Normalized.At(2*f-1, i)
				square += dx*dx + dy*dy
				count += 2
			}
		}
		if count > 0 {
			speeds = append(speeds, math.Sqrt(square/count))
		}
	}
	if len(speeds) == 0 {
		return [2]float64{}
	}
	slices.Sort(speeds)
	median := speeds[len(speeds)/2]
	var share [2]float64
	for a, e := range box {
		if e.high > e.low {
			share[a] = median / (e.high - e.low)
		}
	}
	return share
}
