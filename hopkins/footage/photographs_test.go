package footage

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

// withOrientation puts an EXIF header into a JPEG picture.
func withOrientation(jpeg []byte, orientation uint16, order binary.AppendByteOrder) []byte {
	header := "II*\x00"
	if order == binary.AppendByteOrder(binary.BigEndian) {
		header = "MM\x00*"
	}
	exif := append([]byte("Exif\x00\x00"), header...)
	exif = order.AppendUint32(exif, 8)
	exif = order.AppendUint16(exif, 1)
	exif = order.AppendUint16(exif, orientationTag)
	exif = order.AppendUint16(exif, 3)
	exif = order.AppendUint32(exif, 1)
	exif = order.AppendUint16(exif, orientation)
	exif = append(exif, 0, 0)
	segment := binary.BigEndian.AppendUint16([]byte{0xFF, 0xE1}, uint16(len(exif)+2))
	return bytes.Join([][]byte{jpeg[:2], segment, exif, jpeg[2:]}, nil)
}

func TestOrientationOfPhotographs(t *testing.T) {
	// A picture with a bright top left corner, dark elsewhere.
	stored := plain(64, 32, 20)
	for y := range 16 {
		for x := range 16 {
			stored.SetRGBA(x, y, color.RGBA{240, 240, 240, 255})
		}
	}
	jpeg := jpegBytes(t, stored)
	// Where the corner is upright, by the standard's table.
	corners := map[uint16][2]bool{ // right, bottom
		1: {false, false}, 2: {true, false}, 3: {true, true}, 4: {false, true},
		5: {false, false}, 6: {true, false}, 7: {true, true}, 8: {false, true},
	}
	for o, corner := range corners {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			path := testfile.Write(t, withOrientation(jpeg, o, order), t.TempDir(), "photo.jpg")
			s, err := OpenPictures(t.Context(), []string{path})
			if err != nil {
				t.Fatal(err)
			}
			m, err := s.Gray(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			size := image.Pt(64, 32)
			if o >= 5 {
				size = image.Pt(32, 64)
			}
			if m.Rect.Size() != size {
				t.Fatalf("orientation %d: size %v, expected %v", o, m.Rect.Size(), size)
			}
			for _, right := range []bool{false, true} {
				for _, bottom := range []bool{false, true} {
					x, y := 4, 4
					if right {
						x = size.X - 5
					}
					if bottom {
						y = size.Y - 5
					}
					if bright := m.GrayAt(x, y).Y > 128; bright != (corner == [2]bool{right, bottom}) {
						t.Errorf("orientation %d: right %v, bottom %v: bright is %v", o, right, bottom, bright)
					}
				}
			}
		}
	}
}

func TestPicturesOfTwoSizes(t *testing.T) {
	folder := t.TempDir()
	var paths []string
	for i, size := range []image.Point{{40, 30}, {20, 50}} {
		path := testfile.Write(t, pngBytes(t, plain(size.X, size.Y, 200)), folder, string(rune('a'+i))+".png")
		paths = append(paths, path)
	}
	s, err := OpenPictures(t.Context(), paths)
	if err != nil {
		t.Fatal(err)
	}
	m, err := s.Gray(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if m.Rect.Size() != image.Pt(40, 30) || m.GrayAt(10, 10).Y != 200 || m.GrayAt(30, 10).Y != 0 {
		t.Errorf("the second picture is %v with %d and %d, expected 40×30 with 200 and 0", m.Rect.Size(),
			m.GrayAt(10, 10).Y, m.GrayAt(30, 10).Y)
	}
	for content, want := range map[string]string{"no picture": "b.png",
		"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00": "HEIC",
		"\x00\x00\x00\x18ftypisom\x00\x00\x00\x00": `expected a picture, found a film ("isom")`} {
		testfile.Write(t, content, paths[1])
		if _, err := OpenPictures(t.Context(), paths); err == nil || !strings.Contains(err.Error(), "b.png") ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, expected it to name b.png and %s", err, want)
		}
	}
}

func FuzzOrientation(f *testing.F) {
	f.Add(withOrientation([]byte{0xFF, markerSOI, 0xFF, 0xDA}, 6, binary.LittleEndian))
	f.Fuzz(func(t *testing.T, content []byte) {
		if o := orientation(content); o < 1 || o > 8 {
			t.Fatalf("orientation %d", o)
		}
	})
}

// TestOrientationOfFolders: photographs in a folder that is opened as a film are
// upright, like films; frames that belong to tracks from elsewhere stay as they
// are stored.
func TestOrientationOfFolders(t *testing.T) {
	stored := plain(64, 32, 20)
	for y := range 16 {
		for x := range 16 {
			stored.SetRGBA(x, y, color.RGBA{240, 240, 240, 255})
		}
	}
	folder := t.TempDir()
	for _, name := range []string{"frames/1.jpg", "frames/2.jpg"} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, withOrientation(jpegBytes(t, stored), exifTurnedLeft, binary.BigEndian),
			0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := OpenFilm(t.Context(), filepath.Join(folder, "frames"), Range{})
	if err != nil {
		t.Fatal(err)
	}
	grey, err := s.Gray(t.Context(), 1)
	if err != nil || grey.Rect.Size() != image.Pt(32, 64) || grey.GrayAt(28, 4).Y < 200 || grey.GrayAt(4, 4).Y > 60 {
		t.Errorf("brightness of %v: %v", grey.Rect, err)
	}
	colours, err := s.Frame(1)
	if err != nil || colours.Bounds().Size() != image.Pt(32, 64) {
		t.Errorf("colours: %v", err)
	}
	beside, err := OpenFS(os.DirFS(folder), ".")
	if err != nil {
		t.Fatal(err)
	}
	if m, err := beside.Frame(0); err != nil || m.Bounds().Size() != image.Pt(64, 32) {
		t.Errorf("beside tracks: %v", err)
	}
}
