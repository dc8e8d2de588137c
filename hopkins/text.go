package hopkins

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Text files hold one record a line, fields separated by commas, semicolons,
// tabs or spaces, after at most one line of column names. Empty lines and
// lines that start with # are passed over, and so is a byte order mark.

// correspondenceColumns are the columns of a file of correspondences, in their
// order where the file does not name them.
const correspondenceColumns = "x1 y1 x2 y2 [label]"

// textExtensions are the file names' endings under which text with tracks is
// looked for in folders.
var textExtensions = []string{".txt", ".csv", ".tsv"}

const maxLine = 1 << 16

// textReader reads records.
type textReader struct {
	lines *bufio.Scanner
	line  int // number of the last line read
	first bool
}

func newTextReader(r io.Reader) *textReader {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	return &textReader{lines: lines, first: true}
}

// next returns the fields of the next record, io.EOF after the last.
func (t *textReader) next() ([]string, error) {
	for t.lines.Scan() {
		t.line++
		text := t.lines.Text()
		if t.line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		text = strings.TrimSpace(text)
		if text != "" && !strings.HasPrefix(text, "#") {
			return splitFields(text), nil
		}
	}
	switch err := t.lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d: expected at most %d characters, found more", t.line+1, maxLine)
	case err != nil:
		return nil, err
	}
	return nil, io.EOF
}

// splitFields splits a line at its semicolons, else at its commas, else at
// white space.
func splitFields(line string) []string {
	separator := ""
	switch {
	case strings.Contains(line, ";"):
		separator = ";"
	case strings.Contains(line, ","):
		separator = ","
	default:
		return strings.Fields(line)
	}
	fields := strings.Split(line, separator)
	for i := range fields {
		fields[i] = strings.Trim(strings.TrimSpace(fields[i]), `"`)
	}
	return fields
}

// isHeader tells whether the fields are names of columns: none is a number.
func isHeader(fields []string) bool {
	for _, f := range fields {
		if _, err := strconv.ParseFloat(f, 64); err == nil {
			return false
		}
	}
	return true
}

// columnNames returns the names of columns in small letters.
func columnNames(record []string) []string {
	names := make([]string, len(record))
	for i, name := range record {
		names[i] = strings.ToLower(name)
	}
	return names
}

// readText reads a file of correspondences or of tracks; the line of column
// names tells which.
func readText(r io.Reader) (*Sequence, error) {
	t := newTextReader(r)
	record, err := t.next()
	if err == io.EOF {
		return nil, fmt.Errorf("expected %s on each line, found no line", correspondenceColumns)
	}
	if err != nil {
		return nil, err
	}
	var header []string
	if isHeader(record) {
		header = columnNames(record)
		record, err = t.next()
		if err == io.EOF {
			return nil, fmt.Errorf("expected %s on each line, found %q and nothing behind", correspondenceColumns, strings.Join(header, " "))
		}
		if err != nil {
			return nil, err
		}
	}
	if isTrackHeader(header) {
		return readTracks(t, header, record)
	}
	return readCorrespondences(t, header, record)
}

// looksLikeTracks tells whether the first record of a text file could be one
// of correspondences or tracks; its errors are for Open to tell.
func looksLikeTracks(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	content := bufio.NewReaderSize(f, sniffLength)
	if kind, err := sniff(content); err != nil || kind != text {
		return false
	}
	t := newTextReader(io.LimitReader(content, sniffLength))
	record, err := t.next()
	if err == nil && isHeader(record) {
		if isTrackHeader(columnNames(record)) {
			return true
		}
		record, err = t.next()
	}
	if err != nil || len(record) < 4 || len(record) > 5 {
		return false
	}
	for _, field := range record {
		if _, err := strconv.ParseFloat(field, 64); err != nil {
			return false
		}
	}
	return true
}

// labelNames are the column names under which the truth is found.
var labelNames = []string{"label", "truth", "group", "motion", "s"}

// correspondenceOrder returns at which places of a record x1, y1, x2, y2 and
// the label (-1 for none) stand: as the column names say, or in this order.
func correspondenceOrder(header []string, width int) ([5]int, error) {
	order := [5]int{0, 1, 2, 3, -1}
	if width == 5 {
		order[4] = 4
	}
	if !slices.Contains(header, "x1") {
		return order, nil
	}
	for k, name := range []string{"x1", "y1", "x2", "y2"} {
		if order[k] = slices.Index(header, name); order[k] < 0 || order[k] >= width {
			return order, fmt.Errorf("expected a column %s as the column names have x1, found %q", name, strings.Join(header, " "))
		}
	}
	order[4] = slices.IndexFunc(header, func(name string) bool { return slices.Contains(labelNames, name) })
	if len(header) != width || width == 5 && order[4] < 0 {
		return order, fmt.Errorf("expected the columns %s, found %q above lines with %d", correspondenceColumns, strings.Join(header, " "), width)
	}
	return order, nil
}

// readCorrespondences reads two views; record is the first line of numbers.
func readCorrespondences(t *textReader, header, record []string) (*Sequence, error) {
	width := len(record)
	if width != 4 && width != 5 {
		return nil, fmt.Errorf("line %d: expected %s, found %d fields", t.line, correspondenceColumns, width)
	}
	order, err := correspondenceOrder(header, width)
	if err != nil {
		return nil, err
	}
	var (
		values []float64
		truth  []int
	)
	for ; err != io.EOF; record, err = t.next() {
		if err != nil {
			return nil, err
		}
		if len(record) != width {
			return nil, fmt.Errorf("line %d: expected %d fields as on the lines before, found %d", t.line, width, len(record))
		}
		for _, k := range order[:4] {
			v, err := coordinate(record[k])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", t.line, err)
			}
			values = append(values, v)
		}
		if order[4] >= 0 {
			label, err := textLabel(record[order[4]])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", t.line, err)
			}
			truth = append(truth, label)
		}
	}
	n := len(values) / 4
	if n < 2 {
		return nil, fmt.Errorf("expected at least 2 correspondences, found %d", n)
	}
	pixels := mat.NewDense(4, n, nil)
	for i := range n {
		pixels.SetCol(i, values[4*i:4*i+4])
	}
	return &Sequence{Pixels: pixels, Truth: truth, TwoFrame: true}, nil
}

// coordinate reads a pixel coordinate.
func coordinate(field string) (float64, error) {
	v, err := strconv.ParseFloat(field, 64)
	if err != nil || !(math.Abs(v) <= maxCoordinate) {
		return 0, fmt.Errorf("expected a finite coordinate of at most %.0e, found %q", maxCoordinate, field)
	}
	return v, nil
}

// textLabel reads a label, a whole number of at least 0.
func textLabel(field string) (int, error) {
	v, err := strconv.ParseFloat(field, 64)
	if err != nil || !(v >= 0 && v <= math.MaxInt32) || v != math.Trunc(v) {
		return 0, fmt.Errorf("expected a whole label of at least 0, found %q", field)
	}
	return int(v), nil
}
