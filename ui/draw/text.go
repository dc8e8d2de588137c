package draw

import (
	"image"
	"image/color"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
)

// faces holds the one typeface of everything drawn here, the one that plots
// have too.
var faces = plotfont.NewCache(liberation.Collection())

// sans is that typeface.
var sans = plotfont.Font{Typeface: "Liberation", Variant: "Sans"}

// lettering writes text of one size.
type lettering struct {
	size float64
	face font.Face
}

// prepare makes the letters of a height in pixels, unless they are those of
// the last time.
func (l *lettering) prepare(size float64) {
	if l.face != nil && l.size == size {
		return
	}
	face, err := opentype.NewFace(faces.Lookup(sans, plotfont.Length(size)).Face,
		&opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		// The font comes with the library and is known to be sound.
		panic(err)
	}
	l.size, l.face = size, face
}

// width returns the length of a text in pixels.
func (l *lettering) width(text string) float64 {
	return float64(font.MeasureString(l.face, text)) / 64
}

// write writes a text with the left end of its baseline at (x, y).
func (l *lettering) write(dst *image.RGBA, x, y float64, text string, c color.RGBA) {
	d := font.Drawer{Dst: dst, Src: image.NewUniform(c), Face: l.face, Dot: fixed.Point26_6{
		X: fixed.Int26_6(64*x) + fixed.I(dst.Rect.Min.X), Y: fixed.Int26_6(64*y) + fixed.I(dst.Rect.Min.Y),
	}}
	d.DrawString(text)
}
