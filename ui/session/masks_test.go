package session

import (
	"bytes"
	"context"
	"errors"
	"image"
	"testing"

	"motionseg/hopkins"
)

// greyPictures are plain pictures of a sequence, or none of which can be read.
type greyPictures struct {
	size    image.Point
	failure error
}

func (p greyPictures) Frame(int) (image.Image, error) {
	if p.failure != nil {
		return nil, p.failure
	}
	return image.NewRGBA(image.Rectangle{Max: p.size}), nil
}
func (greyPictures) Rate() float64        { return 0 }
func (greyPictures) Upward() (bool, bool) { return false, true }
func (greyPictures) Note() string         { return "" }
func (greyPictures) Close() error         { return nil }

// maskBench is a session in the film mode with tracks, labels and pictures.
func maskBench(t *testing.T, p greyPictures) *bench {
	b := newBench(t, func(c *Config) {
		c.OpenPictures = func(context.Context, *hopkins.Sequence) (Pictures, error) { return p, nil }
	})
	b.openFile("a.mat")
	b.View.SetMode(FilmMode)
	b.Sides.RunSide(Right)
	b.settle()
	return b
}

func TestMasks(t *testing.T) {
	b := maskBench(t, greyPictures{size: image.Pt(64, 48)})
	b.events = nil
	if b.Masks.Of(Right, 2) != nil {
		t.Fatal("a mask is there before it was asked for")
	}
	b.settle()
	if !b.saw(MasksChanged) {
		t.Error("nothing tells that masks are there")
	}
	m := b.Masks.Of(Right, 2)
	if m == nil || b.Masks.Of(Right, 3) == nil {
		t.Fatal("no mask of the frame asked for and the one behind it")
	}
	if labels := m.Labels(); labels.Rect.Size() != image.Pt(64, 48) || bytes.Contains(labels.Pix, []byte{1}) && bytes.Contains(labels.Pix, []byte{2}) {
		t.Error("expected a mask of 64×48 pixels without the background")
	}
	// The rest is made when it is looked at, up to what is there.
	b.Masks.Of(Right, 0)
	b.settle()
	if b.Masks.Of(Right, 1) == nil || b.Masks.Of(Right, 2) != m {
		t.Error("the frames before were not made, or one was made again")
	}
	// In the bench there are none.
	b.View.SetMode(BenchMode)
	if b.Masks.Of(Right, 2) != nil {
		t.Error("a mask in the bench")
	}
}

func TestMasksWithoutPictures(t *testing.T) {
	b := maskBench(t, greyPictures{failure: errors.New("unreadable")})
	for range 3 {
		if b.Masks.Of(Right, 0) != nil {
			t.Fatal("a mask of pictures that can't be read")
		}
		b.settle()
	}
	if len(b.problems) > 0 {
		t.Errorf("problems %v", b.problems)
	}
}

func TestPackedMask(t *testing.T) {
	m := image.NewGray(image.Rect(0, 0, 50, 40))
	for i := range m.Pix {
		m.Pix[i] = uint8(i / 37 % 5)
	}
	if got := pack(m).Labels(); !bytes.Equal(got.Pix, m.Pix) || got.Rect != m.Rect {
		t.Error("a mask is another one after packing")
	}
}
