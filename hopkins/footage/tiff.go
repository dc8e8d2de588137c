package footage

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"os"

	"motionseg/hopkins/container"
)

var _ reader = (*pages)(nil)

// pages reads the pages of a TIFF, one a frame.
type pages struct {
	path    string
	file    *os.File
	tiff    tiffFile
	offsets []int64 // of the directories of the pages
	// Grey values of 16 bits, and other numbers, are shown from the darkest of the first page
	// to its brightest, since microscopes seldom use all of them.
	span  span
	taken string // which pages of a stack they are, empty for all
}

// errNoProgram marks an error about a TIFF, of which ffmpeg reads the first page at most; it
// adds nothing to the text.
var errNoProgram = errors.New("")

// maxPages bounds the pages of a TIFF.
const maxPages = 1 << 20

// openTIFF opens a TIFF, of a stack with several channels the one of that number
// from 1, 0 standing for the first. It closes the file unless it returns a source. It
// ends with ctx.Err() soon after ctx has ended.
func openTIFF(ctx context.Context, f *os.File, path string, channel int) (*Source, error) {
	r := &pages{path: path, file: f}
	if err := r.index(ctx, channel); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w%w", path, err, errNoProgram)
	}
	s := newSource(Pages, r)
	s.note = r.taken
	return s, nil
}

// index finds the directories of the pages: the header says where the first is,
// each directory, behind its entries, where the next is.
func (r *pages) index(ctx context.Context, channel int) error {
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	var at int64
	if r.tiff, at, err = newTIFF(r.file, info.Size()); err != nil {
		return err
	}
	seen := map[int64]bool{}
	for at != 0 && len(r.offsets) < maxPages && !seen[at] {
		_, next, err := r.tiff.Entries(at)
		if err != nil || ctx.Err() != nil {
			break // a file that ends early, or goes in circles, has the pages before
		}
		seen[at] = true
		r.offsets = append(r.offsets, at)
		at = next
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if len(r.offsets) == 0 {
		return errors.New("expected pages, found none")
	}
	s, known := parseStack(r.tiff.description(r.offsets[0]))
	if !known {
		s = stack{channels: 1, slices: 1, frames: len(r.offsets), order: "CZT"}
	}
	if err := r.take(s, channel); err != nil {
		return err
	}
	first, err := r.tiff.page(ctx, r.offsets[0])
	if err != nil {
		return fmt.Errorf("page 1: %w", err)
	}
	r.span, _ = spanOf(first)
	return nil
}

// pageFile is a TIFF whose header points to another page.
type pageFile struct {
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

func (r *pages) count() int { return len(r.offsets) }

func (r *pages) Close() error { return r.file.Close() }

func (r *pages) gray(ctx context.Context, i int) (*image.Gray, error) { return grayFrom(ctx, r, i) }

func (r *pages) read(ctx context.Context, i int, _ func(int, image.Image)) (image.Image, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m, err := r.tiff.page(ctx, r.offsets[i])
	if err != nil {
		return nil, fmt.Errorf("%s: page %d: %w", r.path, i+1, err)
	}
	switch m := m.(type) {
	case *image.Gray16, *numbers:
		return r.span.stretched(m), nil
	case *image.Gray, *image.YCbCr:
		return m, nil
	}
	return flatten(m), nil
}

// pagesOf returns the number of pages of a TIFF, up to 2; 0 for what is none.
func pagesOf(fsys fs.FS, name string) int {
	f, err := fsys.Open(name)
	if err != nil {
		return 0
	}
	defer f.Close()
	at, ok := f.(io.ReaderAt)
	info, err := f.Stat()
	head := make([]byte, 8)
	if !ok || err != nil {
		return 0
	}
	if _, err := at.ReadAt(head, 0); err != nil || !container.IsTIFF(head) {
		return 0
	}
	t, first, err := newTIFF(at, info.Size())
	if err != nil {
		return 0
	}
	if _, next, err := t.Entries(first); err != nil {
		return 0
	} else if next == 0 {
		return 1
	}
	return 2
}
