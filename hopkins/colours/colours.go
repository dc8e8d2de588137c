// Package colours has the colours of labels, the same wherever tracks are drawn and
// written.
package colours

import "image/color"

// labels holds the colours of labels 1, 2, …: the seven chromatic ones of
// M. Okabe and K. Ito, Color Universal Design (2008), then six of P. Tol,
// Colour Schemes (2021), chosen to keep apart from them under the three kinds
// of dichromacy by lightness.
var labels = [...]color.RGBA{
	{0xE6, 0x9F, 0x00, 0xFF}, // orange
	{0x56, 0xB4, 0xE9, 0xFF}, // sky blue
	{0x00, 0x9E, 0x73, 0xFF}, // bluish green
	{0xF0, 0xE4, 0x42, 0xFF}, // yellow
	{0x00, 0x72, 0xB2, 0xFF}, // blue
	{0xD5, 0x5E, 0x00, 0xFF}, // vermillion
	{0xCC, 0x79, 0xA7, 0xFF}, // reddish purple
	{0xDD, 0xDD, 0xDD, 0xFF}, // pale grey
	{0x88, 0x22, 0x55, 0xFF}, // wine
	{0x99, 0x99, 0x33, 0xFF}, // olive
	{0x33, 0x22, 0x88, 0xFF}, // indigo
	{0xEE, 0x88, 0x66, 0xFF}, // salmon
	{0x66, 0x44, 0x22, 0xFF}, // brown
}

// Labels is the number of distinct colours; further labels take them again from the
// first.
const Labels = len(labels)

// unlabelled is the colour of what has no label.
var unlabelled = color.RGBA{0x9A, 0xA0, 0xA6, 0xFF}

// OfLabel returns the colour of a label from 1, and grey for 0 or less.
func OfLabel(label int) color.RGBA {
	if label <= 0 {
		return unlabelled
	}
	return labels[(label-1)%Labels]
}
