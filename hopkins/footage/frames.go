package footage

import (
	"bytes"
	"context"
	"fmt"
	"image"
	_ "image/jpeg" // pictures may be JPEG
	_ "image/png"  // or PNG
	"io"
	"io/fs"
	"path"
	"slices"
	"sync"

	"motionseg/hopkins/container"
	"motionseg/hopkins/files"
)

var _ reader = (*images)(nil)

// images reads single image files.
type images struct {
	fsys  fs.FS
	names []string // in fsys
	shown []string // as errors name them
	// upright turns pictures as their cameras say.
	upright bool
	// Grey values of 16 bits in TIFF, and other numbers there, are shown from the darkest of
	// the first picture to its brightest, as those of the pages of one are.
	once sync.Once
	span span
}

// openImages opens the numbered images in a folder, which errors call shown,
// turned as their cameras say or as they are stored.
func openImages(fsys fs.FS, folder, shown string, upright bool) (*Source, error) {
	names, err := imagesIn(fsys, folder)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, noImages(fsys, folder, shown)
	}
	if len(names) > 1 && pagesOf(fsys, path.Join(folder, names[0])) > 1 {
		return nil, fmt.Errorf("%s: expected pictures of one page each, found %s and others with several: open "+
			"one of these", shown, names[0])
	}
	r := &images{fsys: fsys, upright: upright}
	for _, name := range names {
		r.names = append(r.names, path.Join(folder, name))
		r.shown = append(r.shown, shown+"/"+name)
	}
	s := newSource(Images, r)
	s.note = numberGaps(names)
	return s, nil
}

// noImages says that a folder has no pictures, and the first file that it has instead.
func noImages(fsys fs.FS, folder, shown string) error {
	items, _ := fs.ReadDir(fsys, folder)
	for _, item := range items {
		if !item.IsDir() {
			return fmt.Errorf("%s: %w: expected JPEG, PNG, TIFF, BMP, WebP, OpenEXR or DPX, found others such as %s",
				shown, ErrNone, item.Name())
		}
	}
	return fmt.Errorf("%s: %w", shown, ErrNone)
}

// openPreview opens a preview, which errors call shown, and makes sure that it
// can be decoded.
func openPreview(ctx context.Context, fsys fs.FS, name, shown string) (*Source, error) {
	s := newSource(Preview, &images{fsys: fsys, names: []string{name}, shown: []string{shown}})
	if err := firstFrame(ctx)(s); err != nil {
		return nil, err
	}
	return s, nil
}

func (r *images) count() int   { return len(r.names) }
func (r *images) Close() error { return nil }

func (r *images) name(i int) string {
	if i >= len(r.names) {
		return ""
	}
	return path.Base(r.names[i])
}

func (r *images) gray(ctx context.Context, i int) (*image.Gray, error) {
	return grayFrom(ctx, r, i)
}

func (r *images) read(ctx context.Context, i int, _ func(int, image.Image)) (image.Image, error) {
	f, err := r.fsys.Open(r.names[i])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.shown[i], err)
	}
	defer f.Close()
	content, err := io.ReadAll(files.WithContext(ctx, io.LimitReader(f, maxFileBytes+1)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.shown[i], err)
	}
	if len(content) > maxFileBytes {
		return nil, fmt.Errorf("%s: expected a picture of at most %d bytes, found more", r.shown[i], maxFileBytes)
	}
	picture, err := decode(ctx, content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.shown[i], err)
	}
	if this, ok := spanOf(picture); ok && container.IsTIFF(content) {
		r.once.Do(func() { r.span = r.firstSpan(ctx, this) })
		picture = r.span.stretched(picture)
	}
	if o := orientation(content); r.upright && o > 1 {
		return flatten(oriented{picture, o}), nil
	}
	return picture, nil
}

// firstSpan returns the darkest and the brightest number of the first picture, or those of
// this one where that cannot be read.
func (r *images) firstSpan(ctx context.Context, this span) span {
	f, err := r.fsys.Open(r.names[0])
	if err != nil {
		return this
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, maxFileBytes))
	if err != nil {
		return this
	}
	if first, err := decode(ctx, content); err == nil {
		if s, ok := spanOf(first); ok {
			return s
		}
	}
	return this
}

// stillBrands are what pictures in HEIC and AVIF, which begin as films in MP4 do, say that
// they are.
var stillBrands = []string{"heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "mif2", "msf1",
	"avif", "avis"}

// decode decodes a picture after a look at its size. It ends with ctx.Err() soon
// after ctx has ended.
func decode(ctx context.Context, content []byte) (image.Image, error) {
	if container.IsTIFF(content) {
		f, first, err := newTIFF(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			return nil, err
		}
		return f.page(ctx, first)
	}
	config, format, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		if len(content) > 12 && string(content[4:8]) == "ftyp" {
			if !slices.Contains(stillBrands, string(content[8:12])) {
				return nil, fmt.Errorf("expected a picture, found a film (%q)", content[8:12])
			}
			return nil, fmt.Errorf("expected a picture in JPEG, PNG, TIFF, WebP, BMP or GIF, found one in HEIC or "+
				"AVIF (%q): save it as one of these", content[8:12])
		}
		return nil, fmt.Errorf("expected a picture: %w", err)
	}
	if err := checkSize(config.Width, config.Height); err != nil {
		return nil, err
	}
	if format == "exr" || format == "dpx" {
		return decodeDeep(ctx, content, format)
	}
	m, _, err := image.Decode(files.WithContext(ctx, bytes.NewReader(content)))
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("expected a picture: %w", err)
	}
	if m, ok := m.(*image.RGBA); ok && (!m.Opaque() || m.Rect.Min != image.Point{}) {
		return flatten(m), nil
	}
	return m, nil
}
