package numpy

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Array is an array of numbers.
type Array struct {
	Shape []int
	// Type is NumPy's name of the type, as "<f4" or "|b1".
	Type string
	// Data holds the numbers row by row (the last index varies fastest),
	// whatever the order in the file; true is 1. Integers beyond ±2⁵³ are
	// rounded. It is nil for an array that was not asked for.
	Data []float64
}

// Len returns the number of elements that Shape describes.
func (a *Array) Len() int {
	n := 1
	for _, d := range a.Shape {
		n *= d
	}
	return n
}

// Size writes the shape as "20×307×2".
func (a *Array) Size() string {
	if len(a.Shape) == 0 {
		return "a single number"
	}
	parts := make([]string, len(a.Shape))
	for i, d := range a.Shape {
		parts[i] = strconv.Itoa(d)
	}
	return strings.Join(parts, "×")
}

const (
	magic = "\x93NUMPY"
	// maxHeader bounds the text that describes an array; NumPy's own limit is
	// 10000 unless asked for more.
	maxHeader = 1 << 16
	maxDims   = 32
	chunk     = 1 << 15
)

// Recognise reports whether a file that starts with these bytes is .npy.
func Recognise(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }

// Read reads an array of at most limit numbers. The error says what was
// expected and what was found.
func Read(r io.Reader, limit int) (*Array, error) {
	h, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	if err := h.read(r, limit); err != nil {
		return nil, err
	}
	return &h.Array, nil
}

// ReadShape reads type and shape of an array, not its numbers.
func ReadShape(r io.Reader) (*Array, error) {
	h, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	return &h.Array, nil
}

// header is an array and how its numbers are stored.
type header struct {
	Array
	columns bool // the first index varies fastest
	order   binary.ByteOrder
	size    int // bytes of a number
	decode  func([]byte) float64
}

// Keys of the header, a Python dictionary.
var (
	descrPattern   = regexp.MustCompile(`['"]descr['"]\s*:\s*(?:['"]([^'"]*)['"]|(\[))`)
	orderPattern   = regexp.MustCompile(`['"]fortran_order['"]\s*:\s*(True|False)`)
	shapePattern   = regexp.MustCompile(`['"]shape['"]\s*:\s*\(([^)]*)\)`)
	numericPattern = regexp.MustCompile(`^([<>|=]?)([bifu])([1248])$`)
)

// readHeader reads what stands before the numbers.
func readHeader(r io.Reader) (*header, error) {
	var start [8]byte
	if _, err := io.ReadFull(r, start[:]); err != nil || !Recognise(start[:]) {
		return nil, fmt.Errorf("expected a NumPy array (.npy), found %q", start[:6])
	}
	var length int
	switch start[6] {
	case 1:
		var n [2]byte
		if _, err := io.ReadFull(r, n[:]); err != nil {
			return nil, truncated(err)
		}
		length = int(binary.LittleEndian.Uint16(n[:]))
	case 2, 3:
		var n [4]byte
		if _, err := io.ReadFull(r, n[:]); err != nil {
			return nil, truncated(err)
		}
		length = int(min(binary.LittleEndian.Uint32(n[:]), math.MaxInt32))
	default:
		return nil, fmt.Errorf("expected version 1 to 3 of NumPy's format, found %d", start[6])
	}
	if length > maxHeader {
		return nil, fmt.Errorf("expected a header of at most %d bytes, found %d", maxHeader, length)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, truncated(err)
	}
	return parseHeader(string(text))
}

// parseHeader reads the dictionary.
func parseHeader(text string) (*header, error) {
	h := &header{}
	descr := descrPattern.FindStringSubmatch(text)
	order := orderPattern.FindStringSubmatch(text)
	shape := shapePattern.FindStringSubmatch(text)
	if descr == nil || order == nil || shape == nil {
		return nil, fmt.Errorf("expected descr, fortran_order and shape in the header, found %q", short(text))
	}
	h.Type, h.columns = descr[1], order[1] == "True"
	kind := numericPattern.FindStringSubmatch(h.Type)
	if kind == nil {
		found := h.Type
		if descr[2] != "" {
			found = "a record"
		}
		return nil, fmt.Errorf("expected an array of numbers or booleans, found type %s", found)
	}
	if err := h.number(kind[1], kind[2], kind[3]); err != nil {
		return nil, err
	}
	for part := range strings.SplitSeq(shape[1], ",") {
		part = strings.TrimSuffix(strings.TrimSpace(part), "L") // as Python 2 wrote it
		if part == "" {
			continue
		}
		n, err := strconv.ParseUint(part, 10, 31)
		if err != nil || len(h.Shape) == maxDims {
			return nil, fmt.Errorf("expected a shape of at most %d whole numbers, found %q", maxDims, short(shape[1]))
		}
		h.Shape = append(h.Shape, int(n))
	}
	return h, nil
}

// number says how a number of this byte order, kind and size is read.
func (h *header) number(order, kind, size string) error {
	h.size, _ = strconv.Atoi(size)
	h.order = binary.LittleEndian
	if order == ">" {
		h.order = binary.BigEndian
	}
	o := h.order
	switch kind + size {
	case "b1", "u1":
		h.decode = func(b []byte) float64 { return float64(b[0]) }
	case "i1":
		h.decode = func(b []byte) float64 { return float64(int8(b[0])) }
	case "u2":
		h.decode = func(b []byte) float64 { return float64(o.Uint16(b)) }
	case "i2":
		h.decode = func(b []byte) float64 { return float64(int16(o.Uint16(b))) }
	case "f2":
		h.decode = func(b []byte) float64 { return Half(o.Uint16(b)) }
	case "u4":
		h.decode = func(b []byte) float64 { return float64(o.Uint32(b)) }
	case "i4":
		h.decode = func(b []byte) float64 { return float64(int32(o.Uint32(b))) }
	case "f4":
		h.decode = func(b []byte) float64 { return float64(math.Float32frombits(o.Uint32(b))) }
	case "u8":
		h.decode = func(b []byte) float64 { return float64(o.Uint64(b)) }
	case "i8":
		h.decode = func(b []byte) float64 { return float64(int64(o.Uint64(b))) }
	case "f8":
		h.decode = func(b []byte) float64 { return math.Float64frombits(o.Uint64(b)) }
	default:
		return fmt.Errorf("expected an array of numbers or booleans, found type %s", h.Type)
	}
	return nil
}

// Half returns the value of a number of half precision (IEEE 754 binary16).
func Half(b uint16) float64 {
	sign, exponent, fraction := 1.0, int(b>>10&31), float64(b&1023)
	if b&0x8000 != 0 {
		sign = -1
	}
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 31:
		if fraction != 0 {
			return math.NaN()
		}
		return sign * math.Inf(1)
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}

// read reads the numbers. Memory grows with what is really there.
func (h *header) read(r io.Reader, limit int) error {
	n := 1
	for _, d := range h.Shape {
		if d > 0 && n > limit/d {
			return fmt.Errorf("expected at most %d numbers, found size %s", limit, h.Size())
		}
		n *= d
	}
	data := make([]float64, 0, min(n, chunk))
	buffer := make([]byte, chunk)
	for len(data) < n {
		b := buffer[:min(chunk, (n-len(data))*h.size)]
		if _, err := io.ReadFull(r, b); err != nil {
			return truncated(err)
		}
		if more := len(b) / h.size; len(data)+more > cap(data) {
			grown := make([]float64, len(data), min(n, 2*cap(data)+more))
			copy(grown, data)
			data = grown
		}
		for ; len(b) > 0; b = b[h.size:] {
			data = append(data, h.decode(b))
		}
	}
	if h.columns {
		data = rowMajor(data, h.Shape)
	}
	h.Data = data
	return nil
}

// rowMajor brings numbers whose first index varies fastest into the order in
// which the last does.
func rowMajor(data []float64, shape []int) []float64 {
	if len(shape) < 2 {
		return data
	}
	out := make([]float64, len(data))
	index := make([]int, len(shape))
	strides := make([]int, len(shape))
	stride := 1
	for k, d := range shape {
		strides[k] = stride
		stride *= d
	}
	at := 0
	for i := range out {
		out[i] = data[at]
		for k := len(shape) - 1; k >= 0; k-- {
			index[k]++
			at += strides[k]
			if index[k] < shape[k] {
				break
			}
			at -= index[k] * strides[k]
			index[k] = 0
		}
	}
	return out
}

func truncated(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fmt.Errorf("expected more numbers, found the end of the file")
	}
	return err
}

func short(text string) string {
	if len(text) > 80 {
		return strings.ToValidUTF8(text[:80], "") + "…"
	}
	return text
}
