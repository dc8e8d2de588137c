package container

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
)

// Sources: TIFF 6.0 and the BigTIFF design.

const (
	bigTIFF        = 43      // what BigTIFF has in place of the 42 of TIFF
	maxDirectory   = 1 << 12 // entries
	maxEntryValues = 1 << 20
	tagWidth       = 256
	tagHeight      = 257
)

// IsTIFF reports whether a file begins as TIFF or BigTIFF do.
func IsTIFF(head []byte) bool {
	return len(head) >= 4 && slices.Contains([]string{"II*\x00", "MM\x00*", "II+\x00", "MM\x00+"}, string(head[:4]))
}

// TIFFSize returns the size in pixels of the first page of a file of so many bytes.
func TIFFSize(r io.ReaderAt, size int64) (width, height int, err error) {
	f, at, err := OpenTIFF(r, size)
	if err != nil {
		return 0, 0, err
	}
	entries, _, err := f.Entries(at)
	if err != nil {
		return 0, 0, err
	}
	sides := [2]int{}
	for i, tag := range []uint16{tagWidth, tagHeight} {
		v, err := f.Values(entries, tag)
		if err != nil {
			return 0, 0, err
		}
		if len(v) == 0 || v[0] < 1 || v[0] > maxSide {
			return 0, 0, fmt.Errorf("tag %d: expected a side of 1 to %d pixels, found %v", tag, maxSide, v)
		}
		sides[i] = int(v[0])
	}
	return sides[0], sides[1], nil
}

// widths are the bytes of a value by its type; text is of bytes.
var widths = [...]int{1: 1, 2: 1, 3: 2, 4: 4, 16: 8}

// TIFF is a file in TIFF or BigTIFF, of which directories and their values are read.
type TIFF struct {
	io.ReaderAt
	Size  int64 // of the file in bytes
	Order TIFFOrder
	Big   bool // it is a BigTIFF
}

// TIFFOrder is a byte order that numbers are read and written in.
type TIFFOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// OpenTIFF reads the header of a file of so many bytes, and returns where the first directory is.
func OpenTIFF(r io.ReaderAt, size int64) (*TIFF, int64, error) {
	f := &TIFF{ReaderAt: r, Size: size}
	head := make([]byte, 16)
	if err := f.read(head[:8], 0); err != nil {
		return nil, 0, fmt.Errorf("expected a TIFF: %w", err)
	}
	f.Order = binary.LittleEndian
	if head[0] == 'M' {
		f.Order = binary.BigEndian
	}
	if f.Big = f.Order.Uint16(head[2:]) == bigTIFF; f.Big {
		if err := f.read(head, 0); err != nil {
			return nil, 0, fmt.Errorf("expected a BigTIFF: %w", err)
		}
		return f, f.offset(head[8:]), nil
	}
	return f, f.offset(head[4:]), nil
}

// read fills b from an offset on.
func (f *TIFF) read(b []byte, at int64) error {
	if n, err := f.ReadAt(b, at); n == len(b) {
		return nil
	} else if err != io.EOF {
		return err
	}
	return io.ErrUnexpectedEOF
}

// offset reads an offset, which is 0 where it is too large to be one.
func (f *TIFF) offset(b []byte) int64 {
	if !f.Big {
		return int64(f.Order.Uint32(b))
	}
	if at := f.Order.Uint64(b); at < uint64(f.Size) {
		return int64(at)
	}
	return 0
}

// Entries returns the raw entries of the directory at an offset, and where the next one is,
// 0 for none and where the file ends before.
func (f *TIFF) Entries(at int64) (entries []byte, next int64, err error) {
	count, one, width := 2, 12, 4
	if f.Big {
		count, one, width = 8, 20, 8
	}
	b := make([]byte, count)
	if err := f.read(b, at); err != nil {
		return nil, 0, err
	}
	n := uint64(f.Order.Uint16(b))
	if f.Big {
		n = f.Order.Uint64(b)
	}
	if n > maxDirectory {
		return nil, 0, fmt.Errorf("expected a directory of at most %d entries, found %d", maxDirectory, n)
	}
	entries = make([]byte, int(n)*one)
	if err := f.read(entries, at+int64(count)); err != nil {
		return nil, 0, err
	}
	link := make([]byte, width)
	if f.read(link, at+int64(count+len(entries))) == nil {
		next = f.offset(link)
	}
	return entries, next, nil
}

// Raw returns the bytes of a value among entries and its type; nil where the entry is not there.
func (f *TIFF) Raw(entries []byte, tag uint16) (value []byte, kind int, err error) {
	one, width := 12, 4
	if f.Big {
		one, width = 20, 8
	}
	for ; len(entries) >= one; entries = entries[one:] {
		if f.Order.Uint16(entries) != tag {
			continue
		}
		kind = int(f.Order.Uint16(entries[2:]))
		count := uint64(f.Order.Uint32(entries[4:]))
		if f.Big {
			count = f.Order.Uint64(entries[4:])
		}
		if kind >= len(widths) || widths[kind] == 0 || count > maxEntryValues {
			return nil, 0, fmt.Errorf("tag %d: expected at most %d whole numbers, found %d of type %d", tag,
				maxEntryValues, count, kind)
		}
		value = entries[4+width : 4+2*width]
		if n := int(count) * widths[kind]; n <= width {
			return value[:n], kind, nil
		} else if at := f.offset(value); at+int64(n) <= f.Size {
			value = make([]byte, n)
			return value, kind, f.read(value, at)
		}
		return nil, 0, fmt.Errorf("tag %d: %w", tag, io.ErrUnexpectedEOF)
	}
	return nil, 0, nil
}

// Values returns the whole numbers of a tag among entries, nil where it is not there.
func (f *TIFF) Values(entries []byte, tag uint16) ([]uint64, error) {
	raw, kind, err := f.Raw(entries, tag)
	if err != nil || raw == nil {
		return nil, err
	}
	out := make([]uint64, 0, len(raw)/widths[kind])
	for ; len(raw) > 0; raw = raw[widths[kind]:] {
		switch widths[kind] {
		case 1:
			out = append(out, uint64(raw[0]))
		case 2:
			out = append(out, uint64(f.Order.Uint16(raw)))
		case 4:
			out = append(out, uint64(f.Order.Uint32(raw)))
		default:
			out = append(out, f.Order.Uint64(raw))
		}
	}
	return out, nil
}
