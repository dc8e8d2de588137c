package matfile

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
)

// builder makes files element by element, in either byte order, sound ones and
// broken ones alike.
type builder struct{ order binary.AppendByteOrder }

var (
	little = builder{binary.LittleEndian}
	big    = builder{binary.BigEndian}
)

// file puts the elements behind a header.
func (b builder) file(elements ...[]byte) []byte {
	header := bytes.Repeat([]byte{' '}, headerSize)
	copy(header, "MATLAB 5.0 MAT-file")
	header = b.order.AppendUint16(header[:124], versionLevel)
	header = b.order.AppendUint16(header, 'M'<<8|'I')
	return append(header, bytes.Join(elements, nil)...)
}

// element is a data element in its long form.
func (b builder) element(typ dataType, data []byte) []byte {
	e := b.uint32s(uint32(typ), uint32(len(data)))
	e = append(e, data...)
	return append(e, make([]byte, -len(data)&7)...)
}

// small is a data element in its short form.
func (b builder) small(typ dataType, data []byte) []byte {
	e := b.uint32s(uint32(len(data))<<16 | uint32(typ))
	e = append(e, data...)
	return append(e, make([]byte, 4-len(data))...)
}

func (b builder) uint32s(values ...uint32) []byte {
	var raw []byte
	for _, v := range values {
		raw = b.order.AppendUint32(raw, v)
	}
	return raw
}

func (b builder) uint16s(values ...uint16) []byte {
	var raw []byte
	for _, v := range values {
		raw = b.order.AppendUint16(raw, v)
	}
	return raw
}

func (b builder) uint64s(values ...uint64) []byte {
	var raw []byte
	for _, v := range values {
		raw = b.order.AppendUint64(raw, v)
	}
	return raw
}

// matrix is an array whose parts follow its name.
func (b builder) matrix(class Class, flags uint32, name string, dims []uint32, parts ...[]byte) []byte {
	body := b.element(miUint32, b.uint32s(uint32(class)|flags, 0))
	body = append(body, b.element(miInt32, b.uint32s(dims...))...)
	body = append(body, b.element(miInt8, []byte(name))...)
	for _, p := range parts {
		body = append(body, p...)
	}
	return b.element(miMatrix, body)
}

// structure is a 1×1 struct.
func (b builder) structure(name string, fields []string, values ...[]byte) []byte {
	var names []byte
	for _, f := range fields {
		names = append(names, append([]byte(f), make([]byte, 32-len(f))...)...)
	}
	parts := [][]byte{b.small(miInt32, b.uint32s(32)), b.element(miInt8, names)}
	return b.matrix(Struct, 0, name, []uint32{1, 1}, append(parts, values...)...)
}

// compressed is the element with the others in it.
func (b builder) compressed(elements ...[]byte) []byte {
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	w.Write(bytes.Join(elements, nil))
	w.Close()
	return append(b.uint32s(uint32(miCompressed), uint32(z.Len())), z.Bytes()...)
}
