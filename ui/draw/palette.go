package draw

import (
	"image/color"

	"motionseg/hopkins/colours"
)

// Marker is the shape that a point is drawn with, the second cue to its label
// beside the colour.
type Marker int

// The markers, in the order in which labels take them.
const (
	Disc Marker = iota
	Square
	Triangle
	Diamond
	Cross
	TriangleDown
	Hexagon
	markers // how many there are
)

// LabelColors is the number of distinct label colours; further labels take
// them again from the first, with another marker.
const LabelColors = colours.Labels

// LabelColor returns the colour of a label from 1, and grey for 0 or less.
func LabelColor(label int) color.RGBA { return colours.OfLabel(label) }

// LabelColorNames are what the colours of labels 1, 2, … are called.
var LabelColorNames = [LabelColors]string{
	"orange", "sky blue", "green", "yellow", "blue", "vermillion", "purple", "pale grey", "wine", "olive", "indigo",
	"salmon", "brown",
}

// labelMarker returns the marker of a label from 1, and Disc for 0 or less.
func labelMarker(label int) Marker {
	if label <= 0 {
		return Disc
	}
	return Marker((label - 1) % int(markers))
}

// Style is the set of colours, besides those of labels and colour maps, that
// everything is drawn with.
type Style struct {
	Background color.RGBA // behind views and matrices without a picture
	Paper      color.RGBA // behind plots
	Text       color.RGBA
	Muted      color.RGBA // axes, secondary text
	Grid       color.RGBA // grid lines of plots
	Outline    color.RGBA // around markers
	Accent     color.RGBA // selection, rubber band
	Wrong      color.RGBA // ring of misclassified points
	Left       color.RGBA // line of the left side in plots
	Right      color.RGBA // line of the right side in plots
	// Labels are colours of labels 1, 2, … in place of those of LabelColor, which
	// stay where it is transparent.
	Labels [LabelColors]color.RGBA
}

// LabelColor returns the colour of a label from 1, and grey for 0 or less.
func (s Style) LabelColor(label int) color.RGBA {
	if label > 0 {
		if own := s.Labels[(label-1)%LabelColors]; own.A > 0 {
			return own
		}
	}
	return LabelColor(label)
}

// Light returns the style of the light theme, also that of figures on paper.
func Light() Style {
	return Style{
		Background: color.RGBA{0xF4, 0xF5, 0xF7, 0xFF},
		Paper:      color.RGBA{0xFF, 0xFF, 0xFF, 0xFF},
		Text:       color.RGBA{0x20, 0x22, 0x26, 0xFF},
		Muted:      color.RGBA{0x6B, 0x70, 0x78, 0xFF},
		Grid:       color.RGBA{0xE4, 0xE6, 0xEA, 0xFF},
		Outline:    color.RGBA{0x16, 0x18, 0x1C, 0xFF},
		Accent:     color.RGBA{0x1F, 0x6F, 0xEB, 0xFF},
		Wrong:      color.RGBA{0xD6, 0x1A, 0x5B, 0xFF},
		Left:       color.RGBA{0xD5, 0x5E, 0x00, 0xFF},
		Right:      color.RGBA{0x00, 0x72, 0xB2, 0xFF},
	}
}

// Dark returns the style of the dark theme.
func Dark() Style {
	return Style{
		Background: color.RGBA{0x17, 0x19, 0x1D, 0xFF},
		Paper:      color.RGBA{0x1D, 0x20, 0x25, 0xFF},
		Text:       color.RGBA{0xE6, 0xE8, 0xEC, 0xFF},
		Muted:      color.RGBA{0x9A, 0xA0, 0xAA, 0xFF},
		Grid:       color.RGBA{0x31, 0x35, 0x3C, 0xFF},
		Outline:    color.RGBA{0x0C, 0x0D, 0x10, 0xFF},
		Accent:     color.RGBA{0x6C, 0xB0, 0xFF, 0xFF},
		Wrong:      color.RGBA{0xFF, 0x5C, 0x93, 0xFF},
		Left:       color.RGBA{0xE6, 0x9F, 0x00, 0xFF},
		Right:      color.RGBA{0x56, 0xB4, 0xE9, 0xFF},
	}
}
