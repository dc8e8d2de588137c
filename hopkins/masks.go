package hopkins

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"path/filepath"
	"slices"
)

// Masks says how labels of tracks are spread over the pixels of their frames.
type Masks struct {
	Sequence *Sequence
	Labels   []int // of all tracks; 0 takes no part
	// Upward says that the tracks' y grows upwards on the pictures.
	Upward bool
	// Reach is the distance in pixels beyond which no track gives a pixel its
	// label; 0 takes maskReach times the usual distance of a track from the next.
	Reach float64
	// Picture returns the picture of a frame, nil for none: without it only
	// places count. It may itself be nil.
	Picture func(frame int) (image.Image, error)
}

const (
	// maskReach is Masks.Reach in units of the median distance of a track from
	// its nearest in the frame.
	maskReach = 6
	// maskColour is the difference of colours, 0…1 in each channel, that counts
	// as much as a third of the reach.
	maskColour = 0.1
)

// Write writes one PNG with 8 bits a pixel for every frame into the new folder,
// 0001.png and so on: 0 where no track is near, otherwise the motion that most
// speaks for. Every labelled track within Reach speaks for its motion with
// exp(−9d²/2r² − c²/2s²), d its distance, r the reach, c the difference of the
// pixel's colour from that at the track, s = 0.1. The sequence needs width and
// height, and motions at most 255. The folder is not left half written. Progress,
// which may be nil, is told after every frame. The error names the file, and is
// ctx.Err() when ctx ends first.
func (m Masks) Write(ctx context.Context, folder string, progress func(done, total int)) error {
	s := m.Sequence
	if s.Width < 1 || s.Height < 1 {
		return fmt.Errorf("%s: expected a sequence with the size of its pictures, found none", s.Name)
	}
	if len(m.Labels) != s.Points() {
		return fmt.Errorf("%s: expected one label for each of %d tracks, found %d", s.Name, s.Points(), len(m.Labels))
	}
	if most := slices.Max(m.Labels); most > math.MaxUint8 {
		return fmt.Errorf("%s: expected motions up to %d, found %d", s.Name, math.MaxUint8, most)
	}
	return WriteNewFolder(folder, func(temporary string) error { return m.writeFrames(ctx, temporary, progress) })
}

// writeFrames writes the mask of every frame into a folder.
func (m Masks) writeFrames(ctx context.Context, folder string, progress func(done, total int)) error {
	s := m.Sequence
	for f := range s.Frames() {
		if err := ctx.Err(); err != nil {
			return err
		}
		mask, err := m.Frame(f)
		if err != nil {
			return err
		}
		path := filepath.Join(folder, fmt.Sprintf("%04d.png", f+1))
		if err := WriteFile(path, func(w io.Writer) error { return png.Encode(w, mask) }); err != nil {
			return err
		}
		if progress != nil {
			progress(f+1, s.Frames())
		}
	}
	return nil
}

// speaker is a labelled track in a frame.
type speaker struct {
	x, y   float64
	label  int
	colour [3]float64
}

// Frame returns the mask of one frame, see Write.
func (m Masks) Frame(f int) (*image.Gray, error) {
	s := m.Sequence
	mask := image.NewGray(image.Rect(0, 0, s.Width, s.Height))
	var picture image.Image
	if m.Picture != nil {
		var err error
		if picture, err = m.Picture(f); err != nil {
			return nil, err
		}
	}
	at := func(x, y int) (c [3]float64) {
		if picture == nil {
			return c
		}
		b := picture.Bounds()
		r, g, bl, _ := picture.At(b.Min.X+x*b.Dx()/s.Width, b.Min.Y+y*b.Dy()/s.Height).RGBA()
		return [3]float64{float64(r) / 0xffff, float64(g) / 0xffff, float64(bl) / 0xffff}
	}
	var speakers []speaker
	motions := 0
	for i, label := range m.Labels {
		if label <= 0 || !s.Seen(i, f) {
			continue
		}
		p := speaker{x: s.Pixels.At(2*f, i), y: s.Pixels.At(2*f+1, i), label: label}
		if m.Upward {
			p.y = float64(s.Height) - p.y
		}
		p.colour = at(min(max(int(p.x), 0), s.Width-1), min(max(int(p.y), 0), s.Height-1))
		speakers = append(speakers, p)
		motions = max(motions, label)
	}
	reach := m.Reach
	if reach <= 0 {
		reach = maskReach * spacing(speakers)
	}
	if len(speakers) == 0 || reach <= 0 {
		return mask, nil
	}
	// Buckets as wide as the reach: a pixel looks into nine.
	columns, rows := int(float64(s.Width)/reach)+1, int(float64(s.Height)/reach)+1
	buckets := make([][]speaker, columns*rows)
	bucket := func(x, y float64) (int, int) {
		return min(max(int(x/reach), 0), columns-1), min(max(int(y/reach), 0), rows-1)
	}
	for _, p := range speakers {
		bx, by := bucket(p.x, p.y)
		buckets[by*columns+bx] = append(buckets[by*columns+bx], p)
	}
	voices := make([]float64, motions+1)
	for y := range s.Height {
		for x := range s.Width {
			clear(voices)
			colour := at(x, y)
			px, py := float64(x)+0.5, float64(y)+0.5
			bx, by := bucket(px, py)
			for cy := max(by-1, 0); cy <= min(by+1, rows-1); cy++ {
				for cx := max(bx-1, 0); cx <= min(bx+1, columns-1); cx++ {
					for _, p := range buckets[cy*columns+cx] {
						d2 := ((px-p.x)*(px-p.x) + (py-p.y)*(py-p.y)) / (reach * reach)
						if d2 > 1 {
							continue
						}
						var c2 float64
						for k, c := range colour {
							c2 += (c - p.colour[k]) * (c - p.colour[k])
						}
						voices[p.label] += math.Exp(-4.5*d2 - c2/(2*maskColour*maskColour))
					}
				}
			}
			best := 0
			for label, voice := range voices {
				if voice > voices[best] {
					best = label
				}
			}
			mask.SetGray(x, y, color.Gray{Y: uint8(best)})
		}
	}
	return mask, nil
}

// spacing returns the median distance of a track from its nearest; 0 for fewer
// than two.
func spacing(speakers []speaker) float64 {
	if len(speakers) < 2 {
		return 0
	}
	nearest := make([]float64, len(speakers))
	for i, p := range speakers {
		nearest[i] = math.Inf(1)
		for j, q := range speakers {
			if i != j {
				nearest[i] = min(nearest[i], math.Hypot(p.x-q.x, p.y-q.y))
			}
		}
	}
	slices.Sort(nearest)
	return nearest[len(nearest)/2]
}
