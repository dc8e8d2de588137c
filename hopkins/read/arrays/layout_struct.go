package arrays

import (
	"motionseg/hopkins/matfile"
	"motionseg/hopkins/read/input"
)

// The layout of KT3DMoSeg and MTPV, <sequence>_Tracks.mat: a struct Data with
// ySparse 3×P×F homogeneous pixel coordinates, visibleSparse P×F and GtLabel
// P×1. The pictures are beside it in the folder frames.
//
// Source: X. Xu, L. F. Cheong, Z. Li, Motion Segmentation by Exploiting
// Complementary Geometric Models, CVPR 2018, and its data.

var kt3dmoseg = layout{
	row: input.Row{File: "KT3DMoSeg and MTPV, `NAME_Tracks.mat`",
		Content: "MATLAB level 5 with a struct `Data`: `ySparse` 3×N×F pixels, `visibleSparse` N×F, `GtLabel`; " +
			"pictures in `frames/`"},
	fits: fitsStruct, shape: shapeStruct, read: readStruct,
}

func fitsStruct(f *matfile.File) bool {
	data := f.Var("Data")
	return data != nil && data.Class == matfile.Struct && data.Field("ySparse") != nil
}

func shapeStruct(f *matfile.File) (shape, error) {
	data := f.Var("Data")
	points, frames, err := TrackShape("field Data.ySparse", data.Field("ySparse"))
	if err != nil {
		return shape{}, err
	}
	truth, err := Labels("field Data.GtLabel", data.Field("GtLabel"), points)
	return shape{points, frames, truth}, err
}

func readStruct(f *matfile.File, sh shape) (*input.Tracks, error) {
	data := f.Var("Data")
	s := &input.Tracks{Truth: sh.truth}
	var err error
	if s.Visible, err = visibility("field Data.visibleSparse", data.Field("visibleSparse"), sh.points,
		sh.frames); err != nil {
		return nil, err
	}
	s.Pixels, err = coordinates("field Data.ySparse", data.Field("ySparse"), sh.points, sh.frames, s.Visible)
	return s, err
}
