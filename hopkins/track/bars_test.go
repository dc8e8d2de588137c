package track

import (
	"image"
	"slices"
	"testing"
)

// striped returns a picture of which the lines from top to bottom are light, and all of them
// dark that are outside.
func striped(width, height, top, bottom int, light uint8) *image.Gray {
	p := image.NewGray(image.Rect(0, 0, width, height))
	for i := range p.Pix {
		p.Pix[i] = 16
		if y := i / p.Stride; y >= top && y < height-bottom {
			p.Pix[i] = light
		}
	}
	return p
}

func TestBarsAreFound(t *testing.T) {
	lit := striped(100, 80, 10, 12, 120)
	noisy := striped(100, 80, 10, 12, 120)
	for x := range 4 {
		noisy.SetGray(20*x, 5, lit.GrayAt(0, 40)) // fewer than one in twenty
	}
	night := striped(100, 80, 10, 12, 20)
	for x := range 40 {
		night.SetGray(x, 20, lit.GrayAt(0, 40)) // less than half of a line
	}
	upright := image.NewGray(image.Rect(0, 0, 100, 80))
	for i := range upright.Pix {
		if x := i % upright.Stride; x >= 34 && x < 70 {
			upright.Pix[i] = 120
		}
	}
	shadow := striped(100, 80, 0, 0, 120)
	for x := range 60 {
		shadow.SetGray(x, 0, night.GrayAt(0, 0)) // in the first line only, and not in all of it
	}
	wide := striped(100, 80, 30, 0, 120)
	subtitled := striped(100, 80, 10, 12, 120)
	for x := 30; x < 70; x++ {
		subtitled.SetGray(x, 74, lit.GrayAt(0, 40))
	}
	for name, c := range map[string]struct {
		pictures []*image.Gray
		want     bars
	}{
		"above and below":           {[]*image.Gray{lit}, bars{top: 12, bottom: 14}},
		"compressed":                {[]*image.Gray{noisy}, bars{top: 12, bottom: 14}},
		"at the sides":              {[]*image.Gray{upright}, bars{left: 36, right: 32}},
		"a dark scene":              {[]*image.Gray{night}, bars{}},
		"a shadow":                  {[]*image.Gray{shadow}, bars{}},
		"a scene that is dark once": {[]*image.Gray{lit, night}, bars{top: 12, bottom: 14}},
		"from black":                {[]*image.Gray{striped(100, 80, 0, 0, 16), lit}, bars{top: 12, bottom: 14}},
		"too wide for one":          {[]*image.Gray{wide}, bars{}},
		"the whole picture after":   {[]*image.Gray{lit, striped(100, 80, 0, 0, 120)}, bars{}},
		"a line of text in it":      {[]*image.Gray{lit, subtitled}, bars{top: 12, bottom: 7}},
		"no picture":                {[]*image.Gray{striped(100, 80, 0, 0, 16)}, bars{}},
		"few lines":                 {[]*image.Gray{striped(100, 3, 1, 1, 120), striped(1, 1, 0, 0, 16)}, bars{}},
	} {
		var got bars
		for _, p := range c.pictures {
			got.look(p)
		}
		if got != c.want {
			t.Errorf("%s: bars %+v, expected %+v", name, got, c.want)
		}
	}
}

// TestBarsAreContinuedOver: the picture is mirrored at its own first and last lines.
func TestBarsAreContinuedOver(t *testing.T) {
	p := image.NewGray(image.Rect(0, 0, 7, 6))
	for i := range p.Pix {
		p.Pix[i] = uint8(10*(i/p.Stride) + i%p.Stride)
	}
	got := bars{top: 2, bottom: 1, left: 1, right: 2}.without(p)
	want := []uint8{
		42, 41, 42, 43, 44, 43, 42,
		32, 31, 32, 33, 34, 33, 32,
		22, 21, 22, 23, 24, 23, 22,
		32, 31, 32, 33, 34, 33, 32,
		42, 41, 42, 43, 44, 43, 42,
		32, 31, 32, 33, 34, 33, 32,
	}
	if !slices.Equal(got.Pix, want) {
		t.Errorf("%v, expected %v", got.Pix, want)
	}
	if p.Pix[0] != 0 {
		t.Error("the picture itself was changed")
	}
}

// TestNoPointsOnBars: points of a film with bars are where those of its picture alone are.
func TestNoPointsOnBars(t *testing.T) {
	const width, height, frames, bar = 160, 120, 9, 20
	origin, _ := shift(1.7, 2.3)
	film := pan(newTexture(5), width, height, frames, origin)
	for i := range frames {
		shown, err := film.Gray(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		for y := range height {
			if y < bar || y >= height-bar {
				clear(shown.Pix[y*shown.Stride:][:width])
			}
		}
	}
	tracks, err := Film(t.Context(), film, Default(Dense), func(p Progress) {
		if p.Picture.GrayAt(width/2, bar/2).Y != 0 {
			t.Errorf("frame %d is not shown as it is", p.Frame+1)
		}
		for _, at := range p.Points {
			if at.Y < bar || at.Y > height-1-bar {
				t.Errorf("a point is shown at %.1f, %.1f in frame %d, on a bar", at.X, at.Y, p.Frame+1)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(tracks.Tracks) < 50 {
		t.Fatalf("%d tracks, expected 50 or more", len(tracks.Tracks))
	}
	for i, track := range tracks.Tracks {
		for k, p := range track.Points {
			if p.Y < bar+4 || p.Y > height-1-bar-4 {
				t.Errorf("track %d is at %.1f, %.1f in frame %d, expected it 4 pixels from the bars", i+1, p.X, p.Y,
					track.First+k+1)
			}
		}
	}
}
