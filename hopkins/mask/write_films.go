package mask

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"path/filepath"

	"motionseg/hopkins/footage"
)

// reel is a sink that writes a film while the masks come.
type reel struct {
	draw   func(m *Mask) *image.RGBA
	start  func(ctx context.Context, size image.Point, picture func(int) (*image.RGBA, error)) error
	stop   context.CancelFunc
	frames chan *image.RGBA
	done   chan struct{} // closed when the film is written
	err    error         // why not, once it is closed
}

// errNoMore ends a film of which no more masks come.
var errNoMore = fmt.Errorf("expected more masks, found their end")

func (r *reel) add(ctx context.Context, m *Mask) error {
	if r.frames == nil {
		r.frames, r.done = make(chan *image.RGBA), make(chan struct{})
		ctx, r.stop = context.WithCancel(ctx)
		go func() {
			defer close(r.done)
			r.err = r.start(ctx, m.Labels.Rect.Size(), func(int) (*image.RGBA, error) {
				select {
				case p, ok := <-r.frames:
					if !ok {
						return nil, errNoMore
					}
					return p, nil
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			})
		}()
	}
	select {
	case r.frames <- r.draw(m):
		return nil
	case <-r.done:
		return r.err
	}
}

func (r *reel) end(failed error) error {
	if r.frames == nil {
		return nil
	}
	if failed != nil {
		r.stop()
	}
	close(r.frames)
	<-r.done
	r.stop()
	return r.err
}

// beginReel returns what writes a film with this name to the folder.
func beginReel(o *Output, folder, name string, alpha bool, draw func(*Mask) *image.RGBA) (sink, error) {
	rate := o.Rate
	if !(rate > 0) {
		rate = 25
	}
	return &reel{draw: draw,
		start: func(ctx context.Context, size image.Point, picture func(int) (*image.RGBA, error)) error {
			film := footage.Film{Size: size, Frames: o.frames, Rate: rate, Picture: picture, Alpha: alpha}
			return footage.WriteFilm(ctx, filepath.Join(folder, name), film, nil)
		}}, nil
}

func beginOverlay(o *Output, folder string) (sink, error) {
	things := o.things()
	return beginReel(o, folder, "overlay.mp4", false, func(m *Mask) *image.RGBA {
		return Overlay(m, func(motion uint8) color.RGBA {
			for i, t := range things {
				if t.in[motion] {
					return Palette(len(things) + 1)[i+1].(color.RGBA)
				}
			}
			return color.RGBA{}
		})
	})
}

// Overlay returns the picture of a mask half under the colours of the motions; one
// with alpha 0 leaves the picture as it is.
func Overlay(m *Mask, colour func(motion uint8) color.RGBA) *image.RGBA {
	var of [256]color.RGBA
	for v := range of {
		of[v] = colour(uint8(v))
	}
	out := image.NewRGBA(m.Labels.Rect)
	for i, v := range m.Labels.Pix {
		p := out.Pix[4*i : 4*i+4]
		p[0], p[1], p[2], p[3] = 128, 128, 128, 255
		if m.Picture != nil {
			copy(p[:3], m.Picture.Pix[4*i:])
		}
		if c := of[v]; c.A > 0 {
			p[0], p[1], p[2] = uint8((int(p[0])+int(c.R))/2), uint8((int(p[1])+int(c.G))/2), uint8((int(p[2])+int(c.B))/2)
		}
	}
	return out
}

func beginCutOut(o *Output, folder string) (sink, error) {
	moving := o.moving()
	return beginReel(o, folder, "cutout.mp4", false, func(m *Mask) *image.RGBA {
		out := image.NewRGBA(m.Labels.Rect)
		cut := cutOut(m, soft(moving.stencil(m)))
		for i := range m.Labels.Pix {
			a := int(cut.Pix[4*i+3])
			for k := range 3 {
				out.Pix[4*i+k] = uint8(int(cut.Pix[4*i+k]) * a / 255)
			}
			out.Pix[4*i+3] = 255
		}
		return out
	})
}

func beginProRes(o *Output, folder string) (sink, error) {
	return beginAlphaReel(o, folder, "moving.mov")
}

func beginVP9(o *Output, folder string) (sink, error) {
	return beginAlphaReel(o, folder, "moving.webm")
}

// beginAlphaReel writes the moving things with straight alpha.
func beginAlphaReel(o *Output, folder, name string) (sink, error) {
	moving := o.moving()
	return beginReel(o, folder, name, true, func(m *Mask) *image.RGBA {
		cut := cutOut(m, soft(moving.stencil(m)))
		return &image.RGBA{Pix: cut.Pix, Stride: cut.Stride, Rect: cut.Rect}
	})
}
