package write

import (
	"bufio"
	"fmt"
	"io"
)

var napari = Format{
	Name: "napari", Title: "napari CSV", Ending: ".csv",
	Content: "the table of a layer of tracks, `ID,T,Y,X` and `label`; tracks and frames count from 0",
	write:   writeNapari,
}

// writeNapari writes the table of a layer of tracks of napari, with a column for
// the labels. Tracks and frames count from 0.
//
// Source: napari's documentation of its tracks layer.
func writeNapari(w io.Writer, t *Tracks) error {
	b := bufio.NewWriter(w)
	b.WriteString("ID,T,Y,X,label\n")
	t.eachPoint(func(track, frame int, x, y string) {
		fmt.Fprintf(b, "%d,%d,%s,%s,%d\n", track, frame, y, x, t.Labels[track])
	})
	return b.Flush()
}
