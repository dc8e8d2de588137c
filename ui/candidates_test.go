package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"motionseg/segment"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// TestScoreWords: the words do not claim the smallest score for a grouping that was
// mended since and has it no more.
func TestScoreWords(t *testing.T) {
	first := []segment.Candidate{{Score: 0.44, Chosen: true}, {Score: 0.45}}
	if words := scoreWords(first); strings.Contains(words, "has it no more") {
		t.Errorf("of the smallest score: %s", words)
	}
	mended := []segment.Candidate{{Score: 0.45, Chosen: true}, {Score: 0.44}}
	if words := scoreWords(mended); !strings.Contains(words, "has it no more") {
		t.Errorf("of a mended grouping: %s", words)
	}
}

// TestCandidateHeads: the parts of a score stand under words, each of which a tip explains.
func TestCandidateHeads(t *testing.T) {
	r := segmented(t)
	o := *r.session.Sides.Outcome(session.Left)
	o.Segmentation = new(*o.Segmentation)
	o.Result = new(*o.Result)
	o.Result.Candidates = []segment.Candidate{{Name: "linear", Chosen: true}}
	c := newCandidates(r.session, r.window.kit)
	var heads []string
	for _, object := range test.LaidOutObjects(c.list(session.Left, &o)) {
		if head, ok := object.(*kit.Term); ok {
			heads = append(heads, head.String())
			if head.Tip() == "" {
				t.Errorf("%s is not explained", head.String())
			}
		}
	}
	if want := []string{"Score", "Bits", "Cut", "Motion", "Error"}; !slices.Equal(heads, want) {
		t.Errorf("the heads are %q, expected %q", heads, want)
	}
}
