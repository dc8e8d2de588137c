package track

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Point is a place in a picture, in pixels from the centre of the upper left
// one.
type Point struct{ X, Y float64 }

// finite reports whether both coordinates are numbers.
func (p Point) finite() bool {
	return !math.IsNaN(p.X) && !math.IsInf(p.X, 0) && !math.IsNaN(p.Y) && !math.IsInf(p.Y, 0)
}

// Region is a polygon in the picture: its corners in order, the last joined to
// the first.
type Region []Point

// Rectangle returns the region between two opposite corners.
func Rectangle(a, b Point) Region {
	return Region{a, {b.X, a.Y}, b, {a.X, b.Y}}
}

// ParseRegion reads the region between two opposite corners, "x,y,x,y", or with
// three corners or more, "x,y,x,y,x,y" and so on.
func ParseRegion(text string) (Region, error) {
	wrong := fmt.Errorf("expected two opposite corners as x,y,x,y or all corners as x,y,x,y,x,y,…, found %q", text)
	parts := strings.Split(text, ",")
	if len(parts) < 4 || len(parts)%2 != 0 {
		return nil, wrong
	}
	var r Region
	for i := 0; i < len(parts); i += 2 {
		x, err := strconv.ParseFloat(strings.TrimSpace(parts[i]), 64)
		if err != nil {
			return nil, wrong
		}
		y, err := strconv.ParseFloat(strings.TrimSpace(parts[i+1]), 64)
		if err != nil {
			return nil, wrong
		}
		r = append(r, Point{x, y})
	}
	if len(r) == 2 {
		if r[0].X == r[1].X || r[0].Y == r[1].Y {
			return nil, wrong
		}
		r = Rectangle(r[0], r[1])
	}
	if r.check() != nil {
		return nil, wrong
	}
	return r, nil
}

// check returns an error when the polygon has too few corners or one that is
// nowhere.
func (r Region) check() error {
	if len(r) < 3 {
		return fmt.Errorf("region: expected at least 3 corners, found %d", len(r))
	}
	for i, p := range r {
		if !p.finite() {
			return fmt.Errorf("region: corner %d: expected two numbers, found %v, %v", i+1, p.X, p.Y)
		}
	}
	return nil
}

// Contains reports whether a point lies within the region: whether a ray from
// it crosses the border an odd number of times.
func (r Region) Contains(p Point) bool {
	inside := false
	for i, a := range r {
		b := r[(i+1)%len(r)]
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+float64((b.X-a.X)*((p.Y-a.Y)/(b.Y-a.Y))) {
			inside = !inside
		}
	}
	return inside
}

// among reports whether one of the regions contains the point.
func among(regions []Region, p Point) bool {
	for _, r := range regions {
		if r.Contains(p) {
			return true
		}
	}
	return false
}
