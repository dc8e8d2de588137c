package arrays

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/files"
	"motionseg/hopkins/numpy"
	"motionseg/hopkins/read/input"
	"motionseg/hopkins/read/tables"
)

// Arrays of NumPy. An archive (.npz) has an array of tracks and perhaps one of
// visibility, by the names of the programs that write them:
//   - CoTracker: tracks or pred_tracks, [1×]T×N×2 in pixels, visibility or
//     pred_visibility, [1×]T×N[×1];
//   - TAP-Vid: points, N×T×2, relative to the size of the picture, and
//     occluded, N×T; a video T×H×W×3 beside them tells that size;
//   - TAPIR: tracks N×T×2 in pixels, and visibles N×T.
//
// The order of tracks and frames is that of the program whose names the arrays
// have, unless coordinates change several times less along the other index. A
// lone array (.npy) has tracks T×N×2 or N×T×2, told apart by the time along
// which coordinates change least, where an index of 2 is that of two frames; or
// it is a layer of napari: lines of ID, T, Y, X or ID, T, Z, Y, X.
//
// Sources: N. Karaev et al., CoTracker, ECCV 2024; C. Doersch et al., TAP-Vid,
// NeurIPS 2022, and TAPIR, ICCV 2023; the documentation of napari.

var (
	NumPyArray = input.Format{
		Name: "a NumPy array", Extensions: []string{".npy"}, Types: []string{"application/x-numpy-array"},
		Rows: []input.Row{{File: "tracks, `.npy`", Content: "T×N×2 or N×T×2 in pixels, told apart by the time along " +
			"which points move least, N×2×2 and " +
			"2×N×2 being matches of two pictures; a point that is no number is not seen"}},
		Recognise: numpy.Recognise, Read: readArray, Seems: looksLikeArrays,
	}
	NumPyArchive = input.Format{
		Name: "a NumPy archive", Extensions: []string{".npz"}, Types: []string{"application/x-numpy-archive"},
		Rows: []input.Row{
			{File: "CoTracker, `.npz`",
				Content: "`tracks` or `pred_tracks` [1×]T×N×2 in pixels, `visibility` or `pred_visibility` [1×]T×N"},
			{File: "TAP-Vid, TAPIR, `.npz`",
				Content: "`points` N×T×2 from 0 to 1 and `occluded` N×T, with `video` T×H×W×3 for the size of the " +
					"picture (256×256 without); `tracks` N×T×2 in pixels and `visibles` or `occluded` N×T. The order " +
					"of tracks and frames is taken the other way, and that said, where coordinates then change several " +
					"times less from frame to frame"},
		},
		Recognise: numpy.RecogniseArchive, Read: readArchive, Seems: looksLikeArrays, Arrays: true,
	}
)

var (
	trackArrays = []string{"tracks", "pred_tracks", "points", "target_points"}
	// byTrackArrays are those of visibleArrays that TAP-Vid and TAPIR write, N×T.
	byTrackArrays = []string{"visibles", "occluded"}
	visibleArrays = []string{"visibility", "pred_visibility", "visibles", "visible", "occluded", "pred_occluded",
		"occlusion"}
)

const (
	// maxArchive bounds an archive that is read from a stream.
	maxArchive = 1 << 28
	// seenFrom is from where on a visibility given as a probability counts.
	seenFrom = 0.5
	// RelativeSize is the side of the picture in pixels that relative
	// coordinates are brought to where its size is unknown: that at which
	// TAP-Vid measures.
	RelativeSize = 256
)

// looksLikeArrays reports whether a file seems to have arrays with tracks.
func looksLikeArrays(path string) bool { return glance(path, seemsArrays) }

// seemsArrays reports whether an archive has an array named like tracks, or an array has the
// shape of tracks.
func seemsArrays(at io.ReaderAt, size int64) bool {
	head := make([]byte, 8)
	if _, err := at.ReadAt(head, 0); err != nil {
		return false
	}
	if numpy.Recognise(head) {
		array, err := numpy.ReadShape(io.NewSectionReader(at, 0, size))
		if err != nil {
			return false
		}
		_, err = trackArray(array)
		return err == nil || len(array.Shape) == 2 && (array.Shape[1] == 4 || array.Shape[1] == 5) && array.Shape[0] > 5
	}
	members, err := numpy.ReadArchive(at, size, 0)
	if err != nil {
		return false
	}
	c := container{}
	for _, m := range members {
		if isTrackArray(&m) && slices.Contains(trackArrays, strings.ToLower(m.Name)) {
			return true
		}
		c.variables = append(c.variables, variable{name: m.Name, shape: m.Shape})
	}
	return c.plausible()
}

// readArchive reads the tracks of an archive.
func readArchive(in *input.File) (*input.Tracks, error) {
	at, size, err := randomAccess(in.Raw, in.Head)
	if err != nil {
		return nil, err
	}
	at = files.AtWithContext(in.Context, at)
	members, err := trackMembers(at, size)
	if err != nil {
		return nil, err
	}
	find := func(names []string) *numpy.Member {
		for _, name := range names {
			for i := range members {
				if strings.EqualFold(members[i].Name, name) {
					return &members[i]
				}
			}
		}
		return nil
	}
	tracks, visible := find(trackArrays), find(visibleArrays)
	if tracks == nil || in.Options.Array != "" || !isTrackArray(tracks) {
		return archived(at, size, members).tracks(in.Options.Array)
	}
	a, err := trackArray(&tracks.Array)
	if err != nil {
		return nil, fmt.Errorf("array %s: %w", tracks.Name, err)
	}
	tapvid := strings.HasSuffix(strings.ToLower(tracks.Name), "points")
	switch {
	case tapvid, visible != nil && slices.Contains(byTrackArrays, strings.ToLower(visible.Name)):
		a.follow(true)
	case visible != nil:
		a.follow(false)
	default:
		a.guessOrder()
	}
	if err := in.Context.Err(); err != nil {
		return nil, err
	}
	var mask []float64
	if visible != nil {
		name := strings.ToLower(visible.Name)
		if mask, err = a.mask(&visible.Array, strings.Contains(name, "occlu")); err != nil {
			return nil, fmt.Errorf("array %s: %w", visible.Name, err)
		}
	}
	s, err := a.tracks(mask)
	if err != nil {
		return nil, fmt.Errorf("array %s: %w", tracks.Name, err)
	}
	if video := find([]string{"video"}); video != nil {
		s.Width, s.Height = pictureOf(video.Shape)
	}
	s.Relative = tapvid && s.IsRelative()
	return s, nil
}

// trackMembers returns the arrays of an archive, with the numbers of those that are named
// like tracks or like what says when these are seen.
func trackMembers(at io.ReaderAt, size int64) ([]numpy.Member, error) {
	// Sizes first, which take no memory.
	members, err := numpy.ReadArchive(at, size, 0)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		if a, err := trackArray(&m.Array); err == nil && slices.Contains(trackArrays, strings.ToLower(m.Name)) {
			if err := a.check(); err != nil {
				return nil, fmt.Errorf("array %s: %w", m.Name, err)
			}
		}
	}
	wanted := append(slices.Clone(trackArrays), visibleArrays...)
	return numpy.ReadArchive(at, size, 3*input.MaxEntries, wanted...)
}

// pictureOf returns the size of the pictures of a film of that shape, … frames × height ×
// width × colours; zeros where it is none.
func pictureOf(shape []int) (width, height int) {
	if len(shape) < 4 {
		return 0, 0
	}
	h, w := shape[len(shape)-3], shape[len(shape)-2]
	if h > 0 && w > 0 && h <= input.MaxPicture && w <= input.MaxPicture {
		return w, h
	}
	return 0, 0
}

// isTrackArray reports whether an array has the shape of tracks.
func isTrackArray(m *numpy.Member) bool {
	_, err := trackArray(&m.Array)
	return err == nil
}

// archived returns the arrays of an archive.
func archived(at io.ReaderAt, size int64, members []numpy.Member) *container {
	c := &container{load: func(name string) (*variable, error) {
		members, err := numpy.ReadArchive(at, size, 3*input.MaxEntries, strings.ToLower(name))
		if err != nil {
			return nil, err
		}
		for _, m := range members {
			if m.Name == name && m.Data != nil {
				return &variable{m.Name, m.Shape, m.Data}, nil
			}
		}
		return nil, fmt.Errorf("expected numbers, found none")
	}}
	for _, m := range members {
		c.variables = append(c.variables, variable{name: m.Name, shape: m.Shape})
	}
	return c
}

// randomAccess returns the whole of a file, or of a stream that is not too large
// and of which nothing but head was read.
func randomAccess(raw io.Reader, head *bufio.Reader) (io.ReaderAt, int64, error) {
	if f, ok := raw.(*os.File); ok {
		info, err := f.Stat()
		if err != nil {
			return nil, 0, err
		}
		if info.Mode().IsRegular() {
			return f, info.Size(), nil
		}
	}
	content, err := io.ReadAll(io.LimitReader(head, maxArchive+1))
	if err != nil {
		return nil, 0, err
	}
	if len(content) > maxArchive {
		return nil, 0, fmt.Errorf("expected an archive of at most %d bytes, found more", maxArchive)
	}
	return bytes.NewReader(content), int64(len(content)), nil
}

// readArray reads the tracks of a lone array.
func readArray(in *input.File) (*input.Tracks, error) {
	array, err := numpy.Read(in.Head, 2*input.MaxEntries)
	if err != nil {
		return nil, err
	}
	if len(array.Shape) == 2 && (array.Shape[1] == 4 || array.Shape[1] == 5) {
		if s, err := ReadNapari(in.Context, array); err == nil || array.Shape[1] == 5 || likeNapari(array) ||
			in.Context.Err() != nil {
			return s, err
		}
	}
	a, err := trackArray(array)
	if err != nil {
		one := variable{"of the file", array.Shape, array.Data}
		if !mayBeTracks(&one) && !isMatches(&one) {
			return nil, err
		}
		return (&container{variables: []variable{one}, load: func(string) (*variable, error) { return &one, nil }}).
			tracks("of the file")
	}
	if err := a.check(); err != nil {
		return nil, err
	}
	a.guessOrder()
	if err := in.Context.Err(); err != nil {
		return nil, err
	}
	return a.tracks(nil)
}

// isMatches reports whether an array is a matrix of matches, x1 y1 x2 y2 in rows or
// columns.
func isMatches(v *variable) bool {
	return len(v.shape) == 2 && (v.shape[0] == 4 || v.shape[1] == 4) && max(v.shape[0], v.shape[1]) >= 2
}

// likeNapari reports whether lines of four numbers begin with the whole numbers of a
// track and a frame, where most points have another one in the next frame.
func likeNapari(a *numpy.Array) bool { return tables.LikeTable(a.Data) }

// ReadNapari reads lines of ID, T, [Z,] Y, X.
func ReadNapari(ctx context.Context, a *numpy.Array) (*input.Tracks, error) {
	width := a.Shape[1]
	r := tables.TableReader{Table: tables.Table{Columns: input.Columns{From: "0"}},
		Places: [input.ColumnCount]int{0, 1, width - 1, width - 2, -1, -1, -1, -1, -1}, IDs: map[string]int{}}
	record := make([]string, width)
	for i := range a.Shape[0] {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for k, v := range a.Data[i*width : (i+1)*width] {
			record[k] = strconv.FormatFloat(v, 'g', -1, 64)
		}
		if err := r.Line(record); err != nil {
			return nil, fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	return r.Sequence()
}

// trackPoints is an array of points with two indices besides that of x and y:
// time and track, or track and time when byTrack.
type trackPoints struct {
	data    []float64
	shape   [2]int
	byTrack bool
	reason  string // why the order was taken, where it was guessed
}

// trackArray takes an array A×B×2, 1×A×B×2, or A×B×1×2 as OpenCV has lists of points.
func trackArray(a *numpy.Array) (*trackPoints, error) {
	shape := a.Shape
	if len(shape) == 4 && shape[0] == 1 {
		shape = shape[1:]
	} else if len(shape) == 4 && shape[2] == 1 {
		shape = []int{shape[0], shape[1], shape[3]}
	}
	if len(shape) != 3 || shape[2] != 2 {
		return nil, fmt.Errorf("expected size [1×]frames×tracks×2 or [1×]tracks×frames×2, found %s", a.Size())
	}
	return &trackPoints{data: a.Data, shape: [2]int{shape[0], shape[1]}}, nil
}

// check reports what is wrong with the numbers of tracks and frames.
func (a *trackPoints) check() error {
	frames, tracks := a.size()
	if int64(frames)*int64(tracks) > input.MaxEntries {
		return fmt.Errorf("expected at most %d tracks × frames, found %d × %d", input.MaxEntries, tracks, frames)
	}
	return nil
}

// otherOrder is how many times less coordinates must change along the other
// index than that of time to doubt the order that a program is known for.
const otherOrder = 4

// follow takes the order that the names of the arrays stand for, unless the
// coordinates clearly speak against it.
func (a *trackPoints) follow(byTrack bool) {
	first, second := a.steps()
	a.byTrack = byTrack
	along, across := first, second // the time, by the other order
	if !byTrack {
		along, across = second, first
	}
	if otherOrder*along < across && !math.IsInf(across, 1) {
		a.byTrack, a.reason = !byTrack, "coordinates change far less from frame to frame, although the names of the "+
			"arrays stand for the other order"
	}
}

// guessOrder decides which index is the time: one of 2, of matches of two
// pictures, else that along which coordinates change less.
func (a *trackPoints) guessOrder() {
	if (a.shape[0] == 2) != (a.shape[1] == 2) && max(a.shape[0], a.shape[1]) > 2 {
		a.byTrack, a.reason = a.shape[1] == 2, "an index of 2 is that of two frames"
		return
	}
	first, second := a.steps()
	a.byTrack, a.reason = second < first, "coordinates change less from frame to frame"
}

// steps returns how much coordinates change along the first index and along the
// second: the median, which some wild steps do not move.
func (a *trackPoints) steps() (first, second float64) {
	step := func(stride, count, others, otherStride int) float64 {
		var steps []float64
		for o := range others {
			for i := range count - 1 {
				p, q := 2*(o*otherStride+i*stride), 2*(o*otherStride+(i+1)*stride)
				d := math.Abs(a.data[q]-a.data[p]) + math.Abs(a.data[q+1]-a.data[p+1])
				if !math.IsNaN(d) {
					steps = append(steps, d)
				}
			}
		}
		if len(steps) == 0 {
			return math.Inf(1)
		}
		slices.Sort(steps)
		return steps[len(steps)/2]
	}
	return step(a.shape[1], a.shape[0], a.shape[1], 1), step(1, a.shape[1], a.shape[0], a.shape[1])
}

// size returns the numbers of frames and tracks.
func (a *trackPoints) size() (frames, tracks int) {
	if a.byTrack {
		return a.shape[1], a.shape[0]
	}
	return a.shape[0], a.shape[1]
}

// mask takes what is seen from an array of the same two indices: not 0 where a
// point is seen, with occluded the other way round.
func (a *trackPoints) mask(v *numpy.Array, occluded bool) ([]float64, error) {
	shape := v.Shape
	if len(shape) > 2 && shape[len(shape)-1] == 1 {
		shape = shape[:len(shape)-1]
	}
	if len(shape) == 3 && shape[0] == 1 {
		shape = shape[1:]
	}
	if len(shape) != 2 || shape[0] != a.shape[0] || shape[1] != a.shape[1] {
		return nil, fmt.Errorf("expected size %d×%d like the tracks, found %s", a.shape[0], a.shape[1], v.Size())
	}
	mask := make([]float64, len(v.Data))
	for i, p := range v.Data {
		if !(p >= 0 && p <= 1) {
			return nil, fmt.Errorf("expected 0 to 1, found %v", p)
		}
		if (p > seenFrom) != occluded {
			mask[i] = 1
		}
	}
	return mask, nil
}

// tracks lays the points out. A point that is not seen by the mask, nil for
// none, or is no number is not seen.
func (a *trackPoints) tracks(mask []float64) (*input.Tracks, error) {
	frames, tracks := a.size()
	if tracks < 2 {
		return nil, fmt.Errorf("expected at least 2 tracks, found %d", tracks)
	}
	if frames < 1 {
		return nil, fmt.Errorf("expected at least 1 frame, found %d", frames)
	}
	if err := a.check(); err != nil {
		return nil, err
	}
	s := &input.Tracks{Pixels: mat.NewDense(2*frames, tracks, nil), Visible: make([][]bool, tracks)}
	complete := true
	for i := range tracks {
		s.Visible[i] = make([]bool, frames)
		for f := range frames {
			at := f*tracks + i
			if a.byTrack {
				at = i*frames + f
			}
			x, y := a.data[2*at], a.data[2*at+1]
			if mask != nil && mask[at] == 0 || math.IsNaN(x) || math.IsNaN(y) {
				complete = false
				continue
			}
			if !(math.Abs(x) <= input.MaxCoordinate && math.Abs(y) <= input.MaxCoordinate) {
				return nil, fmt.Errorf("expected finite coordinates of at most %.0e, found (%v, %v) for track %d "+
					"in frame %d", input.MaxCoordinate, x, y, i+1, f+1)
			}
			s.Visible[i][f] = true
			s.Pixels.Set(2*f, i, x)
			s.Pixels.Set(2*f+1, i, y)
		}
	}
	if complete {
		s.Visible = nil
	}
	if a.reason != "" {
		order := "frames × tracks"
		if a.byTrack {
			order = "tracks × frames"
		}
		s.Note("the array of size %d×%d×2 was read as %s, %d tracks in %d frames: %s", a.shape[0], a.shape[1], order,
			tracks, frames, a.reason)
	}
	return s, nil
}
