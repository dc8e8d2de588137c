package ui

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2/widget"

	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// countPanel is the panel of TestAddPanel: it counts the selected tracks.
type countPanel struct {
	session *session.Session
	label   *widget.Label
	button  *kit.Button
}

func newCountPanel(s *session.Session, k *kit.Kit) *countPanel {
	p := &countPanel{session: s, label: widget.NewLabel("")}
	p.button = k.Button("Select the first", nil, "", func() { s.Selection.Select([]int{0}, true) })
	s.Watch(p.changed)
	p.show()
	return p
}

func (p *countPanel) changed(c session.Change) {
	if c.Event == session.SequenceChanged || c.Event == session.SelectionChanged {
		p.show()
	}
}

func (p *countPanel) show() {
	p.label.SetText(fmt.Sprintf("%d of %d", p.session.Selection.Count(), p.session.Doc.Points()))
}

// TestAddPanel adds a panel as the package's comment says.
func TestAddPanel(t *testing.T) {
	r := withExample(t, nil)
	p := newCountPanel(r.session, r.kit)
	r.session.Selection.Select([]int{3}, false)
	p.button.OnTapped()
	if p.label.Text != "2 of 40" {
		t.Errorf("the panel says %q", p.label.Text)
	}
}
