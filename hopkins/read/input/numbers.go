package input

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Middle says in a note that middles of boxes were taken.
const Middle = "the middles of the boxes were taken for points"

// Quoted lists names, the first of many.
func Quoted(names []string) string {
	const most = 12
	more := ""
	if len(names) > most {
		names, more = names[:most], ", …"
	}
	parts := make([]string, len(names))
	for i, n := range names {
		if len(n) > 40 {
			n = strings.ToValidUTF8(n[:40], "") + "…"
		}
		parts[i] = strconv.Quote(n)
	}
	return strings.Join(parts, ", ") + more
}

// ParseNumber reads a number as people and programs write it: decimal, perhaps
// with an exponent, or nan and inf.
func ParseNumber(field string) (float64, error) {
	if strings.ContainsAny(field, "_xXpP") {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(field, 64)
}

// Coordinate reads a pixel coordinate.
func Coordinate(field string) (float64, error) {
	v, err := ParseNumber(field)
	if err != nil || !(math.Abs(v) <= MaxCoordinate) {
		return 0, fmt.Errorf("expected a finite coordinate of at most %.0e, found %s", MaxCoordinate, Quoted([]string{field}))
	}
	return v, nil
}

// Files of MATLAB, Octave, NumPy and HDF5 hold arrays by name. What no program is
// known for is told by names and shapes: a matrix of coordinates, an array of points,
// one array each of x and y, or the points of two pictures.

// NaN is what is written for a number that is missing.
var NaN = math.NaN()
