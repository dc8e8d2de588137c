package draw

import (
	"image"
)

// Painter draws views. It keeps the scaled picture and the marker stamps from
// one frame to the next, so each view has a painter of its own; in steady
// state drawing allocates nothing. The zero value is ready. It is not safe for
// concurrent use.
type Painter struct {
}

// Paint draws the view over the whole of dst, whose size is the view's.
func (p *Painter) Paint(dst *image.RGBA, v *View) {
}
