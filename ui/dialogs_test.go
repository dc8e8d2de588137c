package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// TestTypingInADialog: a dialog with lines can be used without the mouse: the
// first has the keyboard, Enter accepts and Escape closes.
func TestTypingInADialog(t *testing.T) {
	r := mineRig(t)
	c, m := r.win.Canvas(), r.session.Mine
	r.labeller.askName(2)
	line, ok := c.Focused().(*kit.Entry)
	if !ok {
		t.Fatalf("%T has the keyboard, expected the line for the name", c.Focused())
	}
	test.Type(line, "car")
	line.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if m.Name(2) != "car" || c.Overlays().Top() != nil {
		t.Fatalf("after Enter the name is %q, and a dialog is open: %v", m.Name(2), c.Overlays().Top() != nil)
	}
	r.labeller.askName(2)
	line = c.Focused().(*kit.Entry)
	test.Type(line, "van") // in place of the text that is selected
	line.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if m.Name(2) != "car" || c.Overlays().Top() != nil {
		t.Errorf("after Escape the name is %q, and a dialog is open: %v", m.Name(2), c.Overlays().Top() != nil)
	}
	r.labeller.askName(2)
	line = c.Focused().(*kit.Entry)
	test.Type(line, "van")
	line.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnter})
	if m.Name(2) != "van" {
		t.Errorf("typed over the selected text, the name is %q", m.Name(2))
	}
	// What is not allowed is not accepted.
	d := newFilmDialog(r.exporter)
	d.show()
	line = c.Focused().(*kit.Entry)
	test.Type(line, "7")
	line.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if r.opener.chooser != nil {
		t.Error("a width of 7 pixels is accepted")
	}
	line.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if c.Overlays().Top() != nil {
		t.Error("Escape leaves the dialog open")
	}
}

// TestProblemText: a problem names its file once, and begins as a sentence where
// it does not begin with a name.
func TestProblemText(t *testing.T) {
	for _, test := range []struct {
		p    session.Problem
		want string
	}{
		{session.Problem{Reason: "no sequence is open", Advice: "Open one."}, "No sequence is open\n\nOpen one."},
		{session.Problem{File: "/a/b.csv", Reason: "/a/b.csv: line 3: expected 4 columns", Advice: "Mend it."},
			"/a/b.csv\n\nLine 3: expected 4 columns\n\nMend it."},
		{session.Problem{File: "b.csv", Reason: "/a/b.csv: line 3: expected 4 columns", Advice: "Mend it."},
			"/a/b.csv\n\nLine 3: expected 4 columns\n\nMend it."},
		{session.Problem{File: "/a/b", Reason: "c.csv: line 3", Advice: "Mend it."}, "/a/b\n\nc.csv: line 3\n\nMend it."},
		{session.Problem{Advice: "Try again."}, "\n\nTry again."},
	} {
		if got := problemText(test.p); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
