package hopkins

import (
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"

	"motionseg/hopkins/read"
	"motionseg/hopkins/write"
)

// LabelledFormat is a file in which other programs take tracks with labels.
type LabelledFormat = write.Format

// LabelledFormats lists them.
func LabelledFormats() []LabelledFormat { return write.Formats() }

// WriteLabelled writes the tracks in one of LabelledFormats, with a label for
// each, 0 for none; motions get the numbers that the file has for them.
func (s *Sequence) WriteLabelled(w io.Writer, format string, labels []int) error {
	if err := s.LaidOut(); err != nil {
		return err
	}
	if err := write.Labelled(w, format, s.labelled(labels)); err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	return nil
}

// tracks returns the tracks as they are read and written, the truth in the numbers of
// the file.
func (s *Sequence) tracks() *read.Tracks {
	return &read.Tracks{
		Pixels: s.Pixels, Normalized: s.Normalized, Visible: s.Visible, Truth: s.OwnNumbers(s.Truth), IDs: s.IDs,
		Width: s.Width, Height: s.Height, TwoFrame: s.TwoFrame,
	}
}

// labelled returns the tracks with labels in the numbers of the file.
func (s *Sequence) labelled(labels []int) *write.Tracks {
	return &write.Tracks{Tracks: s.tracks(), Labels: s.OwnNumbers(labels)}
}

// WriteFolder writes the new folder in the layout of a Hopkins155 sequence, with
// the labels of all tracks as the truth, 0 for an outlier: name_truth.mat and,
// where picture is not nil, frames/0001.png and so on; picture returns the
// picture of a frame, nil for none. Progress, which may be nil, is told after
// every frame. The folder is not left half written. The error names the file,
// and is ctx.Err() when ctx ends first.
func (s *Sequence) WriteFolder(
	ctx context.Context, folder string, labels []int, picture func(frame int) (image.Image, error),
	progress func(done, total int),
) error {
	if err := s.LaidOut(); err != nil {
		return err
	}
	if len(labels) != s.Points() {
		return fmt.Errorf("%s: expected one label for each of %d tracks, found %d", s.Name, s.Points(), len(labels))
	}
	labelled := *s
	labelled.Truth = labels
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	return WriteNewFolder(folder, func(temporary string) error {
		if err := WriteTruth(&labelled, filepath.Join(temporary, filepath.Base(absolute)+"_truth.mat")); err != nil {
			return err
		}
		if picture == nil {
			return nil
		}
		return s.writePictures(ctx, filepath.Join(temporary, "frames"), picture, progress)
	})
}

// writePictures writes the picture of every frame, where there is one, into the
// new folder frames.
func (s *Sequence) writePictures(
	ctx context.Context, frames string, picture func(frame int) (image.Image, error), progress func(done, total int),
) error {
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
