package ui

import (
	"context"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/segment"
	"motionseg/ui/session"
)

// turningWithGaps is turning with tracks 1 to 4 gone after frame 5, and track 40
// gone from frame 2 to 7.
func turningWithGaps() *hopkins.Sequence {
	s := turning()
	for i := range s.Points() {
		s.Visible = append(s.Visible, make([]bool, s.Frames()))
		for f := range s.Frames() {
			s.Visible[i][f] = !(i < 4 && f >= 5 || i == 39 && f >= 1 && f < 7)
		}
	}
	return s
}

// TestGapsDialog: the dialog shows what a choice keeps, and takes it over.
func TestGapsDialog(t *testing.T) {
	r := withExample(t, func(c *session.Config) {
		c.Example = func() (*hopkins.Sequence, error) { return turningWithGaps(), nil }
	})
	if !strings.Contains(r.status.message, "35 complete, 5 with gaps") {
		t.Errorf("the status says %q", r.status.message)
	}
	d := newGapsDialog(r.session, r.kit, r.win)
	d.dialog.Show()
	if got := d.outcome.Text; got != "35 complete, 5 with gaps. A method that takes gaps is given all of them; any "+
		"other leaves those with gaps out. Those left out are assigned afterwards where their motion can be told." {
		t.Errorf("at first %q", got)
	}
	// 35 tracks in 8 frames are 280 points, 39 in 5 fewer.
	d.to.SetValue(5)
	if got := d.frames.Text + ": " + d.outcome.Text; got !=
		"Frames 1 to 5: 39 complete, 1 with gaps. A method that takes gaps is given all of them; any other leaves "+
			"those with gaps out. Those left out are assigned afterwards where their motion can be told." {
		t.Errorf("five frames: %q", got)
	}
	d.from.SetValue(7)
	if d.to.Value != 7 || !d.use.Disabled() {
		t.Errorf("one frame, to %v: %q", d.to.Value, d.outcome.Text)
	}
	d.setRange(0, 7)
	d.way.Choose(gapChoices[hopkins.FillGaps])
	d.assign.SetChecked(true)
	if got := d.outcome.Text; got != "39 of 40 tracks are segmented: 35 complete, 4 filled, 1 left out. Those left "+
		"out are assigned afterwards where their motion can be told." {
		t.Errorf("filled: %q", got)
	}
	d.to.SetValue(6)
	test.Tap(d.use)
	if got, want := r.session.Plan.Frames(), (hopkins.FrameSelection{Mode: hopkins.FrameRange, J: 5}); got != want {
		t.Errorf("frames %v, want %v", got, want)
	}
	if got, want := r.session.Plan.Gaps(), (session.Gaps{Incomplete: hopkins.FillGaps, Assign: true}); got != want {
		t.Errorf("gaps %v, want %v", got, want)
	}
	r.queue.turn()
	if got := r.inspector.gaps.count.Text; got != "35 complete, 4 filled, 1 left out" {
		t.Errorf("the inspector says %q", got)
	}
	r.session.History.Undo()
	r.session.History.Undo()
	if r.session.Plan.Frames().Mode != hopkins.AllFrames || r.session.Plan.Gaps() != (session.Gaps{Assign: true}) {
		t.Error("the choice is not undone")
	}
}

// TestGapsSectionHides: without gaps there is nothing to choose.
func TestGapsSectionHides(t *testing.T) {
	r := withExample(t, nil)
	if r.inspector.gaps.object.Visible() {
		t.Error("the inspector speaks of gaps where there are none")
	}
	r.showGaps()
	if r.win.Canvas().Overlays().Top() != nil {
		t.Error("the dialog opens where there are no gaps")
	}
}

// TestGapsInAllTracks: where no track is complete a method that takes gaps still
// segments all of them, and the dialog does not forbid it.
func TestGapsInAllTracks(t *testing.T) {
	r := withExample(t, func(c *session.Config) {
		c.Example = func() (*hopkins.Sequence, error) {
			s := turningWithGaps()
			for i := range s.Points() {
				s.Visible[i][i%8] = false
			}
			return s, nil
		}
	})
	d := newGapsDialog(r.session, r.kit, r.win)
	d.dialog.Show()
	if d.use.Disabled() || !strings.HasPrefix(d.outcome.Text, "Too few tracks are complete") {
		t.Errorf("as the method takes them: %q, forbidden: %v", d.outcome.Text, d.use.Disabled())
	}
	d.way.Choose(gapChoices[hopkins.LeaveOut])
	if !d.use.Disabled() {
		t.Errorf("left out: %q", d.outcome.Text)
	}
}

// TestAssignedTracksAreHollow: the tracks left out are drawn hollow, and get
// their motion's colour when they are assigned.
func TestAssignedTracksAreHollow(t *testing.T) {
	r := withExample(t, func(c *session.Config) {
		c.Example = func() (*hopkins.Sequence, error) {
			s := turningWithGaps()
			// Every point a little off, so that motions have some scatter.
			rows, n := s.Normalized.Dims()
			s.Normalized.Apply(func(d, i int, v float64) float64 {
				return v + 1e-4*float64((7*d+11*i)%13-6)
			}, mat.DenseCopyOf(s.Normalized).Slice(0, rows, 0, n))
			return s, nil
		}
		c.Solve = func(ctx context.Context, d segment.Data, cfg segment.Config) (*segment.Result, error) {
			result, err := solve(ctx, d, cfg)
			for i := range result.Labels {
				result.Labels[i] = 1
				if d.X.At(0, i) > 1 {
					result.Labels[i] = 2
				}
			}
			return result, err
		}
	})
	r.session.Plan.SetGaps(session.Gaps{Incomplete: hopkins.LeaveOut})
	r.runBoth()
	view := r.sides[session.Right].view
	if l := r.session.Sides.Labels(session.Right); l[0] != 0 || l[39] != 0 || view.view.Given != nil {
		t.Errorf("tracks left out have labels %d and %d", l[0], l[39])
	}
	if got := withoutMotion(r.session); got != "left out" {
		t.Errorf("tracks left out are called %q", got)
	}
	facts := r.sides[session.Right].facts.Text
	r.session.Plan.SetGaps(session.Gaps{Incomplete: hopkins.LeaveOut, Assign: true})
	r.settle()
	l := r.session.Sides.Labels(session.Right)
	if l[0] != 1 || l[3] != 1 || l[10] != 1 || !view.view.Given[0] || view.view.Given[10] {
		t.Errorf("labels %v, given %v", l, view.view.Given)
	}
	if o := r.session.Sides.Outcome(session.Right); o.Count(hopkins.Assigned) != 5 || o.Score.Error != 0 {
		t.Errorf("%d assigned, %+v", o.Count(hopkins.Assigned), o.Score)
	}
	if got := r.sides[session.Right].facts.Text; got == facts || !strings.Contains(got, "of 40 tracks") {
		t.Errorf("the header says %q", got)
	}
	table, ok := r.session.Sides.LabelTable(session.Right)
	if !ok || len(table.Tracks) != 40 || table.How[0] != "assigned" || table.Labels[0] != 1 {
		t.Errorf("%+v", table)
	}
	r.session.Plan.SetGaps(session.Gaps{Incomplete: hopkins.LeaveOut})
	r.settle()
	if l := r.session.Sides.Labels(session.Right); l[0] != 0 || view.view.Given != nil {
		t.Errorf("labels %v, given %v", l, view.view.Given)
	}
}

// TestEstimateText: a confidence that is not known is not shown.
func TestEstimateText(t *testing.T) {
	for _, c := range []struct {
		estimate segment.MotionsEstimate
		want     string
	}{
		{segment.MotionsEstimate{Motions: 3, RunnerUp: 2, Confidence: 0.92},
			"Estimated 3 motions, confidence 92 %; the next best is 2"},
		{segment.MotionsEstimate{Motions: 1, RunnerUp: 2}, "Estimated 1 motion; the next best is 2"},
		{segment.MotionsEstimate{Motions: 3, RunnerUp: 2}, "Estimated 3 motions; the next best is 2"},
		{segment.MotionsEstimate{Motions: 2, RunnerUp: 1, MayBeOne: true},
			"Estimated 2 motions; the next best is 1; nothing clearly moves apart, so that it may be one"},
	} {
		if got := estimateText(&c.estimate); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
