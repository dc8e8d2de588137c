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
	if len(t.Labels) != n || t.Truth != nil && len(t.Truth) != n || t.IDs != nil && len(t.IDs) != n || t.How != nil && len(t.How) != n {
		return fmt.Errorf("labels: expected one label and truth for each of %d tracks, found %d and %d", n, len(t.Labels), len(t.Truth))
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
