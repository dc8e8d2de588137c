package track

import (
	"path/filepath"
	"slices"
	"testing"

	"motionseg/hopkins/footage"
)

// moved returns 200 tracks over 20 frames, of which caption stand still, and the others move
// by step a frame.
func moved(caption int, step float64, at func(i int) Point) *Tracks {
	t := &Tracks{Width: 640, Height: 520, Frames: 20}
	for i := range 200 {
		track, from := Track{}, Point{float64(3 * i), float64(7 * i % 470)}
		if i < caption {
			from = at(i)
		}
		for f := range t.Frames {
			p := Point{from.X + 0.3*float64(f%2), from.Y}
			if i >= caption {
				p.X += step * float64(f)
			}
			track.Points = append(track.Points, p)
		}
		t.Tracks = append(t.Tracks, track)
	}
	return t
}

// slips returns t with a point that is carried along the caption for twelve of its frames, and
// another that only passes it.
func slips(t *Tracks) *Tracks {
	for _, frames := range []int{12, 8} {
		track := Track{}
		for f := range t.Frames {
			p := Point{110 + 3*float64(f), 492}
			if f >= frames {
				p.Y -= 100
			}
			track.Points = append(track.Points, p)
		}
		t.Tracks = append(t.Tracks, track)
	}
	return t
}

// TestCaptionsAreLeftOut: points on a small part of the picture that stand still while most
// others move, and no points that may be the world behind a thing.
func TestCaptionsAreLeftOut(t *testing.T) {
	line := func(i int) Point { return Point{float64(100 + 20*i), float64(500 + i%3)} }
	corners := func(i int) Point { return Point{float64(10 + 600*(i%2)), float64(10 + 440*(i/2%2))} }
	for name, c := range map[string]struct {
		tracks *Tracks
		want   int
	}{
		"a line":                 {moved(20, 1, line), 20},
		"fewer than a caption":   {moved(9, 1, line), 0},
		"a still camera":         {moved(20, 0.4, line), 0},
		"too many":               {moved(21, 1, line), 0},
		"on all sides":           {moved(20, 1, corners), 0},
		"nothing was followed":   {&Tracks{Width: 640, Height: 480}, 0},
		"one that slips":         {slips(moved(20, 1, line)), 21},
		"a line that comes late": {func() *Tracks { t := moved(20, 1, line); slices.Reverse(t.Tracks); return t }(), 20},
	} {
		all := len(c.tracks.Tracks)
		if got := c.tracks.leaveCaptionsOut(); got != c.want || len(c.tracks.Tracks) != all-got {
			t.Errorf("%s: %d of %d tracks left out, %d stay; want %d out", name, got, all, len(c.tracks.Tracks), c.want)
		}
		for _, track := range c.tracks.Tracks {
			if c.want > 0 && track.Points[0].X == track.Points[2].X {
				t.Errorf("%s: a track that stands still stays", name)
			}
		}
	}
	short := moved(20, 1, line)
	for i := range 20 {
		short.Tracks[i].Points = short.Tracks[i].Points[:9]
	}
	if got := short.leaveCaptionsOut(); got != 0 {
		t.Errorf("%d tracks of nine frames left out", got)
	}
}

// TestFilmWithCaption: a film that pans behind a still mark has no points on it, and says so;
// points that a user adds there stay.
func TestFilmWithCaption(t *testing.T) {
	origin, _ := shift(2, 1)
	film, mark := pan(newTexture(5), 320, 240, 16, origin), newTexture(6)
	onMark := func(x, y float64) bool { return x >= 40 && x < 140 && y >= 170 && y < 220 }
	for _, picture := range film {
		for y := range 240 {
			for x := range 320 {
				if onMark(float64(x), float64(y)) {
					picture.Pix[y*picture.Stride+x] = uint8(mark.at(float64(x), float64(y)))
				}
			}
		}
	}
	folder := filepath.Join(t.TempDir(), "panned")
	writeFrames(t, film, folder)
	s, err := Open(t.Context(), folder, footage.Range{}, Default(Medium), nil)
	if err != nil {
		t.Fatal(err)
	}
	inside := 0
	for i := range s.Points() {
		if x, y := s.At(i, 8); s.Seen(i, 8) && onMark(x-8, y) && onMark(x+8, y) && onMark(x, y-8) && onMark(x, y+8) {
			inside++
		}
	}
	// One at its edge may slip now and then.
	if len(s.Notes) != 1 || s.Points() < 200 || inside > 2 {
		t.Errorf("%d tracks, %d on the mark, with the notes %q", s.Points(), inside, s.Notes)
	}
	more, err := AddPoints(t.Context(), s, 4, Rectangle(Point{45, 175}, Point{135, 215}), Default(Medium), nil)
	if err != nil || more.Points() < s.Points()+10 {
		t.Errorf("%d points and %v after more were added to %d on the mark", more.Points(), err, s.Points())
	}
}
