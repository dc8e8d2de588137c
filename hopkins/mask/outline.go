package mask

import (
	"image"
	"math"
)

// outlines returns the closed borders of a stencil along the sides of its pixels,
// what is inside on the right: outer ones run clockwise as seen on the screen, those
// of holes the other way. Corners count from the upper left one of the picture.
func outlines(m *image.Gray) [][]image.Point {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	in := func(x, y int) bool { return x >= 0 && y >= 0 && x < w && y < h && m.Pix[y*m.Stride+x] != 0 }
	// From every corner the sides that lead on: right, down, left, up.
	const right, down, left, up = 1, 2, 4, 8
	sides := make([]uint8, (w+1)*(h+1))
	for y := range h + 1 {
		for x := range w + 1 {
			s := &sides[y*(w+1)+x]
			if in(x, y) && !in(x, y-1) {
				*s |= right
			}
			if in(x-1, y) && !in(x, y) {
				*s |= down
			}
			if in(x-1, y-1) && !in(x-1, y) {
				*s |= left
			}
			if in(x, y-1) && !in(x-1, y-1) {
				*s |= up
			}
		}
	}
	steps := [4]image.Point{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	var all [][]image.Point
	for start := range sides {
		for sides[start] != 0 {
			at := image.Pt(start%(w+1), start/(w+1))
			var line []image.Point
			for before := -1; ; {
				s := &sides[at.Y*(w+1)+at.X]
				if *s == 0 {
					break
				}
				// Where two lead on, a turn to the right keeps pixels that only touch apart.
				way := -1
				for turn := range 4 {
					k := turn
					if before >= 0 {
						k = (before + 1 + 3*turn) % 4
					}
					if *s&(1<<k) != 0 {
						way = k
						break
					}
				}
				*s &^= 1 << way
				if way != before {
					line = append(line, at)
				}
				before = way
				at = at.Add(steps[way])
			}
			all = append(all, line)
		}
	}
	return all
}

// tolerance is how far simpler outlines may lie from exact ones, in pixels.
const tolerance = 0.8

// simpler leaves out corners of a closed line that lie near the line without them,
// by the method of Douglas and Peucker.
func simpler(line []image.Point) []image.Point {
	if len(line) < 5 {
		return line
	}
	// The corner furthest from the first divides the line.
	far := 0
	for i, p := range line {
		if d := p.Sub(line[0]); d.X*d.X+d.Y*d.Y > line[far].Sub(line[0]).X*line[far].Sub(line[0]).X+
			line[far].Sub(line[0]).Y*line[far].Sub(line[0]).Y {
			far = i
		}
	}
	keep := make([]bool, len(line)+1)
	keep[0], keep[far] = true, true
	closed := append(line[:len(line):len(line)], line[0])
	for todo := [][2]int{{0, far}, {far, len(line)}}; len(todo) > 0; {
		a, b := todo[len(todo)-1][0], todo[len(todo)-1][1]
		todo = todo[:len(todo)-1]
		worst, at := tolerance, -1
		for i := a + 1; i < b; i++ {
			if d := fromLine(closed[i], closed[a], closed[b]); d > worst {
				worst, at = d, i
			}
		}
		if at >= 0 {
			keep[at] = true
			todo = append(todo, [2]int{a, at}, [2]int{at, b})
		}
	}
	var out []image.Point
	for i, p := range line {
		if keep[i] {
			out = append(out, p)
		}
	}
	if len(out) < 3 {
		return line
	}
	return out
}

// fromLine is the distance of p from the line through a and b, or from a where they
// are the same.
func fromLine(p, a, b image.Point) float64 {
	d, e := b.Sub(a), p.Sub(a)
	length := math.Hypot(float64(d.X), float64(d.Y))
	if length == 0 {
		return math.Hypot(float64(e.X), float64(e.Y))
	}
	return math.Abs(float64(d.X*e.Y-d.Y*e.X)) / length
}

// enclosed is twice the area that a closed line runs around, negative for a hole.
func enclosed(line []image.Point) int {
	sum := 0
	for i, p := range line {
		q := line[(i+1)%len(line)]
		sum += p.X*q.Y - q.X*p.Y
	}
	return sum
}
