package arrays

import (
	"fmt"
	"io"

	"motionseg/hopkins/read/input"
	"motionseg/hopkins/read/tables"
)

// TextMatrix is a matrix of numbers in text, of the shapes that arrays may have.
var TextMatrix = tables.Kind{
	Rows: []input.Row{{File: "a matrix of coordinates, `.csv`, `.txt`, `.dat`", Content: "2F×N or N×2F numbers " +
		"without names, six columns or more, x and y in turn or all x before " +
		"all y, told apart by the way by which points move least from frame to frame, which is said"}},
	Fits: func(h *tables.Head) bool { return h.Header == nil && len(h.Record) >= 6 && areNumbers(h.Record) },
	Read: func(t *tables.Reader, h *tables.Head, _ input.Options) (*input.Tracks, error) {
		return readTextMatrix(t, h.Record)
	},
}

// areNumbers reports whether all fields are numbers or missing, and one is a number.
func areNumbers(fields []string) bool {
	some := false
	for _, f := range fields {
		if _, err := input.ParseNumber(f); err == nil {
			some = true
		} else if !tables.IsMissing(f) {
			return false
		}
	}
	return some
}

// readTextMatrix reads rows of numbers; record is the first.
func readTextMatrix(t *tables.Reader, record []string) (*input.Tracks, error) {
	v := &variable{name: "of the file", shape: []int{0, len(record)}}
	var err error
	for ; err != io.EOF; record, err = t.Next() {
		if err != nil {
			return nil, err
		}
		if err := tables.SameWidth(t, record, v.shape[1], nil); err != nil {
			return nil, err
		}
		if len(v.data) > 2*input.MaxEntries {
			return nil, fmt.Errorf("line %d: expected at most %d tracks × frames, found more", t.Line, input.MaxEntries)
		}
		for _, field := range record {
			x, err := input.ParseNumber(field)
			if err != nil && !tables.IsMissing(field) {
				return nil, fmt.Errorf("line %d: expected a number, found %s", t.Line, input.Quoted([]string{field}))
			} else if err != nil {
				x = input.NaN
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
