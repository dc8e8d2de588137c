package match

import (
	"bufio"
	"context"
	"fmt"
	"image"
	"io"
	"math"
	"path/filepath"
	"strings"

	"golang.org/x/image/draw"
	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
)

const (
	// maxSide bounds the longer side of the pictures in which features are
	// looked for; those of larger ones are reduced.
	maxSide = 1600
	// fewest is how many features and matches there must be: of fewer, two
	// views tell no motion.
	fewest = 9
	// sectors of the circle for the test of chance.
	sectors = 12
	// byChance is the largest probability at which matches of unrelated pictures
	// would turn alike as they do.
	byChance = 1e-5
)

// Open matches two photographs by their paths and returns the matches as a
// sequence of two frames that names the photographs as its footage. The error is
// a sentence for pictures with nothing to match or nothing in common, and it
// names the files.
func Open(ctx context.Context, first, second string) (*hopkins.Sequence, error) {
	paths := []string{first, second}
	var features [2][]Feature
	var size image.Point
	for i, path := range paths {
		source, err := footage.OpenPictures(ctx, []string{path})
		if err != nil {
			return nil, err
		}
		m, err := source.Gray(ctx, 0)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			size = m.Rect.Size()
		}
		if features[i], err = reducedFeatures(ctx, m); err != nil {
			return nil, err
		}
		if n := len(features[i]); n < fewest {
			return nil, fmt.Errorf("%s: there is nothing to match in the picture: expected at least %d "+
				"features, found %d", path, fewest, n)
		}
	}
	links, err := match(ctx, features[0], features[1])
	if err != nil {
		return nil, err
	}
	if n := len(links); n < fewest || chance(links, features[0], features[1]) > byChance {
		return nil, fmt.Errorf("%s and %s: the pictures have too little in common: of %d and %d features %d match, "+
			"no more than by chance",
			first, second, len(features[0]), len(features[1]), n)
	}
	pixels := mat.NewDense(4, len(links), nil)
	for i, l := range links {
		p, q := features[0][l.first], features[1][l.second]
		pixels.SetCol(i, []float64{p.X, p.Y, q.X, q.Y})
	}
	s := hopkins.NewSequence(nameOf(first)+"–"+nameOf(second), size.X, size.Y, pixels, nil)
	s.TwoFrame = true
	s.Footage = &hopkins.Footage{Files: paths}
	return s, nil
}

// nameOf returns the name of a file without its ending.
func nameOf(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// reducedFeatures returns the features of a picture in its own pixels, found in
// one of at most maxSide pixels on the longer side.
func reducedFeatures(ctx context.Context, m *image.Gray) ([]Feature, error) {
	size := m.Rect.Size()
	longer := max(size.X, size.Y)
	if longer <= maxSide {
		return Features(ctx, m)
	}
	small := image.NewGray(image.Rect(0, 0, max(1, size.X*maxSide/longer), max(1, size.Y*maxSide/longer)))
	draw.BiLinear.Scale(small, small.Rect, m, m.Rect, draw.Src, nil)
	features, err := Features(ctx, small)
	// The middle of a pixel is a whole number in both.
	byX, byY := float64(size.X)/float64(small.Rect.Dx()), float64(size.Y)/float64(small.Rect.Dy())
	for i := range features {
		f := &features[i]
		f.X, f.Y, f.Scale = (f.X+0.5)*byX-0.5, (f.Y+0.5)*byY-0.5, f.Scale*byX
	}
	return features, err
}

// chance bounds the probability that matches of pictures that have nothing in
// common turn alike as these do. Their features' directions would differ by any
// angle; those of the same things differ by how these have been turned. It is
// that of the sixth of the circle with the most of them, times the number of
// sixths that are looked at.
func chance(links []link, a, b []Feature) float64 {
	var counts [sectors]int
	for _, l := range links {
		turn := a[l.first].Angle - b[l.second].Angle + 2*math.Pi
		counts[int(turn*(sectors/(2*math.Pi)))%sectors]++
	}
	most := 0
	for i, n := range counts {
		most = max(most, n+counts[(i+1)%sectors])
	}
	// The upper tail of the binomial distribution, by logarithms.
	n, p := len(links), 2.0/sectors
	tail := 0.0
	for k := most; k <= n; k++ {
		ways, _ := math.Lgamma(float64(n + 1))
		for _, m := range []int{k, n - k} {
			part, _ := math.Lgamma(float64(m + 1))
			ways -= part
		}
		tail += math.Exp(ways + float64(k)*math.Log(p) + float64(n-k)*math.Log(1-p))
	}
	return sectors * tail
}

// WriteCSV writes the matches of a sequence of two frames as lines "x1,y1,x2,y2"
// below these names, in pixels. hopkins.Open reads such a file.
func WriteCSV(w io.Writer, s *hopkins.Sequence) error {
	b := bufio.NewWriter(w)
	b.WriteString("x1,y1,x2,y2\n")
	for i := range s.Points() {
		for r := range 4 {
			if r > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(b, "%.4f", s.Pixels.At(r, i))
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}
