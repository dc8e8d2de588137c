package footage

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"slices"

	"golang.org/x/image/tiff"

	"motionseg/hopkins/container"
	"motionseg/hopkins/files"
)

// The decoder of TIFF that is used knows 32-bit offsets and unsigned samples of 8 and 16
// bits. A page of a BigTIFF, and one of other numbers, is laid out anew for it, in memory:
// other numbers as bytes, which numbers.go puts together again.
//
// Sources: TIFF 6.0, and Adobe's TIFF Technical Note 3 for predictors.

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
	whiteIsZero, black = 0, 1
)

// laidOut are the tags that a page that is laid out anew keeps, in order.
var laidOut = []uint16{tagWidth, tagHeight, tagBits, 259, tagPhotometric, tagStripOffsets, tagSamples, 278,
	tagStripCounts, tagPredictor, tagColours, tagTileWidth, tagTileHeight, tagTileOffsets, tagTileCounts, tagExtra}

// tiffFile is a TIFF or BigTIFF of which pages are decoded.
type tiffFile struct{ *container.TIFF }

// newTIFF reads a header, and returns where the first directory is.
func newTIFF(r io.ReaderAt, size int64) (tiffFile, int64, error) {
	f, first, err := container.OpenTIFF(r, size)
	return tiffFile{f}, first, err
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
func (f tiffFile) tags(at int64) (tiffTags, error) {
	entries, _, err := f.Entries(at)
	if err != nil {
		return nil, err
	}
	t := tiffTags{}
	for _, tag := range append(slices.Clone(laidOut), tagSampleFormat, tagPlanar) {
		if t[tag], err = f.Values(entries, tag); err != nil {
			return nil, err
		}
	}
	return t, checkSize(t.first(tagWidth, 0), t.first(tagHeight, 0))
}

// page decodes the page whose directory is at an offset, as it is: numbers of more than 16
// bits, with a sign or a fraction as *numbers. It ends with ctx.Err() soon after ctx has
// ended.
func (f tiffFile) page(ctx context.Context, at int64) (image.Image, error) {
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
	whole, size := io.ReaderAt(nil), f.Size
	if !f.Big && kind.isPlain() {
		p := &pageFile{file: f}
		if _, err := f.ReadAt(p.head[:], 0); err != nil {
			return nil, err
		}
		f.Order.PutUint32(p.head[4:], uint32(at))
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
		return nil, fmt.Errorf("expected grey values or colours, not compressed or by LZW, Deflate or PackBits, "+
			"found others (%s): "+
			"save it so, by ImageJ's Image > Type > 8-bit", string(unsupported))
	}
	if err != nil {
		return nil, fmt.Errorf("expected a picture: %w", noEOF(err))
	}
	if kind.isPlain() {
		return m, nil
	}
	return kind.numbers(m.(*image.Gray), t, f.Order)
}
