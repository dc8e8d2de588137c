package footage

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"

	"motionseg/hopkins/container"
)

// layOut returns a TIFF of one page that the decoder knows: the pixels of the page, and a
// directory for them with offsets of 32 bits. Of other numbers than the decoder's, a row is
// so many grey values of 8 bits as it has bytes.
func (f tiffFile) layOut(ctx context.Context, t tiffTags, kind number) (*bytes.Reader, error) {
	if width, height := padded(t); !kind.isPlain() {
		if err := checkSize(width, height); err != nil {
			return nil, err
		}
	}
	out := []byte("II*\x00\x00\x00\x00\x00")
	if f.Order == container.TIFFOrder(binary.BigEndian) {
		out = []byte("MM\x00*\x00\x00\x00\x00")
	}
	offsets, counts := t[tagStripOffsets], t[tagStripCounts]
	if t[tagTileOffsets] != nil {
		offsets, counts = t[tagTileOffsets], t[tagTileCounts]
	}
	if len(offsets) == 0 || len(offsets) != len(counts) {
		return nil, fmt.Errorf("expected strips or tiles with as many sizes, found %d and %d", len(offsets), len(counts))
	}
	at := make([]uint64, len(offsets))
	for i, n := range counts {
		if n > maxFileBytes-uint64(len(out)) || offsets[i] > uint64(f.Size) || n > uint64(f.Size)-offsets[i] {
			return nil, fmt.Errorf("expected pixels of at most %d bytes within the file, found %d at %d", maxFileBytes,
				n, offsets[i])
		}
		at[i] = uint64(len(out))
		out = append(out, make([]byte, n)...)
		if _, err := f.ReadAt(out[at[i]:], int64(offsets[i])); err != nil && err != io.EOF {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if err := kind.plausible(t, len(out)); err != nil {
		return nil, err
	}
	anew := tiffTags{}
	for _, tag := range laidOut {
		anew[tag] = t[tag]
	}
	if t[tagTileOffsets] != nil {
		anew[tagTileOffsets], anew[tagStripOffsets], anew[tagStripCounts] = at, nil, nil
	} else {
		anew[tagStripOffsets] = at
	}
	if !kind.isPlain() {
		kind.asBytes(anew)
	}
	return f.directory(out, anew), nil
}

// directory puts a directory behind the pixels, all its values of 32 bits.
func (f tiffFile) directory(out []byte, t tiffTags) *bytes.Reader {
	var entries []byte
	count := 0
	for _, tag := range laidOut {
		values := t[tag]
		if len(values) == 0 {
			continue
		}
		count++
		entries = f.Order.AppendUint16(entries, tag)
		entries = f.Order.AppendUint16(entries, 4) // of 32 bits
		entries = f.Order.AppendUint32(entries, uint32(len(values)))
		if len(values) == 1 {
			entries = f.Order.AppendUint32(entries, uint32(values[0]))
			continue
		}
		entries = f.Order.AppendUint32(entries, uint32(len(out)))
		for _, v := range values {
			out = f.Order.AppendUint32(out, uint32(v))
		}
	}
	f.Order.PutUint32(out[4:], uint32(len(out)))
	out = f.Order.AppendUint16(out, uint16(count))
	out = append(out, entries...)
	return bytes.NewReader(append(out, 0, 0, 0, 0))
}
