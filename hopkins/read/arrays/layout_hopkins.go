package arrays

import (
	"fmt"
	"math"

	"motionseg/hopkins/matfile"
	"motionseg/hopkins/read/input"
)

// The layout of Hopkins155, <sequence>_truth.mat: x 3×P×F normalised and y
// 3×P×F pixel coordinates, both homogeneous; s P×1 labels; width, height,
// points, frames; K 3×3. The sequences with missing entries have a mask m P×F
// too, and some of them lack the width.
//
// Source: README.txt of the Hopkins 155 dataset, 2007.

var hopkins155 = layout{
	row: input.Row{File: "Hopkins155, `NAME_truth.mat`",
		Content: "MATLAB level 5 with `x` 3×N×F normalised and `y` 3×N×F pixel coordinates, labels `s`, `width`, " +
			"`height`; `m` N×F where entries are missing"},
	fits: fitsHopkins, shape: shapeHopkins, read: readHopkins,
}

func fitsHopkins(f *matfile.File) bool {
	x, y := f.Var("x"), f.Var("y")
	if x == nil && y == nil {
		return false
	}
	// Matrices under these names are of other programs.
	plain := func(a *matfile.Array) bool { return len(a.Dims) == 2 && a.Dims[0] != 3 && isNumeric(a) && a.Len() > 1 }
	switch {
	case y == nil:
		return !plain(x)
	case x == nil:
		return true
	}
	return !plain(x) || !plain(y)
}

func shapeHopkins(f *matfile.File) (shape, error) {
	points, frames, err := TrackShape("variable y", f.Var("y"))
	if err != nil {
		return shape{}, err
	}
	if x := f.Var("x"); x != nil {
		p, n, err := TrackShape("variable x", x)
		if err != nil {
			return shape{}, err
		}
		if p != points || n != frames {
			return shape{}, fmt.Errorf("variable x: expected size %s like y, found %s", f.Var("y").Size(), x.Size())
		}
	}
	truth, err := Labels("variable s", f.Var("s"), points)
	return shape{points, frames, truth}, err
}

func readHopkins(f *matfile.File, sh shape) (*input.Tracks, error) {
	for _, count := range []struct {
		name string
		want int
	}{{"points", sh.points}, {"frames", sh.frames}} {
		if a := f.Var(count.name); a != nil {
			v, err := scalar("variable "+count.name, a)
			if err != nil {
				return nil, err
			}
			if v != float64(count.want) {
				return nil, fmt.Errorf("variable %s: expected %d as in y (size %s), found %v", count.name, count.want,
					f.Var("y").Size(), v)
			}
		}
	}
	s := &input.Tracks{Truth: sh.truth}
	var err error
	if s.Width, s.Height, err = sizeHopkins(f); err != nil {
		return nil, err
	}
	if s.Visible, err = visibility("variable m", f.Var("m"), sh.points, sh.frames); err != nil {
		return nil, err
	}
	if s.Pixels, err = coordinates("variable y", f.Var("y"), sh.points, sh.frames, s.Visible); err != nil {
		return nil, err
	}
	if x := f.Var("x"); x != nil {
		if s.Normalized, err = coordinates("variable x", x, sh.points, sh.frames, s.Visible); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// sizeHopkins returns the size of the picture, 0 and 0 when it is unknown.
// Where only one of width and height is in the file, the other is twice the
// centre of the picture in the normalisation matrix K, provided that this
// gives the one that is there too.
func sizeHopkins(f *matfile.File) (width, height int, err error) {
	var sizes [2]int
	for k, name := range []string{"width", "height"} {
		a := f.Var(name)
		if a == nil {
			continue
		}
		v, err := scalar("variable "+name, a)
		if err != nil {
			return 0, 0, err
		}
		if !(v >= 1 && v <= input.MaxPicture) || v != math.Trunc(v) {
			return 0, 0, fmt.Errorf("variable %s: expected whole pixels from 1 to %d, found %v", name, input.MaxPicture, v)
		}
		sizes[k] = int(v)
	}
	if K := f.Var("K"); K != nil && isNumeric(K) && len(K.Data) == 9 {
		x, y := 2*K.Data[6], 2*K.Data[7]
		switch {
		case sizes[0] == 0 && float64(sizes[1]) == y && x >= 1 && x <= input.MaxPicture:
			sizes[0] = int(x)
		case sizes[1] == 0 && float64(sizes[0]) == x && y >= 1 && y <= input.MaxPicture:
			sizes[1] = int(y)
		}
	}
	if sizes[0] == 0 || sizes[1] == 0 {
		return 0, 0, nil
	}
	return sizes[0], sizes[1], nil
}
