package read

import (
	"fmt"
	"io"
	"strconv"
	"strings"
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

var deepLabCut = textKind{
	rows: []Row{{"DeepLabCut, `.csv`", "lines `scorer`, (`individuals`,) `bodyparts`, `coords`, then one line a frame; a point is seen from " +
		"a likelihood of 0.6 on; every body part is a track; tables of labelled pictures (`CollectedData`) " +
		"too"}},
	fits: func(h *textHead) bool { return isDeepLabCut(h.first) }, fixed: true,
	read: func(t *textReader, h *textHead, o Options) (*Tracks, error) { return readDeepLabCut(t, h.first, o) },
}

// threshold returns from where on a point counts as seen.
func (o Options) threshold() (float64, error) {
	threshold := o.Likelihood
	if threshold == 0 {
		threshold = DefaultLikelihood
	}
	if !(threshold > 0 && threshold <= 1) {
		return 0, fmt.Errorf("likelihood: expected a threshold above 0 and at most 1, found %v", threshold)
	}
	return threshold, nil
}

// isDeepLabCut reports whether a file begins with the line of scorers.
func isDeepLabCut(record []string) bool {
	return len(record) >= 3 && strings.EqualFold(record[0], "scorer")
}

// part is a body part: where its coordinates stand. likelihood is −1 where
// there is none.
type part struct {
	name             string
	x, y, likelihood int
}

// readDeepLabCut reads a table; scorer is its first line.
func readDeepLabCut(t *textReader, scorer []string, o Options) (*Tracks, error) {
	threshold, err := o.threshold()
	if err != nil {
		return nil, err
	}
	parts, err := readParts(t, scorer)
	if err != nil {
		return nil, err
	}
	if len(parts) < 2 {
		return nil, fmt.Errorf("expected at least 2 body parts, found %d", len(parts))
	}
	var (
		points  []point
		lines   int
		numbers = true // frames are numbered; otherwise named after pictures
	)
	for ; ; lines++ {
		record, err := t.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := sameWidth(t, record, len(scorer), scorer); err != nil {
			return nil, err
		}
		if lines*len(parts) > maxEntries {
			return nil, fmt.Errorf("line %d: expected at most %d body parts × frames, found more", t.line, maxEntries)
		}
		frame, err := strconv.Atoi(record[0])
		if lines == 0 {
			numbers = err == nil
		}
		if !numbers {
			frame = lines
		} else if err != nil || frame != lines {
			return nil, fmt.Errorf("line %d: expected frame %d, one line for every frame from 0, found %q", t.line, lines, record[0])
		}
		for i, b := range parts {
			x, y, seen, err := place(record[b.x], record[b.y])
			if err != nil {
				return nil, fmt.Errorf("line %d, %s: %w", t.line, b.name, err)
			}
			if seen && b.likelihood >= 0 {
				v, err := parseNumber(record[b.likelihood])
				if record[b.likelihood] != "" && (err != nil || v < 0 || v > 1) {
					return nil, fmt.Errorf("line %d, %s: expected a likelihood from 0 to 1, found %q", t.line, b.name, record[b.likelihood])
				}
				seen = v >= threshold
			}
			if seen {
				points = append(points, point{track: i, frame: frame, x: x, y: y})
			}
		}
	}
	if lines == 0 {
		return nil, fmt.Errorf("expected a line for every frame below the names of body parts, found none")
	}
	s, err := sequenceOf(points, len(parts), lines)
	if err != nil {
		return nil, err
	}
	for _, b := range parts {
		s.IDs = append(s.IDs, b.name)
	}
	return s, nil
}

// readParts reads the lines of names behind the first.
func readParts(t *textReader, scorer []string) ([]part, error) {
	var names [][]string // of every column: individual, body part, or body part alone
	for _, want := range []string{"individuals", "bodyparts", "coords"} {
		record, err := t.next()
		if err != nil && err != io.EOF {
			return nil, err
		}
		if err == nil && want == "individuals" && strings.EqualFold(record[0], "bodyparts") {
			names, want = append(names, record), "coords"
			if record, err = t.next(); err != nil && err != io.EOF {
				return nil, err
			}
		}
		if err == io.EOF || !strings.EqualFold(record[0], want) {
			found := "the end of the file"
			if err == nil {
				found = strconv.Quote(record[0])
			}
			return nil, fmt.Errorf("line %d: expected the line %q of a table of DeepLabCut, found %s", t.line, want, found)
		}
		if err := sameWidth(t, record, len(scorer), scorer); err != nil {
			return nil, err
		}
		if want == "coords" {
			return partsOf(names, record)
		}
		names = append(names, record)
	}
	return nil, nil
}

// partsOf finds the columns of every body part.
func partsOf(names [][]string, coords []string) ([]part, error) {
	var parts []part
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
			parts = append(parts, part{name, -1, -1, -1})
		}
		var to *int
		switch strings.ToLower(coords[column]) {
		case "x":
			to = &parts[i].x
		case "y":
			to = &parts[i].y
		case "likelihood":
			to = &parts[i].likelihood
		default:
			return nil, fmt.Errorf("column %d: expected x, y or likelihood, found %q", column+1, coords[column])
		}
		if *to >= 0 {
			return nil, fmt.Errorf("column %d: expected one column %s for %s, found two", column+1, coords[column], name)
		}
		*to = column
	}
	for _, b := range parts {
		if b.x < 0 || b.y < 0 {
			return nil, fmt.Errorf("%s: expected columns x and y, found one of them", b.name)
		}
	}
	return parts, nil
}
