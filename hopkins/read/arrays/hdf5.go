package arrays

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"motionseg/hopkins/files"
	"motionseg/hopkins/hdf5"
	"motionseg/hopkins/matfile"
	"motionseg/hopkins/read/input"
)

// Files in HDF5 are of several programs: MATLAB's version 7.3, whose variables bear
// their class; DeepLabCut, a table of pandas (deeplabcut_hdf5.go); SLEAP; and any other,
// of which an array can be chosen by its path.
var HDF5 = input.Format{
	Name: "a file in HDF5", Extensions: []string{".h5", ".hdf5"}, Types: []string{"application/x-hdf"},
	Rows: []input.Row{
		{File: "MATLAB 7.3, `.mat`, Octave `-hdf5`", Content: "as other files of MATLAB"},
		{File: "DeepLabCut, `.h5`", Content: "as its tables in `.csv`"},
		{File: "SLEAP, analysis `.h5`", Content: "`tracks` tracks × 2 × nodes × frames; every node of every animal " +
			"is a track, called by their names; a node without coordinates is not seen"},
		{File: "other files in HDF5 (h5py and others), `.h5`, `.hdf5`", Content: "an array as of MATLAB or NumPy, " +
			"chosen by its path (`--array group/name`) or found by its name; compressed by gzip or not at all"},
	},
	Recognise: hdf5.Recognise, Read: readHDF5, Seems: glanceHDF5, Arrays: true,
}

// glanceHDF5 reports whether a file has tracks under a name that says so.
func glanceHDF5(path string) bool {
	return glance(path, func(at io.ReaderAt, size int64) bool {
		h, err := hdf5.Open(at, size)
		return err == nil && (DeepLabCutTable(h) != nil || isMATLAB(h) || datasets(h).plausible())
	})
}

// glance opens a file and returns what seems says of its content, false where it can't be
// opened.
func glance(path string, seems func(at io.ReaderAt, size int64) bool) bool {
	f, err := files.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	return err == nil && seems(f, info.Size())
}

// readHDF5 reads the tracks in a file in HDF5.
func readHDF5(in *input.File) (*input.Tracks, error) {
	at, size, err := randomAccess(in.Raw, in.Head)
	if err != nil {
		return nil, err
	}
	h, err := hdf5.Open(files.AtWithContext(in.Context, at), size)
	if err != nil {
		return nil, err
	}
	switch {
	case isMATLAB(h):
		read := func(names ...string) (*matfile.File, error) { return matlabVariables(h, names) }
		f, err := read(layoutVariables...)
		if err != nil {
			return nil, err
		}
		return readVariables(f, in.Options.Array, read)
	case in.Options.Array != "":
	case DeepLabCutTable(h) != nil:
		return readDeepLabCutHDF5(h, in.Options)
	case find(h, "tracks") != nil && find(h, "node_names") != nil:
		return readSLEAP(h)
	}
	return datasets(h).tracks(in.Options.Array)
}

// find returns the dataset of that name at the root, nil for none.
func find(h *hdf5.File, path string) *hdf5.Dataset {
	for _, d := range h.Datasets {
		if d.Path == "/"+path {
			return d
		}
	}
	return nil
}

// datasets returns the arrays of numbers of a file, by their paths.
func datasets(h *hdf5.File) *container {
	c := &container{load: func(name string) (*variable, error) {
		d := find(h, name)
		if d == nil {
			return nil, fmt.Errorf("expected numbers, found none")
		}
		data, err := d.Numbers(3 * input.MaxEntries)
		if err != nil {
			return nil, err
		}
		return &variable{name, d.Shape, data}, nil
	}}
	for _, d := range h.Datasets {
		if d.Type.IsNumeric() && len(d.Shape) > 0 {
			c.variables = append(c.variables, variable{name: strings.TrimPrefix(d.Path, "/"), shape: d.Shape})
		}
	}
	return c
}

// isMATLAB reports whether MATLAB or Octave has written a file: variables of the one bear
// their class, those of the other are groups with a type and a value.
func isMATLAB(h *hdf5.File) bool {
	for _, d := range h.Datasets {
		if d.Attribute("MATLAB_class") != nil || isOctaveValue(h, d) {
			return true
		}
	}
	return false
}

// isOctaveValue reports whether a dataset is the value of a variable of Octave.
func isOctaveValue(h *hdf5.File, d *hdf5.Dataset) bool {
	group, value := strings.CutSuffix(strings.TrimPrefix(d.Path, "/"), "/value")
	if !value {
		return false
	}
	kind := find(h, group+"/type")
	return kind != nil && kind.Type.IsText()
}

// matlabVariables returns the variables of a file of MATLAB, with the numbers of those
// of these names ("s", "Data.GtLabel").
func matlabVariables(h *hdf5.File, names []string) (*matfile.File, error) {
	f := &matfile.File{}
	left := input.MaxNumbers
	for _, d := range h.Datasets {
		parts := strings.Split(strings.TrimPrefix(d.Path, "/"), "/")
		if isOctaveValue(h, d) {
			parts = slices.DeleteFunc(parts, func(part string) bool { return part == "value" })
		} else if parts[len(parts)-1] == "type" {
			continue
		}
		if strings.HasPrefix(parts[0], "#") || len(parts) > 2 {
			continue // what cells refer to
		}
		a := &matfile.Array{Name: parts[len(parts)-1], Class: matlabClass(d)}
		for k := len(d.Shape) - 1; k >= 0; k-- { // MATLAB's first index varies fastest
			a.Dims = append(a.Dims, d.Shape[k])
		}
		for len(a.Dims) < 2 {
			a.Dims = append(a.Dims, 1)
		}
		full := strings.Join(parts, ".")
		if d.Attribute("MATLAB_empty") != nil {
			a.Dims, a.Data = []int{0, 0}, []float64{}
		} else if containsName(names, full) && d.Type.IsNumeric() {
			data, err := d.Numbers(min(3*input.MaxEntries, left))
			if err != nil {
				return nil, fmt.Errorf("variable %s: %w", full, err)
			}
			a.Data, left = data, left-len(data)
		}
		if len(parts) == 1 {
			f.Vars = append(f.Vars, a)
			continue
		}
		of := f.Var(parts[0])
		if of == nil {
			of = &matfile.Array{Name: parts[0], Class: matfile.Struct, Dims: []int{1, 1}}
			f.Vars = append(f.Vars, of)
		}
		of.Fields = append(of.Fields, a)
	}
	return f, nil
}

func containsName(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// matlabClass returns the class of a variable: numbers, or what has none.
func matlabClass(d *hdf5.Dataset) matfile.Class {
	text := ""
	if a := d.Attribute("MATLAB_class"); a != nil {
		text = a.Text()
	}
	switch {
	case text == "char":
		return matfile.Char
	case d.Type.IsNumeric():
		return matfile.Double
	}
	return matfile.Cell
}

// readSLEAP reads the tracks of an analysis of SLEAP: tracks × 2 × nodes × frames.
//
// Source: SLEAP's documentation of its analysis files.
func readSLEAP(h *hdf5.File) (*input.Tracks, error) {
	tracks := find(h, "tracks")
	if len(tracks.Shape) != 4 || tracks.Shape[1] != 2 {
		return nil, fmt.Errorf("tracks: expected size tracks×2×nodes×frames, found %s", tracks.Size())
	}
	animals, nodes, frames := tracks.Shape[0], tracks.Shape[2], tracks.Shape[3]
	if tracks.Len() > 2*input.MaxEntries {
		return nil, fmt.Errorf("tracks: expected at most %d tracks × frames, found size %s", input.MaxEntries, tracks.Size())
	}
	data, err := tracks.Numbers(2 * input.MaxEntries)
	if err != nil {
		return nil, fmt.Errorf("tracks: %w", err)
	}
	a := &trackPoints{shape: [2]int{animals * nodes, frames}, byTrack: true, data: make([]float64, 0, len(data))}
	for animal := range animals {
		for node := range nodes {
			for f := range frames {
				at := ((animal*2)*nodes+node)*frames + f
				a.data = append(a.data, data[at], data[at+nodes*frames])
			}
		}
	}
	s, err := a.tracks(nil)
	if err != nil {
		return nil, err
	}
	nodeNames, err := namesOf(h, "node_names", nodes)
	if err != nil {
		return nil, err
	}
	animalNames, err := namesOf(h, "track_names", animals)
	if err != nil {
		return nil, err
	}
	for _, animal := range animalNames {
		for _, node := range nodeNames {
			s.IDs = append(s.IDs, strings.TrimSpace(animal+" "+node))
		}
	}
	return s, nil
}

// namesOf returns n names, empty ones where there are not so many.
func namesOf(h *hdf5.File, path string, n int) ([]string, error) {
	d := find(h, path)
	if d == nil || d.Len() != n || !d.Type.IsText() {
		return make([]string, n), nil
	}
	names, err := d.Texts(input.MaxTracks)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return names, nil
}
