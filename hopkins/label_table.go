package hopkins

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
)

// LabelTable is the labels of tracks as they are written to a file. Its slices
// are of one length; those that may be nil are columns that are left out.
type LabelTable struct {
	Tracks []int // from 0
	Labels []int // from 1, 0 for a track without a motion
	Truth  []int // may be nil
	// Numbers are what the file calls motion 1, 2, … of Labels and Truth, and are
	// written in their place (see Sequence.MotionNumbers); nil for no others.
	Numbers []int
	// IDs is what the file calls the tracks; may be nil.
	IDs []string
	// How says how a track came to its label, see the type How; may be nil.
	How []string
}

// Write writes lines "track,label", with ",truth", ",id" and ",how" behind for
// the columns that are there, below a line of these names. Tracks count from 1
// in the file.
func (t LabelTable) Write(w io.Writer) error {
	n := len(t.Tracks)
	if len(t.Labels) != n || t.Truth != nil && len(t.Truth) != n || t.IDs != nil && len(t.IDs) != n ||
		t.How != nil && len(t.How) != n {
		return fmt.Errorf("labels: expected one label and truth for each of %d tracks, found %d and %d", n,
			len(t.Labels), len(t.Truth))
	}
	c := csv.NewWriter(w)
	line := []string{"track", "label"}
	for _, column := range []struct {
		name  string
		there bool
	}{{"truth", t.Truth != nil}, {"id", t.IDs != nil}, {"how", t.How != nil}} {
		if column.there {
			line = append(line, column.name)
		}
	}
	labels, truth := inNumbers(t.Numbers, t.Labels), inNumbers(t.Numbers, t.Truth)
	// Errors of Write are kept by the writer and come back from Error.
	c.Write(line)
	for i, track := range t.Tracks {
		line = append(line[:0], strconv.Itoa(track+1), strconv.Itoa(labels[i]))
		if t.Truth != nil {
			line = append(line, strconv.Itoa(truth[i]))
		}
		if t.IDs != nil {
			line = append(line, t.IDs[i])
		}
		if t.How != nil {
			line = append(line, t.How[i])
		}
		c.Write(line)
	}
	c.Flush()
	return c.Error()
}

// ReadLabels reads what LabelTable.Write wrote and returns the label of every track, 0 for
// those that are not in the table. The error says which line is wrong, and how.
func ReadLabels(r io.Reader, tracks int) ([]int, error) {
	c := csv.NewReader(r)
	head, err := c.Read()
	if err != nil || len(head) < 2 || head[0] != "track" || head[1] != "label" {
		return nil, fmt.Errorf("line 1: expected the columns track and label, found %q", head)
	}
	labels := make([]int, tracks)
	for {
		row, err := c.Read()
		if err == io.EOF {
			return labels, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := c.FieldPos(0)
		track, err := strconv.Atoi(row[0])
		if err != nil || track < 1 || track > tracks {
			return nil, fmt.Errorf("line %d: track: expected a whole number from 1 to %d, found %q", line, tracks, row[0])
		}
		if labels[track-1], err = strconv.Atoi(row[1]); err != nil || labels[track-1] < 0 {
			return nil, fmt.Errorf("line %d: label: expected a whole number from 0, found %q", line, row[1])
		}
	}
}
