package read

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
	"strconv"
	"strings"

	"golang.org/x/text/encoding"
	utf16 "golang.org/x/text/encoding/unicode"
	"gonum.org/v1/gonum/mat"
)

// Text files hold one record a line, fields separated by commas, semicolons,
// tabs or spaces, below a line of column names or without one. Fields may be
// quoted. Empty lines and lines that start with # are passed over, and so is a
// byte order mark. Lines end as on any system, and the text is UTF-8 or UTF-16.
// What the records are is told by the first of them, see textFormats:
// correspondences (here), a table of tracks with a line for each point
// (table.go), a table of DeepLabCut (deeplabcut.go) or tracks of Brox and Malik
// (brox.go).

// correspondenceColumns are the columns of a file of correspondences, in their
// order where the file does not name them.
const correspondenceColumns = "x1 y1 x2 y2 [label]"

// maxLine bounds a line; a table of DeepLabCut has all points of a frame in one.
const maxLine = 1 << 20

// textReader reads records.
type textReader struct {
	lines *bufio.Scanner
	line  int  // number of the last line read
	tabs  bool // fields are separated by tabs alone, so that they may be empty
	open  bool // the last line read has no end
	// decimal is what stands before the fractions of numbers, 0 while none was seen;
	// it may be a comma only where no commas separate fields.
	decimal byte
}

func newTextReader(r *bufio.Reader) *textReader {
	var content io.Reader = r
	// What cannot be read fails with the first line.
	if head, _ := r.Peek(sniffLength); utf16Order(head) != nil {
		content = utf16Order(head).NewDecoder().Reader(r)
	}
	t := &textReader{lines: bufio.NewScanner(content)}
	t.lines.Buffer(nil, maxLine)
	t.lines.Split(t.split)
	return t
}

// split cuts lines at \n, \r\n and \r.
func (t *textReader) split(data []byte, atEOF bool) (advance int, token []byte, err error) {
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

// utf16Order returns how text that begins like this is encoded in UTF-16, nil
// where it is not: by its byte order mark, or because every other byte of plain
// text is 0.
func utf16Order(head []byte) encoding.Encoding {
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}):
		return utf16.UTF16(utf16.LittleEndian, utf16.ExpectBOM)
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return utf16.UTF16(utf16.BigEndian, utf16.ExpectBOM)
	}
	const enough = 16 // bytes
	var zeros [2]int
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		} else if c < '\t' {
			return nil
		}
	}
	half := len(head) / 2
	switch {
	case len(head) < enough:
	case zeros[0] == 0 && zeros[1] == half:
		return utf16.UTF16(utf16.LittleEndian, utf16.IgnoreBOM)
	case zeros[1] == 0 && zeros[0] >= half && zeros[0] <= half+1:
		return utf16.UTF16(utf16.BigEndian, utf16.IgnoreBOM)
	}
	return nil
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
			return t.decimals(splitAt(text, '\t')), nil
		case separatorOf(trimmed) == ';':
			return t.decimals(splitAt(trimmed, ';')), nil
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

var (
	decimalComma = regexp.MustCompile(`^[+-]?[0-9]*,[0-9]+([eE][+-]?[0-9]+)?$`)
	decimalPoint = regexp.MustCompile(`^[+-]?[0-9]*\.[0-9]+([eE][+-]?[0-9]+)?$`)
)

// decimals brings decimal commas to points, unless the file has points too: a
// comma may then be one of thousands.
func (t *textReader) decimals(fields []string) []string {
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
	return strings.Fields(line)
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

// parseNumber reads a number as people and programs write it: decimal, perhaps
// with an exponent, or nan and inf.
func parseNumber(field string) (float64, error) {
	if strings.ContainsAny(field, "_xXpP") {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(field, 64)
}

// isHeader reports whether the fields are names of columns: none is a number.
func isHeader(fields []string) bool {
	for _, f := range fields {
		if _, err := parseNumber(f); err == nil {
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

// textHead is the beginning of a text file.
type textHead struct {
	first []string // the first record
	// header holds the names of the columns in small letters, nil where there are
	// none; record is the first record that is no names, nil when there is none.
	header, record []string
}

// textKind is a kind of text with tracks.
type textKind struct {
	rows []Row
	// fits reports whether a file that begins so is of this kind.
	fits func(*textHead) bool
	// fixed says that the columns have their places, and that what follows the
	// first record is read by the kind itself.
	fixed bool
	read  func(*textReader, *textHead, Options) (*Tracks, error)
	// sure reports whether the beginning is enough to take any file of a folder
	// for tracks; fits is when nil.
	sure func(*textReader, *textHead) bool
}

// textKinds are all kinds, in the order in which they are tried.
var textKinds []*textKind

func init() {
	textKinds = []*textKind{
		&deepLabCut,
		&broxMalik,
		&sleapTable,
		&trackTable,
		&correspondences,
		&motChallenge,
		&kitti,
		&textMatrix,
	}
	text.glance = looksLikeTracks // which asks for the format
}

// textTypes are the MIME types of files that may hold any of several texts.
var textTypes = []string{"text/csv", "text/tab-separated-values"}

// text is text files, which hold tracks in several ways.
var text = Format{
	Name: "a text file", Extensions: []string{".csv", ".tsv", ".txt", ".dat"}, Types: textTypes,
	rows: func() []Row {
		var rows []Row
		for _, k := range textKinds {
			rows = append(rows, k.rows...)
		}
		return rows
	},
	recognise: isText, read: readText,
}

var correspondences = textKind{
	rows: []Row{{"correspondences, `.txt`, `.csv`", "`x1 y1 x2 y2 [label]` on each line, in pixels, separated by commas, semicolons, tabs or spaces; a " +
		"header is optional"}},
	fits: func(h *textHead) bool { return (len(h.record) == 4 || len(h.record) == 5) && namesPairs(h.header) },
	read: func(t *textReader, h *textHead, _ Options) (*Tracks, error) {
		return readCorrespondences(t, h.header, h.record)
	},
	sure: func(_ *textReader, h *textHead) bool {
		return !slices.ContainsFunc(h.record, func(field string) bool { _, err := parseNumber(field); return err != nil })
	},
}

// begin reads the first records and says of which kind the file is, nil for
// none. With columns that the user has named, only DeepLabCut is a kind of its
// own. The error is io.EOF for a file without any record.
func (t *textReader) begin(named bool) (*textHead, *textKind, error) {
	first, err := t.next()
	if err != nil {
		return nil, nil, err
	}
	h := &textHead{first: first}
	for i := range textKinds {
		if k := textKinds[i]; k.fixed && k.fits(h) && !(named && isBrox(first)) {
			return h, k, nil
		}
	}
	if h.header, h.record, err = t.header(first); err != nil && err != io.EOF {
		return nil, nil, err
	}
	for i := range textKinds {
		if k := textKinds[i]; !k.fixed && !named && k.fits(h) {
			return h, k, nil
		}
	}
	return h, nil, nil
}

// readText reads any text file with tracks.
func readText(in *input) (*Tracks, error) {
	t := newTextReader(in.head)
	columns := in.options.Columns
	h, kind, err := t.begin(columns != Columns{})
	switch {
	case err == io.EOF:
		return nil, fmt.Errorf("expected %s on each line, found no line", correspondenceColumns)
	case err != nil:
		return nil, err
	case (kind == nil || !kind.fixed) && h.record == nil:
		return nil, fmt.Errorf("expected %s on each line, found %s and nothing behind", correspondenceColumns, quoted(h.header))
	}
	var s *Tracks
	switch {
	case kind != nil:
		s, err = kind.read(t, h, in.options)
	case columns != Columns{}:
		s, err = readTable(t, h.header, h.record, table{columns: columns})
	default:
		err = &ColumnsError{line: t.line, header: h.header, fields: len(h.record)}
	}
	if err != nil {
		return nil, err
	}
	if t.decimal == ',' {
		s.note("commas in numbers were read as decimal points")
	}
	if t.open {
		s.note("line %d, the last, has no end: the file may be cut off", t.line)
	}
	return s, nil
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
	f, content, err := beginning(path)
	if err != nil {
		return false
	}
	defer f.Close()
	format, err := formatOf(content)
	if err != nil || format != &text {
		return err == nil && slices.Equal(format.Types, textTypes)
	}
	t := newTextReader(bufio.NewReaderSize(io.LimitReader(content, sniffLength), sniffLength))
	h, kind, err := t.begin(false)
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
			return order, fmt.Errorf("expected a column %s as the column names have x1, found %s", name, quoted(header))
		}
	}
	order[4] = slices.IndexFunc(header, func(name string) bool { return slices.Contains(labelNames, name) })
	if len(header) != width || width == 5 && order[4] < 0 {
		return order, fmt.Errorf("expected the columns %s, found %s above lines with %d", correspondenceColumns, quoted(header), width)
	}
	return order, nil
}

// readCorrespondences reads two views; record is the first line of numbers.
func readCorrespondences(t *textReader, header, record []string) (*Tracks, error) {
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
	if header == nil && likeTable(values) {
		return nil, &ColumnsError{line: 1, fields: width, likeTable: true}
	}
	s := &Tracks{Pixels: pixels, Truth: truth, TwoFrame: true}
	if header == nil {
		s.note("the columns have no names and were read as %s", []string{"x1 y1 x2 y2", "x1 y1 x2 y2 label"}[width-4])
	}
	return s, nil
}

// likeTable reports whether four numbers a line are rather track, frame, x and y
// of a table without names than two points: the first two are whole, and most
// lines have one for the same track in the next frame.
func likeTable(values []float64) bool {
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

// coordinate reads a pixel coordinate.
func coordinate(field string) (float64, error) {
	v, err := parseNumber(field)
	if err != nil || !(math.Abs(v) <= maxCoordinate) {
		return 0, fmt.Errorf("expected a finite coordinate of at most %.0e, found %s", maxCoordinate, quoted([]string{field}))
	}
	return v, nil
}

// textLabel reads a label, a whole number of at least 0.
func textLabel(field string) (int, error) {
	v, err := parseNumber(field)
	if err != nil || !(v >= 0 && v <= math.MaxInt32) || v != math.Trunc(v) {
		return 0, fmt.Errorf("expected a whole label of at least 0, found %s", quoted([]string{field}))
	}
	return int(v), nil
}
