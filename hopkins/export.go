package hopkins

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/numpy"
	"motionseg/hopkins/write"
)

// WriteTracks writes all tracks of the sequence as lines
// "track,frame,x,y,label", with ",truth" behind when it is known, below a line
// of these names: one line for each point that is seen, x and y in pixels.
// Tracks and frames count from 1; what the file calls the track stands last, as
// id, where that differs. labels belong to tracks, which count from 0; the label
// of a track that is not among them is 0. Motions get the numbers that the file
// has for them. Open reads such a file.
func (s *Sequence) WriteTracks(w io.Writer, tracks, labels []int) error {
	if len(labels) != len(tracks) {
		return fmt.Errorf("%s: expected one label for each of %d tracks, found %d", s.Name, len(tracks), len(labels))
	}
	all := make([]int, s.Points())
	for i, t := range tracks {
		if t < 0 || t >= len(all) {
			return fmt.Errorf("%s: expected tracks from 1 to %d, found %d", s.Name, len(all), t+1)
		}
		all[t] = labels[i]
	}
	return write.Table(w, s.labelled(all))
}

// number writes v with as many digits as reading it back exactly needs.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// WriteNPY writes the matrix in NumPy's format .npy: float64, row by row.
func WriteNPY(w io.Writer, m *mat.Dense) error {
	rows, columns := m.Dims()
	values := make([]float64, 0, rows*columns)
	for i := range rows {
		values = append(values, m.RawRowView(i)...)
	}
	return numpy.Write(w, &numpy.Array{Shape: []int{rows, columns}, Type: "<f8", Data: values})
}

// WriteCSV writes the matrix as text, one row a line, with as many digits as
// reading the numbers back exactly needs.
func WriteCSV(w io.Writer, m *mat.Dense) error {
	c := csv.NewWriter(w)
	rows, columns := m.Dims()
	line := make([]string, columns)
	for i := range rows {
		for j := range line {
			line[j] = number(m.At(i, j))
		}
		if err := c.Write(line); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}
