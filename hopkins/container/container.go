// Package container reads from the header of a film how large its pictures are
// and which codec they need, without decoding any: of MP4 and QuickTime (ISO
// 14496-12), Matroska and WebM (RFC 8794, RFC 9559), AVI, GIF, and streams of
// MPEG-1 and MPEG-2; of other streams in MPEG no more than that they are.
package container

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"motionseg/hopkins/files"
)

// Info is what a film says of itself. What it does not say is empty or 0.
type Info struct {
	Format string // such as "MP4"
	Codec  string // such as "H.264 (avc1)"
	// Width and Height of the pictures in pixels as they are shown: turned
	// where the film says so.
	Width, Height int
}

// ErrUnknown is the error for a file that is none of the formats.
var ErrUnknown = errors.New("expected a film, found another kind of file")

// ReadFile reads the header of the film at path. What it has learnt before an
// error, which names the file, is returned too.
func ReadFile(path string) (Info, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Info{}, err
	}
	if !info.Mode().IsRegular() {
		return Info{}, fmt.Errorf("%s: %w", path, ErrUnknown)
	}
	f, err := files.Open(path)
	if err != nil {
		return Info{}, err
	}
	defer f.Close()
	found, err := Read(f, info.Size())
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return found, err
}

// Read reads the header of a film of size bytes. What it has learnt before an
// error is returned too.
func Read(at io.ReaderAt, size int64) (Info, error) {
	w := &walk{at: at, left: maxItems}
	head := make([]byte, min(size, 12))
	if _, err := at.ReadAt(head, 0); err != nil {
		return Info{}, err
	}
	var err error
	switch {
	case len(head) < 12:
		return Info{}, ErrUnknown
	case string(head[:4]) == "RIFF" && string(head[8:]) == "AVI ":
		w.info.Format = "AVI"
		err = w.riff(12, size, 0)
	case string(head[:4]) == "GIF8":
		w.info = Info{"GIF", "GIF", int(binary.LittleEndian.Uint16(head[6:])), int(binary.LittleEndian.Uint16(head[8:]))}
	case string(head[:4]) == "\x1aE\xdf\xa3":
		w.info.Format = "Matroska"
		err = w.ebml(0, size, 0)
	case string(head[4:8]) == "ftyp" || string(head[4:8]) == "moov" || string(head[4:8]) == "mdat" ||
		string(head[4:8]) == "wide":
		w.info.Format = "MP4"
		if string(head[4:8]) != "ftyp" || string(head[8:]) == "qt  " {
			w.info.Format = "QuickTime"
		}
		err = w.boxes(0, size, 0)
	case string(head[:4]) == "\x00\x00\x01\xba" || string(head[:4]) == "\x00\x00\x01\xb3":
		w.info = Info{Format: "MPEG"}
		w.sequenceHeader(size)
	case head[0] == 0x47 && size > 188 && w.byteAt(188) == 0x47:
		w.info = Info{Format: "MPEG transport stream"}
		w.sequenceHeader(size)
	default:
		return Info{}, ErrUnknown
	}
	return w.info, err
}

const (
	maxItems = 1 << 16 // boxes, elements or chunks that are looked at
	maxDepth = 10
	maxSide  = 1 << 16 // a larger side is not believed
)

// walk goes through the parts of a film's header.
type walk struct {
	at   io.ReaderAt
	left int
	info Info
	// Of the track that is being read:
	video  bool
	codec  string
	width  int
	height int
	turned bool
}

var errTooMany = fmt.Errorf("expected at most %d parts of a header, found more", maxItems)

// bytes reads n bytes at an offset.
func (w *walk) bytes(offset int64, n int) ([]byte, error) {
	b := make([]byte, n)
	if _, err := w.at.ReadAt(b, offset); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, fmt.Errorf("at byte %d: %w", offset, err)
	}
	return b, nil
}

func (w *walk) byteAt(offset int64) byte {
	b, err := w.bytes(offset, 1)
	if err != nil {
		return 0
	}
	return b[0]
}

// take makes the track that was read the film's, if it is the first of video.
func (w *walk) take() {
	if !w.video || w.info.Codec != "" || w.codec == "" {
		return
	}
	w.info.Codec = codecName(w.codec)
	if w.width < 1 || w.height < 1 || w.width > maxSide || w.height > maxSide {
		return
	}
	w.info.Width, w.info.Height = w.width, w.height
	if w.turned {
		w.info.Width, w.info.Height = w.height, w.width
	}
}

// boxes goes through the boxes of MP4 between two offsets: a length as a
// big-endian uint32, four letters, the content. The length 1 stands for a
// uint64 behind the letters, 0 for all that is left.
func (w *walk) boxes(offset, end int64, depth int) error {
	for offset+8 <= end {
		if w.left--; w.left < 0 {
			return errTooMany
		}
		head, err := w.bytes(offset, 8)
		if err != nil {
			return err
		}
		length, content := int64(binary.BigEndian.Uint32(head)), offset+8
		switch length {
		case 0:
			length = end - offset
		case 1:
			long, err := w.bytes(content, 8)
			if err != nil {
				return err
			}
			length, content = int64(binary.BigEndian.Uint64(long)), content+8
		}
		kind := string(head[4:])
		if length < content-offset {
			return fmt.Errorf("at byte %d: box %q: expected a length from %d, found %d", offset, kind, content-offset, length)
		}
		if length > end-offset {
			if kind == "mdat" {
				return fmt.Errorf("the film ends within its pictures, at byte %d of %d", end, offset+length)
			}
			return fmt.Errorf("at byte %d: box %q: expected at most %d bytes, found a length of %d", offset, kind,
				end-offset, length)
		}
		if err := w.box(kind, content, offset+length, depth); err != nil {
			return err
		}
		offset += length
	}
	return nil
}

// box reads what counts of one box.
func (w *walk) box(kind string, content, end int64, depth int) error {
	switch kind {
	case "moov", "mdia", "minf", "stbl":
		if depth < maxDepth {
			return w.boxes(content, end, depth+1)
		}
	case "trak":
		w.video, w.codec, w.width, w.height, w.turned = false, "", 0, 0, false
		if depth < maxDepth {
			if err := w.boxes(content, end, depth+1); err != nil {
				return err
			}
		}
		w.take()
	case "tkhd":
		// Version 1 has three times of 8 bytes instead of 4. Behind them and
		// other numbers stands a matrix a b u c d v x y w; a turn by a quarter
		// has a = d = 0.
		matrix := content + 40
		if w.byteAt(content) == 1 {
			matrix += 12
		}
		if matrix+20 <= end {
			b, err := w.bytes(matrix, 20)
			if err != nil {
				return err
			}
			at := func(i int) int32 { return int32(binary.BigEndian.Uint32(b[4*i:])) }
			w.turned = at(0) == 0 && at(4) == 0 && at(1) != 0 && at(3) != 0
		}
	case "hdlr":
		if content+12 <= end {
			b, err := w.bytes(content+8, 4)
			if err != nil {
				return err
			}
			// QuickTime has a second one, about where the data are.
			w.video = w.video || string(b) == "vide"
		}
	case "stsd":
		// Version and flags, a count, and the first description: length,
		// codec, and of video the size at bytes 32 and 34.
		if content+8+36 <= end {
			b, err := w.bytes(content+8, 36)
			if err != nil {
				return err
			}
			w.codec = string(b[4:8])
			w.width, w.height = int(binary.BigEndian.Uint16(b[32:])), int(binary.BigEndian.Uint16(b[34:]))
		}
	}
	return nil
}

// The elements of Matroska that count.
const (
	ebmlHeader  = 0x1A45DFA3
	ebmlDocType = 0x4282
	segment     = 0x18538067
	tracks      = 0x1654AE6B
	trackEntry  = 0xAE
	trackType   = 0x83
	codecID     = 0x86
	videoEntry  = 0xE0
	pixelWidth  = 0xB0
	pixelHeight = 0xBA
	cluster     = 0x1F43B675
)

// ebml goes through the elements of Matroska between two offsets: an id and a
// length, both of as many bytes as the leading zeros of the first say, and the
// content. Pictures, which follow the header, end it.
func (w *walk) ebml(offset, end int64, depth int) error {
	for offset < end && depth < maxDepth {
		if w.left--; w.left < 0 {
			return errTooMany
		}
		id, idLength, _, err := w.vint(offset, true)
		if err != nil {
			return err
		}
		length, lengthLength, unknown, err := w.vint(offset+idLength, false)
		if err != nil {
			return err
		}
		content := offset + idLength + lengthLength
		if unknown || length > end-content {
			// A film that is being written, or cut off.
			length = max(end-content, 0)
		}
		if id == cluster {
			return nil
		}
		if err := w.element(id, content, length, depth); err != nil {
			return err
		}
		offset = content + length
	}
	return nil
}

// element reads what counts of one element.
func (w *walk) element(id, content, length int64, depth int) error {
	switch id {
	case ebmlHeader, segment, tracks, videoEntry:
		return w.ebml(content, content+length, depth+1)
	case trackEntry:
		w.video, w.codec, w.width, w.height, w.turned = false, "", 0, 0, false
		if err := w.ebml(content, content+length, depth+1); err != nil {
			return err
		}
		w.take()
		return nil
	case ebmlDocType, trackType, codecID, pixelWidth, pixelHeight:
	default:
		return nil
	}
	if length > 64 {
		return fmt.Errorf("at byte %d: expected at most 64 bytes, found %d", content, length)
	}
	b, err := w.bytes(content, int(length))
	if err != nil {
		return err
	}
	number := 0
	for _, v := range b[:min(len(b), 7)] {
		number = number<<8 | int(v)
	}
	switch id {
	case ebmlDocType:
		if strings.TrimRight(string(b), "\x00") == "webm" {
			w.info.Format = "WebM"
		}
	case trackType:
		w.video = number == 1
	case codecID:
		w.codec = strings.TrimRight(string(b), "\x00")
	case pixelWidth:
		w.width = number
	case pixelHeight:
		w.height = number
	}
	return nil
}

// vint reads a number of variable length: an id with its marker, or a length
// without, of which one with all bits set is not known.
func (w *walk) vint(offset int64, keepMarker bool) (value, length int64, unknown bool, err error) {
	first, err := w.bytes(offset, 1)
	if err != nil {
		return 0, 0, false, err
	}
	n := 1
	for mask := byte(0x80); n <= 8 && first[0]&mask == 0; mask >>= 1 {
		n++
	}
	if n > 8 {
		return 0, 0, false, fmt.Errorf("at byte %d: expected a number, found a zero", offset)
	}
	b, err := w.bytes(offset, n)
	if err != nil {
		return 0, 0, false, err
	}
	if !keepMarker {
		b[0] &= 1<<(8-n) - 1
	}
	for _, v := range b {
		value = value<<8 | int64(v)
	}
	return value, int64(n), value == 1<<(7*n)-1, nil
}

// riff goes through the chunks of AVI between two offsets: four letters, a
// length as a little-endian uint32, the content, a byte of padding after an odd
// length.
func (w *walk) riff(offset, end int64, depth int) error {
	for offset+8 <= end {
		if w.left--; w.left < 0 {
			return errTooMany
		}
		head, err := w.bytes(offset, 8)
		if err != nil {
			return err
		}
		length, content := int64(binary.LittleEndian.Uint32(head[4:])), offset+8
		switch kind := string(head[:4]); {
		case kind == "LIST" && content+4 <= end:
			list, err := w.bytes(content, 4)
			if err != nil {
				return err
			}
			switch string(list) {
			case "movi":
				return nil
			case "hdrl", "strl":
				if depth < maxDepth {
					if err := w.riff(content+4, min(end, content+length), depth+1); err != nil {
						return err
					}
				}
			}
		case kind == "strh" && content+4 <= end:
			b, err := w.bytes(content, 4)
			if err != nil {
				return err
			}
			w.video = string(b) == "vids"
		case kind == "strf" && w.video && length >= 20 && content+20 <= end:
			// BITMAPINFOHEADER: size, width, height (negative for pictures from
			// top to bottom), planes and bits, codec.
			b, err := w.bytes(content, 20)
			if err != nil {
				return err
			}
			w.width = int(int32(binary.LittleEndian.Uint32(b[4:])))
			w.height = max(int(int32(binary.LittleEndian.Uint32(b[8:]))), -int(int32(binary.LittleEndian.Uint32(b[8:]))))
			w.codec = string(b[16:])
			w.take()
		}
		offset = content + length + length&1
	}
	return nil
}

// sequenceHeader looks for the header of a sequence of MPEG-1 or MPEG-2 near the
// beginning of a stream: the bytes 0, 0, 1, 0xB3, and width and height of 12 bits
// each. Other codecs in such streams have none.
func (w *walk) sequenceHeader(size int64) {
	const near = 1 << 17
	b, err := w.bytes(0, int(min(size, near)))
	if err != nil {
		return
	}
	at := bytes.Index(b, []byte{0, 0, 1, 0xB3})
	if at < 0 || at+7 > len(b) {
		return
	}
	width, height := int(b[at+4])<<4|int(b[at+5])>>4, int(b[at+5]&15)<<8|int(b[at+6])
	if width > 0 && height > 0 {
		w.info.Codec, w.info.Width, w.info.Height = "MPEG-1 or MPEG-2", width, height
	}
}

// codecNames are the names by which people know codecs.
var codecNames = map[string]string{
	"avc1": "H.264", "avc3": "H.264", "h264": "H.264", "x264": "H.264", "v_mpeg4/iso/avc": "H.264",
	"hvc1": "HEVC", "hev1": "HEVC", "hevc": "HEVC", "v_mpegh/iso/hevc": "HEVC", "dvh1": "HEVC",
	"vp08": "VP8", "vp80": "VP8", "v_vp8": "VP8",
	"vp09": "VP9", "vp90": "VP9", "v_vp9": "VP9",
	"av01": "AV1", "v_av1": "AV1",
	"mp4v": "MPEG-4", "xvid": "MPEG-4", "divx": "MPEG-4", "dx50": "MPEG-4", "fmp4": "MPEG-4", "v_mpeg4/iso/asp": "MPEG-4",
	"v_mpeg1": "MPEG-1", "v_mpeg2": "MPEG-2", "mpg2": "MPEG-2", "mpg1": "MPEG-1",
	"mjpg": "Motion JPEG", "jpeg": "Motion JPEG", "mjpa": "Motion JPEG", "v_mjpeg": "Motion JPEG",
	"apch": "ProRes", "apcn": "ProRes", "apcs": "ProRes", "apco": "ProRes", "ap4h": "ProRes", "v_prores": "ProRes",
	"cvid": "Cinepak", "v_theora": "Theora", "s263": "H.263", "h263": "H.263",
	"\x00\x00\x00\x00": "uncompressed", "raw ": "uncompressed", "dib ": "uncompressed", "v_uncompressed": "uncompressed",
}

// codecName returns a codec's name with what the film calls it, quoted where
// that could not be printed.
func codecName(code string) string {
	name := codecNames[strings.ToLower(code)]
	for _, c := range code {
		if c < ' ' || c > '~' {
			code = fmt.Sprintf("%q", code)
			break
		}
	}
	if name == "" {
		return code
	}
	return name + " (" + code + ")"
}
