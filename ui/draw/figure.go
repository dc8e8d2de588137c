package draw

import (
	"context"
	"io"
)

// Panel is one method in a Figure.
type Panel struct {
	Title  string // for example "LRKSC: 1.96 % misclassified"
	View   View
	Matrix MatrixView // without a Matrix, the figure has no second row
}

// Figure is the figure of the paper: segmentations side by side above their
// affinity matrices.
type Figure struct {
	Title  string // above all; none when empty
	Panels []Panel
	Style  Style
	// Width of the page in points of 1/72 inch; 0 is 504, a text width of two
	// columns. The height follows.
	Width float64
}

// Write writes the figure. In PDF and SVG points, trails and text are vectors
// and the pictures and matrices are images. PNG has 300 dots an inch. The
// error is ctx.Err() when ctx ends first.
func (f *Figure) Write(ctx context.Context, w io.Writer, format Format) error { return nil }

// WriteMatrixPNG writes the matrix as a PNG with one pixel a cell (no groups,
// marks or camera), in the view's order and colours.
func WriteMatrixPNG(w io.Writer, v *MatrixView) error { return nil }
