package tables

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/read/input"
)

// Text files hold one record a line, fields separated by commas, semicolons,
// tabs or spaces, below a line of column names or without one. Fields may be
// quoted. Empty lines and lines that start with # are passed over, and so are a
// byte order mark and a first line "sep=;" for Excel. Lines end as on any system, and the text is UTF-8 or UTF-16.
// What the records are is told by the first of them, see Kind:
// correspondences (here), a table of tracks with a line for each point
// (table.go), a table of DeepLabCut (deeplabcut.go) or tracks of Brox and Malik
// (brox.go).

// correspondenceColumns are the columns of a file of correspondences, in their
// order where the file does not name them.
const correspondenceColumns = "x1 y1 x2 y2 [label]"

// Reader reads records.
type Reader struct {
	lines *bufio.Scanner
	Line  int  // number of the last line read
	tabs  bool // fields are separated by tabs alone, so that they may be empty
	open  bool // the last line read has no end
	// decimal is what stands before the fractions of numbers, 0 while none was seen;
	// it may be a comma only where no commas separate fields.
	decimal byte
}

func newTextReader(r *bufio.Reader) *Reader {
	var content io.Reader = r
	// What cannot be read fails with the first line.
	if head, _ := r.Peek(input.SniffLength); input.UTF16Order(head) != nil {
		content = input.UTF16Order(head).NewDecoder().Reader(r)
	}
	t := &Reader{lines: bufio.NewScanner(content)}
	t.lines.Buffer(nil, input.MaxLine)
	t.lines.Split(t.split)
	return t
}

// split cuts lines at \n, \r\n and \r.
func (t *Reader) split(data []byte, atEOF bool) (advance int, token []byte, err error) {
	i := bytes.IndexAny(data, "\r\n")
	switch {
	case i < 0 && atEOF && len(data) > 0:
		t.open = true
		return len(data), data, nil
	case i < 0 || data[i] == '\r' && i == len(data)-1 && !atEOF:
		return 0, nil, nil
	case data[i] == '\r' && i+1 < len(data) && data[i+1] == '\n':
		return i + 2, data[:i], nil
	}
	return i + 1, data[:i], nil
}

// Next returns the fields of the next record, io.EOF after the last.
func (t *Reader) Next() ([]string, error) {
	for t.lines.Scan() {
		t.Line++
		text := t.lines.Text()
		if t.Line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		trimmed := strings.TrimSpace(text)
		switch {
		case trimmed == "" || strings.HasPrefix(trimmed, "#") || t.Line == 1 && excelSeparator.MatchString(trimmed):
		case t.tabs:
			return t.decimals(splitAt(text, '\t')), nil
		case separatorOf(trimmed) == ';':
			return t.decimals(splitAt(trimmed, ';')), nil
		default:
			return splitFields(trimmed), nil
		}
	}
	switch err := t.lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d: expected at most %d characters, found more", t.Line+1, input.MaxLine)
	case err != nil:
		return nil, err
	}
	return nil, io.EOF
}

var (
	// excelSeparator is the line by which Excel is told what separates fields, which every
	// line here tells by itself.
	excelSeparator = regexp.MustCompile(`^(?i)"?sep=.?"?$`)

	decimalComma = regexp.MustCompile(`^[+-]?[0-9]*,[0-9]+([eE][+-]?[0-9]+)?$`)
	decimalPoint = regexp.MustCompile(`^[+-]?[0-9]*\.[0-9]+([eE][+-]?[0-9]+)?$`)
)

// decimals brings decimal commas to points, unless the file has points too: a
// comma may then be one of thousands.
func (t *Reader) decimals(fields []string) []string {
	for i, f := range fields {
		switch comma := decimalComma.MatchString(f); {
		case t.decimal == 0 && comma:
			t.decimal = ','
		case t.decimal == 0 && decimalPoint.MatchString(f):
			t.decimal = '.'
		}
		if t.decimal == ',' && decimalComma.MatchString(f) {
			fields[i] = strings.Replace(f, ",", ".", 1)
		} else if t.decimal == ',' && decimalPoint.MatchString(f) {
			fields[i] = f + " beside decimal commas"
		}
	}
	return fields
}

// splitFields splits a line at its separator.
func splitFields(line string) []string {
	if separator := separatorOf(line); separator != ' ' {
		return splitAt(line, separator)
	}
	if !strings.Contains(line, `"`) {
		return strings.Fields(line)
	}
	quoted := false
	fields := strings.FieldsFunc(line, func(c rune) bool {
		quoted = quoted != (c == '"')
		return !quoted && unicode.IsSpace(c)
	})
	for i := range fields {
		fields[i] = strings.Trim(fields[i], `"`)
	}
	return fields
}

// separatorOf returns what a line is split at: its semicolons, else its commas,
// else white space; separators within quotes do not count.
func separatorOf(line string) byte {
	quoted, comma := false, false
	for i := range len(line) {
		switch line[i] {
		case '"':
			quoted = !quoted
		case ';':
			if !quoted {
				return ';'
			}
		case ',':
			comma = comma || !quoted
		}
	}
	if comma {
		return ','
	}
	return ' '
}

// splitAt splits a line at a separator outside of quotes, and takes white space
// and quotes off the fields.
func splitAt(line string, separator byte) []string {
	if strings.Contains(line, `"`) {
		quoted := csv.NewReader(strings.NewReader(line))
		quoted.Comma, quoted.LazyQuotes, quoted.TrimLeadingSpace = rune(separator), true, separator != '\t'
		if fields, err := quoted.Read(); err == nil {
			for i := range fields {
				fields[i] = strings.TrimSpace(fields[i])
			}
			return fields
		}
	}
	fields := strings.Split(line, string(separator))
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	return fields
}

// isHeader reports whether the fields are names of columns: none is a number.
func isHeader(fields []string) bool {
	for _, f := range fields {
		if _, err := input.ParseNumber(f); err == nil {
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

// Head is the beginning of a text file.
type Head struct {
	first []string // the first record
	// Header holds the names of the columns in small letters, nil where there are
	// none; record is the first record that is no names, nil when there is none.
	Header, Record []string
}

// Kind is a kind of text with tracks.
type Kind struct {
	Rows []input.Row
	// Fits reports whether a file that begins so is of this kind.
	Fits func(*Head) bool
	// fixed says that the columns have their places, and that what follows the
	// first record is read by the kind itself.
	fixed bool
	Read  func(*Reader, *Head, input.Options) (*input.Tracks, error)
	// sure reports whether the beginning is enough to take any file of a folder
	// for tracks; fits is when nil.
	sure func(*Reader, *Head) bool
}

// Correspondences are x1 y1 x2 y2 on a line, and perhaps a label.
var Correspondences = Kind{
	Rows: []input.Row{{File: "correspondences, `.txt`, `.csv`", Content: "`x1 y1 x2 y2 [label]` on each line, in " +
		"pixels, separated by commas, semicolons, tabs or spaces; a " +
		"header is optional"}},
	Fits: func(h *Head) bool { return (len(h.Record) == 4 || len(h.Record) == 5) && namesPairs(h.Header) },
	Read: func(t *Reader, h *Head, _ input.Options) (*input.Tracks, error) {
		return readCorrespondences(t, h.Header, h.Record)
	},
	sure: func(_ *Reader, h *Head) bool {
		return !slices.ContainsFunc(h.Record, func(field string) bool {
			_, err := input.ParseNumber(field)
			return err != nil
		})
	},
}

// begin reads the first records and says of which of the kinds the file is, nil for
// none. With columns that the user has named, only DeepLabCut is a kind of its
// own. The error is io.EOF for a file without any record.
func (t *Reader) begin(kinds []*Kind, named bool) (*Head, *Kind, error) {
	first, err := t.Next()
	if err != nil {
		return nil, nil, err
	}
	h := &Head{first: first}
	for _, k := range kinds {
		if k.fixed && k.Fits(h) && !(named && isBrox(first)) {
			return h, k, nil
		}
	}
	if h.Header, h.Record, err = t.header(first); err != nil && err != io.EOF {
		return nil, nil, err
	}
	for _, k := range kinds {
		if !k.fixed && !named && k.Fits(h) {
			return h, k, nil
		}
	}
	return h, nil, nil
}

// Read reads any text file with tracks of one of the kinds.
func Read(in *input.File, kinds []*Kind) (*input.Tracks, error) {
	t := newTextReader(in.Head)
	columns := in.Options.Columns
	h, kind, err := t.begin(kinds, columns != input.Columns{})
	switch {
	case err == io.EOF:
		return nil, fmt.Errorf("expected %s on each line, found no line", correspondenceColumns)
	case err != nil:
		return nil, err
	case kind == nil && isJSON(h.first[0]):
		return nil, fmt.Errorf("expected a table, or JSON of COCO, Label Studio or Blender, found JSON of another kind")
	case (kind == nil || !kind.fixed) && h.Record == nil:
		return nil, fmt.Errorf("expected %s on each line, found %s and nothing behind", correspondenceColumns,
			input.Quoted(h.Header))
	}
	var s *input.Tracks
	switch {
	case kind != nil:
		s, err = kind.Read(t, h, in.Options)
	case columns != input.Columns{}:
		s, err = readTable(t, h.Header, h.Record, Table{Columns: columns})
	default:
		err = &ColumnsError{line: t.Line, header: h.Header, fields: len(h.Record)}
	}
	if err != nil {
		return nil, err
	}
	if t.decimal == ',' {
		s.Note("commas in numbers were read as decimal points")
	}
	if t.open {
		s.Note("line %d, the last, has no end: the file may be cut off", t.Line)
	}
	return s, nil
}

// isJSON reports whether a text that is no table begins as JSON does.
func isJSON(field string) bool { return strings.HasPrefix(field, "{") || strings.HasPrefix(field, "[") }

// header returns the names of the columns, nil where there are none, and the
// record behind them. first is the first record of the file. The error is io.EOF
// when nothing stands behind the names.
func (t *Reader) header(first []string) (header, record []string, err error) {
	if !isHeader(first) {
		return nil, first, nil
	}
	if len(first) > 1 && strings.Contains(t.lines.Text(), "\t") && !strings.ContainsAny(t.lines.Text(), ",;") {
		t.tabs = true
		first = splitAt(strings.TrimPrefix(t.lines.Text(), "\ufeff"), '\t')
	}
	record, err = t.Next()
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

// Seems reports whether the first records of a text file could be tracks of one
// of the kinds.
func Seems(content io.Reader, kinds []*Kind) bool {
	t := newTextReader(bufio.NewReaderSize(io.LimitReader(content, input.SniffLength), input.SniffLength))
	h, kind, err := t.begin(kinds, false)
	return err == nil && kind != nil && (kind.sure == nil || kind.sure(t, h))
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
			return order, fmt.Errorf("expected a column %s as the column names have x1, found %s", name, input.Quoted(header))
		}
	}
	order[4] = slices.IndexFunc(header, func(name string) bool { return slices.Contains(labelNames, name) })
	if len(header) != width || width == 5 && order[4] < 0 {
		return order, fmt.Errorf("expected the columns %s, found %s above lines with %d", correspondenceColumns,
			input.Quoted(header), width)
	}
	return order, nil
}

// readCorrespondences reads two views; record is the first line of numbers.
func readCorrespondences(t *Reader, header, record []string) (*input.Tracks, error) {
	width := len(record)
	if width != 4 && width != 5 {
		return nil, fmt.Errorf("line %d: expected %s, found %d fields", t.Line, correspondenceColumns, width)
	}
	order, err := correspondenceOrder(header, width)
	if err != nil {
		return nil, err
	}
	var (
		values []float64
		truth  []int
	)
	for ; err != io.EOF; record, err = t.Next() {
		if err != nil {
			return nil, err
		}
		if len(record) != width {
			return nil, fmt.Errorf("line %d: expected %d fields as on the lines before, found %d", t.Line, width, len(record))
		}
		for _, k := range order[:4] {
			v, err := input.Coordinate(record[k])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", t.Line, err)
			}
			values = append(values, v)
		}
		if order[4] >= 0 {
			label, err := textLabel(record[order[4]])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", t.Line, err)
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
	if header == nil && LikeTable(values) {
		return nil, &ColumnsError{line: 1, fields: width, likeTable: true}
	}
	s := &input.Tracks{Pixels: pixels, Truth: truth, TwoFrame: true}
	if header == nil {
		s.Note("the columns have no names and were read as %s", []string{"x1 y1 x2 y2", "x1 y1 x2 y2 label"}[width-4])
	}
	return s, nil
}

// LikeTable reports whether four numbers a line are rather track, frame, x and y
// of a table without names than two points: the first two are whole, and most
// lines have one for the same track in the next frame.
func LikeTable(values []float64) bool {
	type place struct{ track, frame float64 }
	lines := map[place]bool{}
	for i := 0; i < len(values); i += 4 {
		p := place{values[i], values[i+1]}
		if p.track != math.Trunc(p.track) || p.frame != math.Trunc(p.frame) || p.track < 0 || p.frame < 0 || lines[p] {
			return false
		}
		lines[p] = true
	}
	followed := 0
	for p := range lines {
		if lines[place{p.track, p.frame + 1}] {
			followed++
		}
	}
	return 2*followed > len(lines)
}

// textLabel reads a label, a whole number of at least 0.
func textLabel(field string) (int, error) {
	v, err := input.ParseNumber(field)
	if err != nil || !(v >= 0 && v <= math.MaxInt32) || v != math.Trunc(v) {
		return 0, fmt.Errorf("expected a whole label of at least 0, found %s", input.Quoted([]string{field}))
	}
	return int(v), nil
}
