package arrays

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"motionseg/hopkins/files"
	"motionseg/hopkins/read/input"
)

// What OpenCV's FileStorage writes, as YAML, XML or JSON: matrices by their names, each with
// rows, cols, dt (the number of its channels before a letter) and data, row by row.
//
// Source: the documentation of cv::FileStorage.

// OpenCV is the files of FileStorage.
var OpenCV = input.Format{
	Name: "a file of OpenCV's FileStorage", Extensions: []string{".yml", ".yaml"},
	Types: []string{"application/x-cvat+xml"},
	Rows: []input.Row{{File: "OpenCV, `FileStorage`, `.yml`, `.xml`, `.json`", Content: "matrices, an array as of NumPy " +
		"found by its name or chosen (`--array NAME`), such as `tracks`, or `pts1` and `pts2` of matches; of several " +
		"channels these come last, as F×N of two channels"}},
	Recognise: isOpenCV, Read: readOpenCV, Seems: input.GlanceHead(isOpenCV), Arrays: true,
}

// maxStorage bounds a file of FileStorage.
const maxStorage = 1 << 28

var (
	openCVMatrix = regexp.MustCompile(`(?:"?([A-Za-z_][\w-]*)"?: *!!opencv-matrix|` +
		`<([A-Za-z_][\w-]*) type_id="opencv-matrix">|"([^"]+)"\s*:\s*\{\s*"type_id"\s*:\s*"opencv-matrix")`)
	openCVFields = regexp.MustCompile(`^[\s,]*(?:<rows>|"?rows"?\s*:)\s*(\d{1,9})(?:</rows>)?[\s,]*` +
		`(?:<cols>|"?cols"?\s*:)\s*(\d{1,9})(?:</cols>)?[\s,]*` +
		`(?:<dt>|"?dt"?\s*:)\s*"?(\d{0,2})([ucwsifdh])"?(?:</dt>)?[\s,]*(?:<data>|"?data"?\s*:\s*\[)`)
)

func isOpenCV(head []byte) bool {
	return bytes.HasPrefix(head, []byte("%YAML")) && bytes.Contains(head, []byte("!!opencv-")) ||
		bytes.Contains(head, []byte("<opencv_storage>")) ||
		bytes.HasPrefix(bytes.TrimSpace(head), []byte("{")) && bytes.Contains(head, []byte(`"opencv-matrix"`))
}

// readOpenCV reads the tracks of the matrices of a file.
func readOpenCV(in *input.File) (*input.Tracks, error) {
	content, err := io.ReadAll(io.LimitReader(in.Text(), maxStorage+1))
	if err != nil {
		return nil, err
	}
	if len(content) > maxStorage {
		return nil, fmt.Errorf("expected at most %d bytes, found more", maxStorage)
	}
	c := &container{}
	numbers := map[string][]byte{}
	for _, at := range openCVMatrix.FindAllSubmatchIndex(content, -1) {
		name := ""
		for k := 2; k < len(at); k += 2 {
			if at[k] >= 0 {
				name = string(content[at[k]:at[k+1]])
			}
		}
		rest := content[at[1]:]
		f := openCVFields.FindSubmatchIndex(rest)
		if f == nil {
			return nil, fmt.Errorf("matrix %s: expected rows, cols, dt and data", files.Cut(name, 60))
		}
		field := func(k int) int {
			n, _ := strconv.Atoi(string(rest[f[2*k]:f[2*k+1]])) // digits, or none
			return n
		}
		shape := []int{field(1), field(2)}
		if channels := field(3); channels > 1 {
			shape = append(shape, channels)
		}
		end := bytes.IndexAny(rest[f[1]:], "]<")
		if end < 0 {
			return nil, fmt.Errorf("matrix %s: the file ends too early", files.Cut(name, 60))
		}
		if _, twice := numbers[name]; !twice {
			c.variables = append(c.variables, variable{name: name, shape: shape})
			numbers[name] = rest[f[1] : f[1]+end]
		}
	}
	c.load = func(name string) (*variable, error) {
		v := *c.find(name)
		v.data, err = openCVNumbers(numbers[name], v.len())
		return &v, err
	}
	return c.tracks(in.Options.Array)
}

// openCVNumbers reads so many numbers, separated by commas or spaces.
func openCVNumbers(text []byte, count int) ([]float64, error) {
	fields := strings.FieldsFunc(string(text), func(r rune) bool { return r <= ' ' || r == ',' })
	if len(fields) != count {
		return nil, fmt.Errorf("expected %d numbers, found %d", count, len(fields))
	}
	out := make([]float64, count)
	for i, field := range fields {
		var err error
		switch strings.ToLower(field) {
		case ".nan", ".inf", "-.inf":
			out[i] = math.NaN()
			continue
		}
		if out[i], err = input.ParseNumber(field); err != nil {
			return nil, fmt.Errorf("number %d: %w", i+1, err)
		}
	}
	return out, nil
}
