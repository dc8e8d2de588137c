package footage

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
)

// Why an undamaged file is not read here.
var (
	errNotAVI = errors.New("not an AVI file")
	errCodec  = errors.New("not Motion-JPEG")
)

// Bounds on what a RIFF file may make the reader do.
const (
	maxDepth  = 6       // lists in lists
	maxChunks = 1 << 22 // chunks in a file
	maxFrame  = 64 << 20
)

var _ reader = (*avi)(nil)

// avi reads the frames of an AVI file whose video stream is Motion-JPEG.
type avi struct {
	name   string
	file   io.Closer
	at     io.ReaderAt
	rate   float64 // frames a second, 0 when the file does not say
	frames []extent
	note   string // that the file is cut off
}

// extent is where a frame lies in the file.
type extent struct {
	offset int64
	length uint32
}

// openAVI opens a Motion-JPEG video. It closes the file unless it returns a
// source, and returns an error that wraps errCodec for another codec.
func openAVI(f fs.File, name string) (*Source, error) {
	r, err := newAVI(f, name)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s := newSource(MotionJPEG, r)
	s.rate, s.note = r.rate, r.note
	return s, nil
}

func newAVI(f fs.File, name string) (*avi, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	at, ok := f.(io.ReaderAt)
	if !ok {
		return nil, errors.New("expected a file that can be read at any place")
	}
	w := &aviWalk{at: at, stream: -1}
	if err := w.riff(info.Size()); err != nil {
		return nil, err
	}
	r := &avi{name: name, file: f, at: at, rate: w.rate, frames: w.frames}
	if w.cut {
		r.note = endsEarly(len(w.frames), int64(w.promised))
	}
	if len(r.frames) == 0 {
		return nil, errors.New("expected video frames (chunks 00dc), found none")
	}
	var start [2]byte
	if _, err := at.ReadAt(start[:], r.frames[0].offset); err != nil {
		return nil, err
	}
	if start != [2]byte{0xFF, markerSOI} {
		return nil, fmt.Errorf("codec %q: %w", w.codec, errCodec)
	}
	return r, nil
}

func (r *avi) count() int   { return len(r.frames) }
func (r *avi) Close() error { return r.file.Close() }

func (r *avi) gray(ctx context.Context, i int) (*image.Gray, error) {
	return grayFrom(ctx, r, i)
}

func (r *avi) read(ctx context.Context, i int, _ func(int, image.Image)) (image.Image, error) {
	content := make([]byte, r.frames[i].length)
	if _, err := r.at.ReadAt(content, r.frames[i].offset); err != nil {
		return nil, fmt.Errorf("%s: frame %d: %w", r.name, i+1, err)
	}
	picture, err := decode(ctx, withHuffmanTables(content))
	if err != nil {
		return nil, fmt.Errorf("%s: frame %d: %w", r.name, i+1, err)
	}
	return picture, nil
}

// aviWalk walks through the chunks of an AVI file. A RIFF chunk is four
// letters, the length of its content as a little-endian uint32, the content,
// and a byte of padding after an odd length; the content of RIFF and LIST is
// four letters and chunks.
type aviWalk struct {
	at      io.ReaderAt
	chunks  int
	streams int
	stream  int     // number of the video stream, −1 until it is known
	codec   string  // of the video stream
	rate    float64 // of the video stream, 0 when it is not said
	frames  []extent
	// promised is how many frames the video stream is said to have, 0 when it is
	// not said; cut, whether the file ends before a chunk does.
	promised uint32
	cut      bool
}

// riff walks the whole file: a RIFF chunk "AVI ", and after it "AVIX" chunks
// of files over a gigabyte. A file that ends early has the frames before that.
func (w *aviWalk) riff(size int64) error {
	for offset, first := int64(0), true; offset+12 <= size; first = false {
		id, length, err := w.header(offset)
		if err != nil {
			return err
		}
		kind, err := w.letters(offset + 8)
		if err != nil {
			return err
		}
		if first && (id != "RIFF" || kind != "AVI ") {
			return fmt.Errorf("%w: expected RIFF, AVI, found %q, %q", errNotAVI, id, kind)
		}
		end := min(size, offset+8+int64(length))
		w.cut = w.cut || end < offset+8+int64(length)
		if id == "RIFF" && (kind == "AVI " || kind == "AVIX") {
			if err := w.list(offset+12, end, 0); err != nil {
				return err
			}
		}
		offset += 8 + int64(length) + int64(length&1)
	}
	if w.chunks == 0 {
		return fmt.Errorf("%w: expected RIFF, AVI, found too few bytes", errNotAVI)
	}
	return nil
}

// list walks the chunks between two offsets, up to where there is none: zeros, as a recorder
// leaves that reserved room and did not come to its end.
func (w *aviWalk) list(offset, end int64, depth int) error {
	for offset+8 <= end {
		id, length, err := w.header(offset)
		if err != nil {
			return err
		}
		if id == "\x00\x00\x00\x00" {
			w.cut = true
			return nil
		}
		content := offset + 8
		complete := content+int64(length) <= end
		switch {
		case id == "LIST" && length >= 4:
			kind, err := w.letters(content)
			if err != nil {
				return err
			}
			if kind == "hdrl" || kind == "strl" || kind == "movi" || kind == "rec " {
				if depth == maxDepth {
					return fmt.Errorf("at byte %d: expected at most %d lists in each other, found more", offset, maxDepth)
				}
				if err := w.list(content+4, min(end, content+int64(length)), depth+1); err != nil {
					return err
				}
			}
		case !complete:
			return nil
		case id == "strh":
			if err := w.streamHeader(content, length); err != nil {
				return err
			}
		case id == "strf" && w.stream == w.streams-1 && length >= 20:
			// The compression of the BITMAPINFOHEADER names the codec.
			if w.codec, err = w.letters(content + 16); err != nil {
				return err
			}
		case w.stream >= 0 && (id == fmt.Sprintf("%02ddc", w.stream) || id == fmt.Sprintf("%02ddb", w.stream)):
			if err := w.frame(content, length); err != nil {
				return err
			}
		}
		offset = content + int64(length) + int64(length&1)
	}
	return nil
}

// streamHeader counts a stream and takes the first one of video. The header
// holds the kind in its first four bytes, from byte 20 the two numbers whose
// ratio is the rate: the scale, then the rate, and from byte 32 the number of
// frames.
func (w *aviWalk) streamHeader(content int64, length uint32) error {
	number := w.streams
	w.streams++
	var b [36]byte
	if w.stream >= 0 || length < uint32(len(b)) {
		return nil
	}
	if _, err := w.at.ReadAt(b[:], content); err != nil {
		return fmt.Errorf("at byte %d: %w", content, err)
	}
	if string(b[:4]) != "vids" {
		return nil
	}
	w.stream, w.promised = number, binary.LittleEndian.Uint32(b[32:])
	scale, rate := binary.LittleEndian.Uint32(b[20:]), binary.LittleEndian.Uint32(b[24:])
	if scale > 0 && rate > 0 && rate/scale <= 1000 {
		w.rate = float64(rate) / float64(scale)
	}
	return nil
}

// frame adds a frame. One without content repeats the one before.
func (w *aviWalk) frame(content int64, length uint32) error {
	if length > maxFrame {
		return fmt.Errorf("frame %d: expected at most %d bytes, found %d", len(w.frames)+1, maxFrame, length)
	}
	switch {
	case length >= 2:
		w.frames = append(w.frames, extent{content, length})
	case len(w.frames) > 0:
		w.frames = append(w.frames, w.frames[len(w.frames)-1])
	}
	return nil
}

// header reads the letters and the length of a chunk.
func (w *aviWalk) header(offset int64) (id string, length uint32, err error) {
	if w.chunks++; w.chunks > maxChunks {
		return "", 0, fmt.Errorf("expected at most %d chunks, found more", maxChunks)
	}
	var b [8]byte
	if _, err := w.at.ReadAt(b[:], offset); err != nil {
		return "", 0, fmt.Errorf("at byte %d: %w", offset, err)
	}
	return string(b[:4]), binary.LittleEndian.Uint32(b[4:]), nil
}

func (w *aviWalk) letters(offset int64) (string, error) {
	var b [4]byte
	if _, err := w.at.ReadAt(b[:], offset); err != nil {
		return "", fmt.Errorf("at byte %d: %w", offset, err)
	}
	return string(b[:]), nil
}
