package mask

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"io"
	"strings"
)

// leastPart is how many pixels a part of a thing has at least that is written as a
// polygon.
const leastPart = 12

// texts is a sink of a text file for every frame.
type texts struct {
	folder, ending string
	o              *Output
	write          func(w io.Writer, m *Mask)
}

func (t texts) add(_ context.Context, m *Mask) error {
	return writeText(t.folder, t.o.stem(m.Frame)+t.ending, func(w io.Writer) error {
		b := bufio.NewWriter(w)
		t.write(b, m)
		return b.Flush() // which has the first error of all writing
	})
}

func (t texts) end(error) error { return nil }

// YOLO has a line for every part of a thing: the number of its class from 0, and the
// corners of a polygon over the picture's width and height. Holes can't be said.
func beginYOLO(o *Output, folder string) (sink, error) {
	things := o.things()
	return texts{folder, ".txt", o, func(w io.Writer, m *Mask) {
		width, height := float64(m.Labels.Rect.Dx()), float64(m.Labels.Rect.Dy())
		for i, t := range things {
			for _, line := range outlines(t.stencil(m)) {
				if enclosed(line) < 2*leastPart {
					continue
				}
				fmt.Fprint(w, i)
				for _, p := range simpler(line) {
					fmt.Fprintf(w, " %.6g %.6g", float64(p.X)/width, float64(p.Y)/height)
				}
				fmt.Fprintln(w)
			}
		}
	}}, nil
}

func beginSVG(o *Output, folder string) (sink, error) {
	things := o.things()
	return texts{folder, ".svg", o, func(w io.Writer, m *Mask) {
		size := m.Labels.Rect.Size()
		fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n",
			size.X, size.Y, size.X, size.Y)
		colours := Palette(len(things) + 1)
		for i, t := range things {
			r, g, b, _ := colours[i+1].RGBA()
			fmt.Fprintf(w, "<path id=%q fill=\"none\" stroke=\"#%02x%02x%02x\" stroke-width=\"2\" "+
				"fill-rule=\"evenodd\" d=\"", strings.ReplaceAll(t.name, " ", "-"), r>>8, g>>8, b>>8)
			for _, line := range outlines(t.stencil(m)) {
				for k, p := range simpler(line) {
					fmt.Fprintf(w, "%c%d %d", "ML"[min(k, 1)], p.X, p.Y)
				}
				fmt.Fprint(w, "Z")
			}
			fmt.Fprint(w, "\"/>\n")
		}
		fmt.Fprint(w, "</svg>\n")
	}}, nil
}

// gathered is a sink that writes one JSON file at the end.
type gathered struct {
	folder, name string
	take         func(m *Mask)
	result       func() any
}

func (g *gathered) add(_ context.Context, m *Mask) error {
	g.take(m)
	return nil
}

func (g *gathered) end(failed error) error {
	if failed != nil {
		return nil
	}
	return writeText(g.folder, g.name, func(w io.Writer) error { return json.NewEncoder(w).Encode(g.result()) })
}

// The parts of a file of COCO.
type (
	cocoImage struct {
		ID     int    `json:"id"`
		Name   string `json:"file_name"`
		Width  int    `json:"width"`
		Height int    `json:"height"`
	}
	cocoRuns struct {
		Size   [2]int `json:"size"` // height, width
		Counts string `json:"counts"`
	}
	cocoThing struct {
		ID       int      `json:"id"`
		Image    int      `json:"image_id"`
		Category int      `json:"category_id"`
		Runs     cocoRuns `json:"segmentation"`
		Area     int      `json:"area"`
		Box      [4]int   `json:"bbox"` // left, top, width, height
		Crowd    int      `json:"iscrowd"`
	}
	cocoCategory struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
	}
	cocoFile struct {
		Images      []cocoImage    `json:"images"`
		Annotations []cocoThing    `json:"annotations"`
		Categories  []cocoCategory `json:"categories"`
	}
)

func beginCOCO(o *Output, folder string) (sink, error) {
	things := o.things()
	file := cocoFile{Images: []cocoImage{}, Annotations: []cocoThing{}, Categories: []cocoCategory{}}
	for i, t := range things {
		file.Categories = append(file.Categories, cocoCategory{i + 1, t.name})
	}
	take := func(m *Mask) {
		size := m.Labels.Rect.Size()
		file.Images = append(file.Images, cocoImage{m.Frame + 1, o.picture(m.Frame), size.X, size.Y})
		for i, t := range things {
			stencil := t.stencil(m)
			box, area := extent(stencil)
			if area == 0 {
				continue
			}
			file.Annotations = append(file.Annotations, cocoThing{
				ID: len(file.Annotations) + 1, Image: m.Frame + 1, Category: i + 1, Area: area,
				Runs: cocoRuns{[2]int{size.Y, size.X}, cocoCounts(stencil)}, Box: [4]int{box.Min.X, box.Min.Y, box.Dx(), box.Dy()},
			})
		}
	}
	return &gathered{folder, "annotations.json", take, func() any { return file }}, nil
}

// extent returns the smallest rectangle around a stencil and its number of pixels.
func extent(m *image.Gray) (box image.Rectangle, area int) {
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			if m.Pix[y*m.Stride+x] != 0 {
				box = box.Union(image.Rect(x, y, x+1, y+1))
				area++
			}
		}
	}
	return box, area
}

// cocoCounts writes the lengths of runs, column by column, alternately outside and
// inside, as COCO packs them: each from the fourth on less the one two before, in
// groups of five bits from the lowest, the sixth bit saying that more follow, as
// characters from '0' on.
func cocoCounts(m *image.Gray) string {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	var runs []int
	length, inside := 0, false
	for x := range w {
		for y := range h {
			if in := m.Pix[y*m.Stride+x] != 0; in != inside {
				runs = append(runs, length)
				length, inside = 0, in
			}
			length++
		}
	}
	runs = append(runs, length)
	var out []byte
	for i, v := range runs {
		if i > 2 {
			v -= runs[i-2]
		}
		for more := true; more; {
			c := v & 0x1f
			v >>= 5
			more = v != 0
			if c&0x10 != 0 {
				more = v != -1
			}
			if more {
				c |= 0x20
			}
			out = append(out, byte(c+48))
		}
	}
	return string(out)
}

func beginLabelStudio(o *Output, folder string) (sink, error) {
	things := o.things()
	tasks := []any{}
	take := func(m *Mask) {
		size := m.Labels.Rect.Size()
		results := []any{}
		for _, t := range things {
			stencil := t.stencil(m)
			if _, area := extent(stencil); area == 0 {
				continue
			}
			results = append(results, map[string]any{
				"type": "brushlabels", "from_name": "tag", "to_name": "image", "image_rotation": 0,
				"original_width": size.X, "original_height": size.Y,
				"value": map[string]any{"format": "rle", "rle": brushRuns(stencil), "brushlabels": []string{t.name}},
			})
		}
		tasks = append(tasks, map[string]any{
			"data":        map[string]any{"image": o.picture(m.Frame)},
			"predictions": []any{map[string]any{"model_version": "MotionSeg", "result": results}},
		})
	}
	return &gathered{folder, "tasks.json", take, func() any { return tasks }}, nil
}

// bits are written from the highest on.
type bits struct {
	bytes []int
	free  int // of the last byte
}

func (b *bits) write(v, n int) {
	for ; n > 0; n-- {
		if b.free == 0 {
			b.bytes, b.free = append(b.bytes, 0), 8
		}
		b.free--
		b.bytes[len(b.bytes)-1] |= v >> (n - 1) & 1 << b.free
	}
}

// brushRuns packs a stencil as Label Studio does, as pixels of four bytes that are
// all 0 or 255: the number of bytes, the bits of a word and four sizes of lengths,
// and then for every run a bit 1, which of the sizes, its length less one, and the
// byte.
func brushRuns(m *image.Gray) []int {
	sizes := [4]int{3, 4, 8, 16}
	var b bits
	b.write(4*len(m.Pix), 32)
	b.write(8-1, 5)
	for _, n := range sizes {
		b.write(n-1, 4)
	}
	for i := 0; i < len(m.Pix); {
		n := 1
		for i+n < len(m.Pix) && m.Pix[i+n] == m.Pix[i] && 4*(n+1) <= 1<<16 {
			n++
		}
		k := 0
		for 4*n-1 >= 1<<sizes[k] {
			k++
		}
		b.write(1, 1)
		b.write(k, 2)
		b.write(4*n-1, sizes[k])
		b.write(int(m.Pix[i]), 8)
		i += n
	}
	return b.bytes
}
