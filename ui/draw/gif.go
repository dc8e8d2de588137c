package draw

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"math"
	"strconv"
)

// Animation is a moving picture of one segmentation or of several beside each
// other, frame by frame, as their cameras show them; what follows the pointer
// is left out.
type Animation struct {
	Views  []View
	Titles []string // one a view; may be nil
	// Picture returns the picture of a frame, nil for none. Without it the
	// views' pictures are used for all frames.
	Picture func(frame int) (image.Image, error)
	// Over lays what else one of the views shows over such a picture; nil for nothing.
	Over  func(view, frame int, picture image.Image) image.Image
	First int // first frame, from 0
	Last  int // last frame, included
	// FramesPerSecond of the result; GIF knows hundredths of a second and 50
	// at most. 0 is 10.
	FramesPerSecond float64
	// Width of one view in pixels; 0 is 480. The height follows the scene.
	Width int
	// MaxBytes bounds the file: every second frame is left out, then the size
	// is reduced, until it holds. 0 is 20 MB.
	MaxBytes int
}

const (
	gifWidth    = 480
	gifSmallest = 120 // the smallest width that a view is reduced to
	gifBytes    = 20 << 20
	gifFrames   = 300 // the most frames in a file; of more, some are left out
	gifGap      = 6   // between views
	gifTitle    = 22  // height of the row of titles
)

// WriteGIF writes the animation, endlessly repeated. Progress, which may be
// nil, is told after every frame how many of how many are done; it starts anew
// when the file has to be made smaller. The error is ctx.Err() when ctx ends
// first.
func (a *Animation) WriteGIF(ctx context.Context, w io.Writer, progress func(done, total int)) error {
	if err := a.check(); err != nil {
		return err
	}
	bound := a.MaxBytes
	if bound <= 0 {
		bound = gifBytes
	}
	width := a.Width
	if width <= 0 {
		width = gifWidth
	}
	step := (a.Last - a.First + gifFrames) / gifFrames
	for attempt := 0; ; attempt++ {
		g, err := a.render(ctx, width, step, progress)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := gif.EncodeAll(&b, g); err != nil {
			return fmt.Errorf("draw: encoding the animation: %w", err)
		}
		if b.Len() <= bound {
			_, err := w.Write(b.Bytes())
			return err
		}
		if attempt == 0 && a.Last-a.First >= 8*step {
			step *= 2
		} else if width = width * 7 / 10; width < gifSmallest {
			return fmt.Errorf("draw: the animation does not fit into %d bytes: %d at a width of %d pixels", bound,
				b.Len(), g.Config.Width)
		}
	}
}

// check returns an error that says what is wrong with the animation.
func (a *Animation) check() error {
	if len(a.Views) == 0 {
		return errors.New("draw: an animation without views")
	}
	for k := range a.Views {
		s := a.Views[k].Scene
		if s == nil {
			return fmt.Errorf("draw: view %d of the animation has no tracks", k+1)
		}
		if a.First < 0 || a.Last < a.First || a.Last >= s.frames {
			return fmt.Errorf("draw: frames %d to %d of an animation, expected within 1 to %d", a.First+1, a.Last+1, s.frames)
		}
	}
	return nil
}

// render draws every step-th frame with views of the given width.
func (a *Animation) render(ctx context.Context, width, step int, progress func(done, total int)) (*gif.GIF, error) {
	film := newFilm(a, width)
	var frames []int
	for f := a.First; f <= a.Last; f += step {
		frames = append(frames, f)
	}
	// The palette is made of some frames spread over all.
	colors := newHistogram()
	for k := range min(len(frames), 5) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := film.draw(a, frames[k*(len(frames)-1)/max(min(len(frames), 5)-1, 1)]); err != nil {
			return nil, err
		}
		colors.add(film.canvas)
	}
	index := newColorIndex(colors.palette(255, a.fixedColors()))
	rate := a.FramesPerSecond
	if !(rate > 0) {
		rate = 10
	}
	delay := max(2, int(math.Round(100*float64(step)/rate)))
	g := &gif.GIF{Config: image.Config{ColorModel: index.palette, Width: film.canvas.Rect.Dx(),
		Height: film.canvas.Rect.Dy()}}
	var last []uint8
	for k, f := range frames {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := film.draw(a, f); err != nil {
			return nil, err
		}
		pixels := index.apply(film.canvas)
		g.Image = append(g.Image, change(last, pixels, film.canvas.Rect.Size(), index))
		g.Delay = append(g.Delay, delay)
		g.Disposal = append(g.Disposal, gif.DisposalNone)
		last = pixels
		if progress != nil {
			progress(k+1, len(frames))
		}
	}
	return g, nil
}

// fixedColors returns the colours that the palette must have.
func (a *Animation) fixedColors() []color.RGBA {
	style := a.Views[0].Style
	colors := []color.RGBA{style.Background, style.Text, style.Outline, style.Wrong}
	seen := map[int]bool{}
	for k := range a.Views {
		for _, label := range a.Views[k].Labels {
			if label = max(label, 0); label <= LabelColors && !seen[label] {
				seen[label] = true
				colors = append(colors, style.LabelColor(label))
			}
		}
	}
	return colors
}

// film draws the frames of an animation one after the other.
type film struct {
	views    []View
	painters []Painter
	images   []*image.RGBA
	canvas   *image.RGBA
	top      int // height of the titles
	text     lettering
}

func newFilm(a *Animation, width int) *film {
	f := &film{painters: make([]Painter, len(a.Views))}
	if len(a.Titles) > 0 {
		f.top = gifTitle
	}
	size := image.Pt(-gifGap, 0)
	for _, v := range a.Views {
		v.Hovered, v.Band, v.Lasso, v.Scale = NoTrack, image.Rectangle{}, nil, 1
		b := v.Bounds()
		h := int(math.Round(float64(width) * (b.MaxY - b.MinY) / (b.MaxX - b.MinX)))
		f.views = append(f.views, v)
		f.images = append(f.images, image.NewRGBA(image.Rect(0, 0, width, min(max(h, 1), 4*width))))
		size.X += width + gifGap
		size.Y = max(size.Y, f.images[len(f.images)-1].Rect.Dy())
	}
	f.canvas = image.NewRGBA(image.Rect(0, 0, size.X, size.Y+f.top))
	f.text.prepare(13)
	return f
}

// draw draws a frame onto the canvas.
func (f *film) draw(a *Animation, frame int) error {
	c := onto(f.canvas)
	c.clear(inkOf(f.views[0].Style.Background))
	var picture image.Image
	if a.Picture != nil {
		var err error
		if picture, err = a.Picture(frame); err != nil {
			return fmt.Errorf("draw: the picture of frame %d: %w", frame+1, err)
		}
	}
	x := 0
	for k := range f.views {
		v := &f.views[k]
		v.Frame = frame
		if a.Picture != nil {
			v.Pictures[0] = picture
			if a.Over != nil {
				v.Pictures[0] = a.Over(k, frame, picture)
			}
		}
		f.painters[k].Paint(f.images[k], v)
		m := onto(f.images[k])
		for y := range m.h {
			copy(c.pix[(f.top+y)*c.stride+4*x:], m.pix[y*m.stride:y*m.stride+4*m.w])
		}
		if k < len(a.Titles) {
			f.text.write(f.canvas, float64(x+6), float64(f.top)-6.5, a.Titles[k], v.Style.Text)
		}
		x += m.w + gifGap
	}
	if f.top > 0 {
		number := strconv.Itoa(frame+1) + " / " + strconv.Itoa(f.views[0].Scene.frames)
		f.text.write(f.canvas, float64(c.w)-f.text.width(number)-6, float64(f.top)-6.5, number, f.views[0].Style.Muted)
	}
	return nil
}

// change returns what a frame has other than the last: the smallest rectangle
// around it, unchanged pixels within it transparent.
func change(last, pixels []uint8, size image.Point, index *colorIndex) *image.Paletted {
	if last == nil {
		return &image.Paletted{Pix: pixels, Stride: size.X, Rect: image.Rectangle{Max: size}, Palette: index.palette}
	}
	box := image.Rectangle{}
	for y := range size.Y {
		a, b := last[y*size.X:(y+1)*size.X], pixels[y*size.X:(y+1)*size.X]
		if bytes.Equal(a, b) {
			continue
		}
		left, right := 0, size.X
		for a[left] == b[left] {
			left++
		}
		for a[right-1] == b[right-1] {
			right--
		}
		box = box.Union(image.Rect(left, y, right, y+1))
	}
	if box.Empty() {
		// A frame cannot be empty.
		box = image.Rect(0, 0, 1, 1)
	}
	m := image.NewPaletted(box, index.palette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			at := y*size.X + x
			k := pixels[at]
			if k == last[at] {
				k = index.transparent
			}
			m.Pix[m.PixOffset(x, y)] = k
		}
	}
	return m
}
