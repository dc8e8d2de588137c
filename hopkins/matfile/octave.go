package matfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"
)

// octaveNumbers are Octave's names of numbers, their classes, and how they are stored; 0
// where the file says that.
var octaveNumbers = map[string]struct {
	class Class
	typ   dataType
}{
	"": {Double, 0}, "float": {Single, 0}, "bool": {Uint8, miUint8}, "complex": {Double, 0}, "float complex": {Single, 0},
	"int8": {Int8, miInt8}, "int16": {Int16, miInt16}, "int32": {Int32, miInt32}, "int64": {Int64, miInt64},
	"uint8": {Uint8, miUint8}, "uint16": {Uint16, miUint16}, "uint32": {Uint32, miUint32}, "uint64": {Uint64, miUint64},
}

// octaveArray returns an array without sizes of Octave's type of that name, such as
// "matrix", "float scalar", "int8 matrix" or "complex matrix", how its numbers are stored,
// and whether it is one number. Its class is Opaque where it holds no plain numbers.
func octaveArray(name, kind string) (a *Array, typ dataType, scalar bool) {
	a = &Array{Name: name, Class: Opaque, Dims: []int{1, 1}}
	number, scalar := strings.CutSuffix(kind, "scalar")
	number, matrix := strings.CutSuffix(number, "matrix")
	if kind == "bool" {
		scalar = true
	}
	number = strings.TrimSpace(number)
	switch stored, ok := octaveNumbers[number]; {
	case kind == "string" || kind == "sq_string":
		a.Class, typ = Char, miUint8
	case ok && (scalar || matrix):
		a.Class, typ = stored.class, stored.typ
		a.Logical, a.Complex = number == "bool", strings.HasSuffix(number, "complex")
	}
	return a, typ, scalar
}

// octaveTypes are the types of numbers by what stands before them in a binary file.
var octaveTypes = []dataType{miUint8, miUint16, miUint32, miInt8, miInt16, miInt32, miSingle, miDouble}

func isOctaveBinary(head []byte) bool {
	return bytes.HasPrefix(head, []byte("Octave-1-L")) || bytes.HasPrefix(head, []byte("Octave-1-B"))
}

// octaveBinary passes over the head of a file that Octave saved with -binary, and returns
// what reads a variable.
func (d *decoder) octaveBinary(r io.Reader) func(io.Reader) (*Array, error) {
	var head [11]byte // the last byte says how numbers are stored, as the letter does
	_, err := io.ReadFull(r, head[:])
	d.order = binary.LittleEndian
	if head[9] == 'B' {
		d.order = binary.BigEndian
	}
	return func(r io.Reader) (*Array, error) {
		if err != nil {
			return nil, unexpected(err)
		}
		return d.octaveVariable(&cursor{r: r, left: math.MaxInt64, order: d.order}, "", 0)
	}
}

// int32 reads an integer.
func (c *cursor) int32() (int, error) {
	var raw [4]byte
	err := c.read(raw[:])
	return int(int32(c.order.Uint32(raw[:]))), err
}

// text reads a text behind its length.
func (c *cursor) text(what string) (string, error) {
	n, err := c.int32()
	if err == nil && (n < 0 || n > maxName) {
		err = fmt.Errorf("%s: expected a length from 0 to %d, found %d", what, maxName, n)
	}
	if err != nil {
		return "", err
	}
	raw := make([]byte, n)
	err = c.read(raw)
	return string(raw), err
}

// sizes reads Octave's sizes: how many there are, as a negative number, and they.
func (c *cursor) sizes() ([]int, error) {
	n, err := c.int32()
	if err == nil && (n > -2 || n < -maxDims) {
		err = fmt.Errorf("expected 2 to %d dimensions, found %d", maxDims, -n)
	}
	if err != nil {
		return nil, err
	}
	dims := make([]int, -n)
	for i := range dims {
		if dims[i], err = c.int32(); err != nil {
			return nil, err
		}
	}
	return dims, nil
}

// octaveType reads how the numbers that follow are stored.
func (c *cursor) octaveType() (dataType, error) {
	var kind [1]byte
	if err := c.read(kind[:]); err != nil {
		return 0, err
	}
	if int(kind[0]) >= len(octaveTypes) {
		return 0, fmt.Errorf("expected a type of numbers from 0 to %d, found %d", len(octaveTypes)-1, kind[0])
	}
	return octaveTypes[kind[0]], nil
}

// octaveVariable reads a variable: its name, a comment, two bytes, its type and content;
// path is the name of what it is within, with a dot behind.
func (d *decoder) octaveVariable(c *cursor, path string, depth int) (*Array, error) {
	name, err := c.text("name")
	if err == nil {
		err = checkName(name)
	}
	if err != nil {
		return nil, err
	}
	a := &Array{Name: name, Class: Opaque, Dims: []int{1, 1}}
	kind, err := c.octaveKind()
	if err != nil {
		return a, err
	}
	switch kind {
	case "cell", "scalar struct":
		return d.octaveGroup(c, a, kind, path, depth)
	case "sparse matrix", "sparse bool matrix":
		return a, c.skipSparse(kind)
	case "range", "double_range":
		typ, err := c.octaveType()
		if err != nil {
			return a, err
		}
		return a, c.skip(3 * int64(typ.size()))
	}
	a, typ, scalar := octaveArray(name, kind)
	if a.Class == Opaque {
		return a, fmt.Errorf("expected numbers, text, a cell or a struct, found %q, whose end is not known; save "+
			"with -v7 in Octave", kind)
	}
	if !scalar {
		if a.Dims, err = c.sizes(); err != nil {
			return a, err
		}
	}
	n, err := elements(a.Dims)
	if err == nil && typ == 0 {
		typ, err = c.octaveType()
	}
	if err != nil {
		return a, err
	}
	return a, d.fill(c, a, typ, n, path)
}

// octaveKind reads what stands between a variable's name and its data, and returns the name
// of its type.
func (c *cursor) octaveKind() (string, error) {
	comment, err := c.int32()
	if err != nil {
		return "", err
	}
	if comment < 0 {
		return "", fmt.Errorf("comment: expected a length of at least 0, found %d", comment)
	}
	var marks [2]byte
	if err := c.skip(int64(comment)); err != nil {
		return "", err
	}
	if err := c.read(marks[:]); err != nil {
		return "", err
	}
	if marks[1] != 0xff {
		return "", fmt.Errorf("expected the name of a type, found type %d of an old Octave", marks[1])
	}
	return c.text("type")
}

// octaveGroup reads the fields of a struct, or passes over the elements of a cell.
func (d *decoder) octaveGroup(c *cursor, a *Array, kind, path string, depth int) (*Array, error) {
	if depth >= maxDepth {
		return a, fmt.Errorf("expected at most %d structs within one another, found more", maxDepth)
	}
	var n int
	var err error
	if kind == "cell" {
		a.Class = Cell
		if a.Dims, err = c.sizes(); err == nil {
			n, err = elements(a.Dims)
		}
	} else {
		a.Class = Struct
		n, err = c.int32()
	}
	for i := 0; i < n && err == nil; i++ {
		var field *Array
		if field, err = d.octaveVariable(c, path+a.Name+".", depth+1); a.Class == Struct && field != nil {
			a.Fields = append(a.Fields, field)
		}
	}
	return a, err
}

// skipSparse passes over a sparse matrix.
func (c *cursor) skipSparse(kind string) error {
	dims, err := c.sizes()
	if err != nil {
		return err
	}
	entries, err := c.int32()
	if err == nil && (len(dims) != 2 || dims[1] < 0 || entries < 0) {
		err = fmt.Errorf("expected two dimensions and a number of entries, found %s and %d", sizeText(dims), entries)
	}
	if err == nil {
		err = c.skip(4 * (int64(dims[1]) + 1 + int64(entries)))
	}
	typ := miUint8
	if err == nil && kind == "sparse matrix" {
		typ, err = c.octaveType()
	}
	if err != nil {
		return err
	}
	return c.skip(int64(entries) * int64(typ.size()))
}
