package mask

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
)

// Format is a way to write masks.
type Format struct {
	Name  string // as the command line has it
	Title string // what it is, for a list
	begin func(*Output, string) (sink, error)
	// ffmpeg says that it is written by that program.
	ffmpeg bool
}

// sink takes the masks of a film one after the other.
type sink interface {
	// add writes the mask of a frame.
	add(ctx context.Context, m *Mask) error
	// end completes what is written for all frames together; after an error, whatever
	// it is, it gives up what runs.
	end(failed error) error
}

// Formats are the formats in which masks are written.
func Formats() []Format {
	return []Format{
		{"png", "indexed PNG, one a frame, as DAVIS has them", beginIndexed, false},
		{"matte", "one soft grey picture a motion and frame", beginMattes, false},
		{"matte16", "the same with 16 bits", beginDeepMattes, false},
		{"exr", "the same as OpenEXR", beginEXR, true},
		{"alpha", "the frames with everything but the moving things transparent", beginAlpha, false},
		{"colmap", "masks for COLMAP: black is not used", beginCOLMAP, false},
		{"nerfstudio", "masks for nerfstudio: black is not used", beginNerfstudio, false},
		{"coco", "COCO, run lengths in one JSON file", beginCOCO, false},
		{"yolo", "YOLO, polygons in a text file a frame", beginYOLO, false},
		{"cvat", "CVAT, segmentation masks 1.1, as Pascal VOC", beginCVAT, false},
		{"labelstudio", "Label Studio, brushes in one JSON file", beginLabelStudio, false},
		{"svg", "outlines as SVG, one a frame", beginSVG, false},
		{"overlay", "the film with its motions coloured, MP4", beginOverlay, true},
		{"cutout", "the film with the moving things on black, MP4", beginCutOut, true},
		{"prores", "the moving things with alpha, ProRes 4444", beginProRes, true},
		{"vp9", "the moving things with alpha, VP9", beginVP9, true},
	}
}

// FormatNames returns the names of Formats.
func FormatNames() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return names
}

// Output says where and how the masks of a film are written.
type Output struct {
	// Folder is new or empty.
	Folder string
	// Formats are names of Formats; png where there are none. Several are written to a
	// folder each in Folder, with their names.
	Formats []string
	// Foreground writes two values in place of the motions: 255 where something else
	// than the background moves, otherwise 0.
	Foreground bool
	// Background has the motions of the background; what Background finds where there
	// are none.
	Background []int
	// Name returns the name of a frame's picture with its ending, as "0001.jpg"; nil
	// for the number of the frame, from 1, with four digits.
	Name func(frame int) string
	// Constraints is a folder of masks with the names that the format png gives them, of some
	// frames or all: their pixels have the motions that they have there, where these are not
	// 0. Empty for none.
	Constraints string
	// Rate is that of films, in frames a second; 0 for 25.
	Rate float64
	// Progress, when not nil, is told after every frame that is written, and Following after
	// every one in which WriteFollowing follows soft points, which comes first.
	Progress, Following func(done, total int)

	motions, frames int
}

// Summary is what was written.
type Summary struct {
	Frames     int
	Background []int
	// Shares holds, for every motion from 1, its part of all pixels, 0…1, at 0 that of
	// the undecided; Uncertain is the mean of the frames'.
	Shares    []float64
	Uncertain float64
}

// Text says it in one line: "50 frames, motion 1 (the background) 91.2 %, motion 2
// 8.8 %, 0.4 % uncertain".
func (s Summary) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", hopkins.Counted(s.Frames, "frame", "frames"))
	for m := 1; m < len(s.Shares); m++ {
		ground := ""
		if slices.Contains(s.Background, m) {
			ground = " (background)"
		}
		fmt.Fprintf(&b, ", motion %d%s %.1f %%", m, ground, 100*s.Shares[m])
	}
	fmt.Fprintf(&b, ", %.1f %% uncertain", 100*s.Uncertain)
	return b.String()
}

// Check returns an error where the folder has something in it already or a format is
// unknown, there twice, or needs ffmpeg, which is missing.
func (o Output) Check() error {
	all := Formats()
	for i, name := range o.Formats {
		if slices.Contains(o.Formats[:i], name) {
			return fmt.Errorf("formats of masks: expected each once, found %s twice", name)
		}
		at := slices.IndexFunc(all, func(f Format) bool { return f.Name == name })
		if at < 0 {
			return fmt.Errorf("format of masks: expected %s, found %q", strings.Join(FormatNames(), ", "), name)
		}
		if all[at].ffmpeg {
			if _, err := footage.FindFFmpeg(); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	// A killed run may have left nothing but the picture that it was writing.
	hopkins.ClearLeftOvers(o.Folder)
	items, err := os.ReadDir(o.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && len(items) > 0 {
		return fmt.Errorf("%s: expected a new or an empty folder, found one with %q in it", o.Folder, items[0].Name())
	}
	return err
}

// checkBackground returns an error where a motion of the background has no track.
func (o Output) checkBackground(labels []int) error {
	for _, m := range o.Background {
		if !slices.Contains(labels, m) {
			return fmt.Errorf("background: expected motions from 1 to %d, found %d", slices.Max(labels), m)
		}
	}
	return nil
}

// Write writes the masks of a film. The folder is not left half written. The error
// names the file, and is ctx.Err() when ctx ends first.
func Write(ctx context.Context, film Film, o Output) (summary Summary, err error) {
	r, err := newRun(film)
	if err == nil {
		err = r.takeSoft(ctx)
	}
	if err != nil {
		return summary, err
	}
	o.motions, o.frames = r.motions, film.Sequence.Frames()
	if len(o.Background) == 0 {
		o.Background = []int{Background(film.Sequence, film.Labels)}
	}
	if err := errors.Join(o.checkBackground(film.Labels), o.Check()); err != nil {
		return summary, err
	}
	if o.Constraints != "" {
		known, err := o.folder(film.Known)
		if err != nil {
			return summary, err
		}
		r.Film.Known, r.known = known, newKnown(known)
	}
	_, missing := os.Stat(o.Folder)
	if err := os.MkdirAll(o.Folder, 0o777); err != nil {
		return summary, err
	}
	defer func() {
		if err != nil {
			empty(o.Folder, missing != nil)
		}
	}()
	sinks, err := o.begin()
	defer func() {
		for _, s := range sinks {
			if failed := s.end(err); err == nil {
				err = failed
			}
		}
		if ctx.Err() != nil {
			err = ctx.Err()
		}
	}()
	if err != nil {
		return summary, err
	}
	summary = Summary{Background: o.Background, Shares: make([]float64, o.motions+1)}
	err = r.frames(ctx, 0, o.frames, func(m *Mask) error {
		summary.add(m, o.frames)
		for _, s := range sinks {
			if err := s.add(ctx, m); err != nil {
				return err
			}
		}
		if o.Progress != nil {
			o.Progress(m.Frame+1, o.frames)
		}
		return nil
	})
	return summary, err
}

// add counts the mask of one of so many frames.
func (s *Summary) add(m *Mask, frames int) {
	s.Frames++
	s.Uncertain += m.Uncertain / float64(frames)
	var pixels [256]int
	for _, v := range m.Labels.Pix {
		pixels[v]++
	}
	for v := range s.Shares {
		s.Shares[v] += float64(pixels[v]) / float64(len(m.Labels.Pix)*frames)
	}
}

// begin opens the formats.
func (o *Output) begin() (sinks []sink, err error) {
	names := o.Formats
	if len(names) == 0 {
		names = []string{"png"}
	}
	all := Formats()
	for _, name := range names {
		i := slices.IndexFunc(all, func(f Format) bool { return f.Name == name })
		folder := o.Folder
		if len(names) > 1 {
			folder = filepath.Join(folder, name)
			if err := os.Mkdir(folder, 0o777); err != nil {
				return sinks, err
			}
		}
		s, err := all[i].begin(o, folder)
		if err != nil {
			return sinks, err
		}
		sinks = append(sinks, s)
	}
	return sinks, nil
}

// empty removes what a folder, empty before, holds, and the folder where it was made.
func empty(folder string, made bool) {
	if made {
		os.RemoveAll(folder)
		return
	}
	items, _ := os.ReadDir(folder) // what can't be read can't be removed
	for _, item := range items {
		os.RemoveAll(filepath.Join(folder, item.Name()))
	}
}

// picture returns the name of a frame's picture with its ending.
func (o *Output) picture(frame int) string {
	if o.Name != nil {
		if name := o.Name(frame); name != "" {
			return name
		}
	}
	return fmt.Sprintf("%04d.png", frame+1)
}

// stem returns the name of a frame's picture without its ending.
func (o *Output) stem(frame int) string {
	name := o.picture(frame)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// moves reports whether a motion is something else than the background.
func (o *Output) moves(motion int) bool {
	return motion > 0 && !slices.Contains(o.Background, motion)
}

// things are the motions that are written, and what they are called: all but the
// background, or all of these together.
func (o *Output) things() (things []thing) {
	if o.Foreground {
		t := thing{name: "foreground"}
		for m := 1; m <= o.motions; m++ {
			t.in[m] = o.moves(m)
		}
		return []thing{t}
	}
	for m := 1; m <= o.motions; m++ {
		if o.moves(m) {
			t := thing{name: fmt.Sprintf("motion %d", m)}
			t.in[m] = true
			things = append(things, t)
		}
	}
	return things
}

// thing is what a mask is of: one motion or several.
type thing struct {
	name string
	in   [256]bool
}

// moving is everything that is not the background.
func (o *Output) moving() thing {
	f := *o
	f.Foreground = true
	return f.things()[0]
}

// stencil returns 255 where a mask has the thing, otherwise 0.
func (t *thing) stencil(m *Mask) *image.Gray {
	out := image.NewGray(m.Labels.Rect)
	for i, v := range m.Labels.Pix {
		if t.in[v] {
			out.Pix[i] = 255
		}
	}
	return out
}
