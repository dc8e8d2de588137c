package footage

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"os"

	"golang.org/x/image/tiff"

	"motionseg/hopkins/files"
)

var _ reader = (*pages)(nil)

// pages reads the pages of a TIFF, one a frame.
type pages struct {
	path    string
	file    *os.File
	size    int64
	order   binary.ByteOrder
	offsets []uint32 // of the directories of the pages
	// Grey values of 16 bits are shown from the darkest of the first page to its
	// brightest, since microscopes seldom use all of them.
	low, high uint16
	taken     string // which pages of a stack they are, empty for all
}

// errNoProgram marks an error that says what to do, about a file that ffmpeg does not read
// either; it adds nothing to the text.
var errNoProgram = errors.New("")

// bigTIFF is what BigTIFF has in place of the 42 of TIFF.
const bigTIFF = 43

// maxPages bounds the pages of a TIFF.
const maxPages = 1 << 20

// openTIFF opens a TIFF, of a stack with several channels the one of that number
// from 1, 0 standing for the first. It closes the file unless it returns a source. It
// ends with ctx.Err() soon after ctx has ended.
func openTIFF(ctx context.Context, f *os.File, path string, channel int) (*Source, error) {
	r := &pages{path: path, file: f}
	if err := r.index(ctx, channel); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s := newSource(Pages, r)
	s.note = r.taken
	return s, nil
}

// index finds the directories of the pages: the header says where the first is,
// each directory, behind its count of entries of 12 bytes, where the next is.
func (r *pages) index(ctx context.Context, channel int) error {
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	r.size = info.Size()
	head := make([]byte, 8)
	if _, err := r.file.ReadAt(head, 0); err != nil {
		return fmt.Errorf("expected a TIFF: %w", noEOF(err))
	}
	r.order = binary.LittleEndian
	if string(head[:2]) == "MM" {
		r.order = binary.BigEndian
	}
	if r.order.Uint16(head[2:]) == bigTIFF {
		return fmt.Errorf("expected a TIFF, found a BigTIFF: save it as pictures in a folder, by ImageJ's Save As > Image Sequence%w", errNoProgram)
	}
	seen := map[uint32]bool{}
	for at := r.order.Uint32(head[4:]); at != 0 && len(r.offsets) < maxPages; {
		var b [4]byte
		if _, err := r.file.ReadAt(b[:2], int64(at)); err != nil || seen[at] {
			break // a file that ends early, or goes in circles, has the pages before
		}
		seen[at] = true
		r.offsets = append(r.offsets, at)
		if _, err := r.file.ReadAt(b[:], int64(at)+2+12*int64(r.order.Uint16(b[:]))); err != nil {
			break
		}
		at = r.order.Uint32(b[:])
	}
	if len(r.offsets) == 0 {
		return errors.New("expected pages, found none")
	}
	s, known := parseStack(r.description(ctx))
	if !known {
		s = stack{channels: 1, slices: 1, frames: len(r.offsets), order: "CZT"}
	}
	if err := r.take(s, channel); err != nil {
		return err
	}
	first, err := r.page(ctx, 0)
	if err != nil {
		return fmt.Errorf("page 1: %w", err)
	}
	if g, ok := first.(*image.Gray16); ok {
		r.low, r.high = range16(g)
	}
	return nil
}

// pageFile is a TIFF whose header points to another page.
type pageFile struct {
	*io.SectionReader
	file io.ReaderAt
	head [8]byte
}

func (p *pageFile) ReadAt(b []byte, offset int64) (int, error) {
	n, err := p.file.ReadAt(b, offset)
	if offset < int64(len(p.head)) {
		copy(b[:n], p.head[offset:])
	}
	return n, err
}

// page decodes a page as it is. It ends with ctx.Err() soon after ctx has ended.
func (r *pages) page(ctx context.Context, i int) (image.Image, error) {
	p := &pageFile{file: r.file, SectionReader: io.NewSectionReader(r.file, 0, r.size)}
	if _, err := r.file.ReadAt(p.head[:], 0); err != nil {
		return nil, err
	}
	r.order.PutUint32(p.head[4:], r.offsets[i])
	whole := io.NewSectionReader(files.AtWithContext(ctx, p), 0, r.size)
	config, err := tiff.DecodeConfig(whole)
	if unsupported := tiff.UnsupportedError(""); errors.As(err, &unsupported) {
		return nil, fmt.Errorf("expected pixels of 8 or 16 bits, found others (%s): save it so, by ImageJ's Image > Type > 8-bit%w", string(unsupported), errNoProgram)
	}
	if err != nil {
		return nil, fmt.Errorf("expected a picture: %w", err)
	}
	if err := checkSize(config.Width, config.Height); err != nil {
		return nil, err
	}
	m, err := tiff.Decode(whole)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("expected a picture: %w", err)
	}
	return m, nil
}

func (r *pages) count() int { return len(r.offsets) }

func (r *pages) Close() error { return r.file.Close() }

func (r *pages) gray(ctx context.Context, i int) (*image.Gray, error) { return grayFrom(ctx, r, i) }

func (r *pages) read(ctx context.Context, i int, _ func(int, image.Image)) (image.Image, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m, err := r.page(ctx, i)
	if err != nil {
		return nil, fmt.Errorf("%s: page %d: %w", r.path, i+1, err)
	}
	switch m := m.(type) {
	case *image.Gray16:
		return stretch16(m, r.low, r.high), nil
	case *image.Gray, *image.YCbCr:
		return m, nil
	}
	return flatten(m), nil
}

// range16 returns the darkest and the brightest value of a picture.
func range16(g *image.Gray16) (low, high uint16) {
	low = 0xFFFF
	for y := g.Rect.Min.Y; y < g.Rect.Max.Y; y++ {
		for x := g.Rect.Min.X; x < g.Rect.Max.X; x++ {
			v := g.Gray16At(x, y).Y
			low, high = min(low, v), max(high, v)
		}
	}
	return low, high
}

// pagesOf returns the number of pages of a TIFF, up to 2; 0 for what is none.
func pagesOf(fsys fs.FS, name string) int {
	f, err := fsys.Open(name)
	if err != nil {
		return 0
	}
	defer f.Close()
	at, ok := f.(io.ReaderAt)
	head := make([]byte, 8)
	if !ok {
		return 0
	}
	if _, err := at.ReadAt(head, 0); err != nil || !isTIFF(head) {
		return 0
	}
	order := binary.ByteOrder(binary.LittleEndian)
	if head[0] == 'M' {
		order = binary.BigEndian
	}
	first := int64(order.Uint32(head[4:]))
	var b [4]byte
	if _, err := at.ReadAt(b[:2], first); err != nil {
		return 0
	}
	if _, err := at.ReadAt(b[:], first+2+12*int64(order.Uint16(b[:]))); err != nil || order.Uint32(b[:]) == 0 {
		return 1
	}
	return 2
}

// stretch16 brings grey values of 16 bits between low and high to 8.
func stretch16(m *image.Gray16, low, high uint16) *image.Gray {
	size := m.Rect.Size()
	g := image.NewGray(image.Rectangle{Max: size})
	span := max(int(high)-int(low), 1)
	for y := range size.Y {
		for x := range size.X {
			v := int(m.Gray16At(m.Rect.Min.X+x, m.Rect.Min.Y+y).Y) - int(low)
			g.Pix[y*g.Stride+x] = uint8(min(max((255*v+span/2)/span, 0), 255))
		}
	}
	return g
}
