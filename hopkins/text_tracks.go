package hopkins

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// A file of tracks has the columns track, frame, x, y and may have truth, in
// any order, as WriteTracks writes it: one line for each point that is seen,
// in pixels. Tracks and frames count from 1; a track without any line is
// nowhere seen. Other columns, such as the label that a method gave, are passed
// over.

var trackColumns = []string{"track", "frame", "x", "y"}

// isTrackHeader tells whether these column names are those of a file of tracks.
func isTrackHeader(header []string) bool {
	for _, name := range trackColumns {
		if !slices.Contains(header, name) {
			return false
		}
	}
	return true
}

// A file of n lines may have up to sparseEntries + sparseLines·n tracks ×
// frames, so that a line with great numbers takes no memory to match.
const sparseEntries, sparseLines = 1 << 16, 1000

// point is one line of a file of tracks; track and frame count from 0.
type point struct {
	track, frame int
	x, y         float64
}

// readTracks reads tracks; record is the first line of numbers.
func readTracks(t *textReader, header, record []string) (*Sequence, error) {
	var place [4]int
	for k, name := range trackColumns {
		place[k] = slices.Index(header, name)
	}
	truthPlace := slices.Index(header, "truth")
	var (
		points         []point
		truth          = map[int]int{}
		tracks, frames int
		err            error
	)
	for ; err != io.EOF; record, err = t.next() {
		if err != nil {
			return nil, err
		}
		if len(record) != len(header) {
			return nil, fmt.Errorf("line %d: expected %d fields as in the column names, found %d", t.line, len(header), len(record))
		}
		p, err := trackPoint(record, place)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", t.line, err)
		}
		if truthPlace >= 0 {
			label, err := textLabel(record[truthPlace])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", t.line, err)
			}
			if before, ok := truth[p.track]; ok && before != label {
				return nil, fmt.Errorf("line %d: expected truth %d for track %d as before, found %d", t.line, before, p.track+1, label)
			}
			truth[p.track] = label
		}
		points = append(points, p)
		tracks, frames = max(tracks, p.track+1), max(frames, p.frame+1)
	}
	if tracks < 2 {
		return nil, fmt.Errorf("expected at least 2 tracks, found %d", tracks)
	}
	if int64(tracks)*int64(frames) > sparseEntries+sparseLines*int64(len(points)) {
		return nil, fmt.Errorf("expected tracks and frames numbered from 1 with few gaps, found %d tracks and %d frames on %d lines", tracks, frames, len(points))
	}
	s, err := sequenceOf(points, tracks, frames)
	if err != nil {
		return nil, err
	}
	if truthPlace >= 0 {
		s.Truth = make([]int, tracks)
		for i := range s.Truth {
			s.Truth[i] = truth[i]
		}
	}
	return s, nil
}

// sequenceOf lays the points out by track and frame.
func sequenceOf(points []point, tracks, frames int) (*Sequence, error) {
	s := &Sequence{Pixels: mat.NewDense(2*frames, tracks, nil), Visible: make([][]bool, tracks)}
	for i := range s.Visible {
		s.Visible[i] = make([]bool, frames)
	}
	for _, p := range points {
		if s.Visible[p.track][p.frame] {
			return nil, fmt.Errorf("expected one line for track %d in frame %d, found two", p.track+1, p.frame+1)
		}
		s.Visible[p.track][p.frame] = true
		s.Pixels.Set(2*p.frame, p.track, p.x)
		s.Pixels.Set(2*p.frame+1, p.track, p.y)
	}
	if len(points) == tracks*frames {
		s.Visible = nil
	}
	return s, nil
}

// trackPoint reads one line.
func trackPoint(record []string, place [4]int) (p point, err error) {
	for k, to := range []*int{&p.track, &p.frame} {
		n, err := strconv.ParseInt(record[place[k]], 10, 64)
		if err != nil || n < 1 || n > math.MaxInt32 {
			return p, fmt.Errorf("expected a whole %s number of at least 1, found %q", trackColumns[k], strings.TrimSpace(record[place[k]]))
		}
		*to = int(n) - 1
	}
	if p.x, err = coordinate(record[place[2]]); err != nil {
		return p, err
	}
	p.y, err = coordinate(record[place[3]])
	return p, err
}
