package imageset

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // pictures may be GIF,
	_ "image/jpeg" // JPEG
	_ "image/png"  // or PNG
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	_ "golang.org/x/image/bmp" // or BMP
	"golang.org/x/image/draw"
	_ "golang.org/x/image/tiff" // or TIFF

	"motionseg/hopkins/files"
)

// pictureExtensions are those of the files that are taken for pictures.
var pictureExtensions = []string{".png", ".jpg", ".jpeg", ".pgm", ".gif", ".bmp", ".tif", ".tiff"}

// maxPixels bounds a picture before it is decoded.
const maxPixels = 1 << 25

// picturesIn returns the paths of the pictures in a folder, in the order of the
// numbers in their names.
func picturesIn(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		picture := slices.Contains(pictureExtensions, strings.ToLower(filepath.Ext(path)))
		if picture && !files.Hidden(path) && files.Regular(path) {
			paths = append(paths, path)
		}
	}
	slices.SortFunc(paths, files.CompareNames)
	return paths, nil
}

// readPicture returns the grey picture in a file. It ends with ctx.Err() soon after
// ctx has ended.
func readPicture(ctx context.Context, path string) (*image.Gray, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := decodePicture(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// decodePicture returns the grey picture in f. It ends with ctx.Err() soon after ctx has
// ended.
func decodePicture(ctx context.Context, f io.ReadSeeker) (*image.Gray, error) {
	head := make([]byte, 2)
	if _, err := io.ReadFull(f, head); err != nil {
		return nil, fmt.Errorf("expected a picture, found %w", short(err))
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	if string(head) == "P5" || string(head) == "P2" {
		return decodePGM(bufio.NewReader(files.WithContext(ctx, f)))
	}
	config, _, err := image.DecodeConfig(bufio.NewReader(f))
	if err != nil {
		return nil, fmt.Errorf("expected a picture: %w", err)
	}
	if err := checkSize(config.Width, config.Height); err != nil {
		return nil, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	decoded, _, err := image.Decode(bufio.NewReader(files.WithContext(ctx, f)))
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("expected a picture: %w", err)
	}
	grey, ok := decoded.(*image.Gray)
	if !ok {
		size := decoded.Bounds().Size()
		grey = image.NewGray(image.Rect(0, 0, size.X, size.Y))
		draw.Draw(grey, grey.Bounds(), decoded, decoded.Bounds().Min, draw.Src)
	}
	if err := checkSize(grey.Rect.Dx(), grey.Rect.Dy()); err != nil {
		return nil, err
	}
	return grey, nil
}

func checkSize(width, height int) error {
	if width < 1 || height < 1 || width > maxPixels/height {
		return fmt.Errorf("expected a picture of 1 to %d pixels, found %d×%d", maxPixels, width, height)
	}
	return nil
}

// short says in words that a file ended too early.
func short(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the end of the file")
	}
	return err
}

// decodePGM reads a portable grey map, binary ("P5") or text ("P2"), and brings
// its values to 0…255. Source: netpbm, pgm(5).
func decodePGM(r *bufio.Reader) (*image.Gray, error) {
	var magic [2]byte
	if _, err := io.ReadFull(r, magic[:]); err != nil {
		return nil, short(err)
	}
	var header [3]int
	for i, name := range []string{"width", "height", "largest value"} {
		v, err := pgmNumber(r)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		header[i] = v
	}
	width, height, largest := header[0], header[1], header[2]
	if err := checkSize(width, height); err != nil {
		return nil, err
	}
	if largest < 1 || largest > 65535 {
		return nil, fmt.Errorf("largest value: expected 1 to 65535, found %d", largest)
	}
	next := func() (int, error) { return pgmNumber(r) }
	if magic[1] == '5' {
		next = func() (int, error) {
			high, err := r.ReadByte()
			if err != nil || largest < 256 {
				return int(high), err
			}
			low, err := r.ReadByte()
			return int(high)<<8 | int(low), err
		}
	}
	// Memory grows with what is there, not with what the header says.
	var pix []uint8
	for i := range width * height {
		v, err := next()
		if err != nil {
			return nil, fmt.Errorf("pixel %d of %d×%d: expected a value, found %w", i+1, width, height, short(err))
		}
		if v > largest {
			return nil, fmt.Errorf("pixel %d of %d×%d: expected at most %d, found %d", i+1, width, height, largest, v)
		}
		pix = append(pix, uint8((v*255+largest/2)/largest))
	}
	return &image.Gray{Pix: pix, Stride: width, Rect: image.Rect(0, 0, width, height)}, nil
}

// pgmNumber reads a whole number, the white space and comments before it and
// the one byte of white space after it.
func pgmNumber(r *bufio.Reader) (int, error) {
	var c byte
	var err error
	for {
		if c, err = r.ReadByte(); err != nil {
			return 0, fmt.Errorf("expected a number, found %w", short(err))
		}
		if c == '#' {
			for c != '\n' {
				if c, err = r.ReadByte(); err != nil {
					return 0, fmt.Errorf("expected a number, found %w", short(err))
				}
			}
			continue
		}
		if !strings.ContainsRune(" \t\r\n\v\f", rune(c)) {
			break
		}
	}
	v := 0
	for {
		if c < '0' || c > '9' || v > maxPixels {
			return 0, fmt.Errorf("expected a number, found %q behind %d", c, v)
		}
		v = 10*v + int(c-'0')
		if c, err = r.ReadByte(); err == io.EOF {
			return v, nil
		} else if err != nil {
			return 0, err
		}
		if strings.ContainsRune(" \t\r\n\v\f", rune(c)) {
			return v, nil
		}
	}
}
