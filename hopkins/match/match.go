package match

import (
	"context"
	"image"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// ratio is the largest distance to the nearest descriptor, in units of that to
// the second nearest, at which the nearest is taken (section 7.1).
const ratio = 0.75

// Pair is a place in one picture and the same one in another, in pixels, where
// the middle of the first pixel is (0, 0).
type Pair struct {
	X1, Y1, X2, Y2 float64
}

// Pictures returns the pairs of places in two pictures whose descriptors are
// each other's nearest, and clearly nearer than the second nearest. No place
// occurs twice. The order is that of the features of the first picture. The
// error is ctx.Err() when ctx ends first.
func Pictures(ctx context.Context, first, second *image.Gray) ([]Pair, error) {
	a, err := Features(ctx, first)
	if err != nil {
		return nil, err
	}
	b, err := Features(ctx, second)
	if err != nil {
		return nil, err
	}
	links, err := match(ctx, a, b)
	if err != nil {
		return nil, err
	}
	var pairs []Pair
	for _, l := range links {
		p, q := a[l.first], b[l.second]
		pairs = append(pairs, Pair{p.X, p.Y, q.X, q.Y})
	}
	return pairs, nil
}

// link joins a feature of one picture to one of another.
type link struct {
	first, second int
	distance      float32 // squared, of the descriptors
}

// nearest is what is known of the neighbours of a descriptor.
type nearest struct {
	index        int // −1 before the first
	best, second float32
}

// match returns the links between features of two pictures.
func match(ctx context.Context, a, b []Feature) ([]link, error) {
	if len(a) < 2 || len(b) < 2 {
		return nil, nil
	}
	// Whole numbers whose sums stay below 2²⁴: float32 is exact, in whatever
	// order they are added.
	left, right := descriptors(a), descriptors(b)
	leftNorms, rightNorms := norms(left), norms(right)
	forth := make([]nearest, len(a))
	back := make([]nearest, len(b))
	for j := range back {
		back[j] = nearest{-1, math.MaxFloat32, math.MaxFloat32}
	}
	const block = 256
	products := make([]float32, block*len(b))
	for start := 0; start < len(a); start += block {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rows := min(block, len(a)-start)
		part := blas32.General{Rows: rows, Cols: Length, Stride: Length, Data: left.Data[start*Length:]}
		dots := blas32.General{Rows: rows, Cols: len(b), Stride: len(b), Data: products}
		blas32.Gemm(blas.NoTrans, blas.Trans, 1, part, right, 0, dots)
		for i := start; i < start+rows; i++ {
			n := nearest{-1, math.MaxFloat32, math.MaxFloat32}
			for j, dot := range products[(i-start)*len(b):][:len(b)] {
				d := leftNorms[i] + rightNorms[j] - 2*dot
				if d < n.best {
					n.index, n.best, n.second = j, d, n.best
				} else if d < n.second {
					n.second = d
				}
				if d < back[j].best {
					back[j].index, back[j].best = i, d
				}
			}
			forth[i] = n
		}
	}
	var links []link
	for i, n := range forth {
		if n.best < ratio*ratio*n.second && back[n.index].index == i {
			links = append(links, link{i, n.index, n.best})
		}
	}
	return withoutRepeats(links, a, b), nil
}

// withoutRepeats leaves of links from or to the same place, which has a feature
// for each of its directions, the one with the smallest distance.
func withoutRepeats(links []link, a, b []Feature) []link {
	order := slices.Clone(links)
	slices.SortStableFunc(order, func(l, m link) int { return int(l.distance) - int(m.distance) })
	type spot struct{ x, y float64 }
	usedA, usedB := map[spot]bool{}, map[spot]bool{}
	kept := order[:0]
	for _, l := range order {
		p, q := spot{a[l.first].X, a[l.first].Y}, spot{b[l.second].X, b[l.second].Y}
		if !usedA[p] && !usedB[q] {
			usedA[p], usedB[q] = true, true
			kept = append(kept, l)
		}
	}
	slices.SortFunc(kept, func(l, m link) int { return l.first - m.first })
	return kept
}

// descriptors returns the descriptors as rows of a matrix.
func descriptors(features []Feature) blas32.General {
	m := blas32.General{Rows: len(features), Cols: Length, Stride: Length, Data: make([]float32, len(features)*Length)}
	for i := range features {
		for j, v := range features[i].Descriptor {
			m.Data[i*Length+j] = float32(v)
		}
	}
	return m
}

// norms returns the squared lengths of the rows.
func norms(m blas32.General) []float32 {
	out := make([]float32, m.Rows)
	for i := range out {
		for _, v := range m.Data[i*Length:][:Length] {
			out[i] += v * v
		}
	}
	return out
}
