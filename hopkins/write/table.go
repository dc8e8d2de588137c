package write

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
)

var table = Format{
	Name: "csv", Title: "MotionSeg CSV", Ending: ".csv",
	Content: "`track,frame,x,y,label`, and `truth` and `id` where the file has them; tracks and frames count from 1",
	write:   Table,
}

// Table writes lines "track,frame,x,y,label", with ",truth" behind when it is known,
// below a line of these names: one line for each point that is seen, x and y in pixels.
// Tracks and frames count from 1; what the file calls the track stands last, as id,
// where that differs.
func Table(w io.Writer, t *Tracks) error {
	head := []string{"track", "frame", "x", "y", "label"}
	if t.Truth != nil {
		head = append(head, "truth")
	}
	if t.IDs != nil {
		head = append(head, "id")
	}
	c := csv.NewWriter(w)
	// Errors of Write are kept by the writer and come back from Error.
	c.Write(head)
	line := make([]string, 0, len(head))
	t.eachPoint(func(track, frame int, x, y string) {
		line = append(line[:0], strconv.Itoa(track+1), strconv.Itoa(frame+1), x, y, strconv.Itoa(t.Labels[track]))
		if t.Truth != nil {
			line = append(line, strconv.Itoa(t.Truth[track]))
		}
		if t.IDs != nil {
			line = append(line, t.IDs[track])
		}
		c.Write(line)
	})
	c.Flush()
	return c.Error()
}

// Plain writes lines "track,frame,x,y" below one of these names, for each point that
// is seen. Tracks and frames count from 1.
func Plain(w io.Writer, t *Tracks) error {
	return PlainPoints(w, func(line func(track, frame int, x, y float64)) {
		for i := range t.Points() {
			for f := range t.Frames() {
				if t.Seen(i, f) {
					line(i, f, t.Pixels.At(2*f, i), t.Pixels.At(2*f+1, i))
				}
			}
		}
	})
}

// PlainPoints writes the lines of Plain for the points that each calls line with, tracks
// and frames from 0.
func PlainPoints(w io.Writer, each func(line func(track, frame int, x, y float64))) error {
	_, err := fmt.Fprintln(w, "track,frame,x,y")
	each(func(track, frame int, x, y float64) {
		if err == nil {
			_, err = fmt.Fprintf(w, "%d,%d,%s,%s\n", track+1, frame+1, number(x), number(y))
		}
	})
	return err
}
