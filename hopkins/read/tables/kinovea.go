package tables

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"motionseg/hopkins/read/input"
)

// Kinovea exports trajectories as text with lines "T X Y" below two comments, or as a table
// with a line for each time and columns NAME/POINT/X and NAME/POINT/Y. An empty line or a
// comment with the name of the next one ends a trajectory of the text; T is a time, as a
// number or as hours:minutes:seconds:hundredths. Decimal points may be commas, and y grows
// upwards.
//
// Source: what Kinovea 0.8 and 2023 export.
var Kinovea = input.Format{
	Name: "trajectories of Kinovea", Types: input.TextTypes,
	Rows: []input.Row{{File: "Kinovea, trajectories, `.txt`", Content: "lines `T X Y` below `#Kinovea Trajectory " +
		"data export`, an empty line between trajectories; times become frames by their " +
		"smallest step; y upwards"}},
	Recognise: isKinovea, Read: readKinovea, Seems: input.GlanceHead(isKinovea),
}

// KinoveaTable is that table.
var KinoveaTable = Kind{
	Rows: []input.Row{{File: "Kinovea, `.csv`", Content: "`Time` and two columns `NAME/POINT/X`, `NAME/POINT/Y` for " +
		"each point, which is not seen where they are empty; times become frames by their " +
		"smallest step; decimal commas; y upwards"}},
	Fits: func(h *Head) bool {
		if len(h.Header) < 3 || len(h.Header)%2 == 0 || h.Header[0] != "time" {
			return false
		}
		for i := 1; i < len(h.Header); i += 2 {
			x, isX := strings.CutSuffix(h.Header[i], "/x")
			if y, isY := strings.CutSuffix(h.Header[i+1], "/y"); !isX || !isY || x != y {
				return false
			}
		}
		return true
	},
	Read: readKinoveaTable,
}

func isKinovea(head []byte) bool { return bytes.HasPrefix(head, []byte("#Kinovea Trajectory")) }

func readKinovea(in *input.File) (*input.Tracks, error) {
	r := newKinovea()
	name, last := "", 0 // the line on which the last point stands
	err := input.Lines(in, func(number int, fields []string, line string) error {
		if title, comment := strings.CutPrefix(line, "#"); comment {
			name, last = strings.TrimSpace(title), 0
			return nil
		}
		if len(fields) != 3 {
			return fmt.Errorf("expected time, x and y, found %d fields", len(fields))
		}
		if _, taken := r.IDs[name]; number != last+1 && (taken || last > 0 || name == "T X Y") {
			name = strconv.Itoa(len(r.names) + 1)
		}
		last = number
		return r.kinovea(name, fields[0], fields[1], fields[2])
	})
	if err != nil {
		return nil, err
	}
	return r.Sequence()
}

func readKinoveaTable(t *Reader, h *Head, _ input.Options) (*input.Tracks, error) {
	r := newKinovea()
	var err error
	for record := h.Record; err != io.EOF; record, err = t.Next() {
		if err == nil {
			err = SameWidth(t, record, len(h.Header), h.Header)
		}
		if err != nil {
			return nil, err
		}
		for i := 1; i < len(record); i += 2 {
			name := strings.TrimSuffix(strings.TrimSuffix(h.Header[i], "/x"), "/0") // a trajectory has the one point 0
			if err := r.kinovea(name, record[0], record[i], record[i+1]); err != nil {
				return nil, fmt.Errorf("line %d, %s: %w", t.Line, input.Quoted([]string{name}), err)
			}
		}
	}
	return r.Sequence()
}

func newKinovea() *TableReader {
	return &TableReader{
		Table: Table{Columns: input.Columns{Up: "yes"}, preset: "Kinovea"}, timely: true, timed: true, IDs: map[string]int{},
		Places: [input.ColumnCount]int{0, 1, 2, 3, -1, -1, -1, -1, -1},
	}
}

// kinovea takes a point.
func (r *TableReader) kinovea(name, time, x, y string) error {
	time, err := clock(time)
	if err != nil {
		return err
	}
	record := []string{name, time, x, y}
	for i := range record[1:] {
		record[1+i] = strings.Replace(record[1+i], ",", ".", 1)
	}
	return r.Line(record)
}

// clock brings a time in hours, minutes, seconds and hundredths to hundredths; others it
// leaves as they are.
func clock(field string) (string, error) {
	parts := strings.Split(field, ":")
	if len(parts) == 1 {
		return field, nil
	}
	total := 0
	for i, part := range parts {
		v, err := strconv.ParseUint(part, 10, 16)
		if err != nil || len(parts) != 4 {
			return "", fmt.Errorf("expected a time as 0:00:01:50, found %s", input.Quoted([]string{field}))
		}
		total = total*[]int{1, 60, 60, 100}[i] + int(v)
	}
	return strconv.Itoa(total), nil
}
