package arrays

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"motionseg/hopkins/hdf5"
	"motionseg/hopkins/read/input"
	"motionseg/hopkins/read/tables"
)

// DeepLabCut keeps its tables by pandas in HDF5 too, in one of two ways: as a table of
// PyTables, whose column values_block_0 has a row of numbers a frame and whose attribute
// values_block_0_kind says what they are, or in a fixed layout, whose block0_values has
// the numbers and block0_items_level and _label what they are.
//
// Source: the files of DeepLabCut 2 and 3, and pandas.DataFrame.to_hdf.

const (
	tableValues = "values_block_0"
	fixedValues = "block0_values"
)

// DeepLabCutTable returns the array with the numbers of a table of DeepLabCut, nil
// where there is none.
func DeepLabCutTable(h *hdf5.File) *hdf5.Dataset {
	for _, d := range h.Datasets {
		switch {
		case d.Name() == fixedValues && len(d.Shape) == 2 && d.Type.IsNumeric():
			return d
		case d.Name() == "table" && d.Attribute(tableValues+"_kind") != nil:
			return d
		}
	}
	return nil
}

// readDeepLabCutHDF5 reads a table in either way.
func readDeepLabCutHDF5(h *hdf5.File, o input.Options) (*input.Tracks, error) {
	d := DeepLabCutTable(h)
	if d.Len() > 3*input.MaxEntries {
		return nil, fmt.Errorf("expected at most %d numbers in a table, found size %s", 3*input.MaxEntries, d.Size())
	}
	var values []float64
	var names [][]string // of every column
	var width int
	var err error
	if d.Name() == fixedValues {
		// A table without rows may say that it has any number of columns.
		if width = d.Shape[1]; width > 3*input.MaxTracks {
			return nil, fmt.Errorf("expected names of every column of a table of DeepLabCut, at most %d, found "+
				"%d columns", 3*input.MaxTracks, width)
		}
		if values, err = d.Numbers(3 * input.MaxEntries); err == nil {
			names, err = fixedNames(h, strings.TrimSuffix(strings.TrimPrefix(d.Path, "/"), fixedValues), width)
		}
	} else {
		if values, width, err = d.Column(tableValues, 3*input.MaxEntries); err == nil {
			names, err = pickledNames(d.Attribute(tableValues + "_kind").Text())
		}
	}
	if err != nil {
		return nil, err
	}
	if width == 0 || len(names) != width {
		return nil, fmt.Errorf("expected names of %d columns of a table of DeepLabCut, found %d", width, len(names))
	}
	if len(names[0]) < 3 {
		return nil, fmt.Errorf("expected scorer, bodyparts and coords of every column, found %q", names[0])
	}
	levels := make([][]string, len(names[0])-1) // without the scorer
	for k := range levels {
		levels[k] = []string{""}
		for _, of := range names {
			if len(of) != len(names[0]) {
				return nil, fmt.Errorf("expected %d names of every column, found %q", len(names[0]), of)
			}
			levels[k] = append(levels[k], of[k+1])
		}
	}
	parts, err := tables.PartsOf(levels[:len(levels)-1], levels[len(levels)-1])
	if err != nil {
		return nil, err
	}
	frames := len(values) / width
	return partTracks(parts, frames, o, func(frame, column int) float64 { return values[frame*width+column-1] })
}

// partTracks lays out body parts whose numbers at returns by frame and column.
func partTracks(
	parts []tables.Part, frames int, o input.Options, at func(frame, column int) float64,
) (*input.Tracks, error) {
	threshold, err := tables.Threshold(o)
	if err != nil {
		return nil, err
	}
	if frames < 1 {
		return nil, fmt.Errorf("expected a line for every frame, found none")
	}
	var points []input.Point
	for f := range frames {
		for i, b := range parts {
			x, y := at(f, b.X), at(f, b.Y)
			if math.IsNaN(x) || math.IsNaN(y) || b.Likelihood >= 0 && !(at(f, b.Likelihood) >= threshold) {
				continue
			}
			if !(math.Abs(x) <= input.MaxCoordinate && math.Abs(y) <= input.MaxCoordinate) {
				return nil, fmt.Errorf("%s in frame %d: expected finite coordinates of at most %.0e, found (%v, %v)",
					b.Name, f, input.MaxCoordinate, x, y)
			}
			points = append(points, input.Point{Track: i, Frame: f, X: x, Y: y})
		}
	}
	s, err := input.SequenceOf(points, len(parts), frames)
	if err != nil {
		return nil, err
	}
	for _, b := range parts {
		s.IDs = append(s.IDs, b.Name)
	}
	return s, nil
}

// fixedNames returns the names of columns in the fixed layout: for every level the
// names, and which of them a column has.
func fixedNames(h *hdf5.File, group string, width int) ([][]string, error) {
	names := make([][]string, width)
	for level := 0; ; level++ {
		of := find(h, group+"block0_items_level"+strconv.Itoa(level))
		which := find(h, group+"block0_items_label"+strconv.Itoa(level))
		if of == nil || which == nil {
			return names, nil
		}
		words, err := of.Texts(input.MaxTracks)
		if err != nil {
			return nil, err
		}
		codes, err := which.Numbers(3 * input.MaxTracks)
		if err != nil {
			return nil, err
		}
		if len(codes) != width {
			return nil, fmt.Errorf("expected names of %d columns, found %d", width, len(codes))
		}
		for k, code := range codes {
			if !(code >= 0 && int(code) < len(words)) {
				return nil, fmt.Errorf("expected a name of column %d, found number %v of %d", k+1, code, len(words))
			}
			names[k] = append(names[k], words[int(code)])
		}
	}
}

// pickledNames reads a list of tuples of texts as Python pickles it by protocol 0, a
// step a line or letter; nothing else is run.
//
// Source: the documentation of Python's module pickletools.
func pickledNames(text string) ([][]string, error) {
	var names [][]string
	var tuple []string
	memo := map[string]string{}
	last := ""
	for len(text) > 0 {
		step := text[0]
		text = text[1:]
		argument := ""
		if strings.IndexByte("VSIpgcLF", step) >= 0 {
			var ok bool
			if argument, text, ok = strings.Cut(text, "\n"); !ok {
				return nil, fmt.Errorf("expected names of columns, found them cut off")
			}
		}
		switch step {
		case 'V', 'S':
			if last = strings.Trim(argument, "'"); step == 'V' {
				last = unescaped(argument)
			}
			tuple = append(tuple, last)
		case 'I', 'L':
			last = argument
			tuple = append(tuple, argument)
		case 'g':
			last = memo[argument]
			tuple = append(tuple, last)
		case 'p':
			memo[argument] = last
		case '(':
			tuple, last = nil, ""
		case 't':
			names = append(names, tuple)
			tuple, last = nil, ""
		case 'l', 'a':
		case '.':
			return names, nil
		default:
			return nil, fmt.Errorf("expected names of columns, found %q of Python in them", step)
		}
	}
	return nil, fmt.Errorf("expected names of columns, found them cut off")
}

// unescaped reads the escapes of a text: \u and four digits.
func unescaped(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	if plain, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`); err == nil {
		return plain
	}
	return text
}
