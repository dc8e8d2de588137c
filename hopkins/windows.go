package hopkins

import (
	"context"
	"fmt"
	"maps"
	"math"
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

// windowed reports whether a task segments a source in windows of frames.
func (t Task) windowed(s *Source) bool {
	switch q := s.Sequence; {
	case q == nil:
		return false
	case q.Long():
		return true
	case q.TwoFrame:
		return false
	case t.Window > 0:
		return t.Window < q.Frames()
	}
	return t.Frames.Mode == AllFrames && t.Constraints.Empty() && s.cutFilm()
}

// cutFilm reports whether the tracks are those of a film with cuts, over which no track goes on:
// nothing that is learnt of tracks tells which motions of two scenes are the same. A table's
// tracks are taken as they are.
func (s *Source) cutFilm() bool {
	return s.Sequence.Footage != nil && len(s.Sequence.scenes()) > 1
}

// segmentWindows segments a film in windows of frames, and joins them by the tracks that
// they share, so that a motion keeps its number for as long as some of its tracks go on. At a
// cut, where none do, it keeps it by where it is, see joining.named; no window has frames of both sides.
// A number of motions is that of each window; estimated ones are those that a window and the
// ones with which it shares tracks are best by together, and a motion that comes has a number
// of its own. A track has the motion that it has in the most of its frames. A window that
// can't be segmented leaves its tracks to the others.
func segmentWindows(ctx context.Context, source *Source, task Task) (*Segmentation, error) {
	if task.Frames.Mode != AllFrames {
		return nil, fmt.Errorf("%s: expected all frames of a film that is segmented in windows, found frames %s",
			source.where(), task.Frames)
	}
	if c := task.Constraints; !c.Empty() {
		return nil, fmt.Errorf("%s: expected no constraints on a film that is segmented in windows, found %d",
			source.where(), len(c.Seeds)+len(c.Together)+len(c.Apart))
	}
	if task.Motions == 0 {
		task.Motions = source.Groups()
	}
	j := &joining{source: source, task: task, scenes: source.Sequence.scenes()}
	all := windowsOf(j.scenes, task.Window)
	if err := j.segmentAll(ctx, all); err != nil {
		return nil, err
	}
	if task.Motions <= 0 {
		if err := j.recount(ctx); err != nil {
			return nil, err
		}
	}
	return j.segmentation(len(all))
}

// windowSearch is which part of the work the first pass over windows is taken for, where
// the number of motions is estimated and some windows are segmented again.
const windowSearch = 0.7

// within returns the progress of a part of a task, from a share of it on; nil where
// nobody asks.
func (t Task) within(from, part float64) func(segment.Iteration) {
	if t.Progress == nil {
		return nil
	}
	return func(it segment.Iteration) {
		it.Share = from + part*it.Share
		t.Progress(it)
	}
}

// joining is windows that are put together.
type joining struct {
	source *Source
	task   Task
	scenes []window
	parts  []part // of the windows that have labels
	untold int    // motions after a cut that are like none before
	// first is that of the first window, for what is the same in all of them.
	first    *Segmentation
	stages   []segment.Stage
	counting time.Duration
	failure  error
	fails    int
}

// part is what came out of a window.
type part struct {
	piece
	how       []How                    // of its tracks
	estimate  *segment.MotionsEstimate // without labels; nil where the number was given
	motions   int
	converged bool
	warnings  []segment.Warning // of the film's tracks
}

// segmentAll segments the windows of a film.
func (j *joining) segmentAll(ctx context.Context, all []window) error {
	motions, share := j.task.Motions, 1/float64(len(all))
	if motions <= 0 {
		motions, share = EstimatedMotions, windowSearch/float64(len(all))
	}
	for k, w := range all {
		p, err := j.segment(ctx, w, motions, j.task.within(float64(k)*share, share))
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			j.parts = append(j.parts, *p)
		default:
			j.fails++
			if j.failure == nil {
				j.failure = fmt.Errorf("frames %d to %d: %w", w.first+1, w.last+1, err)
			}
		}
	}
	return nil
}

// recount segments those windows again that have another number of motions by themselves
// than by the windows with which they share tracks.
func (j *joining) recount(ctx context.Context) error {
	numbers := j.numbers()
	again := 0
	for k, p := range j.parts {
		if numbers[k] != p.motions {
			again++
		}
	}
	share, done := (1-windowSearch)/float64(max(again, 1)), windowSearch
	for k := range j.parts {
		if numbers[k] == j.parts[k].motions {
			continue
		}
		p, err := j.segment(ctx, j.parts[k].window, numbers[k], j.task.within(done, share))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if done += share; err == nil {
			p.estimate = j.parts[k].estimate
			j.parts[k] = *p
		}
	}
	return nil
}

// segment segments a window.
func (j *joining) segment(ctx context.Context, w window, motions int, progress func(segment.Iteration)) (*part, error) {
	excerpt, tracks := j.source.Sequence.Excerpt(w.first, w.last)
	if len(tracks) < 2 {
		return nil, fmt.Errorf("expected tracks that are seen there, found %d", len(tracks))
	}
	task := j.task
	task.Window, task.Interim, task.Progress, task.Motions = 0, nil, progress, motions
	g, err := Segment(ctx, SourceOf(excerpt), task)
	if err != nil {
		return nil, err
	}
	if j.first == nil {
		j.first = g
	}
	j.counting += g.Counting
	for _, s := range g.Result.Stages {
		j.spend(s)
	}
	p := &part{
		piece: piece{window: w, tracks: tracks, labels: g.Labels, groups: slices.Max(g.Labels)},
		how:   g.How, motions: g.Task.Motions, converged: g.Result.Converged,
	}
	if g.Estimate != nil {
		p.estimate = &segment.MotionsEstimate{
			Motions: g.Estimate.Motions, Confidence: g.Estimate.Confidence, Low: g.Estimate.Low, Scores: g.Estimate.Scores,
		}
	}
	for _, warning := range g.Warnings() {
		points := make([]int, len(warning.Points))
		for i, c := range warning.Points {
			points[i] = tracks[c]
		}
		p.warnings = append(p.warnings, segment.Warning{Code: warning.Code, Text: warning.Text, Points: points})
	}
	return p, nil
}

// numbers returns how many motions every window has by its own scores and those of the
// windows that it shares tracks with, each for the part of its tracks that are shared:
// what one window shows well another may show hardly.
func (j *joining) numbers() []int {
	numbers := make([]int, len(j.parts))
	here := make([]bool, j.source.Points())
	for k := range j.parts {
		p := &j.parts[k]
		numbers[k] = p.motions
		if p.estimate == nil {
			continue
		}
		for _, track := range p.tracks {
			here[track] = true
		}
		totals := make([]float64, len(p.estimate.Scores))
		for m := max(k-joiningReach, 0); m <= min(k+joiningReach, len(j.parts)-1); m++ {
			weight := j.parts[m].sharing(here)
			for i := range totals {
				totals[i] += weight * j.parts[m].score(p.estimate.Low+i)
			}
		}
		for i, total := range totals {
			if total > totals[numbers[k]-p.estimate.Low] {
				numbers[k] = p.estimate.Low + i
			}
		}
		for _, track := range p.tracks {
			here[track] = false
		}
	}
	return numbers
}

// sharing returns which part of the tracks of a window are among these.
func (p *part) sharing(here []bool) float64 {
	shared := 0
	for _, track := range p.tracks {
		if here[track] {
			shared++
		}
	}
	return float64(shared) / float64(len(p.tracks))
}

// score returns the score of a number of motions in a window. One that no grouping was found
// with is as bad as the worst.
func (p *part) score(motions int) float64 {
	if p.estimate == nil {
		return 0
	}
	if i := motions - p.estimate.Low; i >= 0 && i < len(p.estimate.Scores) && !math.IsInf(p.estimate.Scores[i], 0) {
		return p.estimate.Scores[i]
	}
	worst := 0.0 // the best has 0
	for _, score := range p.estimate.Scores {
		if !math.IsInf(score, 0) {
			worst = min(worst, score)
		}
	}
	return worst
}

// vote is in how many frames a track has a motion, by the windows so far.
type vote struct{ motion, frames int }

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

// Windowed is the code of the warning that says how a film was divided.
const Windowed segment.WarningCode = "windows"

// segmentation returns what the windows, of which there are so many, come to.
func (j *joining) segmentation(count int) (*Segmentation, error) {
	if j.first == nil {
		return nil, fmt.Errorf("%s: %w", j.source.where(), j.failure)
	}
	labels, how, motions := j.labels()
	task := j.task
	task.Motions = motions
	g := Restored(j.source, task, labels, nil)
	g.restored = how
	g.Preset, g.Counting = j.first.Preset, j.counting
	g.Result.Method, g.Result.Values, g.Result.Motions = j.first.Result.Method, j.first.Result.Values, motions
	g.Result.Stages = j.stages
	g.Result.Converged = !slices.ContainsFunc(j.parts, func(p part) bool { return !p.converged })
	g.Prepared.Kept, g.Prepared.scope = Kept{Complete: g.Tracks}, j.first.Prepared.scope
	g.Prepared.scope.frames = j.task.Frames
	for f := range j.source.Sequence.Frames() {
		g.Prepared.Frames = append(g.Prepared.Frames, f)
	}
	if j.first.Estimate != nil {
		g.Estimate = &segment.MotionsEstimate{Motions: motions, Confidence: 1, Low: motions}
		for _, p := range j.parts {
			g.Estimate.Confidence = min(g.Estimate.Confidence, p.estimate.Confidence)
		}
	}
	g.Result.Warnings = append(g.Result.Warnings, j.warnings(count)...)
	g.label()
	return g, nil
}

// warnings returns what is told of a film in so many windows: of each kind of warning the
// first, with the tracks of all.
func (j *joining) warnings(count int) []segment.Warning {
	all := []segment.Warning{{Code: Windowed, Text: fmt.Sprintf(
		"segmented in %s, joined by the tracks that they share", Counted(count, "window of frames", "windows of frames"))}}
	if len(j.scenes) > 1 {
		all = append(all, j.cutWarning())
	}
	if j.fails > 0 {
		text := fmt.Sprintf("%s no labels; %v", Counted(j.fails, "window has", "windows have"), j.failure)
		all = append(all, segment.Warning{Code: Windowed, Text: text})
	}
	told, again := map[segment.WarningCode]int{}, map[segment.WarningCode]int{}
	for _, p := range j.parts {
		for _, w := range p.warnings {
			at, ok := told[w.Code]
			if !ok {
				at = len(all)
				told[w.Code], all = at, append(all, segment.Warning{Code: w.Code, Text: w.Text})
			} else {
				again[w.Code]++
			}
			all[at].Points = append(all[at].Points, w.Points...)
		}
	}
	for code, at := range told {
		if n := again[code]; n > 0 {
			all[at].Text += fmt.Sprintf(" (in the first window, and as much in %s)", Counted(n, "other", "others"))
		}
		slices.Sort(all[at].Points)
		all[at].Points = slices.Compact(all[at].Points)
	}
	return all
}

// labels returns the motion of every track, numbered from 1 without a gap, how it came
// to that, by the window that looked at most of it, and how many motions there are.
func (j *joining) labels() (labels []int, how []How, motions int) {
	n := j.source.Points()
	votes, looked := make([][]vote, n), make([]int, n)
	how = slices.Repeat([]How{Unlooked}, n)
	for k, names := range j.named() {
		p := &j.parts[k]
		for c, i := range p.tracks {
			seen := j.source.Sequence.seenBetween(i, p.first, p.last)
			if p.labels[c] != 0 {
				votes[i] = voted(votes[i], vote{names[p.labels[c]-1], seen})
			}
			if seen > looked[i] {
				looked[i], how[i] = seen, p.how[c]
			}
		}
	}
	labels, number := make([]int, n), map[int]int{}
	for i := range labels {
		labels[i] = best(votes[i])
		number[labels[i]] = 0
		if labels[i] == 0 && (how[i] == Segmented || how[i] == Filled || how[i] == Assigned) {
			how[i] = Undecided
		}
	}
	delete(number, 0)
	for place, motion := range slices.Sorted(maps.Keys(number)) {
		number[motion] = place + 1
	}
	for i := range labels {
		labels[i] = number[labels[i]]
	}
	return labels, how, len(number)
}

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
