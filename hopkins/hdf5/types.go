package hdf5

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"motionseg/hopkins/numpy"
)

// Class says what the values of a type are.
type Class uint8

// Classes of types, as the format numbers them.
const (
	Integer   Class = 0
	Float     Class = 1
	String    Class = 3
	Compound  Class = 6
	Reference Class = 7
	Enum      Class = 8
	Variable  Class = 9 // of variable length: texts
	Array     Class = 10
)

// Type is the type of a value.
type Type struct {
	Class   Class
	Size    int // bytes
	signed  bool
	order   binary.ByteOrder
	Members []Member // of a compound
	Base    *Type    // of an enumeration, an array or what has a variable length
	Dims    []int    // of an array
	text    bool     // of variable length and a text
}

// Member is a part of a compound.
type Member struct {
	Name   string
	Type   *Type
	offset int
}

// IsNumeric reports whether values are numbers, or true and false.
func (t *Type) IsNumeric() bool {
	switch t.Class {
	case Integer, Float:
		return true
	case Enum:
		return t.Base != nil && t.Base.Class == Integer
	}
	return false
}

// IsText reports whether values are texts.
func (t *Type) IsText() bool { return t.Class == String || t.Class == Variable && t.text }

// datatype reads a type.
func (f *File) datatype(c *cursor, depth int) (*Type, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("expected types of at most %d levels, found more", maxDepth)
	}
	head := c.u8()
	bits := c.take(3)
	t := &Type{Class: Class(head & 15), order: binary.LittleEndian, Size: int(c.u32())}
	version := head >> 4
	if c.failed || t.Size < 0 || t.Size > maxHeader {
		return nil, errEnd
	}
	switch t.Class {
	case Integer, Float:
		if err := t.properties(c, bits[0]); err != nil {
			return nil, err
		}
	case String, Reference:
	case Compound:
		return t, f.members(c, t, int(bits[0])|int(bits[1])<<8, version, depth)
	case Enum:
		base, err := f.datatype(c, depth+1)
		if err != nil {
			return nil, err
		}
		if t.Size != base.Size {
			return nil, fmt.Errorf("expected an enumeration of %d bytes, as its numbers, found %d", base.Size, t.Size)
		}
		t.Base = base
		for range int(bits[0]) | int(bits[1])<<8 {
			memberName(c, version)
		}
		c.skip((int(bits[0]) | int(bits[1])<<8) * base.Size)
	case Variable:
		t.text = bits[0]&15 == 1
		base, err := f.datatype(c, depth+1)
		if err != nil {
			return nil, err
		}
		t.Base = base
	case Array:
		dims := int(c.u8())
		if version < 3 {
			c.skip(3)
		}
		for range min(dims, maxDims) {
			t.Dims = append(t.Dims, int(c.u32()))
		}
		if version < 3 {
			c.skip(4 * dims)
		}
		base, err := f.datatype(c, depth+1)
		if err != nil {
			return nil, err
		}
		t.Base = base
	}
	if c.failed {
		return nil, errEnd
	}
	return t, nil
}

// properties reads those of an integer or float with these bits.
func (t *Type) properties(c *cursor, bits byte) error {
	if bits&1 != 0 {
		t.order = binary.BigEndian
	}
	t.signed = bits&8 != 0
	if t.Class == Integer {
		c.skip(4)
	} else {
		c.skip(12)
	}
	if t.Size != 1 && t.Size != 2 && t.Size != 4 && t.Size != 8 || t.Class == Float && t.Size == 1 {
		return fmt.Errorf("expected numbers of 1, 2, 4 or 8 bytes, found %d", t.Size)
	}
	return nil
}

// memberName reads the name of a member, up to version 2 a multiple of 8 bytes.
func memberName(c *cursor, version uint8) string {
	before := len(c.b)
	name := c.name()
	if taken := before - len(c.b); version < 3 && !c.failed {
		c.skip((8 - taken%8) % 8)
	}
	return name
}

// members reads the members of a compound.
func (f *File) members(c *cursor, t *Type, count int, version uint8, depth int) error {
	for range count {
		m := Member{Name: memberName(c, version)}
		if version < 3 {
			m.offset = int(c.u32())
		} else {
			width := 1
			for limit := 1 << 8; t.Size >= limit && width < 4; limit <<= 8 {
				width++
			}
			m.offset = int(c.uint(width))
		}
		var dims []int
		if version == 1 {
			n := int(c.u8())
			c.skip(11)
			for k := range 4 {
				if size := int(c.u32()); k < n {
					dims = append(dims, size)
				}
			}
		}
		if c.failed {
			return errEnd
		}
		var err error
		if m.Type, err = f.datatype(c, depth+1); err != nil {
			return err
		}
		if len(dims) > 0 {
			whole := m.Type.Size
			for _, d := range dims {
				if d < 0 || d > maxHeader || whole*d > maxHeader {
					return errEnd
				}
				whole *= d
			}
			m.Type = &Type{Class: Array, Size: whole, Base: m.Type, Dims: dims}
		}
		if m.offset < 0 || m.offset+m.Type.Size > t.Size {
			return fmt.Errorf("member %s: expected it within %d bytes, found it at %d", m.Name, t.Size, m.offset)
		}
		t.Members = append(t.Members, m)
	}
	return nil
}

// number reads a value of a numeric type.
func (t *Type) number(b []byte) float64 {
	if t.Class == Enum {
		return t.Base.number(b)
	}
	if t.Class == Float {
		switch t.Size {
		case 2:
			return numpy.Half(t.order.Uint16(b))
		case 4:
			return float64(math.Float32frombits(t.order.Uint32(b)))
		}
		return math.Float64frombits(t.order.Uint64(b))
	}
	var v uint64
	switch t.Size {
	case 1:
		v = uint64(b[0])
	case 2:
		v = uint64(t.order.Uint16(b))
	case 4:
		v = uint64(t.order.Uint32(b))
	default:
		v = t.order.Uint64(b)
	}
	if t.signed {
		shift := 64 - 8*t.Size
		return float64(int64(v<<shift) >> shift)
	}
	return float64(v)
}

// texts reads n texts.
func (f *File) texts(t *Type, raw []byte, n int) ([]string, error) {
	if !t.IsText() {
		return nil, fmt.Errorf("expected texts, found values of class %d", t.Class)
	}
	if t.Size < 1 || n > len(raw)/t.Size {
		return nil, errEnd
	}
	var texts []string
	for i := range n {
		b := raw[i*t.Size : (i+1)*t.Size]
		if t.Class == Variable {
			c := &cursor{b: b}
			length, heap, index := c.u32(), c.uint(f.offset), c.u32()
			if c.failed {
				return nil, errEnd
			}
			var err error
			if b, err = f.global(heap, index, length); err != nil {
				return nil, err
			}
		}
		texts = append(texts, string(bytes.TrimRight(b, "\x00")))
	}
	return texts, nil
}

// global returns an object of the global heap.
func (f *File) global(address uint64, index, length uint32) ([]byte, error) {
	if length == 0 {
		return nil, nil
	}
	heap, ok := f.heaps[address]
	if !ok {
		head, err := f.bytes(address, 8+f.count)
		if err != nil || !bytes.HasPrefix(head, []byte("GCOL")) {
			return nil, fmt.Errorf("expected texts of variable length, found none")
		}
		size := (&cursor{b: head[8:]}).uint(f.count)
		if size < uint64(len(head)) || size > maxHeader || len(f.heaps) > 1<<10 {
			return nil, fmt.Errorf("expected texts of at most %d bytes, found %d", maxHeader, size)
		}
		if heap, err = f.bytes(address+uint64(len(head)), int(size)-len(head)); err != nil {
			return nil, err
		}
		f.heaps[address] = heap
	}
	for c := (&cursor{b: heap}); len(c.b) >= 8+f.count; {
		number := c.u16()
		c.skip(6)
		size := c.uint(f.count)
		if size > uint64(len(c.b)) || number == 0 {
			break
		}
		b := c.take(int(size))
		if uint32(number) == index {
			return b[:min(uint64(length), size)], nil
		}
		c.skip(min(int((8-size%8)%8), len(c.b)))
	}
	return nil, fmt.Errorf("expected the text %d of a heap, found none", index)
}
