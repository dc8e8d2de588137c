package draw

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	stddraw "image/draw"
	"image/gif"
	"io"
	"slices"
	"strings"
	"testing"

	"motionseg/ui/internal/golden"
)

// sampleAnimation returns an animation of two views of 12 frames.
func sampleAnimation() Animation {
	v := sceneView(40, 12, 160, 120)
	v.Pictures[0], v.Dim = checkered(160, 120), 0.4
	return Animation{Views: []View{v, v}, Titles: []string{"SSC", "LRKSC"}, Last: 11, Width: 160}
}

// played returns the frames of a GIF as a viewer shows them.
func played(t *testing.T, data []byte) (*gif.GIF, []*image.RGBA) {
	t.Helper()
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	var frames []*image.RGBA
	for _, m := range g.Image {
		stddraw.Draw(screen, m.Rect, m, m.Rect.Min, stddraw.Over)
		frames = append(frames, rgba(screen))
	}
	return g, frames
}

// Every frame of the file shows what the painter draws, but for the reduction
// to 255 colours.
func TestWriteGIF(t *testing.T) {
	a := sampleAnimation()
	var b bytes.Buffer
	var steps []int
	if err := a.WriteGIF(context.Background(), &b, func(done, total int) {
		if total != 12 {
			t.Errorf("%d frames, expected 12", total)
		}
		steps = append(steps, done)
	}); err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}; !slices.Equal(steps, want) {
		t.Errorf("progress %v", steps)
	}
	g, frames := played(t, b.Bytes())
	if len(frames) != 12 || g.LoopCount != 0 || g.Delay[3] != 10 {
		t.Errorf("%d frames of %d hundredths, repeated %d times", len(frames), g.Delay[3], g.LoopCount)
	}
	film := newFilm(&a, 160)
	for f, got := range frames {
		if err := film.draw(&a, f); err != nil {
			t.Fatal(err)
		}
		sum := 0
		for k, v := range film.canvas.Pix {
			d := int(v) - int(got.Pix[k])
			sum += max(d, -d)
		}
		if mean := float64(sum) / float64(len(got.Pix)); mean > 2 {
			t.Errorf("frame %d is off by %.2f a channel on average", f, mean)
		}
	}
	golden.Check(t, "gif-frame.png", frames[8])
}

func TestGIFPictures(t *testing.T) {
	a := sampleAnimation()
	var asked []int
	a.First, a.Last = 3, 6
	a.Picture = func(f int) (image.Image, error) {
		asked = append(asked, f)
		m := image.NewRGBA(image.Rect(0, 0, 16, 12))
		stddraw.Draw(m, m.Rect, image.NewUniform(color.RGBA{uint8(40 * f), 0, 0, 255}), image.Point{}, stddraw.Src)
		return m, nil
	}
	var b bytes.Buffer
	if err := a.WriteGIF(context.Background(), &b, nil); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(asked[len(asked)-4:], []int{3, 4, 5, 6}) {
		t.Errorf("pictures asked for: %v", asked)
	}
	_, frames := played(t, b.Bytes())
	first, last := frames[0].RGBAAt(2, gifTitle+2).R, frames[3].RGBAAt(2, gifTitle+2).R
	if last < first+40 {
		t.Errorf("the picture's red goes from %d to %d", first, last)
	}
	failed := errors.New("no such frame")
	a.Picture = func(int) (image.Image, error) { return nil, failed }
	if err := a.WriteGIF(context.Background(), io.Discard, nil); !errors.Is(err, failed) ||
		!strings.Contains(err.Error(), "frame 4") {
		t.Errorf("error %v, expected the picture's, of frame 4", err)
	}
}

func TestGIFStaysBelowSize(t *testing.T) {
	a := sampleAnimation()
	a.Width = 320
	var whole, half bytes.Buffer
	if err := a.WriteGIF(context.Background(), &whole, nil); err != nil {
		t.Fatal(err)
	}
	a.MaxBytes = whole.Len() * 2 / 5
	if err := a.WriteGIF(context.Background(), &half, nil); err != nil {
		t.Fatal(err)
	}
	g, frames := played(t, half.Bytes())
	if half.Len() > a.MaxBytes || len(frames) != 6 || g.Delay[0] != 20 {
		t.Errorf("%d bytes in %d frames of %d hundredths, allowed are %d", half.Len(), len(frames), g.Delay[0], a.MaxBytes)
	}
	a.MaxBytes = 1000
	if err := a.WriteGIF(context.Background(), io.Discard, nil); err == nil ||
		!strings.Contains(err.Error(), "1000 bytes") {
		t.Errorf("error %v", err)
	}
}

func TestGIFErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	a := sampleAnimation()
	err := a.WriteGIF(ctx, io.Discard, func(done, _ int) {
		if done == 3 {
			cancel()
		}
		if done > 3 {
			t.Errorf("frame %d drawn after the end of the context", done)
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, expected the context's", err)
	}
	for _, change := range []func(*Animation){
		func(a *Animation) { a.Views = nil },
		func(a *Animation) { a.Last = 12 },
		func(a *Animation) { a.First = -1 },
		func(a *Animation) { a.First = 8; a.Last = 7 },
		func(a *Animation) { a.Views[1].Scene = nil },
	} {
		a := sampleAnimation()
		change(&a)
		if err := a.WriteGIF(context.Background(), io.Discard, nil); err == nil {
			t.Error("no error")
		}
	}
	a = sampleAnimation()
	if err := a.WriteGIF(context.Background(), broken{}, nil); !errors.Is(err, errBroken) {
		t.Errorf("error %v, expected the writer's", err)
	}
}

// A picture of few colours keeps them, and of many colours each is near one of
// the palette.
func TestQuantize(t *testing.T) {
	few := image.NewRGBA(image.Rect(0, 0, 10, 10))
	for k := range 100 {
		few.SetRGBA(k%10, k/10, color.RGBA{uint8(20 * (k % 10)), uint8(25 * (k / 10)), 77, 255})
	}
	h := newHistogram()
	h.add(few)
	fixed := []color.RGBA{{1, 2, 3, 255}, {1, 2, 3, 255}, {0, 0, 77, 255}}
	index := newColorIndex(h.palette(255, fixed))
	if len(index.palette) > 256 || index.palette[0] != color.Color(fixed[0]) || index.palette[1] != color.Color(fixed[2]) {
		t.Errorf("%d colours, the first ones %v", len(index.palette), index.palette[:2])
	}
	for k, p := range index.apply(few) {
		if got, want := index.palette[p], few.RGBAAt(k%10, k/10); got != color.Color(want) {
			t.Fatalf("pixel %d: %v, expected %v", k, got, want)
		}
	}
	many := image.NewRGBA(image.Rect(0, 0, 256, 256))
	for y := range 256 {
		for x := range 256 {
			many.SetRGBA(x, y, color.RGBA{uint8(x), uint8(y), uint8(255 - x), 255})
		}
	}
	h = newHistogram()
	h.add(many)
	index = newColorIndex(h.palette(255, nil))
	for k, p := range index.apply(many) {
		c := index.palette[p].(color.RGBA)
		if dx, dy := int(c.R)-k%256, int(c.G)-k/256; max(dx, -dx) > 24 || max(dy, -dy) > 24 {
			t.Fatalf("pixel (%d, %d) has %v", k%256, k/256, c)
		}
	}
}

// rgba returns a copy of an image.
func rgba(m image.Image) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: m.Bounds().Size()})
	stddraw.Draw(out, out.Rect, m, m.Bounds().Min, stddraw.Src)
	return out
}

// A film has the frames of the animation as the painter draws them.
func TestReel(t *testing.T) {
	a := sampleAnimation()
	a.First, a.Last = 3, 9
	reel, err := NewReel(&a)
	if err != nil {
		t.Fatal(err)
	}
	if reel.Frames() != 7 || reel.Size().X != 2*160+6 {
		t.Fatalf("%d frames of %v, expected 7 of two views of 160", reel.Frames(), reel.Size())
	}
	for _, k := range []int{0, 6, 2} {
		got, err := reel.Frame(k)
		if err != nil {
			t.Fatal(err)
		}
		want := newFilm(&a, 160)
		if err := want.draw(&a, 3+k); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Pix, want.canvas.Pix) {
			t.Errorf("picture %d is not frame %d", k, 3+k)
		}
	}
	a.Last = 99
	if _, err := NewReel(&a); err == nil {
		t.Error("expected an error for frames that are not there")
	}
}
