package filmset

import (
	"image"
	"image/color"
	"math"
	"testing"
)

// ground is a pattern of soft spots of several sizes, nowhere twice the same.
func ground(x, y float64) uint8 {
	spot := func(c, r, size int) float64 {
		h := uint32((c+1000)*73856093) ^ uint32((r+1000)*19349663) ^ uint32(size*83492791)
		h = (h ^ h>>13) * 0x5bd1e995
		return float64((h^h>>15)&0xff) - 128
	}
	v := 128.0
	for _, size := range []int{40, 16, 6} {
		u, w := x/float64(size), y/float64(size)
		c, r := int(math.Floor(u)), int(math.Floor(w))
		soft := func(f float64) float64 { return f * f * (3 - 2*f) }
		fu, fw := soft(u-math.Floor(u)), soft(w-math.Floor(w))
		v += 0.3 * ((spot(c, r, size)*(1-fu)+spot(c+1, r, size)*fu)*(1-fw) +
			(spot(c, r+1, size)*(1-fu)+spot(c+1, r+1, size)*fu)*fw)
	}
	return uint8(v)
}

// panned is a picture of 160×120 of the pattern, moved by so much to the right and down.
func panned(dx, dy float64) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 160, 120))
	for y := range 120 {
		for x := range 160 {
			v := ground(float64(x)-dx, float64(y)-dy)
			m.SetRGBA(x, y, color.RGBA{v, v, v, 255})
		}
	}
	return m
}

func TestFlow(t *testing.T) {
	for _, way := range [][2]float64{{0, 0}, {6, -4}, {-17, 9}, {1.5, 0.5}} {
		a, b := greyOf(panned(0, 0)), greyOf(panned(way[0], way[1]))
		there, back := a.flowTo(b), b.flowTo(a)
		led, off := 0, 0
		for y := range a.height {
			for x := range a.width {
				u, v, ok := there.leads(back, x, y)
				if !ok {
					continue
				}
				led++
				if math.Hypot(2*(float64(u)-float64(x))-way[0], 2*(float64(v)-float64(y))-way[1]) > 0.5 {
					off++
				}
			}
		}
		// What leaves the picture does not lead back.
		leaves := 1 - (1-math.Abs(way[0])/160)*(1-math.Abs(way[1])/120)
		share := float64(led) / float64(a.width*a.height)
		if 100*off > 5*led || share < 0.95-leaves || share > 1.001-leaves*0.7 {
			t.Errorf("moved by %v: %.1f %% of the pixels lead there and back, expected about %.1f; %d of %d by more "+
				"than half a pixel",
				way, 100*share, 100*(1-leaves), off, led)
		}
	}
}

func TestFlicker(t *testing.T) {
	const step = 4 // pixels a frame, to the right
	// The truth and a mask go along with the pattern: the left half, and a square of the
	// mask that is another motion's in every second frame.
	truth, masks := map[int]*image.Gray{}, map[int]*image.Gray{}
	for f := range 3 {
		truth[f], masks[f] = image.NewGray(image.Rect(0, 0, 160, 120)), image.NewGray(image.Rect(0, 0, 160, 120))
		for i := range truth[f].Pix {
			x, y := i%160-step*f, i/160
			masks[f].Pix[i] = 1
			if x < 60 {
				truth[f].Pix[i], masks[f].Pix[i] = 255, 2
			}
			if f == 1 && x >= 90 && x < 100 && y >= 50 && y < 60 {
				masks[f].Pix[i] = 2
			}
		}
	}
	d := NewDense(truth, true, 3)
	for f := range 3 {
		d.Add(f, truth2(truth[f]), panned(step*float64(f), 0))
	}
	if j := d.Judge(); j.Flicker != 0 || j.TruthFlicker != 0 {
		t.Errorf("masks as the truth, which stays: found %v and %v, expected 0", j.Flicker, j.TruthFlicker)
	}
	d = NewDense(truth, true, 3)
	for f := range 3 {
		d.Add(f, masks[f], panned(step*float64(f), 0))
	}
	// Twice 100 pixels of those of two frames, less the columns that leave the picture.
	if d.flicker.masks != 200 || d.flicker.truth != 0 || d.flicker.compared < 2*120*140 ||
		d.flicker.compared > 2*120*(160-step) {
		t.Errorf("found %d of %d pixels that flicker, %d of the truth, expected 200 of some 37000 and 0",
			d.flicker.masks, d.flicker.compared, d.flicker.truth)
	}
	// A truth that jumps back is itself unsteady, and a reason for the masks.
	truth[1] = truth[0]
	d = NewDense(truth, true, 3)
	for f := range 3 {
		d.Add(f, truth2(truth[f]), panned(step*float64(f), 0))
	}
	if d.flicker.masks != 0 || d.flicker.truth != 120*(step+step) {
		t.Errorf("found %d pixels of masks and %d of the truth, expected 0 and %d", d.flicker.masks, d.flicker.truth,
			120*2*step)
	}
	// Frames that are not neighbours say nothing.
	d = NewDense(truth, true, 3)
	d.Add(0, masks[0], panned(0, 0))
	d.Add(2, masks[2], panned(2*step, 0))
	if d.flicker.compared != 0 {
		t.Errorf("found %d pixels compared of frames that are not neighbours", d.flicker.compared)
	}
}

// truth2 is the mask that a truth picture is: 1 and, for the object, 2.
func truth2(m *image.Gray) *image.Gray {
	out := image.NewGray(m.Rect)
	for i, v := range m.Pix {
		out.Pix[i] = 1 + v/255
	}
	return out
}
