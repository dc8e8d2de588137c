package tables

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"motionseg/hopkins/read/input"
)

// A table of DeepLabCut has a line for every frame and two or three columns,
// x, y and perhaps likelihood, for every body part. Three lines of names stand
// above: scorer, bodyparts and coords, with a line of individuals behind the
// first where there are several animals. Every body part of every individual is
// a track. Tables of labelled pictures have three columns in front, the folders
// and the name of the picture, without names.
//
// Source: A. Mathis et al., DeepLabCut, Nature Neuroscience 2018, and the files
// that the program writes.

// DefaultLikelihood is from where on a point of DeepLabCut counts as seen: the
// program's own pcutoff.
const DefaultLikelihood = 0.6

// DeepLabCut is the tables of DeepLabCut in text.
var DeepLabCut = Kind{
	Rows: []input.Row{{File: "DeepLabCut, `.csv`", Content: "lines `scorer`, (`individuals`,) `bodyparts`, `coords`, " +
		"then one line a frame; a point is seen from " +
		"a likelihood of 0.6 on; every body part is a track; tables of labelled pictures (`CollectedData`) " +
		"too"}},
	Fits: func(h *Head) bool { return isDeepLabCut(h.first) }, fixed: true,
	Read: func(t *Reader, h *Head, o input.Options) (*input.Tracks, error) { return readDeepLabCut(t, h.first, o) },
}

// Threshold returns from where on a point counts as seen.
func Threshold(o input.Options) (float64, error) {
	from := o.Likelihood
	if from == 0 {
		from = DefaultLikelihood
	}
	if !(from > 0 && from <= 1) {
		return 0, fmt.Errorf("likelihood: expected a threshold above 0 and at most 1, found %v", from)
	}
	return from, nil
}

// isDeepLabCut reports whether a file begins with the line of scorers.
func isDeepLabCut(record []string) bool {
	return len(record) >= 3 && strings.EqualFold(record[0], "scorer")
}

// Part is a body part: where its coordinates stand. likelihood is −1 where
// there is none.
type Part struct {
	Name             string
	X, Y, Likelihood int
}

// at returns where a body part is in a record, and whether it is seen: from a likelihood
// of threshold on.
func (p *Part) at(record []string, threshold float64) (x, y float64, seen bool, err error) {
	x, y, seen, err = place(record[p.X], record[p.Y])
	if err != nil || !seen || p.Likelihood < 0 {
		return x, y, seen, err
	}
	v, err := input.ParseNumber(record[p.Likelihood])
	if record[p.Likelihood] != "" && (err != nil || v < 0 || v > 1) {
		return 0, 0, false, fmt.Errorf("expected a likelihood from 0 to 1, found %q", record[p.Likelihood])
	}
	return x, y, v >= threshold, nil
}

// readDeepLabCut reads a table; scorer is its first line.
func readDeepLabCut(t *Reader, scorer []string, o input.Options) (*input.Tracks, error) {
	threshold, err := Threshold(o)
	if err != nil {
		return nil, err
	}
	parts, err := readParts(t, scorer)
	if err != nil {
		return nil, err
	}
	var (
		points  []input.Point
		lines   int
		numbers = true // frames are numbered; otherwise named after pictures
	)
	for ; ; lines++ {
		record, err := t.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := SameWidth(t, record, len(scorer), scorer); err != nil {
			return nil, err
		}
		if lines*len(parts) > input.MaxEntries {
			return nil, fmt.Errorf("line %d: expected at most %d body parts × frames, found more", t.Line, input.MaxEntries)
		}
		frame, err := strconv.Atoi(record[0])
		if lines == 0 {
			numbers = err == nil
		}
		if !numbers {
			frame = lines
		} else if err != nil || frame != lines {
			return nil, fmt.Errorf("line %d: expected frame %d, one line for every frame from 0, found %q", t.Line,
				lines, record[0])
		}
		for i, b := range parts {
			x, y, seen, err := b.at(record, threshold)
			if err != nil {
				return nil, fmt.Errorf("line %d, %s: %w", t.Line, b.Name, err)
			}
			if seen {
				points = append(points, input.Point{Track: i, Frame: frame, X: x, Y: y})
			}
		}
	}
	if lines == 0 {
		return nil, fmt.Errorf("expected a line for every frame below the names of body parts, found none")
	}
	s, err := input.SequenceOf(points, len(parts), lines)
	if err != nil {
		return nil, err
	}
	for _, b := range parts {
		s.IDs = append(s.IDs, b.Name)
	}
	return s, nil
}

// readParts reads the lines of names behind the first.
func readParts(t *Reader, scorer []string) ([]Part, error) {
	var names [][]string // of every column: individual, body part, or body part alone
	for _, want := range []string{"individuals", "bodyparts", "coords"} {
		record, err := t.Next()
		if err != nil && err != io.EOF {
			return nil, err
		}
		if err == nil && want == "individuals" && strings.EqualFold(record[0], "bodyparts") {
			names, want = append(names, record), "coords"
			if record, err = t.Next(); err != nil && err != io.EOF {
				return nil, err
			}
		}
		if err == io.EOF || !strings.EqualFold(record[0], want) {
			found := "the end of the file"
			if err == nil {
				found = strconv.Quote(record[0])
			}
			return nil, fmt.Errorf("line %d: expected the line %q of a table of DeepLabCut, found %s", t.Line, want, found)
		}
		if err := SameWidth(t, record, len(scorer), scorer); err != nil {
			return nil, err
		}
		if want == "coords" {
			return PartsOf(names, record)
		}
		names = append(names, record)
	}
	return nil, nil
}

// PartsOf finds the columns of every body part.
func PartsOf(names [][]string, coords []string) ([]Part, error) {
	var parts []Part
	at := map[string]int{}
	first := 1
	for first < len(coords) && coords[first] == "" {
		first++
	}
	for column := first; column < len(coords); column++ {
		var words []string
		for _, line := range names {
			if column >= len(line) {
				return nil, fmt.Errorf("expected a name for column %d, found none", column+1)
			}
			words = append(words, line[column])
		}
		name := strings.Join(words, " ")
		i, ok := at[name]
		if !ok {
			i = len(parts)
			at[name] = i
			parts = append(parts, Part{name, -1, -1, -1})
		}
		var to *int
		switch strings.ToLower(coords[column]) {
		case "x":
			to = &parts[i].X
		case "y":
			to = &parts[i].Y
		case "likelihood":
			to = &parts[i].Likelihood
		default:
			return nil, fmt.Errorf("column %d: expected x, y or likelihood, found %q", column+1, coords[column])
		}
		if *to >= 0 {
			return nil, fmt.Errorf("column %d: expected one column %s for %s, found two", column+1, coords[column], name)
		}
		*to = column
	}
	for _, b := range parts {
		if b.X < 0 || b.Y < 0 {
			return nil, fmt.Errorf("%s: expected columns x and y, found one of them", b.Name)
		}
	}
	if len(parts) < 2 {
		return nil, fmt.Errorf("expected at least 2 body parts, found %d", len(parts))
	}
	return parts, nil
}
