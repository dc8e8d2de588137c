package imageset

import (
	"bufio"
	"context"
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
	"motionseg/hopkins/internal/pgm"
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
		return nil, fmt.Errorf("expected a picture, found %w", files.Ended(err))
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

// decodePGM reads a portable grey map, and brings its values to 0…255.
func decodePGM(r *bufio.Reader) (*image.Gray, error) {
	p, err := pgm.Read(r, maxPixels)
	if err != nil {
		return nil, err
	}
	m := image.NewGray(image.Rect(0, 0, p.Width, p.Height))
	for i, value := range p.Values {
		v := int(value)
		if v > p.Largest {
			return nil, fmt.Errorf("pixel %d of %d×%d: expected at most %d, found %d", i+1, p.Width, p.Height, p.Largest, v)
		}
		m.Pix[i] = uint8((v*255 + p.Largest/2) / p.Largest)
	}
	return m, nil
}
