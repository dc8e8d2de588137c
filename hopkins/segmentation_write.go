package hopkins

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"motionseg/hopkins/files"
	"motionseg/segment"
)

// WriteText writes the outcome for a reader, one fact a line.
func (g *Segmentation) WriteText(w io.Writer) error {
	var b strings.Builder
	s := g.Source.Sequence
	fmt.Fprintf(&b, "sequence    %s, %d tracks in %d frames\n", files.Printable(s.Name), s.Points(), s.Frames())
	fmt.Fprintf(&b, "method      %s, %s, frames %s\n", g.Task.Method.Name,
		Counted(g.Result.Motions, "motion", "motions"), g.Task.Frames)
	if g.Preset != "" {
		fmt.Fprintf(&b, "settings    published for %s", g.Preset)
		if len(g.Task.Method.Changes) > 0 {
			b.WriteString(", with changes")
		}
		b.WriteByte('\n')
	}
	if e := g.Estimate; e != nil {
		fmt.Fprintf(&b, "estimate    %s", Counted(e.Motions, "motion", "motions"))
		if e.Confidence > 0 {
			b.WriteString(", confidence " + ConfidenceText(e.Confidence))
		}
		if e.RunnerUp != 0 {
			fmt.Fprintf(&b, ", else %d", e.RunnerUp)
		}
		b.WriteByte('\n')
	}
	g.writeTracks(&b)
	if math.IsNaN(g.Score.Error) {
		fmt.Fprintf(&b, "error       unknown, the file has no truth; %s\n", g.Headline(3))
	} else {
		fmt.Fprintf(&b, "error       %s; one label for all %.3f %%\n", g.Headline(3), g.Score.OneLabel)
	}
	fmt.Fprintf(&b, "groups      %s\n", strings.Join(g.groupSizes(), " + "))
	if n := g.Result.Iterations(); n > 0 {
		fmt.Fprintf(&b, "iterations  %d\n", n)
	}
	fmt.Fprintf(&b, "time        %.3f s\n", g.Result.Elapsed().Seconds())
	g.writeTimes(&b)
	for _, text := range g.WarningTexts() {
		fmt.Fprintf(&b, "warning     %s\n", text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// groupSizes returns the sizes of the groups, in the order of their labels, which
// need not be consecutive beyond the truth's.
func (g *Segmentation) groupSizes() []string {
	sizes := map[int]int{}
	var labels []int
	for _, l := range g.Labels {
		if l != 0 {
			if sizes[l] == 0 {
				labels = append(labels, l)
			}
			sizes[l]++
		}
	}
	slices.Sort(labels)
	texts := make([]string, len(labels))
	for k, l := range labels {
		texts[k] = strconv.Itoa(sizes[l])
	}
	return texts
}

// writeTracks says what became of the tracks, where not all are complete.
func (g *Segmentation) writeTracks(b *strings.Builder) {
	p := g.Prepared
	if len(p.Filled)+len(p.LeftOut)+len(p.Gapped) == 0 {
		return
	}
	fmt.Fprintf(b, "tracks      %d complete in frames %d to %d", len(p.Complete), p.Frames[0]+1,
		p.Frames[len(p.Frames)-1]+1)
	for _, part := range []struct {
		points []int
		text   string
	}{{p.Gapped, "with gaps"}, {p.Filled, "with gaps filled"}, {p.LeftOut, "left out"}} {
		if len(part.points) > 0 {
			fmt.Fprintf(b, ", %d %s", len(part.points), part.text)
		}
	}
	if n := g.Count(Assigned); n > 0 {
		fmt.Fprintf(b, " and %d of them assigned afterwards", n)
	}
	b.WriteByte('\n')
	if f := p.Fill; f != nil {
		fmt.Fprintf(b, "filled      by rank %d", f.Rank)
		if !math.IsNaN(f.Median) {
			fmt.Fprintf(b, "; points hidden for a trial come back within %.2f pixels (half), %.2f (nine of ten)",
				f.Median, f.Tenth)
		}
		b.WriteByte('\n')
	}
}

// writeTimes writes where the time went, a stage a line, with its share of all.
func (g *Segmentation) writeTimes(b *strings.Builder) {
	var all time.Duration
	for _, s := range g.Times {
		all += s.Time
	}
	for _, s := range g.Times {
		fmt.Fprintf(b, "  %-22s %8.3f s %5.1f %%\n", s.Name, s.Time.Seconds(), 100*s.Time.Seconds()/max(all.Seconds(), 1e-9))
	}
}

// SegmentSchema is the version of what WriteJSON writes. Keys may be added
// behind the others without a new version; one that is removed or changes its
// meaning raises it. Version 2 has a label for every track of the file and one
// error over all of them.
const SegmentSchema = 2

// segmentJSON is the object that WriteJSON writes.
type segmentJSON struct {
	Schema     int            `json:"schema"`
	Sequence   files.Name     `json:"sequence"`
	File       files.Name     `json:"file"`
	Method     string         `json:"method"`
	Preset     string         `json:"preset"`
	Settings   segment.Values `json:"settings"`
	Frames     string         `json:"frames"`
	FramesUsed []int          `json:"frames_used"`
	Incomplete string         `json:"incomplete"`
	Seed       uint64         `json:"seed"`
	Motions    int            `json:"motions"`
	Estimate   *estimateJSON  `json:"estimate"`
	Points     int            `json:"points"`
	Error      *float64       `json:"error_percent"`
	OneLabel   *float64       `json:"error_percent_one_label"`
	Counted    int            `json:"counted"`
	Undecided  int            `json:"undecided"`
	Outliers   int            `json:"outliers"`
	Iterations int            `json:"iterations"`
	Converged  bool           `json:"converged"`
	Seconds    float64        `json:"seconds"`
	Warnings   []string       `json:"warnings"`
	Tracks     []int          `json:"tracks"`
	Labels     []int          `json:"labels"`
	How        []string       `json:"how"`
	Truth      []int          `json:"truth"`
	IDs        []string       `json:"ids"`
	Fill       *fillJSON      `json:"fill"`
	Times      []timeJSON     `json:"times,omitempty"`
}

// timeJSON is how a stage is written.
type timeJSON struct {
	Stage   string  `json:"stage"`
	Seconds float64 `json:"seconds"`
}

// fillJSON is how the completion of gaps is written.
type fillJSON struct {
	Rank   int      `json:"rank"`
	Median *float64 `json:"median_pixels"`
	Tenth  *float64 `json:"tenth_pixels"`
}

// WriteJSON writes the outcome as one JSON object, its keys always in the same
// order. Tracks and frames count from 1, as in the files of labels.
func (g *Segmentation) WriteJSON(w io.Writer) error {
	p, table := g.Prepared, g.LabelTable()
	out := segmentJSON{
		Schema: SegmentSchema, Sequence: files.Name(g.Source.Name), File: files.Name(g.Source.Path),
		Method: g.Result.Method, Preset: g.Preset, Settings: g.Result.Values,
		Frames: g.Task.Frames.String(), FramesUsed: fromOne(p.Frames), Incomplete: p.scope.incomplete.String(),
		Seed:    g.Task.Seed,
		Motions: g.Result.Motions, Estimate: jsonOf(g.Estimate), Points: g.Source.Points(),
		Error: known(g.Score.Error), OneLabel: known(g.Score.OneLabel), Counted: g.Score.Counted,
		Undecided: g.Score.Undecided, Outliers: g.Score.Outliers,
		Iterations: g.Result.Iterations(), Converged: g.Result.Converged, Seconds: g.Result.Elapsed().Seconds(),
		Warnings: g.WarningTexts(),
		Tracks:   fromOne(table.Tracks), Labels: inNumbers(table.Numbers, table.Labels),
		Truth: inNumbers(table.Numbers, table.Truth), IDs: table.IDs,
	}
	for _, how := range g.How {
		out.How = append(out.How, how.String())
	}
	if p.Fill != nil {
		out.Fill = &fillJSON{p.Fill.Rank, known(p.Fill.Median), known(p.Fill.Tenth)}
	}
	for _, s := range g.Times {
		out.Times = append(out.Times, timeJSON{s.Name, s.Time.Seconds()})
	}
	return json.NewEncoder(w).Encode(out)
}

// fromOne returns numbers that count from 0 as numbers that count from 1, never
// nil.
func fromOne(numbers []int) []int {
	out := make([]int, len(numbers))
	for i, n := range numbers {
		out[i] = n + 1
	}
	return out
}

// estimateJSON is how an estimate of the number of motions is written.
type estimateJSON struct {
	RunnerUp int `json:"runner_up"`
	// Confidence is null where it is not known.
	Confidence *float64 `json:"confidence"`
	From       int      `json:"from"`
	// Scores are null for numbers that no grouping was found with.
	Scores []*float64 `json:"scores"`
	// MayBeOne says that the two motions do not clearly move apart.
	MayBeOne bool `json:"may_be_one"`
}

// jsonOf returns nil, JSON's null, for no estimate.
func jsonOf(e *segment.MotionsEstimate) *estimateJSON {
	if e == nil {
		return nil
	}
	out := &estimateJSON{RunnerUp: e.RunnerUp, From: e.Low, Scores: make([]*float64, len(e.Scores)), MayBeOne: e.MayBeOne}
	if e.Confidence > 0 {
		out.Confidence = &e.Confidence
	}
	for i, s := range e.Scores {
		if !math.IsInf(s, 0) {
			out.Scores[i] = &e.Scores[i]
		}
	}
	return out
}

// known returns nil, JSON's null, for NaN.
func known(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	return &v
}

// ConfidenceText words the confidence of an estimate, 0…1, in per cent; none is
// certainty.
func ConfidenceText(confidence float64) string {
	if confidence > 0.99 {
		return "over 99 %"
	}
	return fmt.Sprintf("%.0f %%", 100*confidence)
}
