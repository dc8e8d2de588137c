package draw

import "image/color"

// ColorMap maps 0…1 to a colour by a table of 256.
type ColorMap struct {
	Name  string // as menus and settings write it
	table [256]color.RGBA
}

// The colour maps. Viridis and Magma are perceptually uniform and readable
// without colour vision; Grey runs from black to white.
var (
	Viridis = &ColorMap{Name: "viridis"}
	Magma   = &ColorMap{Name: "magma"}
	Grey    = &ColorMap{Name: "grey"}
)

// ColorMaps returns all colour maps, the default first.
func ColorMaps() []*ColorMap { return []*ColorMap{Viridis, Magma, Grey} }

// ColorMapNamed returns the colour map of a name, the default when there is
// none of it.
func ColorMapNamed(name string) *ColorMap {
	for _, m := range ColorMaps() {
		if m.Name == name {
			return m
		}
	}
	return Viridis
}

// At returns the colour of v; values below 0 (and NaN) take the first colour,
// above 1 the last.
func (m *ColorMap) At(v float64) color.RGBA {
	if !(v > 0) {
		return m.table[0]
	}
	if v >= 1 {
		return m.table[255]
	}
	return m.table[int(v*255+0.5)]
}

// Colors returns the table; with it a ColorMap is a gonum/plot palette.
func (m *ColorMap) Colors() []color.Color {
	colors := make([]color.Color, len(m.table))
	for i, c := range m.table {
		colors[i] = c
	}
	return colors
}
