package mask

import (
	"context"
	"image"
	"slices"
)

// steadyReach is how many frames before and after settle what is different in one frame
// alone.
const steadyReach = 2

// steady returns the mask of a frame: its labels at the size of the picture, but where the
// frames around agree on another motion than this one. Each motion leads to pixels of those
// frames; one that leads to more pixels with its own label than that of the pixel does, the
// pixel itself counted for it, is taken. So a border that is drawn otherwise in one frame
// alone does not flicker, and one that moves against its motion stays as it is.
func (r *run) steady(ctx context.Context, s *slot) *Mask {
	m := &Mask{Frame: s.frame, Uncertain: s.uncertain, Labels: image.NewGray(s.picture.Rect), Picture: s.picture}
	width, height := s.size.X, s.size.Y
	near := r.neighbours(s)
	out := m.Labels.Pix
	for y := range height {
		if ctx.Err() != nil {
			return m
		}
		for x := range width {
			at := y*width + x
			own := s.fine[at]
			out[at] = own + 1
			if s.fixed != nil && s.fixed.Pix[at] > 0 {
				continue
			}
			most := 1
			var others [2 * steadyReach]uint8
			differ := others[:0]
			for _, n := range near {
				switch l := n.label(own, x, y, s); l {
				case int(own):
					most++
				case -1:
				default:
					if !slices.Contains(differ, uint8(l)) {
						differ = append(differ, uint8(l))
					}
				}
			}
			for _, l := range differ {
				count := 0
				for _, n := range near {
					if n.label(l, x, y, s) == int(l) {
						count++
					}
				}
				if count > most {
					most, out[at] = count, l+1
				}
			}
		}
	}
	return m
}

// neighbour is a frame beside another one, and where the motions lead there.
type neighbour struct {
	slot    *slot
	motions []motion
}

// neighbours returns the frames around one that settle its labels.
func (r *run) neighbours(s *slot) (near []neighbour) {
	for d := -steadyReach; d <= steadyReach; d++ {
		if o := r.slots[s.frame+d]; d != 0 && o != nil && o.fine != nil {
			near = append(near, neighbour{o, s.near[d]})
		}
	}
	return near
}

// label returns the label of the pixel that a motion leads to from a pixel of a frame, −1
// where that is none.
func (n neighbour) label(motion uint8, x, y int, from *slot) int {
	m := &n.motions[motion]
	if !m.known {
		return -1
	}
	// The middle of the pixel on the small picture, and the way there at the size of this one.
	scale := int32(from.scale)
	inset := subpixels/2 - subpixels/2/scale
	dx, dy := m.at(int32(x)*subpixels/scale-inset, int32(y)*subpixels/scale-inset)
	u := x + int(dx*scale+subpixels/2)>>8
	v := y + int(dy*scale+subpixels/2)>>8
	if u < 0 || v < 0 || u >= n.slot.size.X || v >= n.slot.size.Y {
		return -1
	}
	return int(n.slot.fine[v*n.slot.size.X+u])
}
