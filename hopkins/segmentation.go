package hopkins

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"motionseg/segment"
)

// Segmentation is what a method made of a source. Tracks and pictures are
// numbered from 0, as in the source.
type Segmentation struct {
	Source *Source
	// Task is what was asked for, with the number of motions that was used.
	Task Task
	// Preset names the preset of the method's values that the task started from,
	// which the name of a set of pictures may have chosen; empty for none.
	Preset string
	Result *segment.Result
	// Labels holds the group of every point of the source, from 1 and aligned
	// with the truth where that is known, and 0 for a point without one: How says
	// why. How is of the same length.
	Labels []int
	How    []How
	// Tracks holds the number of the point of every column that the method was
	// given, and Columns, for every point, its column, −1 for none.
	Tracks, Columns []int
	// Points and Rows are the same for the rows of the affinity, which are fewer
	// when only landmarks were solved for.
	Points, Rows []int
	// Prepared says which frames were looked at and what became of the tracks
	// that are not seen in all of them. Its Data is empty.
	Prepared *Prepared
	// Estimate is how the number of motions was estimated; nil when it was given
	// or the truth's.
	Estimate *segment.MotionsEstimate
	// Estimated are the points that the labels of Estimate are of.
	Estimated []int
	// Times says where the time went, in order, where whoever asked has measured all of
	// it; WriteText and WriteJSON tell it then.
	Times []segment.Stage
	// Counting is how long estimating the number of motions took.
	Counting time.Duration
	// Contradictions are constraints of the task that cannot all hold; their
	// points are tracks. nil for none.
	Contradictions []segment.Contradiction
	// Captions are the motions that stand still on the picture while the background moves.
	Captions []int
	// Score compares the labels with the truth.
	Score Score
	// Candidate is which of the result's candidates is shown in its place, −1 for
	// the result as the method gave it, which chosen is then.
	Candidate int
	chosen    *Segmentation
	// assigned are the labels of Prepared.LeftOut in the numbers of the result;
	// nil when there are none.
	assigned []int
	// restored is how the points of a saved segmentation came to their labels; nil
	// for others.
	restored []How
	// given holds the labels that the user gave; nil where there are no
	// constraints, otherwise the result's labels have their names.
	given map[int]int
}

// How says how a point came to its label, or why it has none.
type How uint8

// The ways to a label, and to none.
const (
	Segmented How = iota // by the method
	Filled               // by the method, after gaps were completed
	Assigned             // left out, and given to a motion afterwards
	Undecided            // without a label: no evidence, or too little
	Outlier              // without a label: it belongs to no motion, says the method
	Unlooked             // without a label: left out and not assigned
	Excluded             // without a label: an outlier, says the file, and left out
	Given                // by a seed of the user's
)

var howWords = []string{"segmented", "filled", "assigned", "undecided", "outlier", "left-out", "excluded", "given"}

// String returns the word that tables and files have.
func (h How) String() string {
	if int(h) >= len(howWords) {
		return fmt.Sprintf("way %d", int(h))
	}
	return howWords[h]
}

// ParseHow reads a word that String returned.
func ParseHow(word string) (How, error) {
	if i := slices.Index(howWords, word); i >= 0 {
		return How(i), nil
	}
	return 0, fmt.Errorf("expected %s, found %q", strings.Join(howWords, ", "), word)
}

// Score compares labels with the truth by one protocol, for complete tracks and
// tracks with gaps alike: the clustering error over all points whose group is
// known and, of tracks, that are seen in at least two frames. A point without a
// label counts as wrong.
type Score struct {
	// Error is in %, NaN when the truth is unknown, and Wrong of Counted points.
	Error          float64
	Wrong, Counted int
	// OneLabel is the error of one label for all points, in %; NaN as Error.
	OneLabel float64
	// OutliersClass reports whether outliers were looked for, and so count as a
	// class of their own: a point that the file says is one is right without a
	// label.
	OutliersClass bool
	// Undecided and Outliers are points without a label, of those counted, or of
	// all that are seen in two frames when the truth is unknown.
	Undecided, Outliers int
	// TrueOutliers of the counted points are outliers by the truth, RightOutliers of
	// which were found, and OthersWrong of all others have not the label that the
	// truth gives them. All are 0 where outliers are no class of their own.
	TrueOutliers, RightOutliers, OthersWrong int
}

// F1 returns how well the outliers were found: the harmonic mean of the shares of
// the true ones that were found and of those found that are true, 0…1. It is NaN
// where the truth has none, or outliers are no class of their own.
func (s Score) F1() float64 {
	if s.TrueOutliers == 0 {
		return math.NaN()
	}
	return 2 * float64(s.RightOutliers) / float64(s.TrueOutliers+s.Outliers)
}

// OthersError returns the error of the points that are no outliers by the truth,
// in %, such that were called outliers counted as wrong. It is NaN where outliers
// are no class of their own or there are no others.
func (s Score) OthersError() float64 {
	if !s.OutliersClass || math.IsNaN(s.Error) || s.Counted == s.TrueOutliers {
		return math.NaN()
	}
	return 100 * float64(s.OthersWrong) / float64(s.Counted-s.TrueOutliers)
}

// score applies the protocol to labels of all points.
func score(source *Source, labels []int, how []How, outliersClass bool) Score {
	s := Score{Error: math.NaN(), OneLabel: math.NaN(), OutliersClass: outliersClass}
	var found, truth []int
	for i, label := range labels {
		known := source.Counted(i) || outliersClass && source.Truth != nil && source.traceable(i)
		if source.Truth != nil && !known || source.ignores(i) || !source.traceable(i) {
			continue
		}
		s.Counted++
		switch {
		case label != 0:
		case how[i] == Outlier:
			s.Outliers++
		default:
			s.Undecided++
		}
		if known {
			found, truth = append(found, label), append(truth, source.Truth[i])
			if outliersClass && source.Truth[i] == 0 {
				s.TrueOutliers++
				if label == 0 && how[i] == Outlier {
					s.RightOutliers++
				}
			}
		}
	}
	if source.Truth != nil {
		s.Error = 100 * segment.ErrorWithOutliers(found, truth)
		s.Wrong = int(math.Round(s.Error / 100 * float64(s.Counted)))
		if outliersClass {
			others := segment.ClusteringError(found, truth) * float64(len(truth)-s.TrueOutliers)
			s.OthersWrong = int(math.Round(others))
		}
		s.OneLabel = 100 * segment.ErrorWithOutliers(slices.Repeat([]int{1}, len(truth)), truth)
	}
	return s
}

// finish fills in what follows from the result: the labels of the tracks that
// were left out, and what all labels come to.
func finish(ctx context.Context, g *Segmentation) (*Segmentation, error) {
	points := g.Source.Points()
	g.Tracks = g.Prepared.Columns
	g.Columns = inverse(g.Tracks, points)
	g.Points, g.Rows = g.Tracks, g.Columns
	if g.Result.Landmarks != nil {
		g.Points = make([]int, len(g.Result.Landmarks))
		for row, column := range g.Result.Landmarks {
			g.Points[row] = g.Tracks[column]
		}
		g.Rows = inverse(g.Points, points)
	}
	if !g.Task.Unassigned && len(g.Prepared.LeftOut) > 0 {
		start := time.Now()
		a, err := g.Source.Sequence.Assign(ctx, g.Prepared, g.Result.Labels, g.Task.Workers)
		if err != nil {
			return nil, err
		}
		g.assigned = a.Labels
		g.Result.Stages = append(g.Result.Stages, segment.Stage{Name: "left-out tracks", Time: time.Since(start)})
	}
	g.label()
	return g, nil
}

// Labelled returns a segmentation of which nothing but labels is known, as from a
// benchmark: labels[i] is that of point tracks[i], 0 for none.
func Labelled(source *Source, task Task, tracks, labels []int) *Segmentation {
	motions := task.Motions
	for _, l := range labels {
		motions = max(motions, l)
	}
	g := &Segmentation{
		Source: source, Task: task, Candidate: -1,
		Result: &segment.Result{Method: task.Method.Name, Motions: motions, Seed: task.Seed, Labels: labels,
			Converged: true},
		Prepared: &Prepared{Columns: tracks},
		Tracks:   tracks, Columns: inverse(tracks, source.Points()),
	}
	g.Points, g.Rows = g.Tracks, g.Columns
	g.label()
	return g
}

// Restored returns a segmentation of which labels were saved, of all points and
// with 0 for none, and how they came to be; nil when a method labelled all of
// them that have a label.
func Restored(source *Source, task Task, labels []int, how []How) *Segmentation {
	all := make([]int, len(labels))
	for i := range all {
		all[i] = i
	}
	g := Labelled(source, task, all, labels)
	if !task.Constraints.Empty() {
		g.given = map[int]int{} // the names are the user's
	}
	g.restored = how
	g.label()
	return g
}

// inverse returns, for each of n points, its place in points; −1 for none.
func inverse(points []int, n int) []int {
	places := make([]int, n)
	for i := range places {
		places[i] = -1
	}
	for place, i := range points {
		places[i] = place
	}
	return places
}

// label brings the labels of columns and assigned tracks together.
func (g *Segmentation) label() {
	g.Labels = make([]int, g.Source.Points())
	g.How = slices.Repeat([]How{Excluded}, len(g.Labels))
	for c, i := range g.Tracks {
		g.Labels[i], g.How[i] = g.Result.Labels[c], Segmented
		if g.Labels[i] == 0 {
			g.How[i] = Undecided
		}
	}
	for _, i := range g.Prepared.Filled {
		if g.Labels[i] != 0 {
			g.How[i] = Filled
		}
	}
	for _, c := range g.Result.Outliers {
		g.Labels[g.Tracks[c]], g.How[g.Tracks[c]] = 0, Outlier
	}
	for k, i := range g.Prepared.LeftOut {
		g.How[i] = Unlooked
		if g.assigned != nil {
			g.Labels[i], g.How[i] = g.assigned[k], Assigned
			if g.assigned[k] == 0 {
				g.How[i] = Undecided
			}
		}
	}
	for i, motion := range g.given {
		g.Labels[i], g.How[i] = motion, Given
		if motion == 0 {
			g.How[i] = Outlier
		}
	}
	if g.restored != nil {
		copy(g.How, g.restored)
	}
	if g.Source.Truth != nil && g.given == nil {
		g.Labels = g.Aligned(g.Source.Truth)
	}
	if s := g.Source.Sequence; s != nil && !s.TwoFrame && !s.Long() {
		data := segment.Data{X: s.Pixels, Kind: segment.Trajectories, Visible: s.Visible}
		g.Captions = segment.Captions(data, g.Labels, segment.Background(data, g.Labels))
	}
	g.Score = score(g.Source, g.Labels, g.How, g.Task.Outliers.seeks(g.Source))
}

// Aligned returns the labels renamed so that they agree with reference, which
// holds a label for every point, on as many of those that the protocol counts as
// possible.
func (g *Segmentation) Aligned(reference []int) []int {
	counted := slices.Clone(reference)
	for i := range counted {
		if g.Source.Truth != nil && !g.Source.Counted(i) {
			counted[i] = 0
		}
	}
	return segment.Align(g.Labels, counted)
}

// Choose returns the segmentation that the i-th candidate of the result stands
// for, −1 for the result as the method gave it. It is g itself where there is no
// such candidate, and for landmarks, whose candidates do not know all points.
func (g *Segmentation) Choose(ctx context.Context, i int) (chosen *Segmentation, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = segment.Recovered(g.Task.Method.Method.Describe().Title, p)
		}
	}()
	if g.chosen != nil {
		g = g.chosen
	}
	if i < 0 || i >= len(g.Result.Candidates) || len(g.Result.Candidates[i].Labels) != len(g.Result.Labels) {
		return g, nil
	}
	shown, result := *g, *g.Result
	c := result.Candidates[i]
	result.Labels, result.W, result.Spectrum, result.Confidence = c.Labels, nil, c.Spectrum, c.Confidence
	if c.W != nil {
		result.W = c.W()
	}
	if result.Landmarks == nil {
		result.Outliers = nil // the method's own, not those found before
	}
	shown.Result, shown.Candidate, shown.chosen, shown.assigned, shown.given, shown.Contradictions = &result, i, g, nil,
		nil, nil
	return finish(ctx, &shown)
}

// WithoutAssigned returns the segmentation with the tracks that were left out as
// they were before they were given to motions, as Task.Unassigned makes it.
func (g *Segmentation) WithoutAssigned() *Segmentation {
	if g.Count(Assigned) == 0 && g.assigned == nil {
		return g
	}
	plain := *g
	plain.assigned, plain.Task.Unassigned = nil, true
	if g.restored != nil {
		result := *g.Result
		result.Labels, plain.restored = slices.Clone(result.Labels), slices.Clone(g.restored)
		for i, how := range g.restored {
			if how == Assigned {
				result.Labels[i], plain.restored[i] = 0, Unlooked
			}
		}
		plain.Result = &result
	}
	plain.label()
	return &plain
}

// JudgedBy returns the segmentation as it compares with another truth than that
// of its source: a motion of every point, 0 for an outlier. Its labels have the
// names of that truth, and Score and Wrong are about it; no figure counts the
// points that are ignored. What the method was given stays as it was.
func (g *Segmentation) JudgedBy(truth, ignored []int) *Segmentation {
	judged := *g
	judged.Source = g.Source.judgedBy(truth, ignored)
	judged.label()
	return &judged
}

// Count returns how many points came to their labels in this way.
func (g *Segmentation) Count(how How) int {
	n := 0
	for _, h := range g.How {
		if h == how {
			n++
		}
	}
	return n
}

// Wrong reports for every point whether its label differs from a known truth;
// points without a label are not reported. It is nil when the truth is unknown.
func (g *Segmentation) Wrong() []bool {
	if g.Source.Truth == nil {
		return nil
	}
	wrong := make([]bool, len(g.Labels))
	for i, l := range g.Labels {
		wrong[i] = l != 0 && (g.Source.Truth[i] != 0 || g.Score.OutliersClass) && !g.Source.ignores(i) &&
			l != g.Source.Truth[i]
	}
	return wrong
}

// Headline says in one line what the segmentation came to, with the error to some
// decimals: "8.1 % of 646 tracks · 3 undecided". It is about all tracks, also
// those that the method was not given.
func (g *Segmentation) Headline(decimals int) string {
	var b strings.Builder
	if !math.IsNaN(g.Score.Error) {
		fmt.Fprintf(&b, "%.*f %% of ", decimals, g.Score.Error)
	}
	fmt.Fprintf(&b, "%d %s", g.Score.Counted, g.noun())
	if g.Score.OutliersClass && !math.IsNaN(g.Score.Error) {
		b.WriteString(", outliers as a class")
	}
	if n := g.Score.Outliers; n > 0 {
		fmt.Fprintf(&b, " · %s", Counted(n, "outlier", "outliers"))
	}
	if n := g.Score.Undecided; n > 0 {
		fmt.Fprintf(&b, " · %d undecided", n)
	}
	return b.String()
}

// noun is what the points are called.
func (g *Segmentation) noun() string {
	switch {
	case g.Source.Sequence == nil:
		return "pictures"
	case g.Source.Sequence.TwoFrame:
		return "matches"
	}
	return "tracks"
}

// Warnings returns what the user should know about the result, never nil: what
// the method says, with the numbers of tracks in place of columns, and what
// became of the tracks before and after.
func (g *Segmentation) Warnings() []segment.Warning {
	warnings := make([]segment.Warning, 0, len(g.Result.Warnings))
	for _, w := range g.Result.Warnings {
		if w.Points != nil {
			points := make([]int, len(w.Points))
			for k, c := range w.Points {
				points[k] = g.Tracks[c]
			}
			w.Points = points
		}
		warnings = append(warnings, w)
	}
	add := func(code segment.WarningCode, points []int, text string) {
		if text != "" {
			warnings = append(warnings, segment.Warning{Code: code, Text: text, Points: points})
		}
	}
	if g.Estimate != nil && g.Estimate.MayBeOne && g.Result.Motions == 2 {
		add(MayBeOne, nil, "nothing clearly moves apart: the two motions may be one")
	}
	if q := g.Source.Sequence; q != nil {
		for _, note := range q.Notes {
			add(ReadAs, nil, note)
		}
		if q.MotionNumbers != nil {
			add(ReadAs, nil, "the motions have other numbers in the file: "+numberList(q.MotionNumbers))
		}
	}
	for _, c := range g.Contradictions {
		var tracks []int
		for _, s := range c.Seeds {
			tracks = append(tracks, s.Point)
		}
		for _, p := range slices.Concat(c.Together, c.Apart) {
			tracks = append(tracks, p[0], p[1])
		}
		slices.Sort(tracks)
		add(Contradicted, slices.Compact(tracks), ContradictionText(c))
	}
	add(NumbersUnused, nil, g.unusedText())
	add(Repeated, nil, g.Prepared.repeatedText())
	add(GapsFilled, g.Prepared.Filled, g.Prepared.Warning())
	g.warnOfTracks(add)
	return warnings
}

// unusedText says that seeds have numbers of motions with others below that no track has,
// so that there are fewer motions than numbers; empty where they do not.
func (g *Segmentation) unusedText() string {
	seeds := g.Task.Constraints.Seeds
	if len(seeds) == 0 {
		return ""
	}
	used := map[int]bool{}
	for _, l := range g.Labels {
		if l > 0 {
			used[l] = true
		}
	}
	last := slices.MaxFunc(seeds, func(a, b segment.Seed) int { return a.Motion - b.Motion })
	for m := 1; m < last.Motion; m++ {
		if !used[m] {
			return fmt.Sprintf("only %s tracks: the constraints give track %d motion %d, and numbers below that are unused",
				Counted(len(used), "motion has", "motions have"), last.Point+1, last.Motion)
		}
	}
	return ""
}

// warnOfTracks adds what became of tracks before and after the method.
func (g *Segmentation) warnOfTracks(add func(code segment.WarningCode, points []int, text string)) {
	var excluded, short []int
	for i, how := range g.How {
		switch {
		case how == Excluded:
			excluded = append(excluded, i)
		case !g.Source.traceable(i):
			short = append(short, i)
		}
	}
	if n := len(excluded); n > 0 {
		add(OutliersExcluded, excluded, fmt.Sprintf("outliers by the file's own labels: %s, left out and in "+
			"no figure", Counted(n, "track", "tracks")))
	}
	if n := len(short); n > 0 {
		add(ShortTracks, short, fmt.Sprintf("seen in fewer than two frames: %s, without a motion and in "+
			"no figure", Counted(n, "track", "tracks")))
	}
	for _, motion := range g.Captions {
		points := pointsOf(g.Labels, motion)
		add(StandsStill, points, fmt.Sprintf("motion %d, %s, stands still on the picture while the background moves, as a "+
			"caption or a mark laid over the film does", motion, Counted(len(points), "track", "tracks")))
	}
}

// pointsOf returns the points with a label.
func pointsOf(labels []int, label int) (points []int) {
	for i, l := range labels {
		if l == label {
			points = append(points, i)
		}
	}
	return points
}

// Warnings that the pipeline adds to those of the methods.
const (
	ReadAs           segment.WarningCode = "read-as"
	GapsFilled       segment.WarningCode = "gaps-filled"
	OutliersExcluded segment.WarningCode = "outliers-excluded"
	ShortTracks      segment.WarningCode = "short-tracks"
	Contradicted     segment.WarningCode = "contradicted"   // by other constraints of the user
	NumbersUnused    segment.WarningCode = "numbers-unused" // below those of seeds
	StandsStill      segment.WarningCode = "stands-still"   // a caption or a mark on the picture
	MayBeOne         segment.WarningCode = "may-be-one"     // two motions, of a number that was estimated
)

// WarningTexts returns the texts of Warnings, never nil.
func (g *Segmentation) WarningTexts() []string {
	texts := []string{}
	for _, w := range g.Warnings() {
		texts = append(texts, w.Text)
	}
	return texts
}

// LabelTable returns the labels as a table, one line for every point.
func (g *Segmentation) LabelTable() LabelTable { return g.LabelTableOf(g.Labels) }

// LabelTableOf returns the table with other labels of all points, as those of
// Aligned. The column that says how is left out where a method labelled all.
func (g *Segmentation) LabelTableOf(labels []int) LabelTable {
	t := LabelTable{Labels: labels, Truth: g.Source.Truth}
	all := true
	for i, how := range g.How {
		t.Tracks = append(t.Tracks, i)
		t.How = append(t.How, how.String())
		all = all && how == Segmented
	}
	if all {
		t.How = nil
	}
	if g.Source.Sequence != nil {
		t.IDs, t.Numbers = g.Source.Sequence.IDs, g.Source.Sequence.MotionNumbers
	}
	return t
}
