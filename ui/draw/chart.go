package draw

import (
	"fmt"
	"image"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// Format is a file format of exports.
type Format string

// The formats that charts and figures are written in.
const (
	PNG Format = "png"
	SVG Format = "svg"
	PDF Format = "pdf"
)

// Chart is one plot, or several beside each other.
type Chart struct {
	plots []*plot.Plot
	style Style
}

// Paint draws the chart over the whole of dst at scale device pixels per
// device-independent pixel.
func (c *Chart) Paint(dst *image.RGBA, scale float64) {
}

// Write writes the chart at the given size; PNG at 300 dots an inch.
func (c *Chart) Write(w io.Writer, format Format, width, height vg.Length) error {
	return fmt.Errorf("draw: no format %q", format)
}
