package ui

import (
	"strings"
	"testing"

	"motionseg/segment"
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
