package ui

import (
	"testing"

	"motionseg/hopkins"
	"motionseg/ui/session"
)

// TestMotionsWithoutTruth: where no truth says how many motions there are, Run
// estimates their number, and the choice says so.
func TestMotionsWithoutTruth(t *testing.T) {
	r := withExample(t, func(c *session.Config) {
		c.Example = func() (*hopkins.Sequence, error) {
			s := turning()
			s.Truth = nil
			return s, nil
		}
	})
	if got := r.toolbar.motions.Selected; got != "estimate at Run" {
		t.Errorf("without a truth the number of motions is %q", got)
	}
}
