package hopkins

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"motionseg/hopkins/write"
)

// TrackFormats are the endings of the files that WriteTracksFile writes.
var TrackFormats = []string{".csv", ".npz", ".mat"}

// IsTrackFormat reports whether WriteTracksFile knows how to write a file of
// that name.
func IsTrackFormat(path string) bool {
	for _, f := range TrackFormats {
		if strings.EqualFold(filepath.Ext(path), f) {
			return true
		}
	}
	return false
}

// WriteTracksFile writes the tracks, without labels, to the file at path by the
// ending of its name: .csv is as WriteTracks but for the label, .npz has the
// arrays of CoTracker, and .mat is a truth file as WriteTruth writes. Open reads
// them all. The error names the file.
func (s *Sequence) WriteTracksFile(path string) error {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".csv":
		return WriteFile(path, s.WritePlainTracks)
	case ".npz":
		return WriteFile(path, s.WriteNPZ)
	case ".mat":
		return WriteTruth(s, path)
	}
	return fmt.Errorf("%s: expected a name that ends in %s", path, strings.Join(TrackFormats, ", "))
}

// WritePlainTracks writes lines "track,frame,x,y" below one of these names, for
// each point that is seen. Tracks and frames count from 1.
func (s *Sequence) WritePlainTracks(w io.Writer) error {
	if !s.Long() {
		return write.Plain(w, s.labelled(nil))
	}
	return write.PlainPoints(w, func(line func(track, frame int, x, y float64)) {
		for i := range s.Points() {
			first, last := s.span(i)
			for f := first; f <= last; f++ {
				x, y := s.At(i, f)
				line(i, f, x, y)
			}
		}
	})
}

// WriteNPZ writes the arrays of CoTracker: tracks, F×N×2 in pixels, and
// visibility, F×N.
func (s *Sequence) WriteNPZ(w io.Writer) error {
	if err := s.LaidOut(); err != nil {
		return err
	}
	return write.Arrays(w, s.labelled(nil))
}
