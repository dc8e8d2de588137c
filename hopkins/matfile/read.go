package matfile

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"motionseg/hopkins/files"
)

const (
	// maxBytes bounds what one file may inflate to, and separately the memory
	// of the numbers decoded from it.
	maxBytes = 1 << 30
	// maxName bounds variable and field names, maxNames the table of all field
	// names of a struct, in bytes. MATLAB's own limit is 63 a name.
	maxName, maxNames = 1 << 10, 1 << 20
	maxDims           = 32
	maxDepth          = 16 // structs within structs
	chunk             = 1 << 15
)

// ReadFile reads the MATLAB file at path. With names given only these
// variables are decoded ("s"), or these fields ("Data.ySparse"); of all others
// only name, class and size are returned, and what is compressed is not
// inflated. The error names the file, the variable, what was expected and what
// was found.
func ReadFile(path string, names ...string) (*File, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, path, names...)
}

// Read reads a MATLAB file from r as ReadFile does; path is for errors only.
func Read(r io.Reader, path string, names ...string) (*File, error) {
	return read(r, path, names, maxBytes)
}

// ReadWithin reads a MATLAB file as Read does, of which no more than so many
// numbers are decoded, 8 bytes of memory each, in one array and in all: that is
// checked before memory is taken.
func ReadWithin(r io.Reader, path string, inOne, inAll int, names ...string) (*File, error) {
	return readWithin(r, path, names, maxBytes, int64(inOne), int64(inAll))
}

func read(r io.Reader, path string, names []string, limit int64) (*File, error) {
	return readWithin(r, path, names, limit, limit/8, limit/8)
}

func readWithin(r io.Reader, path string, names []string, inflated, inOne, inAll int64) (*File, error) {
	d := &decoder{names: names, inflateLeft: inflated, numbersLeft: inAll, inOne: inOne, inAll: inAll}
	vars, err := d.file(bufio.NewReaderSize(r, chunk))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &File{Vars: vars}, nil
}

// decoder reads one file.
type decoder struct {
	names       []string
	order       binary.ByteOrder
	inflateLeft int64 // bytes that may still come out of compressed elements
	numbersLeft int64 // numbers that may still be decoded
	inOne       int64 // numbers that one array may have
	inAll       int64 // numbers that all may have
	inflater    io.ReadCloser
	compressed  *bufio.Reader
	buffer      [chunk]byte
}

// file reads the header and all variables.
func (d *decoder) file(r *bufio.Reader) ([]*Array, error) {
	head, err := r.Peek(sniffLength)
	if err != nil && err != io.EOF {
		return nil, err
	}
	next := d.variable
	switch {
	case isOctaveText(head):
		return d.octaveText(r)
	case isOctaveBinary(head):
		next = d.octaveBinary(r)
	case isLevel4(head):
		next = d.level4
	default:
		if err := d.header(r); err != nil {
			return nil, err
		}
	}
	return variables(r, next)
}

// variables reads one variable after the other.
func variables(r *bufio.Reader, next func(io.Reader) (*Array, error)) ([]*Array, error) {
	var vars []*Array
	for {
		if _, err := r.Peek(1); err == io.EOF {
			return vars, nil
		} else if err != nil {
			return nil, err
		}
		a, err := next(r)
		if err != nil {
			name := fmt.Sprintf("variable number %d", len(vars)+1)
			if a != nil && a.Name != "" {
				name = "variable " + a.Name
			}
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		vars = append(vars, a)
	}
}

// header checks the first 128 bytes and finds the byte order.
func (d *decoder) header(r *bufio.Reader) error {
	head, err := r.Peek(headerSize)
	if err != nil && err != io.EOF {
		return err
	}
	if bytes.HasPrefix(head, hdf5Signature) {
		return errHDF5
	}
	if len(head) < headerSize {
		return fmt.Errorf("expected a MATLAB level 5 file, found %d bytes, fewer than its header has", len(head))
	}
	switch string(head[126:128]) {
	case "IM":
		d.order = binary.LittleEndian
	case "MI":
		d.order = binary.BigEndian
	default:
		return errors.New(`expected a MATLAB level 5 file, found no "IM" or "MI" at byte 126`)
	}
	switch version := d.order.Uint16(head[124:126]); version {
	case versionLevel:
	case versionHDF5:
		return errHDF5
	default:
		return fmt.Errorf("expected MATLAB file version 0x%04x, found 0x%04x", versionLevel, version)
	}
	_, err = r.Discard(headerSize)
	return err
}

var errHDF5 = errors.New("expected a MATLAB level 5 file, found version 7.3 (HDF5); save it in MATLAB with the " +
	"option -v7")

// variable reads the next variable of the file. The array comes back with an
// error too when its name is known.
func (d *decoder) variable(r io.Reader) (*Array, error) {
	outer := &cursor{r: r, left: math.MaxInt64, order: d.order}
	t, err := outer.tag()
	if err != nil {
		return nil, err
	}
	body := &cursor{r: r, left: t.size, order: d.order}
	var a *Array
	switch t.typ {
	case miMatrix:
		a, err = d.matrix(body, "", "", 0)
	case miCompressed:
		a, err = d.inflate(body)
	default:
		return nil, fmt.Errorf("expected a matrix or compressed element (type 14 or 15), found type %d", t.typ)
	}
	if err != nil {
		return a, err
	}
	return a, body.skip(body.left)
}

// inflate reads the one matrix in a compressed element.
func (d *decoder) inflate(c *cursor) (*Array, error) {
	if d.compressed == nil {
		d.compressed = bufio.NewReader(c)
	} else {
		d.compressed.Reset(c)
	}
	var err error
	if d.inflater == nil {
		d.inflater, err = zlib.NewReader(d.compressed)
	} else {
		err = d.inflater.(zlib.Resetter).Reset(d.compressed, nil)
	}
	if err != nil {
		return nil, unexpected(err)
	}
	inflated := &cursor{r: &budget{d.inflater, &d.inflateLeft}, left: math.MaxInt64, order: d.order}
	t, err := inflated.tag()
	if err != nil {
		return nil, err
	}
	if t.typ != miMatrix {
		return nil, fmt.Errorf("expected a matrix (type 14) in the compressed element, found type %d", t.typ)
	}
	body := &cursor{r: inflated.r, left: t.size, order: d.order}
	a, err := d.matrix(body, "", "", 0)
	if err != nil || body.left > 0 {
		// Either broken or not asked for; what is left need not be inflated.
		return a, err
	}
	// The checksum is compared at the end of the stream.
	switch n, err := io.ReadFull(inflated.r, d.buffer[:1]); {
	case n > 0:
		return a, fmt.Errorf("expected the end of the compressed element after the matrix of %d bytes, found more data",
			t.size)
	case err != io.EOF:
		return a, unexpected(err)
	}
	return a, nil
}

// matrix reads an array whose bytes are those of c. What is not asked for, or
// not understood, is left unread. name is that of a struct field, empty for a
// variable, which carries its own; path is the name of the enclosing struct
// with a dot behind. The array comes back with an error too when its name is
// known.
func (d *decoder) matrix(c *cursor, path, name string, depth int) (*Array, error) {
	a := &Array{Name: name}
	if c.left == 0 {
		// How MATLAB writes an empty field.
		a.Class, a.Dims, a.Data = Double, []int{0, 0}, []float64{}
		return a, nil
	}
	flags, err := d.uint32s(c, "array flags", 2, 2)
	if err != nil {
		return a, err
	}
	a.Class = Class(flags[0] & 0xff)
	a.Logical = flags[0]&flagLogical != 0
	a.Complex = flags[0]&flagComplex != 0
	if a.Class == Opaque {
		return a, nil
	}
	dims, err := d.uint32s(c, "dimensions", 2, maxDims)
	if err != nil {
		return a, err
	}
	own, err := d.name(c)
	if err != nil {
		return a, err
	}
	if path == "" {
		a.Name = own
	}
	for _, n := range dims {
		a.Dims = append(a.Dims, int(int32(n)))
	}
	length, err := elements(a.Dims)
	if err != nil {
		return a, err
	}
	full := path + a.Name
	switch {
	case a.Class == Struct && length == 1 && d.inside(full):
		return a, d.fields(c, a, full+".", depth)
	case a.Class.numeric() && d.asked(full):
		a.Data, err = d.numbers(c, a.Class, length)
		if err != nil {
			return a, fmt.Errorf("size %s: %w", a.Size(), err)
		}
		if a.Complex && c.left > 0 {
			err = c.skip(c.left)
		}
		return a, err
	}
	return a, nil
}

// elements returns the number of elements that dims describe.
func elements(dims []int) (int, error) {
	length := 1
	for _, n := range dims {
		switch {
		case n < 0:
			return 0, fmt.Errorf("expected dimensions of at least 0, found %s", sizeText(dims))
		case n > 0 && length > math.MaxInt32/n:
			return 0, fmt.Errorf("expected at most %d elements, found dimensions %s", math.MaxInt32, sizeText(dims))
		}
		length *= n
	}
	return length, nil
}

// asked reports whether the array of that full name is to be decoded.
func (d *decoder) asked(full string) bool {
	if len(d.names) == 0 {
		return true
	}
	for _, n := range d.names {
		if n == full || strings.HasPrefix(full, n+".") {
			return true
		}
	}
	return false
}

// inside reports whether a struct of that full name is to be opened.
func (d *decoder) inside(full string) bool {
	for _, n := range d.names {
		if strings.HasPrefix(n, full+".") {
			return true
		}
	}
	return d.asked(full)
}

// fields reads the fields of a struct with one element into a.
func (d *decoder) fields(c *cursor, a *Array, path string, depth int) error {
	if depth >= maxDepth {
		return fmt.Errorf("expected at most %d structs within one another, found more", maxDepth)
	}
	lengths, err := d.uint32s(c, "length of field names", 1, 1)
	if err != nil {
		return err
	}
	width := int(lengths[0])
	if width < 1 || width > maxName {
		return fmt.Errorf("expected a length of field names from 1 to %d, found %d", maxName, int32(lengths[0]))
	}
	table, err := d.bytes(c, "field names", maxNames)
	if err != nil {
		return err
	}
	if len(table)%width != 0 {
		return fmt.Errorf("expected field names of %d bytes each, found %d bytes", width, len(table))
	}
	a.Fields = make([]*Array, 0, len(table)/width)
	for ; len(table) > 0; table = table[width:] {
		name, _, _ := strings.Cut(string(table[:width]), "\x00")
		if err := checkName(name); err != nil {
			return fmt.Errorf("field number %d: %w", len(a.Fields)+1, err)
		}
		t, err := c.tag()
		if err == nil && t.typ != miMatrix {
			err = fmt.Errorf("expected a matrix (type 14), found type %d", t.typ)
		}
		if err == nil && t.size > c.left {
			err = fmt.Errorf("expected %d bytes, found %d", t.size, c.left)
		}
		if err != nil {
			return fmt.Errorf("field %s: %w", name, err)
		}
		body := &cursor{r: c.r, left: t.size, order: c.order}
		field, err := d.matrix(body, path, name, depth+1)
		if err == nil {
			err = body.skip(body.left)
		}
		if err == nil {
			c.left -= t.size
			err = c.skip(min(t.pad, c.left))
		}
		if err != nil {
			return fmt.Errorf("field %s: %w", name, err)
		}
		a.Fields = append(a.Fields, field)
	}
	return nil
}

// uint32s reads an element of 32-bit integers, at least low and at most high
// of them.
func (d *decoder) uint32s(c *cursor, what string, low, high int) ([]uint32, error) {
	raw, err := d.bytes(c, what, 4*high)
	if err != nil {
		return nil, err
	}
	if len(raw)%4 != 0 || len(raw) < 4*low {
		return nil, fmt.Errorf("%s: expected at least %d integers of 4 bytes, found %d bytes", what, low, len(raw))
	}
	values := make([]uint32, len(raw)/4)
	for i := range values {
		values[i] = d.order.Uint32(raw[4*i:])
	}
	return values, nil
}

// name reads the element of a variable's name.
func (d *decoder) name(c *cursor) (string, error) {
	raw, err := d.bytes(c, "name", maxName)
	if err != nil {
		return "", err
	}
	name := strings.TrimRight(string(raw), "\x00")
	return name, checkName(name)
}

// checkName keeps names out of error messages that a terminal would obey.
func checkName(name string) error {
	for _, r := range name {
		if !unicode.IsPrint(r) || r == utf8.RuneError {
			return fmt.Errorf("name: expected printable characters, found %q", name)
		}
	}
	return nil
}

// bytes reads a whole element of at most limit bytes.
func (d *decoder) bytes(c *cursor, what string, limit int) ([]byte, error) {
	t, err := c.tag()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	if t.size > int64(limit) {
		return nil, fmt.Errorf("%s: expected at most %d bytes, found %d", what, limit, t.size)
	}
	raw := make([]byte, t.size)
	if err := c.read(raw); err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	if err := c.skip(min(t.pad, c.left)); err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return raw, nil
}

// numbers reads an element that holds n numbers of any type. Memory grows with
// what is really read, whatever n says.
func (d *decoder) numbers(c *cursor, class Class, n int) ([]float64, error) {
	t, err := c.tag()
	if err != nil {
		return nil, err
	}
	width := t.typ.size()
	if width == 0 {
		return nil, fmt.Errorf("expected numbers, found an element of type %d", t.typ)
	}
	if t.typ == miUTF8 && class == Char {
		return d.utf8(c, t, n)
	}
	if t.size != int64(n)*int64(width) {
		return nil, fmt.Errorf("expected %d numbers of %d bytes, found %d bytes", n, width, t.size)
	}
	values, err := d.content(c, t.typ, n)
	if err != nil {
		return nil, err
	}
	return values, c.skip(min(t.pad, c.left))
}

// content reads n numbers of a type that holds them.
func (d *decoder) content(c *cursor, typ dataType, n int) ([]float64, error) {
	if err := d.take(n); err != nil {
		return nil, err
	}
	width := typ.size()
	values := make([]float64, 0, min(n, chunk))
	for left := int64(n) * int64(width); left > 0; {
		raw := d.buffer[:min(left, chunk)]
		if err := c.read(raw); err != nil {
			return nil, err
		}
		left -= int64(len(raw))
		if more := len(raw) / width; len(values)+more > cap(values) {
			grown := make([]float64, len(values), min(n, 2*cap(values)+more))
			copy(grown, values)
			values = grown
		}
		values = d.convert(values, typ, raw)
	}
	return values, nil
}

// take takes n numbers from what may be decoded.
func (d *decoder) take(n int) error {
	if int64(n) > d.inOne {
		return fmt.Errorf("the file holds more than %d numbers in an array", d.inOne)
	}
	if d.numbersLeft -= int64(n); d.numbersLeft < 0 {
		return fmt.Errorf("the file holds more than %d numbers", d.inAll)
	}
	return nil
}

// utf8 reads an element of n UTF-16 code units that are stored as UTF-8.
func (d *decoder) utf8(c *cursor, t tag, n int) ([]float64, error) {
	if t.size > 3*int64(n) {
		return nil, fmt.Errorf("expected at most %d bytes of text, found %d", 3*n, t.size)
	}
	if err := d.take(n); err != nil {
		return nil, err
	}
	var text []byte
	for left := t.size; left > 0; {
		raw := d.buffer[:min(left, chunk)]
		if err := c.read(raw); err != nil {
			return nil, err
		}
		left -= int64(len(raw))
		text = append(text, raw...)
	}
	if !utf8.Valid(text) {
		return nil, errors.New("expected text in UTF-8, found other bytes")
	}
	units := utf16.Encode([]rune(string(text)))
	if len(units) != n {
		return nil, fmt.Errorf("expected %d characters, found %d", n, len(units))
	}
	values := make([]float64, n)
	for i, u := range units {
		values[i] = float64(u)
	}
	return values, c.skip(min(t.pad, c.left))
}

// convert appends the numbers in raw to values.
func (d *decoder) convert(values []float64, typ dataType, raw []byte) []float64 {
	switch typ {
	case miInt8:
		for _, b := range raw {
			values = append(values, float64(int8(b)))
		}
	case miUint8, miUTF8:
		for _, b := range raw {
			values = append(values, float64(b))
		}
	case miInt16:
		for i := 0; i < len(raw); i += 2 {
			values = append(values, float64(int16(d.order.Uint16(raw[i:]))))
		}
	case miUint16, miUTF16:
		for i := 0; i < len(raw); i += 2 {
			values = append(values, float64(d.order.Uint16(raw[i:])))
		}
	case miInt32:
		for i := 0; i < len(raw); i += 4 {
			values = append(values, float64(int32(d.order.Uint32(raw[i:]))))
		}
	case miUint32, miUTF32:
		for i := 0; i < len(raw); i += 4 {
			values = append(values, float64(d.order.Uint32(raw[i:])))
		}
	case miSingle:
		for i := 0; i < len(raw); i += 4 {
			values = append(values, float64(math.Float32frombits(d.order.Uint32(raw[i:]))))
		}
	case miDouble:
		for i := 0; i < len(raw); i += 8 {
			values = append(values, math.Float64frombits(d.order.Uint64(raw[i:])))
		}
	case miInt64:
		for i := 0; i < len(raw); i += 8 {
			values = append(values, float64(int64(d.order.Uint64(raw[i:]))))
		}
	case miUint64:
		for i := 0; i < len(raw); i += 8 {
			values = append(values, float64(d.order.Uint64(raw[i:])))
		}
	}
	return values
}

var errTooBig = fmt.Errorf("the file holds more than %d MiB of data", maxBytes>>20)

// budget stops a compressed stream that inflates to more than is allowed.
type budget struct {
	r    io.Reader
	left *int64
}

func (b *budget) Read(p []byte) (int, error) {
	if *b.left <= 0 {
		return 0, errTooBig
	}
	n, err := b.r.Read(p[:min(int64(len(p)), *b.left)])
	*b.left -= int64(n)
	return n, err
}

// cursor reads the data elements within an element of which left bytes are
// still to come.
type cursor struct {
	r     io.Reader
	left  int64
	order binary.ByteOrder
}

// tag is the head of a data element: size bytes of data follow it, then pad
// bytes that mean nothing.
type tag struct {
	typ       dataType
	size, pad int64
}

// tag reads the head of the next element, in its long form of 8 bytes or its
// short one, where up to 4 bytes of data share the 8 bytes.
func (c *cursor) tag() (tag, error) {
	var raw [4]byte
	if err := c.read(raw[:]); err != nil {
		return tag{}, err
	}
	word := c.order.Uint32(raw[:])
	if small := word >> 16; small != 0 {
		if small > 4 {
			return tag{}, fmt.Errorf("expected at most 4 bytes in a small element, found %d", small)
		}
		return tag{dataType(word & 0xffff), int64(small), 4 - int64(small)}, nil
	}
	if err := c.read(raw[:]); err != nil {
		return tag{}, err
	}
	size := int64(c.order.Uint32(raw[:]))
	return tag{dataType(word), size, -size & 7}, nil
}

// Read fills in for io.Reader, within the bytes that are left.
func (c *cursor) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, io.EOF
	}
	n, err := c.r.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	return n, err
}

// read fills p or returns an error.
func (c *cursor) read(p []byte) error {
	if int64(len(p)) > c.left {
		return fmt.Errorf("expected %d more bytes, found %d", len(p), c.left)
	}
	n, err := io.ReadFull(c.r, p)
	c.left -= int64(n)
	return unexpected(err)
}

// skip passes over n bytes.
func (c *cursor) skip(n int64) error {
	if n == 0 {
		return nil
	}
	m, err := io.CopyN(io.Discard, c.r, n)
	c.left -= m
	return unexpected(err)
}

// unexpected makes the end of the input, and damage to what is compressed, an
// error that says so.
func unexpected(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errors.New("the file ends too early")
	}
	var corrupt flate.CorruptInputError
	if errors.As(err, &corrupt) || errors.Is(err, zlib.ErrChecksum) || errors.Is(err, zlib.ErrHeader) {
		return fmt.Errorf("expected sound compressed data, found damaged data (%w)", err)
	}
	return err
}
