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
	"motionseg/hopkins/footage"
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
	return o.mattes(folder, func(stencil *image.Gray) image.Image { return soft(stencil) })
}

// exrMattes is a sink of a matte for every motion and frame as OpenEXR.
type exrMattes struct {
	o      *Output
	folder string
	things []thing
}

func beginEXR(o *Output, folder string) (sink, error) {
	return exrMattes{o, folder, o.things()}, nil
}

func (e exrMattes) add(ctx context.Context, m *Mask) error {
	for _, t := range e.things {
		path := filepath.Join(e.folder, t.name, e.o.stem(m.Frame)+".exr")
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		pixels := make([]float32, len(m.Labels.Pix))
		for i, v := range softSums(t.stencil(m)) {
			pixels[i] = float32(v) / (255 * softWeights)
		}
		if err := footage.WriteEXR(ctx, path, m.Labels.Rect.Size(), pixels); err != nil {
			return err
		}
	}
	return nil
}

func (e exrMattes) end(error) error { return nil }

func beginDeepMattes(o *Output, folder string) (sink, error) {
	return o.mattes(folder, func(stencil *image.Gray) image.Image {
		m := image.NewGray16(stencil.Rect)
		for i, v := range softSums(stencil) {
			v16 := v * 65535 / (255 * softWeights)
			m.Pix[2*i], m.Pix[2*i+1] = uint8(v16>>8), uint8(v16)
		}
		return m
	})
}

// mattes draws a picture for every motion and frame from where it is.
func (o *Output) mattes(folder string, draw func(stencil *image.Gray) image.Image) (sink, error) {
	things := o.things()
	return pictures{folder, func(m *Mask) map[string]image.Image {
		all := map[string]image.Image{}
		for _, t := range things {
			all[filepath.Join(t.name, o.stem(m.Frame)+".png")] = draw(t.stencil(m))
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

// soft returns a stencil with soft edges.
func soft(m *image.Gray) *image.Gray {
	out := image.NewGray(m.Rect)
	for i, v := range softSums(m) {
		out.Pix[i] = uint8((v + softWeights/2) / softWeights)
	}
	return out
}

// softWeights is the sum of the weights of softSums.
const softWeights = 16 * 16

// softSums smooths a stencil by the weights 1, 4, 6, 4, 1 both ways.
func softSums(m *image.Gray) []int {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	five := func(a, b, c, d, e int) int { return a + e + 4*(b+d) + 6*c }
	line, out := make([]int, w), make([]int, w*h)
	for y := range h {
		row := func(d int) []uint8 { return m.Pix[min(max(y+d, 0), h-1)*w:] }
		a, b, c, d, e := row(-2), row(-1), row(0), row(1), row(2)
		for x := range line {
			line[x] = five(int(a[x]), int(b[x]), int(c[x]), int(d[x]), int(e[x]))
		}
		for x := range line {
			out[y*w+x] = five(line[max(x-2, 0)], line[max(x-1, 0)], line[x], line[min(x+1, w-1)], line[min(x+2, w-1)])
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
		return map[string]image.Image{filepath.Join("SegmentationClass", name): p,
			filepath.Join("SegmentationObject", name): p}
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
