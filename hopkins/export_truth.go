package hopkins

import (
	"io"

	"motionseg/hopkins/matfile"
	"motionseg/hopkins/write"
)

// WriteTruth writes the sequence to path in the layout of Hopkins155, which
// Open reads: x, y, s when the truth is known, width and height when they are,
// points, frames, the mask m when entries are missing, and the matrix K with
// y = Kx, or the identity where no such matrix fits. The same sequence gives
// the same bytes.
func WriteTruth(s *Sequence, path string) error {
	if err := s.LaidOut(); err != nil {
		return err
	}
	return WriteFile(path, func(w io.Writer) error { return matfile.Write(w, s.truthArrays()...) })
}

// truthArrays returns the variables of a truth file.
func (s *Sequence) truthArrays() []*matfile.Array { return write.TruthArrays(s.tracks()) }
