package programs

import (
	"bytes"
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/read/input"
)

// Projects of hugin hold pictures, a line that begins with i each, and control points,
// "c n0 N1 x12.5 y20 X13 Y21 t0": a point of picture n at x, y and of picture N at X, Y.
// Points of kinds other than t0 are those of lines.
//
// Source: the documentation of panotools' scripts, and files of pto_gen and pto_var.
var Hugin = input.Format{
	Name: "a project of hugin", Extensions: []string{".pto"}, Types: input.TextTypes,
	Rows: []input.Row{{File: "hugin, `.pto`", Content: "the control points of the pair of pictures that has most, as " +
		"matches; lines are passed over; the size of the " +
		"picture is taken where both have the same"}},
	Recognise: isHugin, Read: readHugin, Seems: input.GlanceHead(isHugin),
}

// isHugin reports whether a file has a line of the panorama and one of a picture.
func isHugin(head []byte) bool {
	return (bytes.HasPrefix(head, []byte("p f")) || bytes.Contains(head, []byte("\np f"))) &&
		bytes.Contains(head, []byte("\ni w"))
}

// huginPair is two pictures, and huginPoint a control point of them.
type (
	huginPair  [2]int
	huginPoint [4]float64
)

func readHugin(in *input.File) (*input.Tracks, error) {
	var sizes [][2]float64
	points := map[huginPair][]huginPoint{}
	var best huginPair
	total := 0
	err := input.Lines(in, func(_ int, fields []string, _ string) error {
		switch fields[0] {
		case "i":
			size := huginFields(fields, "w", "h")
			sizes = append(sizes, [2]float64{size[0], size[1]})
		case "c":
			v := huginFields(fields, "n", "N", "x", "y", "X", "Y", "t")
			if !input.IsWhole(v[0], 0) || !input.IsWhole(v[1], 0) {
				return fmt.Errorf("expected two pictures of a control point, found %s", input.Quoted(fields))
			}
			for _, x := range v[2:6] {
				if !(x >= -input.MaxCoordinate && x <= input.MaxCoordinate) {
					return fmt.Errorf("expected x, y, X and Y of a control point, found %s", input.Quoted(fields))
				}
			}
			pair, p := huginPair{int(v[0]), int(v[1])}, huginPoint(v[2:6])
			if pair[0] > pair[1] {
				pair, p = huginPair{pair[1], pair[0]}, huginPoint{p[2], p[3], p[0], p[1]}
			}
			if v[6] != 0 || pair[0] == pair[1] {
				return nil
			}
			if total++; total > input.MaxEntries {
				return fmt.Errorf("expected at most %d control points, found more", input.MaxEntries)
			}
			if points[pair] = append(points[pair], p); len(points[pair]) > len(points[best]) {
				best = pair
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	n := len(points[best])
	if n < 2 {
		return nil, fmt.Errorf("expected at least 2 control points of two pictures, found %d", n)
	}
	s := &input.Tracks{Pixels: mat.NewDense(4, n, nil), TwoFrame: true}
	for i, p := range points[best] {
		s.Pixels.SetCol(i, p[:])
	}
	if best[1] < len(sizes) && sizes[best[0]] == sizes[best[1]] {
		var c input.Collector
		c.Size(sizes[best[0]][0], sizes[best[0]][1])
		s.Width, s.Height = c.Width, c.Height
	}
	if len(points) > 1 {
		s.Note("of %d pairs of pictures that of pictures %d and %d was taken, which has most control points",
			len(points), best[0]+1, best[1]+1)
	}
	return s, nil
}

// huginFields returns the numbers behind letters, nan where one is missing.
func huginFields(fields []string, letters ...string) []float64 {
	values := make([]float64, len(letters))
	for k, letter := range letters {
		values[k] = input.NaN
		for _, field := range fields[1:] {
			text, ok := strings.CutPrefix(field, letter)
			if v, err := input.ParseNumber(text); ok && err == nil {
				values[k] = v
				break
			}
		}
	}
	return values
}
