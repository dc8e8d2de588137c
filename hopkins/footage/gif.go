package footage

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"io"
	"os"
	"sync"
)

var _ reader = (*animation)(nil)

// animation reads the frames of an animated GIF. Each of them is drawn over what
// the ones before have left, so that only one is kept.
type animation struct {
	path   string
	file   *os.File
	width  int
	height int
	head   []byte // the header, with the colours that all frames share
	parts  []gifPart
	times  []float64 // in seconds
	cut    bool      // the file ends before its last block

	mu     sync.Mutex
	next   int         // the frame that comes next on the canvas
	canvas *image.RGBA // what the frames before it have left
}

// gifPart is where a frame lies in the file.
type gifPart struct {
	offset, length int64 // of its extension and picture
}

// maxGIF bounds the frames of an animation.
const maxGIF = 1 << 20

// openGIF opens an animated GIF. It closes the file unless it returns a source.
func openGIF(f *os.File, path string) (*Source, error) {
	r := &animation{path: path, file: f}
	if err := r.index(); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s := newSource(Animation, r)
	if r.cut {
		s.note = endsEarly(len(r.parts), 0)
	}
	if last := len(r.times) - 1; last > 0 {
		s.rate = float64(last) / r.times[last]
	}
	return s, nil
}

// index finds the frames. A file that ends early has those before.
//
// Source: the specification of GIF89a. Behind the header and its colours stand
// blocks: 0x21, a label and data for extensions, 0x2C, nine bytes, colours and
// data for a picture, 0x3B at the end. Data are pieces, each with its length in
// front, up to one of length 0.
func (r *animation) index() error {
	in := &gifScanner{file: r.file}
	r.head = in.bytes(13)
	if in.err != nil {
		return fmt.Errorf("expected a GIF: %w", noEOF(in.err))
	}
	r.width, r.height = int(binary.LittleEndian.Uint16(r.head[6:])), int(binary.LittleEndian.Uint16(r.head[8:]))
	if err := checkSize(r.width, r.height); err != nil {
		return err
	}
	r.head = append(r.head, in.bytes(colours(r.head[10]))...)
	start, delay, now := in.at, 0.0, 0.0
	for in.err == nil && len(r.parts) < maxGIF {
		switch b := in.bytes(1); {
		case in.err != nil:
			// Some programs leave out the last block.
			return r.some(in.err)
		case b[0] == 0x21:
			const control = 0xF9
			label := in.bytes(1)
			if in.err == nil && label[0] == control {
				start = in.at - 2
				if body := in.bytes(6); in.err == nil {
					delay = float64(binary.LittleEndian.Uint16(body[2:])) / 100
				}
				continue
			}
			in.data()
		case b[0] == 0x2C:
			if place := in.bytes(9); in.err == nil {
				in.skip(int64(colours(place[8])))
				in.skip(1) // the width of codes
				in.data()
			}
			if in.err == nil {
				r.parts = append(r.parts, gifPart{start, in.at - start})
				r.times = append(r.times, now)
				// Programs show frames without a time for a tenth of a second.
				if delay < 0.02 {
					delay = 0.1
				}
				now += delay
				start, delay = in.at, 0
			}
		case b[0] == 0x3B:
			return r.some(io.EOF)
		default:
			in.err = fmt.Errorf("at byte %d: expected a block, found %#x", in.at-1, b[0])
		}
	}
	r.cut = errors.Is(in.err, io.EOF)
	return r.some(in.err)
}

// some returns an error where there are no frames up to what ended the file.
func (r *animation) some(end error) error {
	switch {
	case len(r.parts) > 0:
		return nil
	case errors.Is(end, io.EOF):
		return errors.New("expected frames, found none")
	}
	return end
}

// colours returns the length of a table of colours by the flags before it.
func colours(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (1 + flags&7)
}

// gifScanner reads a file from its beginning, up to the first error.
type gifScanner struct {
	file io.ReaderAt
	at   int64
	err  error
}

func (s *gifScanner) bytes(n int) []byte {
	b := make([]byte, n)
	if s.err == nil {
		_, s.err = s.file.ReadAt(b, s.at)
	}
	s.at += int64(n)
	return b
}

func (s *gifScanner) skip(n int64) { s.at += n }

// data passes over pieces of data.
func (s *gifScanner) data() {
	for s.err == nil {
		n := s.bytes(1)[0]
		s.skip(int64(n))
		if n == 0 {
			return
		}
	}
}

func (r *animation) count() int { return len(r.parts) }

func (r *animation) time(i int) (float64, bool) {
	if i >= len(r.times) {
		return 0, false
	}
	return r.times[i], true
}

func (r *animation) expected() int { return len(r.parts) }

func (r *animation) meanRate() float64 { return 0 } // Source has it

func (r *animation) Close() error { return r.file.Close() }

func (r *animation) gray(ctx context.Context, i int) (*image.Gray, error) {
	return grayFrom(ctx, r, i)
}

func (r *animation) read(ctx context.Context, i int, pass func(int, image.Image)) (image.Image, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.canvas == nil || r.next > i {
		r.next, r.canvas = 0, image.NewRGBA(image.Rect(0, 0, r.width, r.height))
	}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at := r.next
		picture, err := r.draw(at)
		if err != nil {
			r.canvas = nil
			return nil, fmt.Errorf("%s: frame %d: %w", r.path, at+1, err)
		}
		if at == i {
			return picture, nil
		}
		pass(at, picture)
	}
}

// draw draws the next frame and returns it on white.
func (r *animation) draw(i int) (*image.RGBA, error) {
	part := r.parts[i]
	if part.length > maxFileBytes {
		return nil, fmt.Errorf("expected at most %d bytes, found %d", maxFileBytes, part.length)
	}
	// A file of this frame alone.
	content := make([]byte, part.length)
	if _, err := r.file.ReadAt(content, part.offset); err != nil {
		return nil, err
	}
	alone, err := gif.DecodeAll(bytes.NewReader(append(append(bytes.Clone(r.head), content...), 0x3B)))
	if err != nil {
		return nil, err
	}
	m := alone.Image[0]
	before := r.canvas
	if alone.Disposal[0] == gif.DisposalPrevious {
		before = image.NewRGBA(r.canvas.Rect)
		copy(before.Pix, r.canvas.Pix)
	}
	draw.Draw(r.canvas, m.Rect, m, m.Rect.Min, draw.Over)
	shown := flatten(r.canvas)
	if alone.Disposal[0] == gif.DisposalBackground {
		draw.Draw(r.canvas, m.Rect, image.Transparent, image.Point{}, draw.Src)
	}
	r.canvas = before
	r.next++
	return shown, nil
}
