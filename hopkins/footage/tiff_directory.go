package footage

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"slices"

	"golang.org/x/image/tiff"

	"motionseg/hopkins/files"
)

// The decoder of TIFF that is used knows 32-bit offsets and unsigned samples of 8 and 16
// bits. A page of a BigTIFF, and one of other numbers, is laid out anew for it, in memory:
// other numbers as bytes, which numbers.go puts together again.
//
// Sources: TIFF 6.0, the BigTIFF design, and Adobe's TIFF Technical Note 3 for predictors.

// Tags of a directory.
const (
	tagWidth           = 256
	tagHeight          = 257
	tagBits            = 258
	tagPhotometric     = 262
	tagDescription     = 270
	tagStripOffsets    = 273
	tagSamples         = 277
	tagStripCounts     = 279
	tagPredictor       = 317
	tagTileWidth       = 322
	tagTileHeight      = 323
	tagTileOffsets     = 324
	tagTileCounts      = 325
	tagPlanar          = 284
	tagColours         = 320
	tagExtra           = 338
	tagSampleFormat    = 339
	maxDirectory       = 1 << 12 // entries
	maxEntryValues     = 1 << 20
	whiteIsZero, black = 0, 1
)

// laidOut are the tags that a page that is laid out anew keeps, in order.
var laidOut = []uint16{tagWidth, tagHeight, tagBits, 259, tagPhotometric, tagStripOffsets, tagSamples, 278, tagStripCounts, tagPredictor, tagColours,
	tagTileWidth, tagTileHeight, tagTileOffsets, tagTileCounts, tagExtra}

// widths are the bytes of a value by its type; text is of bytes.
var widths = [...]int{1: 1, 2: 1, 3: 2, 4: 4, 16: 8}

// tiffFile is a TIFF or BigTIFF.
type tiffFile struct {
	io.ReaderAt
	size  int64
	order tiffOrder
	big   bool
}

// tiffOrder is a byte order that numbers are read and written in.
type tiffOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// newTIFF reads a header, and returns where the first directory is.
func newTIFF(r io.ReaderAt, size int64) (*tiffFile, int64, error) {
	f := &tiffFile{ReaderAt: r, size: size}
	head := make([]byte, 16)
	if n, err := r.ReadAt(head, 0); n < 8 {
		return nil, 0, fmt.Errorf("expected a TIFF: %w", noEOF(err))
	}
	f.order = binary.LittleEndian
	if head[0] == 'M' {
		f.order = binary.BigEndian
	}
	if f.big = f.order.Uint16(head[2:]) == bigTIFF; f.big {
		return f, f.offset(head[8:]), nil
	}
	return f, f.offset(head[4:]), nil
}

// offset reads an offset, which is 0 where it is too large to be one.
func (f *tiffFile) offset(b []byte) int64 {
	if !f.big {
		return int64(f.order.Uint32(b))
	}
	if at := f.order.Uint64(b); at < uint64(f.size) {
		return int64(at)
	}
	return 0
}

// entries returns the raw entries of the directory at an offset, and where the next one is,
// 0 for none and where the file ends before.
func (f *tiffFile) entries(at int64) (entries []byte, next int64, err error) {
	count, one, width := 2, 12, 4
	if f.big {
		count, one, width = 8, 20, 8
	}
	b := make([]byte, count)
	if _, err := f.ReadAt(b, at); err != nil {
		return nil, 0, noEOF(err)
	}
	n := uint64(f.order.Uint16(b))
	if f.big {
		n = f.order.Uint64(b)
	}
	if n > maxDirectory {
		return nil, 0, fmt.Errorf("expected a directory of at most %d entries, found %d", maxDirectory, n)
	}
	entries = make([]byte, int(n)*one)
	if _, err := f.ReadAt(entries, at+int64(count)); err != nil {
		return nil, 0, noEOF(err)
	}
	link := make([]byte, width)
	if _, err := f.ReadAt(link, at+int64(count+len(entries))); err == nil {
		next = f.offset(link)
	}
	return entries, next, nil
}

// raw returns the bytes of a value and its type; nil where the entry is not there.
func (f *tiffFile) raw(entries []byte, tag uint16) (value []byte, kind int, err error) {
	one, width := 12, 4
	if f.big {
		one, width = 20, 8
	}
	for ; len(entries) >= one; entries = entries[one:] {
		if f.order.Uint16(entries) != tag {
			continue
		}
		kind = int(f.order.Uint16(entries[2:]))
		count := uint64(f.order.Uint32(entries[4:]))
		if f.big {
			count = f.order.Uint64(entries[4:])
		}
		if kind >= len(widths) || widths[kind] == 0 || count > maxEntryValues {
			return nil, 0, fmt.Errorf("tag %d: expected at most %d whole numbers, found %d of type %d", tag, maxEntryValues, count, kind)
		}
		value = entries[4+width : 4+2*width]
		if n := int(count) * widths[kind]; n <= width {
			return value[:n], kind, nil
		} else if at := f.offset(value); at+int64(n) <= f.size {
			value = make([]byte, n)
			_, err = f.ReadAt(value, at)
			return value, kind, noEOF(err)
		}
		return nil, 0, fmt.Errorf("tag %d: %w", tag, io.ErrUnexpectedEOF)
	}
	return nil, 0, nil
}

// values returns the whole numbers of an entry, nil where it is not there.
func (f *tiffFile) values(entries []byte, tag uint16) ([]uint64, error) {
	raw, kind, err := f.raw(entries, tag)
	if err != nil || raw == nil {
		return nil, err
	}
	out := make([]uint64, 0, len(raw)/widths[kind])
	for ; len(raw) > 0; raw = raw[widths[kind]:] {
		switch widths[kind] {
		case 1:
			out = append(out, uint64(raw[0]))
		case 2:
			out = append(out, uint64(f.order.Uint16(raw)))
		case 4:
			out = append(out, uint64(f.order.Uint32(raw)))
		default:
			out = append(out, f.order.Uint64(raw))
		}
	}
	return out, nil
}

// tiffTags are the values of a page by their tags.
type tiffTags map[uint16][]uint64

func (t tiffTags) first(tag uint16, missing int) int {
	if v := t[tag]; len(v) > 0 && v[0] <= maxFileBytes {
		return int(v[0])
	}
	return missing
}

// tags reads the values of a page.
func (f *tiffFile) tags(at int64) (tiffTags, error) {
	entries, _, err := f.entries(at)
	if err != nil {
		return nil, err
	}
	t := tiffTags{}
	for _, tag := range append(slices.Clone(laidOut), tagSampleFormat, tagPlanar) {
		if t[tag], err = f.values(entries, tag); err != nil {
			return nil, err
		}
	}
	return t, checkSize(t.first(tagWidth, 0), t.first(tagHeight, 0))
}

// page decodes the page whose directory is at an offset, as it is: numbers of more than 16
// bits, with a sign or a fraction as *numbers. It ends with ctx.Err() soon after ctx has
// ended.
func (f *tiffFile) page(ctx context.Context, at int64) (image.Image, error) {
	t, err := f.tags(at)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("expected a picture: %w", noEOF(err))
	}
	kind, err := numberOf(t)
	if err != nil {
		return nil, err
	}
	whole, size := io.ReaderAt(nil), f.size
	if !f.big && kind.isPlain() {
		p := &pageFile{file: f}
		if _, err := f.ReadAt(p.head[:], 0); err != nil {
			return nil, err
		}
		f.order.PutUint32(p.head[4:], uint32(at))
		whole = p
	} else {
		anew, err := f.layOut(ctx, t, kind)
		if err != nil {
			return nil, err
		}
		whole, size = anew, anew.Size()
	}
	m, err := tiff.Decode(io.NewSectionReader(files.AtWithContext(ctx, whole), 0, size))
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if unsupported := tiff.UnsupportedError(""); errors.As(err, &unsupported) {
		return nil, fmt.Errorf("expected grey values or colours, not compressed or by LZW, Deflate or PackBits, found others (%s): "+
			"save it so, by ImageJ's Image > Type > 8-bit", string(unsupported))
	}
	if err != nil {
		return nil, fmt.Errorf("expected a picture: %w", noEOF(err))
	}
	if kind.isPlain() {
		return m, nil
	}
	return kind.numbers(m.(*image.Gray), t, f.order)
}
