package imageset

import (
	"context"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/segment"
)

// Set is pictures of one size with a class each.
type Set struct {
	Path string // of the file or folder
	Name string // Path without folders and extension
	// X is D×N, a picture a column: its grey values, column by column of the
	// picture as MATLAB stores them, in the scale of the file.
	X *mat.Dense
	// Truth holds the class, 1…len(Classes), of every picture.
	Truth []int
	// Classes names the classes: the numbers of a MATLAB file in ascending
	// order, or the folders in the order of the numbers in their names.
	Classes []string
	// Width and Height are the size of the pictures, D = Width·Height; 0 when
	// it is unknown.
	Width, Height int
	// Problems lists the pictures that were passed over.
	Problems []hopkins.Skipped

	low, high float64 // black and white
}

// Options say how to read a set. The zero value leaves all to the file.
type Options struct {
	// Data and Labels name the variables of a MATLAB file with the pictures
	// and with their classes; empty for automatic.
	Data, Labels string
	// Width and Height are the size of the pictures in a MATLAB file, or the
	// size that those in folders are brought to; 0 for automatic.
	Width, Height int
}

// Limits of a set, so that a file can't ask for more memory than a computer
// has.
const (
	maxImages = 1 << 17
	maxValues = 1 << 26 // pictures × pixels
	maxValue  = 1e9     // of a pixel, so that products stay finite
)

// Open reads the set in a MATLAB file, see Read, or in a folder with a folder
// of pictures (PNG, JPEG, PGM, GIF, BMP, TIFF) for every class. Pictures in
// folders become grey and are brought to one size; those that can't be read, or
// have another shape than the first while no size is asked for, are passed over
// and listed in Problems. The error names the file, what was expected and what
// was found, or is ctx.Err().
func Open(ctx context.Context, path string, o Options) (*Set, error) {
	if o.Width < 0 || o.Height < 0 || (o.Width == 0) != (o.Height == 0) {
		return nil, fmt.Errorf("size: expected width and height from 1, found %d×%d", o.Width, o.Height)
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	var s *Set
	if info.IsDir() {
		s, err = readFolder(ctx, path, o)
	} else {
		s, err = readMATLAB(ctx, path, o)
	}
	if err != nil {
		return nil, err
	}
	s.Path = path
	base := filepath.Base(path)
	s.Name = strings.TrimSuffix(base, filepath.Ext(base))
	if s.Name == "" {
		s.Name = base
	}
	s.low, s.high = greyRange(s.X)
	return s, nil
}

// greyRange returns the values that are shown black and white: 0 and 1 or 0 and
// 255 where the values of x fit in, otherwise the smallest and the largest.
func greyRange(x *mat.Dense) (low, high float64) {
	low, high = mat.Min(x), mat.Max(x)
	switch {
	case low >= 0 && high <= 1:
		return 0, 1
	case low >= 0 && high <= 255:
		return 0, 255
	}
	return low, high
}

// Images returns N, the number of pictures.
func (s *Set) Images() int { return len(s.Truth) }

// Data returns the pictures as the input of a method.
func (s *Set) Data() segment.Data { return segment.Data{X: s.X, Kind: segment.Images} }

// Thumbnail returns picture i (from 0) in its stored size, nil when the size is
// unknown.
func (s *Set) Thumbnail(i int) *image.Gray {
	if s.Width == 0 {
		return nil
	}
	picture := image.NewGray(image.Rect(0, 0, s.Width, s.Height))
	scale := 255 / max(s.high-s.low, math.SmallestNonzeroFloat32)
	for x := range s.Width {
		for y := range s.Height {
			v := (s.X.At(x*s.Height+y, i) - s.low) * scale
			picture.Pix[y*picture.Stride+x] = uint8(math.Round(min(max(v, 0), 255)))
		}
	}
	return picture
}

// Subset returns the pictures of count classes from class first (from 1) on,
// renumbered from 1, in the order in which they are stored. The classes must be
// there.
func (s *Set) Subset(first, count int) *Set {
	var columns []int
	for i, class := range s.Truth {
		if class >= first && class < first+count {
			columns = append(columns, i)
		}
	}
	d, _ := s.X.Dims()
	sub := &Set{
		Path: s.Path, Name: s.Name, Classes: s.Classes[first-1 : first-1+count],
		X: mat.NewDense(d, len(columns), nil), Truth: make([]int, len(columns)),
		Width: s.Width, Height: s.Height, low: s.low, high: s.high,
	}
	for k, i := range columns {
		sub.Truth[k] = s.Truth[i] - first + 1
	}
	for row := range d {
		from, to := s.X.RawRowView(row), sub.X.RawRowView(row)
		for k, i := range columns {
			to[k] = from[i]
		}
	}
	return sub
}

// Select returns the pictures of the classes that text names by their place in
// Classes, from 1: "3-7" or "3", or the whole set when text is empty.
func (s *Set) Select(text string) (*Set, error) {
	if text == "" {
		return s, nil
	}
	low, high, found := strings.Cut(text, "-")
	if !found {
		high = low
	}
	first, err1 := strconv.Atoi(strings.TrimSpace(low))
	last, err2 := strconv.Atoi(strings.TrimSpace(high))
	if err1 != nil || err2 != nil || first < 1 || last < first || last > len(s.Classes) {
		return nil, fmt.Errorf("expected classes as 3 or 3-7 within 1 to %d, found %q", len(s.Classes), text)
	}
	return s.Subset(first, last-first+1), nil
}

// SpanName names count classes from class first (from 1) on, as "4…13".
func (s *Set) SpanName(first, count int) string {
	if count == 1 {
		return s.Classes[first-1]
	}
	return s.Classes[first-1] + "…" + s.Classes[first+count-2]
}

// ParseSize reads a size as "42x48" or "42×48"; 0 and 0 when text is empty.
func ParseSize(text string) (width, height int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	w, h, found := strings.Cut(strings.ReplaceAll(strings.ToLower(text), "×", "x"), "x")
	width, err1 := strconv.Atoi(w)
	height, err2 := strconv.Atoi(h)
	if !found || err1 != nil || err2 != nil || checkSize(width, height) != nil {
		return 0, 0, fmt.Errorf("expected width and height as 42x48, found %q", text)
	}
	return width, height, nil
}

// Source returns the pictures as what hopkins.Segment groups.
func (s *Set) Source() *hopkins.Source {
	return hopkins.PictureSource(s.Name, s.Path, s.Data(), s.Truth)
}
