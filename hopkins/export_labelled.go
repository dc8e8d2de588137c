package hopkins

import (
	"bufio"
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"

	"motionseg/hopkins/numpy"
)

// LabelledFormat is a file in which other programs take tracks with labels.
type LabelledFormat struct {
	Name   string // as the command line has it
	Title  string // as menus have it
	Ending string // of the file's name
	write  func(s *Sequence, w io.Writer, labels []int) error
}

// LabelledFormats lists them. Open reads the tracks of all.
func LabelledFormats() []LabelledFormat {
	return []LabelledFormat{
		{"csv", "MotionSeg CSV", ".csv", func(s *Sequence, w io.Writer, labels []int) error {
			all := make([]int, len(labels))
			for i := range all {
				all[i] = i
			}
			return s.WriteTracks(w, all, labels)
		}},
		{"napari", "napari CSV", ".csv", (*Sequence).writeNapari},
		{"trackmate", "TrackMate CSV", ".csv", (*Sequence).writeTrackMate},
		{"trackmate-xml", "TrackMate XML", ".xml", (*Sequence).writeTrackMateXML},
		{"cotracker", "CoTracker .npz", ".npz", (*Sequence).writeLabelledNPZ},
	}
}

// WriteLabelled writes the tracks in one of LabelledFormats, with a label for
// each, 0 for none; motions get the numbers that the file has for them.
func (s *Sequence) WriteLabelled(w io.Writer, format string, labels []int) error {
	if len(labels) != s.Points() {
		return fmt.Errorf("%s: expected one label for each of %d tracks, found %d", s.Name, s.Points(), len(labels))
	}
	var names []string
	for _, f := range LabelledFormats() {
		if f.Name == format {
			return f.write(s, w, labels)
		}
		names = append(names, f.Name)
	}
	return fmt.Errorf("format of labelled tracks: expected %s, found %q", strings.Join(names, ", "), format)
}

// eachPoint calls line for every point that is seen, track after track.
func (s *Sequence) eachPoint(line func(track, frame int, x, y string)) {
	for i := range s.Points() {
		for f := range s.Frames() {
			if s.Seen(i, f) {
				line(i, f, number(s.Pixels.At(2*f, i)), number(s.Pixels.At(2*f+1, i)))
			}
		}
	}
}

// writeNapari writes the table of a layer of tracks of napari, with a column for
// the labels. Tracks and frames count from 0.
//
// Source: napari's documentation of its tracks layer.
func (s *Sequence) writeNapari(w io.Writer, labels []int) error {
	b, labels := bufio.NewWriter(w), s.OwnNumbers(labels)
	b.WriteString("ID,T,Y,X,label\n")
	s.eachPoint(func(track, frame int, x, y string) {
		fmt.Fprintf(b, "%d,%d,%s,%s,%d\n", track, frame, y, x, labels[track])
	})
	return b.Flush()
}

// writeTrackMate writes the table of spots of TrackMate, with a column for the
// labels and the three lines of names and units below its own. Tracks and frames
// count from 0.
//
// Source: TrackMate's documentation of its tables.
func (s *Sequence) writeTrackMate(w io.Writer, labels []int) error {
	b, labels := bufio.NewWriter(w), s.OwnNumbers(labels)
	b.WriteString("LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,POSITION_Z,POSITION_T,FRAME,VISIBILITY,MOTION\n" +
		"Label,Spot ID,Track ID,Quality,X,Y,Z,T,Frame,Visibility,Motion\n" +
		"Label,Spot ID,Track ID,Quality,X,Y,Z,T,Frame,Visibility,Motion\n" +
		",,,(quality),(pixel),(pixel),(pixel),(frame),,,\n")
	spot := 0
	s.eachPoint(func(track, frame int, x, y string) {
		fmt.Fprintf(b, "ID%d,%d,%d,1,%s,%s,0,%d,%d,1,%d\n", spot, spot, track, x, y, frame, frame, labels[track])
		spot++
	})
	return b.Flush()
}

// writeLabelledNPZ writes the arrays of WriteNPZ and labels, N whole numbers.
func (s *Sequence) writeLabelledNPZ(w io.Writer, labels []int) error {
	values := make([]float64, len(labels))
	for i, l := range s.OwnNumbers(labels) {
		values[i] = float64(l)
	}
	members := append(s.trackArrays(), numpy.Member{Name: "labels", Array: numpy.Array{Shape: []int{len(labels)}, Type: "<i8", Data: values}})
	return numpy.WriteArchive(w, members...)
}

// WriteFolder writes the new folder in the layout of a Hopkins155 sequence, with
// the labels of all tracks as the truth, 0 for an outlier: name_truth.mat and,
// where picture is not nil, frames/0001.png and so on; picture returns the
// picture of a frame, nil for none. Progress, which may be nil, is told after
// every frame. The folder is not left half written. The error names the file,
// and is ctx.Err() when ctx ends first.
func (s *Sequence) WriteFolder(ctx context.Context, folder string, labels []int, picture func(frame int) (image.Image, error), progress func(done, total int)) (err error) {
	if len(labels) != s.Points() {
		return fmt.Errorf("%s: expected one label for each of %d tracks, found %d", s.Name, s.Points(), len(labels))
	}
	if err := os.Mkdir(folder, 0o777); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			// It was not there before, and half of it is of no use.
			os.RemoveAll(folder)
		}
	}()
	labelled := *s
	labelled.Truth = labels
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	if err := WriteTruth(&labelled, filepath.Join(folder, filepath.Base(absolute)+"_truth.mat")); err != nil {
		return err
	}
	if picture == nil {
		return nil
	}
	frames := filepath.Join(folder, "frames")
	if err := os.Mkdir(frames, 0o777); err != nil {
		return err
	}
	for f := range s.Frames() {
		if err := ctx.Err(); err != nil {
			return err
		}
		m, err := picture(f)
		if err != nil {
			return err
		}
		if m != nil {
			path := filepath.Join(frames, fmt.Sprintf("%04d.png", f+1))
			if err := WriteFile(path, func(w io.Writer) error { return png.Encode(w, m) }); err != nil {
				return err
			}
		}
		if progress != nil {
			progress(f+1, s.Frames())
		}
	}
	return nil
}
