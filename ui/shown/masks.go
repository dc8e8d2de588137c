package shown

// MaskView is how masks are shown with the picture that they are of.
type MaskView int

// The views of masks. In cut-outs the picture stands where something has a label, and
// nothing of it elsewhere.
const (
	MaskOverlay MaskView = iota // colours over the picture
	MaskOutline                 // their borders alone
	MaskOnBlack                 // cut-outs
	MaskOnWhite
	MaskOnChecks
	MaskOff
)

// MaskLook says how masks are drawn.
type MaskLook struct {
	View MaskView
	// Share is the opacity of the edges of an overlay and of outlines, 0…1; inside, an
	// overlay has half of it.
	Share float64
	// Hidden are the labels that are drawn as if there was none.
	Hidden [256]bool
}

// CutsOut reports whether nothing is seen but what masks are of.
func (l MaskLook) CutsOut() bool {
	return l.View == MaskOnBlack || l.View == MaskOnWhite || l.View == MaskOnChecks
}

// Draws reports whether anything of masks is seen.
func (l MaskLook) Draws() bool {
	return l.View != MaskOff && (l.Share > 0 || l.View != MaskOverlay && l.View != MaskOutline)
}
