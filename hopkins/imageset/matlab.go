package imageset

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/files"
	"motionseg/hopkins/matfile"
)

// layouts are the names of the variables with pictures and classes in the files
// that are in common use, the first to fit is taken: Extended Yale B as it comes
// with SSC-OMP, the files of D. Cai (ORL, COIL-20, Yale, USPS), and others.
var layouts = []struct{ data, labels string }{
	{"EYALEB_DATA", "EYALEB_LABEL"},
	{"fea", "gnd"},
	{"X", "Y"}, {"X", "y"}, {"X", "gnd"}, {"X", "gt"}, {"X", "s"}, {"X", "label"}, {"X", "labels"},
	{"Y", "s"},
	{"data", "label"}, {"data", "labels"}, {"DATA", "LABEL"}, {"DATA", "LABELS"},
}

// rowsFirst are the variables whose rows are the pictures where rows and
// columns are equally many.
var rowsFirst = []string{"fea"}

// noVariable is a name that no variable has: asking for it lists the variables
// without decoding any.
const noVariable = "?"

// readMATLAB reads the set in a MATLAB file: a matrix with the pictures as rows
// or columns and a vector with the number of the class of each, or one array of
// size pixels×pictures×classes, as the Extended Yale B of SSC.
func readMATLAB(ctx context.Context, path string, o Options) (*Set, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return fromMATLAB(ctx, path, o, f)
}

// fromMATLAB reads the file twice: the sizes of the variables first, so that no
// memory is taken for what can be no set.
func fromMATLAB(ctx context.Context, path string, o Options, r io.ReadSeeker) (*Set, error) {
	read := func(names ...string) (*matfile.File, error) {
		if _, err := r.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		return matfile.ReadWithin(files.WithContext(ctx, r), path, maxValues, maxValues+maxImages, names...)
	}
	list, err := read(noVariable)
	if err != nil {
		return nil, err
	}
	data, labels, err := chooseVariables(list, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	names, n := []string{data.Name}, data.Len()/data.Dims[0]
	if labels != nil {
		names, n = append(names, labels.Name), labels.Len()
	}
	if err := checkCounts(n, data.Len()/n); err != nil {
		return nil, fmt.Errorf("%s: variable %s: %w", path, data.Name, err)
	}
	f, err := read(names...)
	if err != nil {
		return nil, err
	}
	data = f.Var(data.Name)
	var s *Set
	if labels == nil {
		s, err = classesByThirdDimension(data)
	} else {
		s, err = classesByLabel(data, f.Var(labels.Name))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	pixels, _ := s.X.Dims()
	if s.Width, s.Height, err = pictureSize(pixels, o); err != nil {
		return nil, fmt.Errorf("%s: variable %s: %w", path, data.Name, err)
	}
	return s, nil
}

// pictureSize returns the size of pictures of so many pixels: the size asked
// for, 42×48 for the usual Extended Yale B, that of a square, or 0 and 0.
func pictureSize(pixels int, o Options) (width, height int, err error) {
	const yaleWidth, yaleHeight = 42, 48
	side := int(math.Sqrt(float64(pixels)))
	switch {
	case o.Width > 0:
		if o.Width > pixels || o.Width*o.Height != pixels {
			return 0, 0, fmt.Errorf("expected pictures of %d×%d pixels, found %d pixels", o.Width, o.Height, pixels)
		}
		return o.Width, o.Height, nil
	case pixels == yaleWidth*yaleHeight:
		return yaleWidth, yaleHeight, nil
	case side*side == pixels:
		return side, side, nil
	}
	return 0, 0, nil
}

// chooseVariables returns the variables with the pictures and the classes,
// without their numbers; labels is nil when the third dimension of data is the
// class.
func chooseVariables(f *matfile.File, o Options) (data, labels *matfile.Array, err error) {
	for _, asked := range []string{o.Data, o.Labels} {
		if asked == "" {
			continue
		}
		a := f.Var(asked)
		if a == nil {
			return nil, nil, fmt.Errorf("variable %s: expected it in the file, found %s", asked, describe(f.Vars))
		}
		if !numeric(a) {
			return nil, nil, fmt.Errorf("variable %s: expected real numbers, found class %s", asked, a.Class)
		}
	}
	type pair struct{ data, labels *matfile.Array }
	var pairs []pair
	var stacks []*matfile.Array
	for _, a := range f.Vars {
		if o.Data != "" && a.Name != o.Data || !numeric(a) {
			continue
		}
		if len(a.Dims) == 3 && slices.Min(a.Dims) >= 2 {
			stacks = append(stacks, a)
		}
		if len(a.Dims) != 2 || slices.Min(a.Dims) < 2 {
			continue
		}
		for _, b := range f.Vars {
			if o.Labels != "" && b.Name != o.Labels || b == a || !numeric(b) || !vector(b) {
				continue
			}
			if slices.Contains(a.Dims, b.Len()) {
				pairs = append(pairs, pair{a, b})
			}
		}
	}
	if len(pairs) == 1 {
		return pairs[0].data, pairs[0].labels, nil
	}
	for _, l := range layouts {
		for _, p := range pairs {
			if p.data.Name == l.data && p.labels.Name == l.labels {
				return p.data, p.labels, nil
			}
		}
	}
	switch {
	case len(pairs) == 0 && len(stacks) == 1 && o.Labels == "":
		return stacks[0], nil, nil
	case len(pairs) == 0:
		return nil, nil, fmt.Errorf("expected a matrix with pictures as rows or columns and a vector with the class "+
			"of each (such as fea and gnd), found %s", describe(f.Vars))
	}
	return nil, nil, fmt.Errorf("expected one matrix of pictures and one vector of classes, found several that fit: "+
		"name them, found %s", describe(f.Vars))
}

func numeric(a *matfile.Array) bool {
	return a.Class >= matfile.Double && a.Class <= matfile.Uint64 && !a.Complex
}

func vector(a *matfile.Array) bool {
	return len(a.Dims) == 2 && min(a.Dims[0], a.Dims[1]) == 1 && a.Len() >= 2
}

// describe lists variables with their sizes, the first of many only.
func describe(vars []*matfile.Array) string {
	if len(vars) == 0 {
		return "no variable"
	}
	const many = 8
	var texts []string
	for i, a := range vars {
		if i == many {
			texts = append(texts, "…")
			break
		}
		texts = append(texts, fmt.Sprintf("%s (%s %s)", a.Name, a.Size(), a.Class))
	}
	return strings.Join(texts, ", ")
}

// classesByLabel returns the set of the pictures in the rows or columns of data
// with the classes in labels.
func classesByLabel(data, labels *matfile.Array) (*Set, error) {
	n := labels.Len()
	rows := data.Dims[0] == n && (data.Dims[1] != n || slices.Contains(rowsFirst, data.Name))
	d := data.Len() / n
	x := mat.NewDense(d, n, nil)
	for k, v := range data.Data {
		if err := checkPixel(v); err != nil {
			return nil, fmt.Errorf("variable %s: %w in row %d, column %d", data.Name, err, k%data.Dims[0]+1, k/data.Dims[0]+1)
		}
		i, j := k%data.Dims[0], k/data.Dims[0]
		if rows {
			i, j = j, i
		}
		x.Set(i, j, v)
	}
	numbers := map[int]int{}
	for k, v := range labels.Data {
		if v != math.Trunc(v) || !(math.Abs(v) <= math.MaxInt32) {
			return nil, fmt.Errorf("variable %s: expected a whole number for every picture, found %v for picture %d",
				labels.Name, v, k+1)
		}
		numbers[int(v)] = 0
	}
	s := &Set{X: x, Truth: make([]int, n)}
	for _, number := range slices.Sorted(maps.Keys(numbers)) {
		s.Classes = append(s.Classes, strconv.Itoa(number))
		numbers[number] = len(s.Classes)
	}
	for k, v := range labels.Data {
		s.Truth[k] = numbers[int(v)]
	}
	return s, nil
}

// classesByThirdDimension returns the set of the pictures in data, which is
// pixels×pictures×classes.
func classesByThirdDimension(data *matfile.Array) (*Set, error) {
	d, each, classes := data.Dims[0], data.Dims[1], data.Dims[2]
	n := each * classes
	s := &Set{X: mat.NewDense(d, n, nil), Truth: make([]int, n)}
	for k, v := range data.Data {
		if err := checkPixel(v); err != nil {
			return nil, fmt.Errorf("variable %s: %w for pixel %d of picture %d of class %d", data.Name, err, k%d+1,
				k/d%each+1, k/d/each+1)
		}
		s.X.Set(k%d, k/d, v)
	}
	for i := range s.Truth {
		s.Truth[i] = i/each + 1
	}
	for c := range classes {
		s.Classes = append(s.Classes, strconv.Itoa(c+1))
	}
	return s, nil
}

// checkCounts checks the number of pictures and of their pixels.
func checkCounts(n, pixels int) error {
	switch {
	case n < 2 || n > maxImages:
		return fmt.Errorf("expected 2 to %d pictures, found %d", maxImages, n)
	case pixels > maxValues/n:
		return fmt.Errorf("expected at most %d pixels in all pictures, found %d pictures of %d pixels", maxValues, n, pixels)
	}
	return nil
}

func checkPixel(v float64) error {
	if !(math.Abs(v) <= maxValue) {
		return fmt.Errorf("expected a finite value of at most %.0e, found %v", float64(maxValue), v)
	}
	return nil
}
