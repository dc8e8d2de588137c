package arrays

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/files"
	"motionseg/hopkins/matfile"
	"motionseg/hopkins/read/input"
)

// MATLAB is the files of MATLAB, whose variables are laid out in several ways.
var MATLAB = input.Format{
	Name: "a file of MATLAB or Octave", Extensions: []string{".mat"},
	Types:     []string{"application/x-matlab-data", "application/x-hopkins155-tracks", "application/x-kt3dmoseg-tracks"},
	MoreRows:  layoutRows,
	Recognise: matfile.Recognise, Read: readMatlab, Arrays: true,
}

// layoutRows returns the help's lines of the layouts.
func layoutRows() []input.Row {
	var rows []input.Row
	for _, l := range layouts {
		rows = append(rows, l.row)
	}
	rows = append(rows, input.Row{File: "Octave `-text`, `-binary`, MATLAB level 4, " +
		"any ending", Content: "as the MATLAB files above; structs and " +
		"cells beside the tracks are passed over"})
	rows = append(rows, input.Row{File: "arrays of MATLAB, Octave or NumPy, `.mat`, " +
		"`.npz`, `.npy`",
		Content: "any array of tracks by its name (`--array NAME`), or the one called `W`, `X`, `tracks`, `P` …: " +
			"2F×N, N×2F or 3F×N numbers, x and y in turn or all x before all y; 2×F×N, 3×N×F, N×2×F and so on; x and y " +
			"in arrays of " +
			"their own (`--array X,Y`). How an array was read is said. With `s` or `labels` as the truth and `mask` or " +
			"`visibility`, where they fit"})
	rows = append(rows, input.Row{File: "matchers (SuperGlue, LightGlue, LoFTR …), " +
		"`.npz`, `.mat`", Content: "`mkpts0` and `mkpts1`, `pts1` and `pts2`, `x1` and `x2` … N×2, N×3 or turned; " +
		"`keypoints0`, `keypoints1` " +
		"and `matches`"})
	return rows
}

// readMatlab reads the tracks in a MATLAB file.
func readMatlab(in *input.File) (*input.Tracks, error) {
	at, size, err := randomAccess(in.Raw, in.Head)
	if err != nil {
		return nil, err
	}
	read := func(names ...string) (*matfile.File, error) {
		whole := bufio.NewReader(files.WithContext(in.Context, io.NewSectionReader(at, 0, size)))
		return matfile.ReadWithin(whole, in.Path, 3*input.MaxEntries, input.MaxNumbers, names...)
	}
	f, err := read(layoutVariables...)
	if err != nil {
		return nil, err
	}
	return readVariables(f, in.Options.Array, read)
}

// readVariables reads the tracks of variables: of the one that is chosen, or in one of
// the layouts, or by names and shapes. again reads some variables with their numbers.
func readVariables(
	f *matfile.File, chosen string, again func(names ...string) (*matfile.File, error),
) (*input.Tracks, error) {
	c := &container{load: func(name string) (*variable, error) {
		f, err := again(name)
		if err != nil {
			return nil, err
		}
		a := f.Var(name)
		if field := strings.TrimPrefix(name, "Data."); a == nil && f.Var("Data") != nil {
			a = f.Var("Data").Field(field)
		}
		if a == nil || a.Data == nil {
			return nil, fmt.Errorf("expected numbers, found none")
		}
		return &variable{name, a.Dims, rowsFirst(a.Data, a.Dims)}, nil
	}}
	for _, a := range f.Vars {
		if isNumeric(a) && a.Len() > 0 {
			c.variables = append(c.variables, variable{name: a.Name, shape: a.Dims})
		}
	}
	if chosen != "" {
		return c.tracks(chosen)
	}
	if _, err := layoutOf(f); err == nil {
		return readLayout(f)
	}
	s, err := c.tracks("")
	var unclear *ArrayError
	if errors.As(err, &unclear) {
		_, other := layoutOf(f)
		if len(unclear.Arrays) == 0 {
			return nil, other
		}
		return nil, fmt.Errorf("%w, or %w", other, err)
	}
	return s, err
}

// layout is a way in which tracks are laid out in a MATLAB file.
type layout struct {
	row input.Row
	// fits reports whether a file is laid out like this.
	fits func(f *matfile.File) bool
	// shape returns the number of tracks and frames, and the truth if there is
	// one, from the sizes of the variables and the labels alone.
	shape func(f *matfile.File) (shape, error)
	// read returns the sequence without name, path and description; without
	// Normalized too, where the file has no coordinates of that kind.
	read func(f *matfile.File, sh shape) (*input.Tracks, error)
}

// ShapeOf reads the numbers of tracks and frames and the truth of a MATLAB file before
// version 7.3, and no more of it than that. The error names the file.
func ShapeOf(path string) (tracks, frames int, truth []int, err error) {
	f, err := matfile.ReadFile(path, labelVariables...)
	if err != nil {
		return 0, 0, nil, err
	}
	l, err := layoutOf(f)
	if err != nil {
		return 0, 0, nil, fmt.Errorf("%s: %w", path, err)
	}
	sh, err := l.shape(f)
	if err != nil {
		return 0, 0, nil, fmt.Errorf("%s: %w", path, err)
	}
	return sh.points, sh.frames, sh.truth, nil
}

// shape is what a scan of a dataset shows of a sequence.
type shape struct {
	points, frames int
	truth          []int
}

var layouts = []*layout{&hopkins155, &kt3dmoseg, &adelaideRMF}

// layoutVariables are the variables and fields that the layouts read, and
// labelVariables those of them that shape needs more of than the size.
var (
	layoutVariables = []string{
		"x", "y", "s", "m", "K", "width", "height", "points", "frames",
		"Data.ySparse", "Data.visibleSparse", "Data.GtLabel",
		"data", "label",
	}
	labelVariables = []string{"s", "Data.GtLabel", "label"}
)

// layoutOf returns the layout of the file.
func layoutOf(f *matfile.File) (*layout, error) {
	for _, l := range layouts {
		if l.fits(f) {
			return l, nil
		}
	}
	found := "no variable"
	if names := f.Names(); len(names) > 0 {
		found = input.Quoted(names)
	}
	return nil, fmt.Errorf("expected tracks: variables x, y and s, a struct Data with ySparse, or data and "+
		"label; found %s", found)
}

// readLayout reads the sequence in a MATLAB file.
func readLayout(f *matfile.File) (*input.Tracks, error) {
	l, err := layoutOf(f)
	if err != nil {
		return nil, err
	}
	sh, err := l.shape(f)
	if err != nil {
		return nil, err
	}
	return l.read(f, sh)
}

// TrackShape checks that a is 3×P×F, real numbers, with at least two tracks
// and one frame, and returns P and F.
func TrackShape(name string, a *matfile.Array) (points, frames int, err error) {
	switch {
	case a == nil:
		return 0, 0, fmt.Errorf("%s: expected an array of size 3×points×frames, found none", name)
	case !isNumeric(a):
		return 0, 0, fmt.Errorf("%s: expected real numbers, found class %s", name, classOf(a))
	case len(a.Dims) > 3 || a.Dims[0] != 3:
		return 0, 0, fmt.Errorf("%s: expected size 3×points×frames, found %s", name, a.Size())
	}
	points, frames = a.Dims[1], 1 // MATLAB drops a last dimension of 1
	if len(a.Dims) == 3 {
		frames = a.Dims[2]
	}
	if points < 2 {
		return 0, 0, fmt.Errorf("%s: expected at least 2 points, found %d (size %s)", name, points, a.Size())
	}
	if frames < 1 {
		return 0, 0, fmt.Errorf("%s: expected at least 1 frame, found %d (size %s)", name, frames, a.Size())
	}
	if int64(points)*int64(frames) > input.MaxEntries {
		return 0, 0, fmt.Errorf("%s: expected at most %d tracks × frames, found size %s", name, input.MaxEntries, a.Size())
	}
	return points, frames, nil
}

func isNumeric(a *matfile.Array) bool {
	return a.Class >= matfile.Double && a.Class <= matfile.Uint64 && !a.Complex
}

func classOf(a *matfile.Array) string {
	if a.Complex {
		return "complex " + a.Class.String()
	}
	return a.Class.String()
}

// Labels returns the n whole labels in a, which may lie in a row or a column;
// nil when a is nil.
func Labels(name string, a *matfile.Array, n int) ([]int, error) {
	if a == nil {
		return nil, nil
	}
	if !isNumeric(a) {
		return nil, fmt.Errorf("%s: expected real numbers, found class %s", name, classOf(a))
	}
	if a.Len() != n || max(a.Dims[0], a.Dims[1]) != n {
		return nil, fmt.Errorf("%s: expected %d labels, one for each point, found size %s", name, n, a.Size())
	}
	truth := make([]int, n)
	for i, v := range a.Data {
		if !(v >= 0 && v <= math.MaxInt32) || v != math.Trunc(v) {
			return nil, fmt.Errorf("%s: expected whole labels of at least 0, found %v for point %d", name, v, i+1)
		}
		truth[i] = int(v)
	}
	return truth, nil
}

// visibility returns the P×F mask in a; nil when a is nil or all is visible.
func visibility(name string, a *matfile.Array, points, frames int) ([][]bool, error) {
	if a == nil {
		return nil, nil
	}
	if !isNumeric(a) {
		return nil, fmt.Errorf("%s: expected real numbers, found class %s", name, classOf(a))
	}
	if len(a.Dims) != 2 || a.Dims[0] != points || a.Dims[1] != frames {
		return nil, fmt.Errorf("%s: expected size %d×%d, found %s", name, points, frames, a.Size())
	}
	visible, complete := make([][]bool, points), true
	for i := range visible {
		visible[i] = make([]bool, frames)
		for f := range frames {
			switch v := a.Data[f*points+i]; v {
			case 0:
				complete = false
			case 1:
				visible[i][f] = true
			default:
				return nil, fmt.Errorf("%s: expected 0 or 1, found %v for point %d in frame %d", name, v, i+1, f+1)
			}
		}
	}
	if complete {
		return nil, nil
	}
	return visible, nil
}

// coordinates returns rows 1 and 2 of the 3×P×F array a as 2F×P, with zeros
// where a point is not visible. Row 3 must be 1.
func coordinates(name string, a *matfile.Array, points, frames int, visible [][]bool) (*mat.Dense, error) {
	x := mat.NewDense(2*frames, points, nil)
	for f := range frames {
		for i := range points {
			if visible != nil && !visible[i][f] {
				continue
			}
			at := 3 * (f*points + i)
			if err := checkPoint(a.Data[at:at+3], i, f); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			x.Set(2*f, i, a.Data[at])
			x.Set(2*f+1, i, a.Data[at+1])
		}
	}
	return x, nil
}

// checkPoint checks the homogeneous coordinates p of point i in frame f.
func checkPoint(p []float64, i, f int) error {
	for k, v := range p[:2] {
		if !(math.Abs(v) <= input.MaxCoordinate) {
			return fmt.Errorf("expected finite coordinates of at most %.0e, found %v in row %d of point %d in frame %d",
				input.MaxCoordinate, v, k+1, i+1, f+1)
		}
	}
	if !(math.Abs(p[2]-1) <= 1e-6) {
		return fmt.Errorf("expected 1 in row 3 (homogeneous coordinates), found %v for point %d in frame %d", p[2], i+1, f+1)
	}
	return nil
}

// scalar returns the one number in a.
func scalar(name string, a *matfile.Array) (float64, error) {
	if !isNumeric(a) || len(a.Data) != 1 {
		return 0, fmt.Errorf("%s: expected one number, found class %s of size %s", name, classOf(a), a.Size())
	}
	return a.Data[0], nil
}
