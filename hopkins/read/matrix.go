package read

import (
	"fmt"
	"io"
)

var textMatrix = textKind{
	rows: []Row{{"a matrix of coordinates, `.csv`, `.txt`, `.dat`", "2F×N or N×2F numbers without names, six columns or more, x and y in turn or all x before " +
		"all y, told apart by the way by which points move least from frame to frame, which is said"}},
	fits: func(h *textHead) bool { return h.header == nil && len(h.record) >= 6 && areNumbers(h.record) },
	read: func(t *textReader, h *textHead, _ Options) (*Tracks, error) { return readTextMatrix(t, h.record) },
}

// areNumbers reports whether all fields are numbers or missing, and one is a number.
func areNumbers(fields []string) bool {
	some := false
	for _, f := range fields {
		if _, err := parseNumber(f); err == nil {
			some = true
		} else if !isMissing(f) {
			return false
		}
	}
	return some
}

// readTextMatrix reads rows of numbers; record is the first.
func readTextMatrix(t *textReader, record []string) (*Tracks, error) {
	v := &variable{name: "of the file", shape: []int{0, len(record)}}
	var err error
	for ; err != io.EOF; record, err = t.next() {
		if err != nil {
			return nil, err
		}
		if err := sameWidth(t, record, v.shape[1], nil); err != nil {
			return nil, err
		}
		if len(v.data) > 2*maxEntries {
			return nil, fmt.Errorf("line %d: expected at most %d tracks × frames, found more", t.line, maxEntries)
		}
		for _, field := range record {
			x, err := parseNumber(field)
			if err != nil && !isMissing(field) {
				return nil, fmt.Errorf("line %d: expected a number, found %s", t.line, quoted([]string{field}))
			} else if err != nil {
				x = nan
			}
			v.data = append(v.data, x)
		}
		v.shape[0]++
	}
	a, err := matrix(v)
	if err != nil {
		return nil, err
	}
	return a.tracks(nil)
}
