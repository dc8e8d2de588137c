package imageset

import (
	"context"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/image/draw"
	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
)

// longerSide is the length, in pixels, to which the longer side of pictures in
// folders is brought when no size is asked for. It turns the 168×192 pixels of
// Extended Yale B into the usual 42×48.
const longerSide = 48

// shapeTolerance is how much the ratio of width to height may differ from that
// of the first picture.
const shapeTolerance = 0.1

// Inputs lists the files that the set at path is read from: a file, or the
// pictures in the folders of a folder.
func Inputs(path string) []string {
	entries, err := os.ReadDir(path)
	if err != nil {
		return []string{path}
	}
	var inputs []string
	for _, e := range entries {
		// What is no folder, and what cannot be read, has no pictures.
		pictures, _ := picturesIn(filepath.Join(path, e.Name()))
		inputs = append(inputs, pictures...)
	}
	return inputs
}

// readFolder reads a folder with a folder of pictures for every class.
func readFolder(ctx context.Context, root string, o Options) (*Set, error) {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil, err
	}
	s := &Set{}
	var paths []string // with the class in Truth
	slices.SortStableFunc(entries, func(a, b os.DirEntry) int { return files.CompareNames(a.Name(), b.Name()) })
	for _, e := range entries {
		// A link to a folder counts as one.
		info, err := os.Stat(filepath.Join(root, e.Name()))
		if err != nil || !info.IsDir() || files.Hidden(e.Name()) {
			continue
		}
		pictures, err := picturesIn(filepath.Join(root, e.Name()))
		if err != nil {
			return nil, err
		}
		if len(pictures) == 0 {
			continue
		}
		s.Classes = append(s.Classes, e.Name())
		for _, p := range pictures {
			paths = append(paths, p)
			s.Truth = append(s.Truth, len(s.Classes))
		}
		if len(paths) > maxImages {
			return nil, fmt.Errorf("%s: expected at most %d pictures, found more", root, maxImages)
		}
	}
	if len(paths) < 2 {
		return nil, fmt.Errorf("%s: expected a folder of pictures (%s) for every class, found %d pictures in folders",
			root, strings.Join(pictureExtensions, ", "), len(paths))
	}
	if err := s.readPictures(ctx, root, paths, o); err != nil {
		return nil, err
	}
	return s, nil
}

// readPictures fills in the set from the files, whose classes are in Truth.
func (s *Set) readPictures(ctx context.Context, root string, paths []string, o Options) error {
	var columns [][]uint8
	var truth []int
	s.Width, s.Height = o.Width, o.Height
	var shape float64 // width over height of the first picture
	for k, path := range paths {
		picture, err := readPicture(ctx, path)
		if err == nil && shape != 0 && o.Width == 0 {
			size := picture.Bounds().Size()
			if math.Abs(float64(size.X)/float64(size.Y)/shape-1) > shapeTolerance {
				err = fmt.Errorf("%s: expected width over height as in the first picture, %.3g, found %d×%d pixels",
					path, shape, size.X, size.Y)
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			s.Problems = append(s.Problems, hopkins.Skipped{Path: path, Err: err})
			continue
		}
		if s.Width == 0 {
			s.Width, s.Height = fit(picture.Bounds().Size())
		}
		if shape == 0 {
			size := picture.Bounds().Size()
			shape = float64(size.X) / float64(size.Y)
			if err := checkCounts(len(paths), s.Width*s.Height); err != nil {
				return fmt.Errorf("%s: %w", root, err)
			}
		}
		columns = append(columns, s.column(picture))
		truth = append(truth, s.Truth[k])
	}
	if len(columns) < 2 {
		return fmt.Errorf("%s: expected at least 2 pictures that can be read, found %d; %w", root, len(columns),
			s.Problems[0].Err)
	}
	s.X = mat.NewDense(s.Width*s.Height, len(columns), nil)
	for j, column := range columns {
		for i, v := range column {
			s.X.Set(i, j, float64(v))
		}
	}
	s.Truth = truth
	s.dropEmptyClasses()
	return nil
}

// dropEmptyClasses renumbers the classes when one has lost all its pictures.
func (s *Set) dropEmptyClasses() {
	renamed := make([]int, len(s.Classes)+1)
	var classes []string
	for class, name := range s.Classes {
		if slices.Contains(s.Truth, class+1) {
			classes = append(classes, name)
			renamed[class+1] = len(classes)
		}
	}
	for i, class := range s.Truth {
		s.Truth[i] = renamed[class]
	}
	s.Classes = classes
}

// fit returns the size with the longer side of at most longerSide.
func fit(size image.Point) (width, height int) {
	longer := max(size.X, size.Y)
	if longer <= longerSide {
		return size.X, size.Y
	}
	scale := float64(longerSide) / float64(longer)
	return max(1, int(math.Round(scale*float64(size.X)))), max(1, int(math.Round(scale*float64(size.Y))))
}

// column brings a picture to the size of the set and returns its grey values
// column by column.
func (s *Set) column(picture *image.Gray) []uint8 {
	if size := picture.Bounds().Size(); size.X != s.Width || size.Y != s.Height {
		scaled := image.NewGray(image.Rect(0, 0, s.Width, s.Height))
		draw.BiLinear.Scale(scaled, scaled.Bounds(), picture, picture.Bounds(), draw.Src, nil)
		picture = scaled
	}
	values := make([]uint8, 0, s.Width*s.Height)
	at := picture.Bounds().Min
	for x := range s.Width {
		for y := range s.Height {
			values = append(values, picture.GrayAt(at.X+x, at.Y+y).Y)
		}
	}
	return values
}
