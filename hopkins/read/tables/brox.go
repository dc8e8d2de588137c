package tables

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"motionseg/hopkins/read/input"
)

// Tracks of Brox and Malik, as their tracker writes them for FBMS (.dat): the
// number of frames, the number of tracks, and for each track a line with its
// label and length and then as many lines with x, y in pixels and the frame,
// which counts from 0. Labels are those that a segmentation gave, from 0; they
// are taken for the truth unless all are equal.
//
// Source: T. Brox, J. Malik, Object Segmentation by Long Term Analysis of Point
// Trajectories, ECCV 2010, and the files of their program.

// BroxMalik is the tracks of Brox and Malik.
var BroxMalik = Kind{
	Rows: []input.Row{{File: "Brox and Malik, FBMS, `.dat`", Content: "number of frames, number of tracks, and for " +
		"each track its label and length and lines `x y frame`; " +
		"frames count from 0, labels from 0; labels are the truth unless all are equal"}},
	Fits: func(h *Head) bool { return isBrox(h.first) }, fixed: true,
	Read: func(t *Reader, h *Head, _ input.Options) (*input.Tracks, error) { return readBrox(t, h.first) },
	sure: func(t *Reader, _ *Head) bool {
		count, err := t.Next()
		return err == nil && isBrox(count)
	},
}

// isBrox reports whether a record may be the number of frames or of tracks.
func isBrox(record []string) bool {
	if len(record) != 1 {
		return false
	}
	_, err := strconv.ParseUint(record[0], 10, 31)
	return err == nil
}

// readBrox reads the tracks; first is the first line.
func readBrox(t *Reader, first []string) (*input.Tracks, error) {
	frames, tracks, err := broxCounts(t, first)
	if err != nil {
		return nil, err
	}
	var points []input.Point
	var labels []int
	for i := range tracks {
		record, err := t.Next()
		if err != nil && err != io.EOF {
			return nil, err
		}
		head, err := whole(record, 2, -1)
		if err != nil {
			return nil, fmt.Errorf("line %d: label and length of track %d of %d: %w", t.Line, i+1, tracks, err)
		}
		if head[1] < 0 || head[1] > frames {
			return nil, fmt.Errorf("line %d: expected a length of track %d from 0 to %d, found %d", t.Line, i+1, frames, head[1])
		}
		labels = append(labels, head[0]+1)
		for range head[1] {
			p, err := broxPoint(t, i, frames)
			if err != nil {
				return nil, err
			}
			points = append(points, p)
		}
	}
	if _, err := t.Next(); err != io.EOF {
		if err == nil {
			err = fmt.Errorf("line %d: expected the end of the file after %d tracks, found more", t.Line, tracks)
		}
		return nil, err
	}
	if int64(frames)*int64(tracks) > input.SparseEntries+input.SparseLines*int64(tracks+len(points)) {
		return nil, fmt.Errorf("expected tracks with few gaps, found %d points of %d tracks in %d frames", len(points),
			tracks, frames)
	}
	s, err := input.SequenceOf(points, tracks, frames)
	if err != nil {
		return nil, err
	}
	for _, l := range labels {
		if l != labels[0] {
			s.Truth = labels
		}
	}
	return s, nil
}

// broxCounts reads how many frames and tracks there are; first is the first line.
func broxCounts(t *Reader, first []string) (frames, tracks int, err error) {
	record := first
	for _, count := range []struct {
		what string
		of   *int
	}{{"frames", &frames}, {"tracks", &tracks}} {
		n, err := whole(record, 1, 1)
		if err != nil {
			return 0, 0, fmt.Errorf("line %d: the number of %s: %w", t.Line, count.what, err)
		}
		if *count.of = n[0]; count.of == &tracks {
			break
		}
		if record, err = t.Next(); err != nil && err != io.EOF {
			return 0, 0, err
		}
	}
	if tracks < 2 {
		return 0, 0, fmt.Errorf("expected at least 2 tracks, found %d", tracks)
	}
	if int64(frames)*int64(tracks) > input.MaxEntries {
		return 0, 0, fmt.Errorf("expected at most %d tracks × frames, found %d × %d", input.MaxEntries, tracks, frames)
	}
	return frames, tracks, nil
}

// broxPoint reads a point of a track.
func broxPoint(t *Reader, track, frames int) (p input.Point, err error) {
	record, err := t.Next()
	if err != nil && err != io.EOF {
		return p, err
	}
	if len(record) != 3 {
		return p, fmt.Errorf("line %d: expected x, y and frame of track %d, found %d fields", t.Line, track+1, len(record))
	}
	p.Track = track
	if p.X, err = input.Coordinate(record[0]); err == nil {
		p.Y, err = input.Coordinate(record[1])
	}
	if err != nil {
		return p, fmt.Errorf("line %d: %w", t.Line, err)
	}
	frame, err := input.ParseNumber(record[2])
	if err != nil || frame != math.Trunc(frame) || !(frame >= 0 && frame < float64(frames)) {
		return p, fmt.Errorf("line %d: expected a frame from 0 to %d, found %q", t.Line, frames-1, record[2])
	}
	p.Frame = int(frame)
	return p, nil
}

// whole reads n whole numbers of at least least.
func whole(record []string, n, least int) ([]int, error) {
	if len(record) != n {
		return nil, fmt.Errorf("expected %d whole numbers, found %d fields", n, len(record))
	}
	numbers := make([]int, n)
	for i, field := range record {
		v, err := strconv.ParseInt(field, 10, 32)
		if err != nil || int(v) < least {
			return nil, fmt.Errorf("expected a whole number of at least %d, found %q", least, field)
		}
		numbers[i] = int(v)
	}
	return numbers, nil
}
