package read

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"motionseg/hopkins/read/arrays"
	"motionseg/hopkins/read/input"
	"motionseg/hopkins/read/programs"
	"motionseg/hopkins/read/tables"
)

// registry holds all formats, in the order in which they are recognised.
var registry []*Format

// textKinds are all kinds of text, in the order in which they are tried.
var textKinds = []*tables.Kind{
	&tables.DeepLabCut,
	&tables.BroxMalik,
	&tables.SLEAP,
	&tables.KinoveaTable,
	&tables.TrackTable,
	&tables.Correspondences,
	&tables.MOTChallenge,
	&tables.KITTI,
	&arrays.TextMatrix,
}

// text is text files, which hold tracks in several ways.
var text = Format{
	Name: "a text file", Extensions: []string{".csv", ".tsv", ".txt", ".dat"}, Types: input.TextTypes,
	MoreRows: func() []Row {
		var rows []Row
		for _, k := range textKinds {
			rows = append(rows, k.Rows...)
		}
		return rows
	},
	Recognise: input.IsText,
	Read:      func(in *input.File) (*Tracks, error) { return tables.Read(in, textKinds) },
}

func init() {
	registry = []*Format{
		&arrays.HDF5,
		&arrays.MATLAB,
		&arrays.NumPyArray,
		&arrays.NumPyArchive,
		&arrays.COLMAP,
		&arrays.OpenCV,
		&programs.TrackMate,
		&programs.CVAT,
		&programs.Blender,
		&programs.LabelStudio,
		&programs.COCO,
		&programs.ThreeDE,
		&programs.PFTrack,
		&programs.Boujou,
		&programs.SynthEyes,
		&programs.MTrackJ,
		&programs.AfterEffects,
		&tables.Imaris,
		&tables.Kinovea,
		&programs.Hugin,
		&programs.MatchMover,
		&programs.Nuke,
		&text,
	}
	text.Seems = looksLikeTracks // which asks for the format
}

// Rows returns the lines of the help's table of formats.
func Rows() []Row {
	var rows []Row
	for _, f := range registry {
		rows = append(rows, f.Rows...)
		if f.MoreRows != nil {
			rows = append(rows, f.MoreRows()...)
		}
	}
	return rows
}

// Kinds says in a few words which files with tracks can be opened.
const Kinds = "a file of MATLAB or Octave (.mat) or with arrays of NumPy or HDF5 (.npy, .npz, .h5), a table of " +
	"tracks (.csv, .tsv, .txt), " +
	"a file of a tracking, annotation or matching program, such as TrackMate, CVAT, Blender or COLMAP, or correspondences"

// formatOf returns the format of a file by its first bytes.
func formatOf(r *bufio.Reader) (*Format, error) {
	head, err := r.Peek(input.SniffLength)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if len(head) == 0 {
		return nil, fmt.Errorf("expected tracks, found an empty file")
	}
	head = input.Plain(head)
	for _, f := range registry {
		if f.Recognise(head) {
			return f, nil
		}
	}
	return nil, fmt.Errorf("expected %s, found none of them", Kinds)
}

// ByName returns the format that a file seems to be of by its name, nil for
// none.
func ByName(path string) *Format {
	extension := strings.ToLower(filepath.Ext(path))
	for _, f := range registry {
		if slices.Contains(f.Extensions, extension) {
			return f
		}
	}
	return nil
}

// Seems reports whether a file seems to hold tracks, by its name and beginning.
func Seems(path string) bool {
	f := ByName(path)
	return f != nil && f.Glance(path)
}

// looksLikeTracks reports whether the first records of a text file could be
// tracks; its errors are for Open to tell.
func looksLikeTracks(path string) bool {
	f, content, err := input.Beginning(path)
	if err != nil {
		return false
	}
	defer f.Close()
	format, err := formatOf(content)
	if err != nil || format != &text {
		return err == nil && slices.Equal(format.Types, input.TextTypes)
	}
	return tables.Seems(content, textKinds)
}

// IsMATLAB reports whether files of a format are taken for tracks by their names.
func IsMATLAB(f *Format) bool { return f == &arrays.MATLAB }
