package numpy

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Write writes an array whose Type is "<f8", "<f4", "<i8" or "|b1". The error says
// what is wrong with it.
func Write(w io.Writer, a *Array) error {
	if len(a.Data) != a.Len() {
		return fmt.Errorf("array of %s: expected %d numbers, found %d", a.Size(), a.Len(), len(a.Data))
	}
	sizes := make([]string, len(a.Shape))
	for i, n := range a.Shape {
		sizes[i] = strconv.Itoa(n)
	}
	shape := strings.Join(sizes, ", ")
	if len(sizes) == 1 {
		shape += "," // a Python tuple of one
	}
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", a.Type, shape)
	// The numbers begin at a multiple of 64 bytes, behind a line break.
	const before = len(magic) + 4
	header += strings.Repeat(" ", 63-(before+len(header))%64) + "\n"
	if len(header) > math.MaxUint16 {
		return fmt.Errorf("array: expected at most %d dimensions, found %d", maxDims, len(a.Shape))
	}
	out := append([]byte(magic), 1, 0)
	out = binary.LittleEndian.AppendUint16(out, uint16(len(header)))
	out = append(out, header...)
	for i, v := range a.Data {
		switch a.Type {
		case "<f8":
			out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
		case "<f4":
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(v)))
		case "<i8":
			out = binary.LittleEndian.AppendUint64(out, uint64(int64(v)))
		case "|b1":
			b := byte(0)
			if v != 0 {
				b = 1
			}
			out = append(out, b)
		default:
			return fmt.Errorf("array: expected the type <f8, <f4, <i8 or |b1, found %s", a.Type)
		}
		if len(out) >= chunk || i == len(a.Data)-1 {
			if _, err := w.Write(out); err != nil {
				return err
			}
			out = out[:0]
		}
	}
	_, err := w.Write(out)
	return err
}

// WriteArchive writes arrays as an archive, compressed. The same arrays give the
// same bytes.
func WriteArchive(w io.Writer, members ...Member) error {
	z := zip.NewWriter(w)
	for i := range members {
		f, err := z.Create(members[i].Name + ".npy")
		if err != nil {
			return err
		}
		if err := Write(f, &members[i].Array); err != nil {
			return fmt.Errorf("%s: %w", members[i].Name, err)
		}
	}
	return z.Close()
}
