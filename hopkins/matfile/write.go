package matfile

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// Write writes the arrays as the variables of a MATLAB level 5 file, each one
// compressed, in little-endian order. As in MATLAB, numbers of any class are
// stored in the narrowest of uint8, int16, uint16 and int32 that holds them
// all. The same arrays give the same bytes. Arrays of class Double, Single,
// Char, the integer classes up to 32 bits and Struct can be written; the error
// names the array that cannot be.
func Write(w io.Writer, arrays ...*Array) error {
	header := make([]byte, headerSize)
	copy(header, fmt.Sprintf("%-116s", "MATLAB 5.0 MAT-file, written by MotionSeg"))
	binary.LittleEndian.PutUint16(header[124:], versionLevel)
	copy(header[126:], "IM")
	if _, err := w.Write(header); err != nil {
		return err
	}
	for _, a := range arrays {
		if a.Name == "" || len(a.Name) > maxField {
			return fmt.Errorf("variable %q: expected a name of 1 to %d bytes", a.Name, maxField)
		}
		matrix, err := appendMatrix(nil, a, a.Name, 0)
		if err != nil {
			return fmt.Errorf("variable %s: %w", a.Name, err)
		}
		var compressed bytes.Buffer
		z := zlib.NewWriter(&compressed)
		if _, err := z.Write(matrix); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		var head [8]byte
		binary.LittleEndian.PutUint32(head[:], uint32(miCompressed))
		binary.LittleEndian.PutUint32(head[4:], uint32(compressed.Len()))
		if _, err := w.Write(head[:]); err != nil {
			return err
		}
		if _, err := w.Write(compressed.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// maxField is the longest name of a field that MATLAB reads.
const maxField = 63

// appendMatrix appends the whole element of an array.
func appendMatrix(b []byte, a *Array, name string, depth int) ([]byte, error) {
	length, err := elements(a.Dims)
	if err != nil {
		return nil, err
	}
	if len(a.Dims) < 2 || len(a.Dims) > maxDims {
		return nil, fmt.Errorf("expected 2 to %d dimensions, found %d", maxDims, len(a.Dims))
	}
	flags := uint32(a.Class)
	if a.Logical {
		flags |= flagLogical
	}
	body := appendElement(nil, miUint32, appendUint32s(nil, flags, 0))
	var dims []byte
	for _, n := range a.Dims {
		dims = appendUint32s(dims, uint32(n))
	}
	body = appendElement(body, miInt32, dims)
	body = appendElement(body, miInt8, []byte(name))
	switch {
	case a.Class == Struct:
		body, err = appendFields(body, a, length, depth)
	case a.Complex || !a.Class.numeric() || a.Class == Int64 || a.Class == Uint64:
		err = fmt.Errorf("expected an array of real numbers of at most 32 bits, characters or a struct, found class %v",
			a.Class)
	case len(a.Data) != length:
		err = fmt.Errorf("expected %d numbers for size %s, found %d", length, a.Size(), len(a.Data))
	default:
		body, err = appendNumbers(body, a)
	}
	if err != nil {
		return nil, err
	}
	b = appendUint32s(b, uint32(miMatrix), uint32(len(body)))
	return append(b, body...), nil
}

// appendFields appends the names and values of the fields of a struct.
func appendFields(b []byte, a *Array, length, depth int) ([]byte, error) {
	if length != 1 {
		return nil, fmt.Errorf("expected a struct of size 1×1, found %s", a.Size())
	}
	if depth >= maxDepth {
		return nil, fmt.Errorf("expected at most %d structs within one another, found more", maxDepth)
	}
	const width = maxField + 1
	b = appendElement(b, miInt32, appendUint32s(nil, width))
	var names []byte
	for _, f := range a.Fields {
		if f.Name == "" || len(f.Name) > maxField {
			return nil, fmt.Errorf("field %q: expected a name of 1 to %d bytes", f.Name, maxField)
		}
		var name [width]byte
		copy(name[:], f.Name)
		names = append(names, name[:]...)
	}
	b = appendElement(b, miInt8, names)
	for _, f := range a.Fields {
		var err error
		if b, err = appendMatrix(b, f, "", depth+1); err != nil {
			return nil, fmt.Errorf("field %s: %w", f.Name, err)
		}
	}
	return b, nil
}

// integerRange holds the smallest and largest value of an integer class.
var integerRange = map[Class][2]float64{
	Char: {0, math.MaxUint16}, Int8: {math.MinInt8, math.MaxInt8}, Uint8: {0, math.MaxUint8},
	Int16: {math.MinInt16, math.MaxInt16}, Uint16: {0, math.MaxUint16},
	Int32: {math.MinInt32, math.MaxInt32}, Uint32: {0, math.MaxUint32},
}

// appendNumbers appends the element of an array's numbers.
func appendNumbers(b []byte, a *Array) ([]byte, error) {
	low, high, whole := math.Inf(1), math.Inf(-1), true
	for _, v := range a.Data {
		low, high = min(low, v), max(high, v)
		whole = whole && v == math.Trunc(v) && !math.IsInf(v, 0) && !(v == 0 && math.Signbit(v))
	}
	if bounds, ok := integerRange[a.Class]; ok && len(a.Data) > 0 && !(whole && low >= bounds[0] && high <= bounds[1]) {
		return nil, fmt.Errorf("expected whole numbers from %.0f to %.0f in class %v, found others", bounds[0],
			bounds[1], a.Class)
	}
	var (
		typ dataType
		raw []byte
	)
	switch {
	case a.Class == Char || whole && low >= 0 && high <= math.MaxUint16 && high > math.MaxUint8 && high > math.MaxInt16:
		typ = miUint16
		for _, v := range a.Data {
			raw = binary.LittleEndian.AppendUint16(raw, uint16(v))
		}
	case whole && len(a.Data) > 0 && low >= 0 && high <= math.MaxUint8:
		typ = miUint8
		for _, v := range a.Data {
			raw = append(raw, uint8(v))
		}
	case whole && len(a.Data) > 0 && low >= math.MinInt16 && high <= math.MaxInt16:
		typ = miInt16
		for _, v := range a.Data {
			raw = binary.LittleEndian.AppendUint16(raw, uint16(int16(v)))
		}
	case whole && len(a.Data) > 0 && low >= math.MinInt32 && high <= math.MaxInt32:
		typ = miInt32
		for _, v := range a.Data {
			raw = binary.LittleEndian.AppendUint32(raw, uint32(int32(v)))
		}
	case a.Class == Uint32:
		typ = miUint32
		for _, v := range a.Data {
			raw = binary.LittleEndian.AppendUint32(raw, uint32(v))
		}
	case a.Class == Single:
		typ = miSingle
		for _, v := range a.Data {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(float32(v)))
		}
	default:
		typ = miDouble
		for _, v := range a.Data {
			raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
		}
	}
	return appendElement(b, typ, raw), nil
}

// appendElement appends a data element: the short form for up to 4 bytes, as
// MATLAB does, otherwise the long one, filled up to 8 bytes.
func appendElement(b []byte, typ dataType, raw []byte) []byte {
	if n := len(raw); n > 0 && n <= 4 {
		b = appendUint32s(b, uint32(n)<<16|uint32(typ))
		b = append(b, raw...)
		return append(b, make([]byte, 4-n)...)
	}
	b = appendUint32s(b, uint32(typ), uint32(len(raw)))
	b = append(b, raw...)
	return append(b, make([]byte, -len(raw)&7)...)
}

func appendUint32s(b []byte, values ...uint32) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}
