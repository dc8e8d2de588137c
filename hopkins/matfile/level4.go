package matfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"unicode"
)

// A file of level 4 has no head; every variable begins with five integers of 4 bytes: its
// type, rows, columns, whether it is complex and the length of its name, in which a zero
// byte at the end counts.
const level4Head = 20

// level4Types are the types of numbers by the tens of a variable's type.
var level4Types = []dataType{miDouble, miSingle, miInt32, miInt16, miUint16, miUint8}

// level4Classes are the classes of those numbers.
var level4Classes = []Class{Double, Single, Int32, Int16, Uint16, Uint8}

// level4Order returns the byte order of a variable of level 4 by its first bytes, nil for
// what is none: the thousands of its type are 0 or 1, as its bytes lie.
func level4Order(head []byte) binary.ByteOrder {
	for thousands, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		t := int64(order.Uint32(head))
		if t/1000 == int64(thousands) && t/100%10 == 0 && t/10%10 < int64(len(level4Types)) && t%10 <= 2 {
			return order
		}
	}
	return nil
}

// isLevel4 reports whether a file begins with a variable of level 4.
func isLevel4(head []byte) bool {
	if len(head) < level4Head+2 {
		return false
	}
	order := level4Order(head)
	if order == nil || order.Uint32(head[4:]) > math.MaxInt32 || order.Uint32(head[8:]) > math.MaxInt32 ||
		order.Uint32(head[12:]) > 1 {
		return false
	}
	n := int64(order.Uint32(head[16:]))
	if n < 2 || n > 64 || n > int64(len(head)-level4Head) {
		return false
	}
	name, zero := head[level4Head:level4Head+n-1], head[level4Head+n-1]
	other := func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return zero == 0 && unicode.IsLetter(rune(name[0])) && bytes.IndexFunc(name, other) < 0
}

// level4 reads the next variable of a file of level 4.
func (d *decoder) level4(r io.Reader) (*Array, error) {
	var raw [level4Head]byte
	if _, err := io.ReadFull(r, raw[:]); err != nil {
		return nil, unexpected(err)
	}
	if d.order = level4Order(raw[:]); d.order == nil {
		return nil, fmt.Errorf("expected a type of level 4, found %d", binary.LittleEndian.Uint32(raw[:]))
	}
	c := &cursor{r: r, left: math.MaxInt64, order: d.order}
	kind, length := d.order.Uint32(raw[:]), d.order.Uint32(raw[16:])
	if length < 1 || length > maxName {
		return nil, fmt.Errorf("name: expected a length from 1 to %d, found %d", maxName, length)
	}
	name := make([]byte, length)
	if err := c.read(name); err != nil {
		return nil, err
	}
	a := &Array{Name: string(bytes.TrimRight(name, "\x00")), Class: level4Classes[kind/10%10]}
	switch a.Complex = d.order.Uint32(raw[12:]) != 0; kind % 10 {
	case 1:
		a.Class = Char
	case 2:
		a.Class = Sparse
	}
	if err := checkName(a.Name); err != nil {
		return nil, err
	}
	a.Dims = []int{int(int32(d.order.Uint32(raw[4:]))), int(int32(d.order.Uint32(raw[8:])))}
	n, err := elements(a.Dims)
	if err != nil {
		return a, err
	}
	return a, d.fill(c, a, level4Types[kind/10%10], n, "")
}

// fill reads the n numbers of an array where they are asked for, and passes over them and
// the imaginary parts otherwise; path is the name of the struct around it with a dot behind.
func (d *decoder) fill(c *cursor, a *Array, typ dataType, n int, path string) error {
	size := int64(n) * int64(typ.size())
	if !a.Class.numeric() || !d.asked(path+a.Name) {
		if a.Complex {
			size *= 2
		}
		return c.skip(size)
	}
	var err error
	if a.Data, err = d.content(c, typ, n); err != nil {
		return fmt.Errorf("size %s: %w", a.Size(), err)
	}
	if a.Complex {
		return c.skip(size)
	}
	return nil
}
