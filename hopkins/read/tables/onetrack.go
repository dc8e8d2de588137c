package tables

import (
	"bufio"
	"fmt"
	"io"

	"motionseg/hopkins/read/input"
)

// A folder may have a file for each track, with lines "frame x y" below names of columns or
// without them: the scripts by which people take tracks out of Blender write such files.
// Coordinates are in pixels, or relative to the size of the picture; y grows upwards.

// OneTrack is the line of such folders in the help's table.
var OneTrack = input.Row{File: "Blender, a folder with a file for each track, `.csv`, `.txt`",
	Content: "lines `frame x y`, separated by commas, semicolons, tabs or spaces, and nothing " +
		"else in the files of that ending; files are tracks by their names; frames count from 0 where a frame 0 occurs, " +
		"otherwise from 1; coordinates in pixels, or from 0 to 1, y upwards, which is said"}

// IsOneTrack reports whether a text begins with frame, x and y.
func IsOneTrack(content io.Reader) bool {
	t := newTextReader(bufio.NewReaderSize(io.LimitReader(content, input.SniffLength), input.SniffLength))
	record, err := t.single()
	if err != nil {
		return false
	}
	_, err = t.moment(record)
	return err == nil
}

// single returns the first record of numbers.
func (t *Reader) single() ([]string, error) {
	first, err := t.Next()
	if err != nil {
		return nil, unexpectedEnd(err)
	}
	_, record, err := t.header(first)
	if err != nil {
		return nil, unexpectedEnd(err)
	}
	return record, nil
}

// moment reads frame, x and y.
func (t *Reader) moment(record []string) (input.Point, error) {
	if len(record) != 3 {
		return input.Point{}, fmt.Errorf("line %d: expected frame, x and y, found %d fields", t.Line, len(record))
	}
	frame, err := input.ParseNumber(record[0])
	if err != nil || !input.IsWhole(frame, 0) {
		return input.Point{}, fmt.Errorf("line %d: expected a frame of at least 0, found %s", t.Line,
			input.Quoted(record[:1]))
	}
	p := input.Point{Frame: int(frame)}
	if p.X, err = input.Coordinate(record[1]); err == nil {
		p.Y, err = input.Coordinate(record[2])
	}
	if err != nil {
		return input.Point{}, fmt.Errorf("line %d: %w", t.Line, err)
	}
	return p, nil
}

// ReadOneTrack reads the points of one track; frames are as the file counts them.
func ReadOneTrack(content *bufio.Reader) ([]input.Point, error) {
	t := newTextReader(content)
	record, err := t.single()
	if err != nil {
		return nil, err
	}
	var points []input.Point
	for ; err != io.EOF; record, err = t.Next() {
		if err != nil {
			return nil, err
		}
		p, err := t.moment(record)
		if err != nil {
			return nil, err
		}
		if n := len(points); n > 0 && p.Frame <= points[n-1].Frame {
			return nil, fmt.Errorf("line %d: expected frames in their order, found %d behind %d", t.Line, p.Frame,
				points[n-1].Frame)
		}
		if points = append(points, p); len(points) > input.MaxEntries {
			return nil, fmt.Errorf("expected at most %d points, found more", input.MaxEntries)
		}
	}
	return points, nil
}
