package project

import (
	"fmt"
	"maps"
	"regexp"
	"slices"

	"motionseg/hopkins"
	"motionseg/hopkins/mask"
	"motionseg/segment"
)

// Labelling is a labelling by hand, which belongs to a sequence and not to a
// method. It is a value: every step returns another one and leaves what it is
// called on as it was, so that going back to an earlier one loses nothing.
type Labelling struct {
	// Labels holds the motion of every track, 0 for an outlier.
	Labels []int
	// Excluded are tracks that are to be in no figure and no export, ascending.
	Excluded []int
	// Constraints is what was given by hand, in the order in which it was.
	Constraints hopkins.Constraints
	// Names and Colours, as "#3070ff", of motions that have their own.
	Names   map[int]string
	Colours map[int]string
	// Truth says that results are compared with these labels, in place of the
	// truth of the file.
	Truth bool
	// Strokes say what motion pixels of the masks of these labels have, in the order in
	// which they were drawn. Their paths are never changed.
	Strokes []mask.Stroke
}

// NewLabelling starts from the labels of all tracks.
func NewLabelling(labels []int) Labelling { return Labelling{Labels: slices.Clone(labels)} }

// Free returns the first motion that no track has.
func (l Labelling) Free() int {
	for m := 1; ; m++ {
		if !slices.Contains(l.Labels, m) {
			return m
		}
	}
}

// Members returns the tracks of a motion, ascending.
func (l Labelling) Members(motion int) []int {
	var tracks []int
	for t, m := range l.Labels {
		if m == motion {
			tracks = append(tracks, t)
		}
	}
	return tracks
}

// clone returns a copy that shares nothing.
func (l Labelling) clone() Labelling {
	return Labelling{
		Labels: slices.Clone(l.Labels), Excluded: slices.Clone(l.Excluded),
		Constraints: hopkins.Constraints{
			Seeds: slices.Clone(l.Constraints.Seeds), Together: slices.Clone(l.Constraints.Together),
			Apart: slices.Clone(l.Constraints.Apart),
		},
		Names: maps.Clone(l.Names), Colours: maps.Clone(l.Colours), Truth: l.Truth,
		Strokes: slices.Clone(l.Strokes),
	}
}

// known returns those of some tracks that there are, each once, ascending.
func (l Labelling) known(tracks []int) []int {
	known := slices.DeleteFunc(slices.Clone(tracks), func(t int) bool { return t < 0 || t >= len(l.Labels) })
	slices.Sort(known)
	return slices.Compact(known)
}

// Give gives tracks to a motion, 0 for outliers, and remembers that they were
// given: each is a seed. Excluded ones are so no longer.
func (l Labelling) Give(tracks []int, motion int) Labelling {
	tracks = l.known(tracks)
	motion = max(0, min(motion, segment.MaxSeedMotion))
	next := l.clone()
	next.forget(tracks)
	for _, t := range tracks {
		next.Labels[t] = motion
		next.Constraints.Seeds = append(next.Constraints.Seeds, segment.Seed{Point: t, Motion: motion})
	}
	return next
}

// Exclude leaves tracks out of every figure and export.
func (l Labelling) Exclude(tracks []int) Labelling {
	tracks = l.known(tracks)
	next := l.clone()
	next.forget(tracks)
	for _, t := range tracks {
		next.Labels[t] = 0
	}
	next.Excluded = l.known(append(next.Excluded, tracks...))
	return next
}

// forget drops the seeds of ascending tracks, and that they are excluded.
func (l *Labelling) forget(tracks []int) {
	among := func(t int) bool { _, ok := slices.BinarySearch(tracks, t); return ok }
	l.Constraints.Seeds = slices.DeleteFunc(l.Constraints.Seeds, func(s segment.Seed) bool { return among(s.Point) })
	l.Excluded = slices.DeleteFunc(l.Excluded, among)
}

// Follow takes other labels for all tracks, as those that constraints made of the
// rest: tracks that were given or excluded keep theirs.
func (l Labelling) Follow(labels []int) Labelling {
	next := l.clone()
	copy(next.Labels, labels)
	for _, t := range l.Excluded {
		next.Labels[t] = 0
	}
	for _, s := range l.Constraints.Seeds {
		next.Labels[s.Point] = s.Motion
	}
	return next
}

// Merge gives all tracks of one motion to another; its name and colour go.
func (l Labelling) Merge(from, into int) Labelling {
	next := l.clone()
	if from == into || from < 1 || into < 1 {
		return next
	}
	for t, m := range next.Labels {
		if m == from {
			next.Labels[t] = into
		}
	}
	for i, s := range next.Constraints.Seeds {
		if s.Motion == from {
			next.Constraints.Seeds[i].Motion = into
		}
	}
	for i, s := range next.Strokes {
		if s.Motion == from {
			next.Strokes[i].Motion = into
		}
	}
	delete(next.Names, from)
	delete(next.Colours, from)
	return next
}

// Split gives those of some tracks that have a motion to the first free one, and
// returns that; 0 where it would take all of them or none.
func (l Labelling) Split(motion int, tracks []int) (Labelling, int) {
	next := l.clone()
	part := slices.DeleteFunc(l.known(tracks), func(t int) bool { return l.Labels[t] != motion })
	if len(part) == 0 || len(part) == len(l.Members(motion)) {
		return next, 0
	}
	free := l.Free()
	for _, t := range part {
		next.Labels[t] = free
	}
	for i, s := range next.Constraints.Seeds {
		if _, ok := slices.BinarySearch(part, s.Point); ok {
			next.Constraints.Seeds[i].Motion = free
		}
	}
	return next, free
}

// mostStrokes is how many strokes a labelling has at most.
const mostStrokes = 100_000

// Stroke draws a stroke over the masks; beyond mostStrokes the first one goes.
func (l Labelling) Stroke(s mask.Stroke) Labelling {
	next := l.clone()
	next.Strokes = append(next.Strokes, s)
	next.Strokes = next.Strokes[max(len(next.Strokes)-mostStrokes, 0):]
	return next
}

// ClearStrokes takes the strokes of a frame back, of every frame for −1.
func (l Labelling) ClearStrokes(frame int) Labelling {
	next := l.clone()
	next.Strokes = slices.DeleteFunc(next.Strokes, func(s mask.Stroke) bool { return frame < 0 || s.Frame == frame })
	return next
}

// Link remembers that two tracks belong together, or that they do not.
func (l Labelling) Link(a, b int, together bool) Labelling {
	next := l.clone()
	if pair := l.known([]int{a, b}); len(pair) == 2 {
		if together {
			next.Constraints.Together = append(next.Constraints.Together, [2]int{a, b})
		} else {
			next.Constraints.Apart = append(next.Constraints.Apart, [2]int{a, b})
		}
	}
	return next
}

// AsTruth says whether results are compared with these labels.
func (l Labelling) AsTruth(on bool) Labelling {
	next := l.clone()
	next.Truth = on
	return next
}

// maxName bounds the length of a name.
const maxName = 200

// Rename names a motion; the empty name takes it back.
func (l Labelling) Rename(motion int, name string) Labelling {
	next := l.clone()
	if letters := []rune(name); len(letters) > maxName {
		name = string(letters[:maxName])
	}
	next.Names = with(next.Names, motion, name)
	return next
}

// Recolour colours a motion, as "#3070ff"; the empty colour takes it back. What
// is no colour changes nothing.
func (l Labelling) Recolour(motion int, colour string) Labelling {
	next := l.clone()
	if colour == "" || colourForm.MatchString(colour) {
		next.Colours = with(next.Colours, motion, colour)
	}
	return next
}

var colourForm = regexp.MustCompile(`^#[0-9a-f]{6}$`)

func with(m map[int]string, motion int, text string) map[int]string {
	if text == "" {
		delete(m, motion)
		return m
	}
	if m == nil {
		m = map[int]string{}
	}
	m[motion] = text
	return m
}

// check reports what does not fit this many tracks and frames.
func (l Labelling) check(tracks, frames int) error {
	if len(l.Labels) != tracks {
		return fmt.Errorf("mine: expected %d labels, found %d", tracks, len(l.Labels))
	}
	for t, m := range l.Labels {
		if m < 0 || m > segment.MaxSeedMotion {
			return fmt.Errorf("mine: label of track %d: expected 0 to %d, found %d", t+1, segment.MaxSeedMotion, m)
		}
	}
	for _, t := range l.Excluded {
		if t < 0 || t >= tracks {
			return fmt.Errorf("mine: excluded: expected tracks from 1 to %d, found %d", tracks, t+1)
		}
	}
	for m, colour := range l.Colours {
		if !colourForm.MatchString(colour) {
			return fmt.Errorf("mine: colour of motion %d: expected one as #3070ff, found %q", m, colour)
		}
	}
	for m, name := range l.Names {
		if len([]rune(name)) > maxName {
			return fmt.Errorf("mine: name of motion %d: expected at most %d letters", m, maxName)
		}
	}
	if len(l.Strokes) > mostStrokes {
		return fmt.Errorf("mine: strokes: expected at most %d, found %d", mostStrokes, len(l.Strokes))
	}
	for i, s := range l.Strokes {
		if err := s.Check(frames); err != nil {
			return fmt.Errorf("mine: stroke %d: %w", i+1, err)
		}
	}
	return nil
}
