package read

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"motionseg/hopkins/files"
	"motionseg/hopkins/hdf5"
	"motionseg/hopkins/read/arrays"
	"motionseg/hopkins/read/input"
)

// Shape reads the numbers of tracks and frames and the truth of a MATLAB file, and no
// more of it than that. The error names the file.
func Shape(path string) (tracks, frames int, truth []int, err error) {
	if file, err := files.Open(path); err == nil {
		defer file.Close()
		head, _ := bufio.NewReaderSize(io.NewSectionReader(file, 0, input.SniffLength),
			input.SniffLength).Peek(input.SniffLength)
		if hdf5.Recognise(head) { // version 7.3
			s, err := From(context.Background(), file, path, Options{})
			if err != nil {
				return 0, 0, nil, fmt.Errorf("%s: %w", path, err)
			}
			return s.Points(), s.Frames(), s.Truth, nil
		}
	}
	return arrays.ShapeOf(path)
}
