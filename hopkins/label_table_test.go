package hopkins

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// TestReadLabels: a table of labels is read as it was written, and what is wrong with
// another one is said with its line.
func TestReadLabels(t *testing.T) {
	var text bytes.Buffer
	table := LabelTable{Tracks: []int{0, 2, 3}, Labels: []int{1, 0, 2}, IDs: []string{"a", "b,c", "d"},
		How: []string{"segmented", "", "assigned"}}
	if err := table.Write(&text); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadLabels(&text, 5); err != nil || !slices.Equal(got, []int{1, 0, 0, 2, 0}) {
		t.Errorf("read %v, %v", got, err)
	}
	for text, want := range map[string]string{
		"":                         "line 1: expected the columns track and label",
		"frame,x\n1,2\n":           "line 1: expected the columns track and label",
		"track,label\n1,1\n9,1\n":  `line 3: track: expected a whole number from 1 to 5, found "9"`,
		"track,label\n0,1\n":       "line 2: track",
		"track,label\n1,minus 1\n": `line 2: label: expected a whole number from 0, found "minus 1"`,
		"track,label\n1,-1\n":      "line 2: label",
		"track,label\n1,1,1\n":     "wrong number of fields",
	} {
		if got, err := ReadLabels(strings.NewReader(text), 5); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: read %v, error %v, want one with %q", text, got, err, want)
		}
	}
}
