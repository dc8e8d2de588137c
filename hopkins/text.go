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
// tabs or spaces, below a line of column names or without one. Fields may be
// quoted. Empty lines and lines that start with # are passed over, and so is a
// byte order mark. What the records are is told by the first of them:
// correspondences (here), a table of tracks with a line for each point
// (table.go), a table of DeepLabCut (deeplabcut.go) or tracks of Brox and Malik
// (brox.go).

// correspondenceColumns are the columns of a file of correspondences, in their
// order where the file does not name them.
const correspondenceColumns = "x1 y1 x2 y2 [label]"

// textExtensions are the file names' endings under which text with tracks is
// looked for in folders.
var textExtensions = []string{".txt", ".csv", ".tsv", ".dat"}

// maxLine bounds a line; a table of DeepLabCut has all points of a frame in one.
const maxLine = 1 << 20

// textReader reads records.
type textReader struct {
	lines *bufio.Scanner
	line  int  // number of the last line read
	tabs  bool // fields are separated by tabs alone, so that they may be empty
}

func newTextReader(r io.Reader) *textReader {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	return &textReader{lines: lines}
}

// next returns the fields of the next record, io.EOF after the last.
func (t *textReader) next() ([]string, error) {
	for t.lines.Scan() {
		t.line++
		text := t.lines.Text()
		if t.line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		trimmed := strings.TrimSpace(text)
		switch {
		case trimmed == "" || strings.HasPrefix(trimmed, "#"):
		case t.tabs:
			return splitAt(text, '\t'), nil
		default:
			return splitFields(trimmed), nil
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
// white space; separators within quotes do not count.
func splitFields(line string) []string {
	quoted, comma := false, false
	for i := range len(line) {
		switch line[i] {
		case '"':
			quoted = !quoted
		case ';':
			if !quoted {
				return splitAt(line, ';')
			}
		case ',':
			comma = comma || !quoted
		}
	}
	if comma {
		return splitAt(line, ',')
	}
	return strings.Fields(line)
}

// splitAt splits a line at a separator outside of quotes, and takes white space
// and quotes off the fields.
func splitAt(line string, separator byte) []string {
	var fields []string
	quoted, start := false, 0
	add := func(end int) {
		fields = append(fields, strings.Trim(strings.TrimSpace(line[start:end]), `"`))
		start = end + 1
	}
	for i := range len(line) {
		switch {
		case line[i] == '"':
			quoted = !quoted
		case line[i] == separator && !quoted:
			add(i)
		}
	}
	add(len(line))
	return fields
}

// isHeader reports whether the fields are names of columns: none is a number.
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

// readText reads any text file with tracks.
func readText(r io.Reader, o Options) (*Sequence, error) {
	t := newTextReader(r)
	record, err := t.next()
	if err == io.EOF {
		return nil, fmt.Errorf("expected %s on each line, found no line", correspondenceColumns)
	}
	if err != nil {
		return nil, err
	}
	switch {
	case isDeepLabCut(record):
		return readDeepLabCut(t, record, o)
	case o.Columns == Columns{} && isBrox(record):
		return readBrox(t, record)
	}
	header, record, err := t.header(record)
	if err == io.EOF {
		return nil, fmt.Errorf("expected %s on each line, found %q and nothing behind", correspondenceColumns, strings.Join(header, " "))
	}
	if err != nil {
		return nil, err
	}
	if o.Columns != (Columns{}) {
		return readTable(t, header, record, table{columns: o.Columns})
	}
	if known, ok := recogniseTable(header); ok {
		return readTable(t, header, record, known)
	}
	if (len(record) != 4 && len(record) != 5) || !namesPairs(header) {
		return nil, &ColumnsError{line: t.line, header: header, fields: len(record)}
	}
	return readCorrespondences(t, header, record)
}

// header returns the names of the columns, nil where there are none, and the
// record behind them. first is the first record of the file. The error is io.EOF
// when nothing stands behind the names.
func (t *textReader) header(first []string) (header, record []string, err error) {
	if !isHeader(first) {
		return nil, first, nil
	}
	if len(first) > 1 && strings.Contains(t.lines.Text(), "\t") && !strings.ContainsAny(t.lines.Text(), ",;") {
		t.tabs = true
		first = splitAt(strings.TrimPrefix(t.lines.Text(), "\ufeff"), '\t')
	}
	record, err = t.next()
	return columnNames(first), record, err
}

// namesPairs reports whether names of columns may be those of two points, as
// "left-x left-y right-x right-y": none at all, or x, y, x, y in turn.
func namesPairs(header []string) bool {
	if header == nil || slices.Contains(header, "x1") {
		return true
	}
	if len(header) < 4 {
		return false
	}
	for i, axis := range []string{"x", "y", "x", "y"} {
		if !strings.Contains(header[i], axis) {
			return false
		}
	}
	return true
}

// looksLikeTracks reports whether the first records of a text file could be
// tracks; its errors are for Open to tell.
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
	if err != nil {
		return false
	}
	if isDeepLabCut(record) {
		return true
	}
	if isBrox(record) {
		count, err := t.next()
		return err == nil && isBrox(count)
	}
	header, record, err := t.header(record)
	if _, ok := recogniseTable(header); ok {
		return true
	}
	if err != nil || len(record) < 4 || len(record) > 5 || !namesPairs(header) {
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
