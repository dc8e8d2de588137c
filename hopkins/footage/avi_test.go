package footage

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"motionseg/hopkins/internal/testfile"
)

// chunk returns a RIFF chunk, padded to an even length.
func chunk(id string, content ...[]byte) []byte {
	body := bytes.Join(content, nil)
	b := binary.LittleEndian.AppendUint32([]byte(id), uint32(len(body)))
	b = append(b, body...)
	if len(body)%2 == 1 {
		b = append(b, 0)
	}
	return b
}

// group returns a LIST or RIFF chunk.
func group(id, kind string, content ...[]byte) []byte {
	return chunk(id, append([][]byte{[]byte(kind)}, content...)...)
}

// stream returns the header of a stream with the given kind and codec.
func stream(kind, codec string) []byte {
	header := make([]byte, 56)
	copy(header, kind)
	copy(header[4:], codec)
	binary.LittleEndian.PutUint32(header[20:], 1000)
	binary.LittleEndian.PutUint32(header[24:], 12500)
	format := make([]byte, 40)
	copy(format[16:], codec)
	return group("LIST", "strl", chunk("strh", header), chunk("strf", format))
}

// gradient returns a picture that no two places of look alike.
func gradient(seed int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 40, 30))
	for y := range 30 {
		for x := range 40 {
			m.SetRGBA(x, y, color.RGBA{uint8(6 * x), uint8(8 * y), uint8(seed * 40), 0xFF})
		}
	}
	return m
}

// withoutTables takes the Huffman tables out of a JPEG picture, as Motion-JPEG
// does.
func withoutTables(t testing.TB, jpeg []byte) []byte {
	at := bytes.Index(jpeg, []byte{0xFF, markerDHT})
	if at < 0 {
		t.Fatal("the picture has no Huffman tables")
	}
	length := int(binary.BigEndian.Uint16(jpeg[at+2:]))
	return append(bytes.Clone(jpeg[:at]), jpeg[at+2+length:]...)
}

// movie returns a Motion-JPEG file with a sound stream, a group of frames and
// a repeated frame: pictures 0, 1, 1, 2.
func movie(t testing.TB) []byte {
	frame := func(i int) []byte { return withoutTables(t, jpegBytes(t, gradient(i))) }
	return group("RIFF", "AVI ",
		group("LIST", "hdrl", chunk("avih", make([]byte, 56)), stream("auds", "\x00\x00\x00\x00"), stream("vids", "MJPG")),
		chunk("JUNK", make([]byte, 13)),
		group("LIST", "movi",
			chunk("00wb", []byte("sound")),
			chunk("01dc", frame(0)),
			group("LIST", "rec ", chunk("01dc", frame(1)), chunk("00wb", []byte{1})),
			chunk("01dc"),
			chunk("01db", frame(2)),
		),
		chunk("idx1", make([]byte, 64)),
	)
}

func TestStandardTables(t *testing.T) {
	// Go's encoder uses the tables of annex K, so ours must give back what was
	// taken out.
	whole := jpegBytes(t, gradient(1))
	want, err := decode(t.Context(), whole)
	if err != nil {
		t.Fatal(err)
	}
	stripped := withoutTables(t, whole)
	if _, err := decode(t.Context(), stripped); err == nil {
		t.Log("the decoder no longer needs the tables")
	}
	got, err := decode(t.Context(), withHuffmanTables(stripped))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(opaque(got).Pix, opaque(want).Pix) {
		t.Error("the picture differs with the standard tables put in")
	}
	if again := withHuffmanTables(whole); !bytes.Equal(again, whole) {
		t.Error("a picture with tables of its own was changed")
	}
	from := bytes.Index(whole, []byte{0xFF, markerDHT})
	if !bytes.Equal(whole[from:from+len(standardTables)], standardTables) {
		t.Error("the tables differ from those of the encoder")
	}
}

func TestMotionJPEG(t *testing.T) {
	s, err := OpenFS(fstest.MapFS{"seq/seq.avi": {Data: movie(t)}}, "seq")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Kind() != MotionJPEG || s.Len() != 4 || s.Rate() != 12.5 {
		t.Fatalf("found %v of %d at %v a second, expected 4 frames of Motion-JPEG at 12.5", s.Kind(), s.Len(), s.Rate())
	}
	for i, picture := range []int{0, 1, 1, 2, 2} {
		want, err := decode(t.Context(), jpegBytes(t, gradient(picture)))
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Frame(i)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.(*image.RGBA).Pix, opaque(want).Pix) {
			t.Errorf("frame %d is not picture %d", i, picture)
		}
		if s.Exact(i) != (i < 4) {
			t.Errorf("frame %d: exact is %v", i, s.Exact(i))
		}
	}
}

func TestMotionJPEGFromAFile(t *testing.T) {
	path := testfile.Write(t, movie(t), t.TempDir(), "clip.avi")
	s, err := openVideo(t.Context(), path, 0, 0, firstFrame(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	if s.Kind() != MotionJPEG || s.Len() != 4 {
		t.Errorf("found %v of %d", s.Kind(), s.Len())
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := s.Frame(0); !errors.Is(err, os.ErrClosed) {
		t.Errorf("error is %v after Close, expected that the file is closed", err)
	}
}

func TestTruncatedMovieKeepsItsFirstFrames(t *testing.T) {
	whole := movie(t)
	last := bytes.LastIndex(whole, []byte("01db"))
	s, err := OpenFS(fstest.MapFS{"seq/seq.avi": {Data: whole[:last+100]}}, "seq")
	if err != nil {
		t.Fatal(err)
	}
	if s.Len() != 3 {
		t.Errorf("%d frames, expected the 3 complete ones", s.Len())
	}
}

func TestSecondRIFFChunk(t *testing.T) {
	frame := withoutTables(t, jpegBytes(t, gradient(3)))
	content := append(group("RIFF", "AVI ",
		group("LIST", "hdrl", stream("vids", "MJPG")), group("LIST", "movi", chunk("00dc", frame))),
		group("RIFF", "AVIX", group("LIST", "movi", chunk("00dc", frame), chunk("00dc", frame)))...)
	s, err := OpenFS(fstest.MapFS{"seq/seq.avi": {Data: content}}, "seq")
	if err != nil || s.Len() != 3 {
		t.Fatalf("found %v, %v, expected 3 frames", s, err)
	}
}

func TestBadMovies(t *testing.T) {
	deep := chunk("00dc", []byte{1, 2})
	for range 2 * maxDepth {
		deep = group("LIST", "rec ", deep)
	}
	header := group("LIST", "hdrl", stream("vids", "XVID"))
	for _, c := range []struct {
		name    string
		content []byte
		want    string
	}{
		{"empty", nil, "too few bytes"},
		{"foreign", []byte("RIFF\x10\x00\x00\x00WAVEfmt "), "AVI"},
		{"no frames", group("RIFF", "AVI ", group("LIST", "hdrl", stream("vids", "MJPG"))), "found none"},
		{"no video", group("RIFF", "AVI ", group("LIST", "hdrl", stream("auds", "MJPG")),
			group("LIST", "movi", chunk("00dc", []byte{0xFF, 0xD8}))), "found none"},
		{"codec", group("RIFF", "AVI ", header, group("LIST", "movi", chunk("00dc", []byte{0, 0, 1, 0xB6}))), `codec "XVID"`},
		{"deep", group("RIFF", "AVI ", header, deep), "lists in each other"},
	} {
		_, err := OpenFS(fstest.MapFS{"seq/seq.avi": {Data: c.content}}, "seq")
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "seq/seq.avi") {
			t.Errorf("%s: error is %v, expected it to name the file and %q", c.name, err, c.want)
		}
	}
}

func FuzzAVI(f *testing.F) {
	whole := movie(f)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte("RIFF\xff\xff\xff\xffAVI LIST\xff\xff\xff\xffmovi"))
	f.Add(group("RIFF", "AVI ", group("LIST", "hdrl", stream("vids", "MJPG")),
		group("LIST", "movi", chunk("00dc"), chunk("00dc", []byte{0xFF, 0xD8, 0xFF, 0xDA, 0, 0}))))
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := OpenFS(fstest.MapFS{"seq/seq.avi": {Data: content}}, "seq")
		if err != nil {
			return
		}
		defer s.Close()
		if s.Len() < 1 || s.Len() > len(content) {
			t.Fatalf("%d frames in %d bytes", s.Len(), len(content))
		}
		for i := range min(s.Len(), 3) {
			if m, err := s.Frame(i); err == nil && m.Bounds().Empty() {
				t.Fatal(fmt.Errorf("frame %d is empty", i))
			}
		}
	})
}

func BenchmarkMotionJPEG(b *testing.B) {
	s, err := OpenFS(fstest.MapFS{"seq/seq.avi": {Data: movie(b)}}, "seq")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s.cache.clear()
		if _, err := s.Frame(0); err != nil {
			b.Fatal(err)
		}
	}
}

// TestCutOff: of a film that is cut off the frames before are read, and it says
// how many of them.
func TestCutOff(t *testing.T) {
	whole := movie(t)
	last := bytes.LastIndex(whole, []byte("01db"))
	promises := bytes.Clone(whole)
	// The number of frames in the header of the video stream.
	binary.LittleEndian.PutUint32(promises[bytes.Index(promises, []byte("vidsMJPG"))+32:], 4)
	// Room for more chunks than are looked at, with zeros.
	reserved := append(bytes.Clone(promises[:last]), make([]byte, 8*maxChunks+8)...)
	binary.LittleEndian.PutUint32(reserved[4:], 1<<31)
	binary.LittleEndian.PutUint32(reserved[bytes.Index(reserved, []byte("movi"))-4:], 1<<30)
	for _, c := range []struct {
		name    string
		content []byte
		frames  int
		want    string
	}{
		{"with room that was reserved", reserved, 3, "the film ends early: 3 of 4 frames"},
		{"whole", promises, 4, ""},
		{"without its index", promises[:len(promises)-72], 4, "the film ends early, after 4 frames"},
		{"within a frame", promises[:last+20], 3, "the film ends early: 3 of 4 frames"},
		{"between frames", promises[:last], 3, "the film ends early: 3 of 4 frames"},
		{"of an unknown number", whole[:last+20], 3, "the film ends early, after 3 frames"},
	} {
		s, err := OpenFilm(t.Context(), testfile.Write(t, c.content, t.TempDir(), "film.avi"), Range{First: 1})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if s.Len() != c.frames-1 || s.Note() != c.want {
			t.Errorf("%s: %d frames behind the first, %q, expected %d, %q", c.name, s.Len(), s.Note(), c.frames-1, c.want)
		}
		s.Close()
	}
}
