package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"motionseg/ui/session"
)

// mineRig has results on both sides of the example.
func mineRig(t *testing.T) *rig {
	r := newRig(t, nil)
	r.session.OpenExample()
	r.settle()
	r.session.Sides.Run()
	r.settle()
	return r
}

func TestGiveByKey(t *testing.T) {
	r := mineRig(t)
	s := r.session
	s.Mine.SetFollowing(false)
	if r.giveKey(fyne.Key2, 0) || r.giveKey(fyne.KeyA, fyne.KeyModifierShift) {
		t.Error("a digit without Shift, or Shift with no digit, is taken")
	}
	if !r.giveKey(fyne.Key2, fyne.KeyModifierShift) || s.Mine.Begun() {
		t.Error("nothing is selected, and something was given")
	}
	s.Selection.Select([]int{0, 1}, false)
	r.giveKey(fyne.Key3, fyne.KeyModifierShift)
	r.settle()
	if l := s.Mine.Labels(); l[0] != 3 || l[1] != 3 || !s.View.ShowsMine(session.Left) {
		t.Errorf("given: %v, shown on the left: %v", l, s.View.ShowsMine(session.Left))
	}
	if text := mineText(s); !strings.Contains(text, "2 given") {
		t.Errorf("the tab says %q", text)
	}
	r.typedRune('x')
	r.settle()
	if l := s.Mine.Labels(); l[0] != 0 {
		t.Errorf("an outlier has motion %d", l[0])
	}
	s.History.Undo()
	s.History.Undo()
	if s.Mine.Begun() {
		t.Error("two steps undone, and there are still labels by hand")
	}
}

func TestAskByKey(t *testing.T) {
	r := mineRig(t)
	r.typedRune('n')
	r.settle()
	d := r.session.Mine.Doubt()
	if d == nil || !slices.Equal(r.session.Selection.Tracks(), []int{d.Point}) {
		t.Fatalf("asks %+v", d)
	}
	if selected := r.analysis.tabs.Selected(); selected.Text != "By hand" {
		t.Errorf("the tab %s is shown", selected.Text)
	}
	for label, want := range map[string]string{r.analysis.mine.ask.Text: "Which motion has track", r.analysis.mine.why.Text: "Strongest to tracks"} {
		if !strings.Contains(label, want) {
			t.Errorf("%q does not say %q", label, want)
		}
	}
}

// Every item of the menu can be chosen, with nothing open too.
func TestLabelMenu(t *testing.T) {
	r := newRig(t, nil)
	var choose func(items []*fyne.MenuItem)
	choose = func(items []*fyne.MenuItem) {
		for _, i := range items {
			if i.ChildMenu != nil {
				choose(i.ChildMenu.Items)
			} else if i.Action != nil && !i.Disabled && !strings.HasSuffix(i.Label, "…") {
				i.Action()
				r.settle()
			}
		}
	}
	choose(r.labelItems(2))
	r.session.OpenExample()
	r.settle()
	r.session.Sides.Run()
	r.settle()
	r.session.Selection.Select([]int{0, 1}, false)
	choose(r.labelItems(2))
	if len(r.problems) > 0 {
		t.Errorf("problems %+v", r.problems)
	}
	if !r.session.Mine.Begun() {
		t.Error("nothing came of any item")
	}
}

// The head, the confusion and the status line say by which truth they speak.
func TestMineIsTheTruthInTheWindow(t *testing.T) {
	r := mineRig(t)
	s := r.session
	head := r.sides[session.Right]
	if texts := headTexts(s, session.Right, s.Sides.Outcome(session.Right)); strings.Contains(texts[0], "by hand") || head.truth.Text != "Truth" {
		t.Errorf("by the file: %q, %q", texts[0], head.truth.Text)
	}
	test.Tap(r.analysis.mine.begin[session.Left])
	test.Tap(r.analysis.mine.truth)
	r.settle()
	if !s.Doc.TruthByHand() || head.truth.Text != "Truth (mine)" {
		t.Errorf("by hand %v: %q", s.Doc.TruthByHand(), head.truth.Text)
	}
	texts := headTexts(s, session.Right, s.Sides.Outcome(session.Right))
	if !strings.Contains(texts[0], "truth by hand · misclassified of 40 tracks") || texts[len(texts)-1] != "truth by hand" {
		t.Errorf("the head says %q", texts)
	}
	// The left side, whose labels these are, errs nowhere; the right one where
	// the left one did.
	if l, right := s.Sides.Outcome(session.Left).Score.Wrong, s.Sides.Outcome(session.Right).Score.Wrong; l != 0 || right != 3 {
		t.Errorf("%d and %d wrong", l, right)
	}
	if c := newConfusion(s, r.kit); c.labellings[0].rowTitle != "truth (mine)" || c.labellings[1].rows[0] != 2 {
		t.Errorf("the confusion is of %q", c.labellings[0].rowTitle)
	}
	if text := trackText(s, 0); !strings.HasSuffix(text, "truth (mine): 2") {
		t.Errorf("the status line says %q", text)
	}
	s.History.Undo()
	r.settle()
	if head.truth.Text != "Truth" || s.Sides.Outcome(session.Left).Score.Wrong != 3 {
		t.Errorf("undone: %q", head.truth.Text)
	}
}
