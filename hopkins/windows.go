package hopkins

import (
	"context"
	"fmt"
	"slices"
	"time"

	"motionseg/segment"
)

// WindowFrames is how many frames a window of a long film has, where the task says
// nothing else: as the films that methods are judged on. windowShare of them, a quarter,
// are those of the window before too.
const (
	WindowFrames = 100
	windowShare  = 4
)

// window is a stretch of frames, both ends included.
type window struct{ first, last int }

// windows returns the windows of a film: all of one length, unless the film is shorter,
// the last one up to the end.
func windows(frames, length int) []window {
	if length <= 0 {
		length = WindowFrames
	}
	length = max(length, windowShare)
	var all []window
	for first := 0; ; first += length - length/windowShare {
		if first+length >= frames {
			return append(all, window{max(frames-length, 0), frames - 1})
		}
		all = append(all, window{first, first + length - 1})
	}
}

// windowed reports whether a task segments a source in windows of frames.
func (t Task) windowed(s *Source) bool {
	return s.Sequence != nil && (s.Sequence.Long() || t.Window > 0 && t.Window < s.Sequence.Frames() && !s.Sequence.TwoFrame)
}

// segmentWindows segments a film in windows of frames, and joins them by the tracks that
// they share, so that a motion keeps its number for as long as some of its tracks go on.
// A number of motions is that of each window; estimated ones may differ, and a motion
// that comes has a number of its own. A track has the motion that it has in the most of
// its frames. A window that can't be segmented leaves its tracks to the others.
func segmentWindows(ctx context.Context, source *Source, task Task) (*Segmentation, error) {
	s := source.Sequence
	if task.Frames.Mode != AllFrames || !task.Constraints.Empty() {
		return nil, fmt.Errorf("%s: expected all frames and no constraints of a film that is segmented in windows, found frames %s", source.where(), task.Frames)
	}
	if task.Motions == 0 {
		task.Motions = source.Groups()
	}
	j := newJoining(source, task)
	all := windows(s.Frames(), task.Window)
	for k, w := range all {
		piece, tracks := s.Excerpt(w.first, w.last)
		if len(tracks) < 2 {
			j.fail(w, fmt.Errorf("expected tracks that are seen there, found %d", len(tracks)))
			continue
		}
		part := task
		part.Window, part.Interim, part.Progress = 0, nil, task.within(k, len(all))
		if part.Motions <= 0 {
			part.Motions = EstimatedMotions
		}
		g, err := Segment(ctx, SourceOf(piece), part)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			j.fail(w, err)
			continue
		}
		j.add(w, tracks, g)
	}
	return j.segmentation(len(all))
}

// within returns the progress of one of several tasks of the same size; nil where
// nobody asks.
func (t Task) within(k, of int) func(segment.Iteration) {
	if t.Progress == nil {
		return nil
	}
	return func(it segment.Iteration) {
		it.Share = (float64(k) + it.Share) / float64(of)
		t.Progress(it)
	}
}

// tracksIn returns the tracks that a window is to say something of: those that are seen
// in a tenth of it, or in half of their frames where these are fewer.
func (s *Sequence) tracksIn(w window) []int {
	enough := (w.last - w.first + 1) / 10
	var tracks []int
	for i := range s.Points() {
		seen := s.seenBetween(i, w.first, w.last)
		if seen < 2 {
			continue
		}
		first, last := s.span(i)
		if seen >= enough || 2*seen >= s.seenBetween(i, first, last) {
			tracks = append(tracks, i)
		}
	}
	return tracks
}

// vote is in how many frames a track has a motion, by the windows so far.
type vote struct{ motion, frames int }

// joining is windows that are put together.
type joining struct {
	source  *Source
	task    Task
	votes   [][]vote // of every track
	how     []How    // of every track, by the window that looked at most of it
	looked  []int    // in how many frames that was
	motions int      // numbers given so far
	// first is that of the first window, for what is the same in all of them.
	first      *Segmentation
	confidence float64 // the least, 0 where one is not known
	converged  bool
	stages     []segment.Stage
	counting   time.Duration
	warnings   []segment.Warning
	told       map[segment.WarningCode]int // index in warnings
	again      map[segment.WarningCode]int // in how many more windows
	failure    error
	fails      int
}

func newJoining(source *Source, task Task) *joining {
	n := source.Points()
	return &joining{
		source: source, task: task, votes: make([][]vote, n), how: slices.Repeat([]How{Unlooked}, n), looked: make([]int, n),
		converged: true, told: map[segment.WarningCode]int{}, again: map[segment.WarningCode]int{},
	}
}

// fail notes that a window has no labels.
func (j *joining) fail(w window, err error) {
	j.fails++
	if j.failure == nil {
		j.failure = fmt.Errorf("frames %d to %d: %w", w.first+1, w.last+1, err)
	}
}

// add takes the labels of a window's tracks.
func (j *joining) add(w window, tracks []int, g *Segmentation) {
	names := j.names(tracks, g.Labels)
	for c, i := range tracks {
		seen := j.source.Sequence.seenBetween(i, w.first, w.last)
		if g.Labels[c] != 0 {
			j.votes[i] = voted(j.votes[i], vote{names[g.Labels[c]], seen})
		}
		if seen > j.looked[i] {
			j.looked[i], j.how[i] = seen, g.How[c]
		}
	}
	if j.first == nil {
		j.first, j.confidence = g, 1
	}
	if g.Estimate != nil {
		j.confidence = min(j.confidence, g.Estimate.Confidence)
	}
	j.converged = j.converged && g.Result.Converged
	j.counting += g.Counting
	for _, s := range g.Result.Stages {
		j.spend(s)
	}
	for _, warning := range g.Warnings() {
		j.warn(tracks, warning)
	}
}

// voted adds a vote to those of a track.
func voted(votes []vote, v vote) []vote {
	for k := range votes {
		if votes[k].motion == v.motion {
			votes[k].frames += v.frames
			return votes
		}
	}
	return append(votes, v)
}

// best returns the motion with the most frames, the first of those alike; 0 for none.
func best(votes []vote) int {
	var most vote
	for _, v := range votes {
		if v.frames > most.frames {
			most = v
		}
	}
	return most.motion
}

// sharedLeast is which part of the tracks of a group that are known have to be of a
// motion for the group to be that motion: fewer are mistakes of single tracks.
const sharedLeast = 0.2

// names returns the motions that the groups of a window are, by their labels: those
// with which they share the most tracks, one each, and new ones. Where the number of
// motions was given there are no more than that.
func (j *joining) names(tracks, labels []int) []int {
	reference := make([]int, len(tracks))
	known := map[int]int{} // tracks of a group that have a motion
	shared := map[[2]int]int{}
	groups := 0
	for c, i := range tracks {
		groups = max(groups, labels[c])
		if reference[c] = best(j.votes[i]); reference[c] != 0 && labels[c] != 0 {
			known[labels[c]]++
			shared[[2]int{labels[c], reference[c]}]++
		}
	}
	names, taken := make([]int, groups+1), map[int]bool{}
	for c, motion := range segment.Align(labels, reference) {
		l := labels[c]
		if n := shared[[2]int{l, motion}]; l != 0 && n > 0 && float64(n) >= sharedLeast*float64(known[l]) {
			names[l], taken[motion] = motion, true
		}
	}
	for l := 1; l <= groups; l++ {
		if names[l] != 0 {
			continue
		}
		names[l] = j.motions + 1
		for motion := 1; motion <= min(j.task.Motions, j.motions); motion++ {
			if !taken[motion] {
				names[l] = motion
				break
			}
		}
		taken[names[l]], j.motions = true, max(j.motions, names[l])
	}
	return names
}

// spend adds the time of a stage to that of the same stage of the windows before.
func (j *joining) spend(s segment.Stage) {
	for k := range j.stages {
		if j.stages[k].Name == s.Name {
			j.stages[k].Time += s.Time
			return
		}
	}
	j.stages = append(j.stages, s)
}

// warn takes a warning of a window, of each kind the first.
func (j *joining) warn(tracks []int, w segment.Warning) {
	points := make([]int, len(w.Points))
	for k, c := range w.Points {
		points[k] = tracks[c]
	}
	at, ok := j.told[w.Code]
	if !ok {
		at = len(j.warnings)
		j.told[w.Code], j.warnings = at, append(j.warnings, segment.Warning{Code: w.Code, Text: w.Text})
	} else {
		j.again[w.Code]++
	}
	j.warnings[at].Points = append(j.warnings[at].Points, points...)
}

// Windowed is the code of the warning that says how a film was divided.
const Windowed segment.WarningCode = "windows"

// segmentation returns what the windows, of which there are so many, come to.
func (j *joining) segmentation(count int) (*Segmentation, error) {
	if j.first == nil {
		return nil, fmt.Errorf("%s: %w", j.source.where(), j.failure)
	}
	labels, motions := j.labels()
	task := j.task
	task.Motions = motions
	g := Restored(j.source, task, labels, nil)
	g.restored = j.how
	for i, how := range j.how {
		if labels[i] == 0 && (how == Segmented || how == Filled || how == Assigned) {
			g.restored[i] = Undecided
		}
	}
	g.Preset, g.Counting = j.first.Preset, j.counting
	g.Result.Method, g.Result.Values, g.Result.Motions = j.first.Result.Method, j.first.Result.Values, motions
	g.Result.Converged, g.Result.Stages = j.converged, j.stages
	g.Prepared.Kept, g.Prepared.scope = Kept{Complete: g.Tracks}, j.first.Prepared.scope
	g.Prepared.scope.frames = j.task.Frames
	for f := range j.source.Sequence.Frames() {
		g.Prepared.Frames = append(g.Prepared.Frames, f)
	}
	if j.first.Estimate != nil {
		g.Estimate = &segment.MotionsEstimate{Motions: motions, Confidence: j.confidence, Low: motions}
	}
	g.Result.Warnings = append(g.Result.Warnings, segment.Warning{Code: Windowed, Text: fmt.Sprintf(
		"segmented in %s, joined by the tracks that they share", Counted(count, "window of frames", "windows of frames"))})
	if j.fails > 0 {
		g.Result.Warnings = append(g.Result.Warnings, segment.Warning{Code: Windowed, Text: fmt.Sprintf(
			"%d of the windows have no labels; %v", j.fails, j.failure)})
	}
	for _, w := range j.warnings {
		if n := j.again[w.Code]; n > 0 {
			w.Text += fmt.Sprintf(" (in the first window, and as much in %d others)", n)
		}
		slices.Sort(w.Points)
		w.Points = slices.Compact(w.Points)
		g.Result.Warnings = append(g.Result.Warnings, w)
	}
	g.label()
	return g, nil
}

// labels returns the motion of every track, numbered from 1 without a gap, and how many
// there are.
func (j *joining) labels() (labels []int, motions int) {
	labels = make([]int, len(j.votes))
	there := make([]int, j.motions+1)
	for i, votes := range j.votes {
		labels[i] = best(votes)
		there[labels[i]]++
	}
	number := make([]int, j.motions+1)
	for motion := 1; motion <= j.motions; motion++ {
		if there[motion] > 0 {
			motions++
			number[motion] = motions
		}
	}
	for i := range labels {
		labels[i] = number[labels[i]]
	}
	return labels, motions
}
