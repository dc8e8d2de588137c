package footage

import (
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io/fs"
	"os"

	_ "golang.org/x/image/bmp"  // pictures may be BMP,
	_ "golang.org/x/image/tiff" // TIFF
	_ "golang.org/x/image/webp" // or WebP

	"motionseg/hopkins/files"
)

// OpenPictures opens single pictures, one a frame, upright as their cameras say.
// A picture of another size than the first is cut, or continued in black, on
// the right and below. All of them have been decoded without error.
func OpenPictures(ctx context.Context, paths []string) (*Source, error) {
	if len(paths) == 0 {
		return nil, fmt.Errorf("%w: expected the names of pictures", ErrNone)
	}
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil {
			return nil, err
		} else if !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s: expected a picture, found what is not a regular file", path)
		}
	}
	r := &photographs{images: images{fsys: anywhere{}, names: paths, shown: paths, upright: true}}
	s := newSource(Images, r)
	for i := range paths {
		m, err := r.gray(ctx, i)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			r.size = m.Rect.Size()
		}
	}
	return s, nil
}

// anywhere opens files by the names that the system has for them.
type anywhere struct{}

func (anywhere) Open(name string) (fs.File, error) { return files.Open(name) }

// photographs are images brought to the size of the first.
type photographs struct {
	images
	size image.Point // of the first, zero before it is known
}

func (r *photographs) read(ctx context.Context, i int, pass func(int, image.Image)) (image.Image, error) {
	m, err := r.images.read(ctx, i, pass)
	if err != nil || r.size == (image.Point{}) || m.Bounds().Size() == r.size {
		return m, err
	}
	out := image.NewRGBA(image.Rectangle{Max: r.size})
	draw.Draw(out, out.Rect, image.Black, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Over)
	return out, nil
}

func (r *photographs) gray(ctx context.Context, i int) (*image.Gray, error) {
	return grayFrom(ctx, r, i)
}

// The orientations of EXIF, tag 0x0112, by where row 0 and column 0 of what is
// stored belong in the upright picture. 1 is upright.
const (
	exifMirrored    = 2 // top, right
	exifUpsideDown  = 3 // bottom, right
	exifFlipped     = 4 // bottom, left
	exifTransposed  = 5 // left, top
	exifTurnedLeft  = 6 // right, top: to be turned clockwise
	exifTransversed = 7 // right, bottom
	exifTurnedRight = 8 // left, bottom: to be turned counterclockwise
	orientationTag  = 0x0112
)

// orientation returns the orientation that a JPEG picture states, 1 when it
// states none.
func orientation(content []byte) int {
	if len(content) < 4 || content[0] != 0xFF || content[1] != markerSOI {
		return 1
	}
	const app1, sos = 0xE1, 0xDA
	for at := 2; at+4 <= len(content) && content[at] == 0xFF && content[at+1] != sos; {
		length := int(binary.BigEndian.Uint16(content[at+2:]))
		end := at + 2 + length
		if length < 2 || end > len(content) {
			return 1
		}
		if body := content[at+4 : end]; content[at+1] == app1 && len(body) > 14 && string(body[:6]) == "Exif\x00\x00" {
			return tiffOrientation(body[6:])
		}
		at = end
	}
	return 1
}

// tiffOrientation returns the orientation in the first directory of a TIFF
// header.
func tiffOrientation(b []byte) int {
	var order binary.ByteOrder = binary.LittleEndian
	if string(b[:2]) == "MM" {
		order = binary.BigEndian
	}
	at := uint64(order.Uint32(b[4:]))
	if at+2 > uint64(len(b)) {
		return 1
	}
	count := int(order.Uint16(b[at:]))
	for i := range count {
		entry := at + 2 + 12*uint64(i)
		if entry+12 > uint64(len(b)) {
			return 1
		}
		if order.Uint16(b[entry:]) == orientationTag {
			if v := int(order.Uint16(b[entry+8:])); v >= 1 && v <= exifTurnedRight {
				return v
			}
			return 1
		}
	}
	return 1
}

// oriented is a picture as it looks upright.
type oriented struct {
	stored      image.Image
	orientation int
}

func (m oriented) ColorModel() color.Model { return m.stored.ColorModel() }

func (m oriented) Bounds() image.Rectangle {
	size := m.stored.Bounds().Size()
	if m.orientation >= exifTransposed {
		size.X, size.Y = size.Y, size.X
	}
	return image.Rectangle{Max: size}
}

func (m oriented) At(x, y int) color.Color {
	size := m.stored.Bounds().Size()
	switch m.orientation {
	case exifMirrored:
		x = size.X - 1 - x
	case exifUpsideDown:
		x, y = size.X-1-x, size.Y-1-y
	case exifFlipped:
		y = size.Y - 1 - y
	case exifTransposed:
		x, y = y, x
	case exifTurnedLeft:
		x, y = y, size.Y-1-x
	case exifTransversed:
		x, y = size.X-1-y, size.Y-1-x
	case exifTurnedRight:
		x, y = size.X-1-y, x
	}
	return m.stored.At(m.stored.Bounds().Min.X+x, m.stored.Bounds().Min.Y+y)
}
