package mask

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"

	"motionseg/hopkins"
)

// pictures is a sink of pictures, some for every frame. What draw returns has the
// names of files in the folder.
type pictures struct {
	folder string
	draw   func(m *Mask) map[string]image.Image
}

func (p pictures) add(_ context.Context, m *Mask) error {
	for name, picture := range p.draw(m) {
		path := filepath.Join(p.folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := hopkins.WriteFile(path, func(w io.Writer) error { return png.Encode(w, picture) }); err != nil {
			return err
		}
	}
	return nil
}

func (p pictures) end(error) error { return nil }

// Palette returns the colours of indexed masks, those of Pascal VOC and DAVIS: the
// bits of the number spread over red, green and blue. 0 is black.
func Palette(colours int) color.Palette {
	p := make(color.Palette, colours)
	for i := range p {
		var c [3]uint8
		for bit, v := 7, i; bit >= 0; bit, v = bit-1, v>>3 {
			for k := range c {
				c[k] |= uint8(v>>k&1) << bit
			}
		}
		p[i] = color.RGBA{c[0], c[1], c[2], 255}
	}
	return p
}

// indexed returns a mask as a picture with a palette.
func indexed(m *Mask, motions int) *image.Paletted {
	return &image.Paletted{Pix: m.Labels.Pix, Stride: m.Labels.Stride, Rect: m.Labels.Rect, Palette: Palette(motions + 1)}
}

func beginIndexed(o *Output, folder string) (sink, error) {
	moving := o.moving()
	return pictures{folder, func(m *Mask) map[string]image.Image {
		name := o.stem(m.Frame) + ".png"
		if o.Foreground {
			return map[string]image.Image{name: moving.stencil(m)}
		}
		return map[string]image.Image{name: indexed(m, o.motions)}
	}}, nil
}

func beginMattes(o *Output, folder string) (sink, error) {
	things := o.things()
	return pictures{folder, func(m *Mask) map[string]image.Image {
		all := map[string]image.Image{}
		for _, t := range things {
			all[filepath.Join(t.name, o.stem(m.Frame)+".png")] = soft(t.stencil(m))
		}
		return all
	}}, nil
}

func beginAlpha(o *Output, folder string) (sink, error) {
	moving := o.moving()
	return pictures{folder, func(m *Mask) map[string]image.Image {
		return map[string]image.Image{o.stem(m.Frame) + ".png": cutOut(m, soft(moving.stencil(m)))}
	}}, nil
}

// The masks for reconstruction are black where the picture is not to be used: where
// something moves. COLMAP calls that of IMAGE.jpg IMAGE.jpg.png.
func beginCOLMAP(o *Output, folder string) (sink, error) {
	moving := o.moving()
	return pictures{folder, func(m *Mask) map[string]image.Image {
		return map[string]image.Image{o.picture(m.Frame) + ".png": inverted(moving.stencil(m))}
	}}, nil
}

func beginNerfstudio(o *Output, folder string) (sink, error) {
	moving := o.moving()
	return pictures{folder, func(m *Mask) map[string]image.Image {
		return map[string]image.Image{o.stem(m.Frame) + ".png": inverted(moving.stencil(m))}
	}}, nil
}

func inverted(m *image.Gray) *image.Gray {
	for i, v := range m.Pix {
		m.Pix[i] = 255 - v
	}
	return m
}

// soft returns a stencil with soft edges, smoothed by the weights 1, 2, 1 both ways.
func soft(m *image.Gray) *image.Gray {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	line, out := make([]int, w), image.NewGray(m.Rect)
	for y := range h {
		above, here, below := m.Pix[max(y-1, 0)*w:], m.Pix[y*w:], m.Pix[min(y+1, h-1)*w:]
		for x := range line {
			line[x] = int(above[x]) + 2*int(here[x]) + int(below[x])
		}
		for x := range line {
			out.Pix[y*w+x] = uint8((line[max(x-1, 0)] + 2*line[x] + line[min(x+1, w-1)] + 8) / 16)
		}
	}
	return out
}

// cutOut returns the picture of a mask with this alpha, grey where it has none.
func cutOut(m *Mask, alpha *image.Gray) *image.NRGBA {
	out := image.NewNRGBA(m.Labels.Rect)
	for i, a := range alpha.Pix {
		c := [3]uint8{128, 128, 128}
		if m.Picture != nil {
			copy(c[:], m.Picture.Pix[4*i:])
		}
		if a > 0 {
			copy(out.Pix[4*i:], c[:])
			out.Pix[4*i+3] = a
		}
	}
	return out
}

// cvat is the layout of Pascal VOC in a folder.
type cvat struct {
	pictures
	o     *Output
	names []string
}

func beginCVAT(o *Output, folder string) (sink, error) {
	s := &cvat{o: o}
	s.folder = folder
	s.draw = func(m *Mask) map[string]image.Image {
		s.names = append(s.names, o.stem(m.Frame))
		name := o.stem(m.Frame) + ".png"
		p := indexed(o.onlyThings(m), len(o.things()))
		return map[string]image.Image{filepath.Join("SegmentationClass", name): p, filepath.Join("SegmentationObject", name): p}
	}
	return s, nil
}

// onlyThings numbers the things from 1, and gives everything else 0.
func (o *Output) onlyThings(m *Mask) *Mask {
	var number [256]uint8
	for i, t := range o.things() {
		for v, in := range t.in {
			if in {
				number[v] = uint8(i + 1)
			}
		}
	}
	out := &Mask{Frame: m.Frame, Labels: image.NewGray(m.Labels.Rect)}
	for i, v := range m.Labels.Pix {
		out.Labels.Pix[i] = number[v]
	}
	return out
}

func (s *cvat) end(failed error) error {
	if failed != nil {
		return nil
	}
	things := s.o.things()
	err := writeText(s.folder, "labelmap.txt", func(w io.Writer) error {
		if _, err := fmt.Fprintf(w, "# label:color_rgb:parts:actions\nbackground:0,0,0::\n"); err != nil {
			return err
		}
		for i, c := range Palette(len(things) + 1)[1:] {
			r := c.(color.RGBA)
			if _, err := fmt.Fprintf(w, "%s:%d,%d,%d::\n", things[i].name, r.R, r.G, r.B); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return writeText(s.folder, filepath.Join("ImageSets", "Segmentation", "default.txt"), func(w io.Writer) error {
		for _, name := range s.names {
			if _, err := fmt.Fprintln(w, name); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeText writes a file in a folder, with the folders on the way.
func writeText(folder, name string, write func(io.Writer) error) error {
	path := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return hopkins.WriteFile(path, write)
}
