package container

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

// box returns a box of MP4.
func box(kind string, content ...[]byte) []byte {
	body := bytes.Join(content, nil)
	return append(append(binary.BigEndian.AppendUint32(nil, uint32(8+len(body))), kind...), body...)
}

// mp4 returns a film of 640×360 pixels with a track of sound before that of
// video; matrix is that of the track's header.
func mp4(codec string, matrix [9]int32) []byte {
	tkhd := make([]byte, 40)
	for _, v := range matrix {
		tkhd = binary.BigEndian.AppendUint32(tkhd, uint32(v))
	}
	hdlr := func(kind string) []byte { return box("hdlr", make([]byte, 8), []byte(kind), make([]byte, 12)) }
	stsd := func(codec string, w, h uint16) []byte {
		entry := make([]byte, 78)
		binary.BigEndian.PutUint16(entry[24:], w)
		binary.BigEndian.PutUint16(entry[26:], h)
		return box("stsd", make([]byte, 8), box(codec, entry))
	}
	return bytes.Join([][]byte{
		box("ftyp", []byte("isom\x00\x00\x00\x00")),
		box("mdat", make([]byte, 100)),
		box("moov",
			box("trak", box("tkhd", tkhd), box("mdia", hdlr("soun"), box("minf", box("stbl", stsd("mp4a", 7, 7))))),
			box("trak", box("tkhd", tkhd),
				box("mdia", hdlr("vide"), box("minf", hdlr("url "), box("stbl", stsd(codec, 640, 360)))))),
	}, nil)
}

var (
	upright = [9]int32{1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30}
	quarter = [9]int32{0, 1 << 16, 0, -1 << 16, 0, 0, 360 << 16, 0, 1 << 30}
)

// element returns an element of Matroska.
func element(id uint32, content ...[]byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, id)
	b = bytes.TrimLeft(b, "\x00")
	body := bytes.Join(content, nil)
	return append(binary.BigEndian.AppendUint16(b, 0x4000|uint16(len(body))), body...)
}

func matroska(docType, codec string) []byte {
	return append(
		element(ebmlHeader, element(ebmlDocType, []byte(docType))),
		element(segment, element(tracks,
			element(trackEntry, element(trackType, []byte{2}), element(codecID, []byte("A_OPUS"))),
			element(trackEntry, element(trackType, []byte{1}), element(codecID, []byte(codec)),
				element(videoEntry, element(pixelWidth, []byte{2, 128}), element(pixelHeight, []byte{1, 104}))),
		), element(cluster, make([]byte, 10)))...)
}

// avi returns a film of 640×360 pixels.
func avi(codec string) []byte {
	chunk := func(id string, content ...[]byte) []byte {
		body := bytes.Join(content, nil)
		return append(binary.LittleEndian.AppendUint32([]byte(id), uint32(len(body))), body...)
	}
	format := make([]byte, 40)
	binary.LittleEndian.PutUint32(format[4:], 640)
	binary.LittleEndian.PutUint32(format[8:], 0xFFFFFFFF-359)
	copy(format[16:], codec)
	return chunk("RIFF", []byte("AVI "), chunk("LIST", []byte("hdrl"),
		chunk("avih", make([]byte, 56)),
		chunk("LIST", []byte("strl"), chunk("strh", append([]byte("auds"), make([]byte, 52)...)),
			chunk("strf", make([]byte, 40))),
		chunk("LIST", []byte("strl"), chunk("strh", append([]byte("vids"), make([]byte, 52)...)), chunk("strf", format))))
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name    string
		content []byte
		want    Info
	}{
		{"mp4", mp4("avc1", upright), Info{"MP4", "H.264 (avc1)", 640, 360}},
		{"turned", mp4("hvc1", quarter), Info{"MP4", "HEVC (hvc1)", 360, 640}},
		{"unknown codec", mp4("\x01xyz", upright), Info{"MP4", `"\x01xyz"`, 640, 360}},
		{"matroska", matroska("matroska", "V_MPEGH/ISO/HEVC"), Info{"Matroska", "HEVC (V_MPEGH/ISO/HEVC)", 640, 360}},
		{"webm", matroska("webm", "V_VP9"), Info{"WebM", "VP9 (V_VP9)", 640, 360}},
		{"avi", avi("XVID"), Info{"AVI", "MPEG-4 (XVID)", 640, 360}},
		{"gif", []byte("GIF89a\x80\x02\x68\x01\x00\x00\x00"), Info{"GIF", "GIF", 640, 360}},
		{"mpeg", []byte("\x00\x00\x01\xba________"), Info{Format: "MPEG"}},
		{"mpeg with a header", []byte("\x00\x00\x01\xba________\x00\x00\x01\xb3\x28\x01\x68_"),
			Info{"MPEG", "MPEG-1 or MPEG-2", 640, 360}},
	} {
		got, err := Read(bytes.NewReader(c.content), int64(len(c.content)))
		if err != nil || got != c.want {
			t.Errorf("%s: found %+v, %v, expected %+v", c.name, got, err, c.want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	if _, err := Read(strings.NewReader("frame,x,y\n1,2,3\n"), 16); !errors.Is(err, ErrUnknown) {
		t.Errorf("error is %v, expected ErrUnknown", err)
	}
	if _, err := ReadFile(t.TempDir()); !errors.Is(err, ErrUnknown) {
		t.Errorf("error is %v for a folder, expected ErrUnknown", err)
	}
	path := testfile.Write(t, mp4("avc1", upright)[:60], t.TempDir(), "cut.mp4")
	info, err := ReadFile(path)
	if err == nil || !strings.Contains(err.Error(), "cut.mp4") ||
		!strings.Contains(err.Error(), "ends within its pictures") || info.Format != "MP4" {
		t.Errorf("found %+v, %v, expected that the film is cut off", info, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(mp4("avc1", quarter))
	f.Add(matroska("webm", "V_VP9"))
	f.Add(avi("MJPG"))
	f.Fuzz(func(t *testing.T, content []byte) {
		info, _ := Read(bytes.NewReader(content), int64(len(content)))
		if info.Width < 0 || info.Height < 0 || info.Width > maxSide || info.Height > maxSide {
			t.Fatalf("size %d×%d", info.Width, info.Height)
		}
	})
}
