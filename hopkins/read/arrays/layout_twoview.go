package arrays

import (
	"fmt"

	"motionseg/hopkins/matfile"
	"motionseg/hopkins/read/input"
)

// The layout of AdelaideRMF, one file a pair of pictures: data 6×P with x1, y1,
// 1, x2, y2, 1 in pixels, label 1×P with 0 for outliers, and the pictures img1
// and img2, of which only the size is used here.
//
// Source: H. S. Wong, T.-J. Chin, J. Yu, D. Suter, Dynamic and Hierarchical
// Multi-Structure Geometric Model Fitting, ICCV 2011, and its data.

var adelaideRMF = layout{
	row: input.Row{File: "AdelaideRMF, `NAME.mat`",
		Content: "MATLAB level 5 with `data` 6×N (x1 y1 1 x2 y2 1) and `label`, 0 for a gross outlier; pictures in " +
			"`img1` and `img2`"},
	fits: fitsTwoView, shape: shapeTwoView, read: readTwoView,
}

func fitsTwoView(f *matfile.File) bool {
	data := f.Var("data")
	return data != nil && (data.Dims[0] == 6 || f.Var("label") != nil)
}

func shapeTwoView(f *matfile.File) (shape, error) {
	data := f.Var("data")
	if !isNumeric(data) {
		return shape{}, fmt.Errorf("variable data: expected real numbers, found class %s", classOf(data))
	}
	if len(data.Dims) != 2 || data.Dims[0] != 6 || data.Dims[1] < 2 {
		return shape{}, fmt.Errorf("variable data: expected size 6×points with at least 2 points, found %s", data.Size())
	}
	points := data.Dims[1]
	truth, err := Labels("variable label", f.Var("label"), points)
	return shape{points, 2, truth}, err
}

func readTwoView(f *matfile.File, sh shape) (*input.Tracks, error) {
	// Both frames of a column stand behind one another: 3×2×P, to be 3×P×2.
	data := f.Var("data").Data
	frames := &matfile.Array{Data: make([]float64, 0, len(data))}
	for frame := range 2 {
		for i := range sh.points {
			at := 6*i + 3*frame
			frames.Data = append(frames.Data, data[at:at+3]...)
		}
	}
	s := &input.Tracks{Truth: sh.truth, TwoFrame: true}
	if picture := f.Var("img1"); picture != nil && len(picture.Dims) <= 3 && picture.Len() > 0 {
		s.Height, s.Width = picture.Dims[0], picture.Dims[1]
	}
	var err error
	s.Pixels, err = coordinates("variable data", frames, sh.points, 2, nil)
	return s, err
}
