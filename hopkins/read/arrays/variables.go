package arrays

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"motionseg/hopkins/read/input"
)

// variable is an array of real numbers by name.
type variable struct {
	name  string
	shape []int
	data  []float64 // row by row, the last index fastest; nil until it is loaded
}

// size writes the shape as "60×200".
func (v *variable) size() string {
	parts := make([]string, len(v.shape))
	for i, d := range v.shape {
		parts[i] = strconv.Itoa(d)
	}
	return strings.Join(parts, "×")
}

func (v *variable) len() int {
	n := 1
	for _, d := range v.shape {
		if d > 0 && n > input.MaxNumbers/d {
			return math.MaxInt
		}
		n *= d
	}
	return n
}

// container is a file with arrays.
type container struct {
	variables []variable // without numbers
	// load returns the numbers of one of them.
	load func(name string) (*variable, error)
}

// find returns the array of a name, in any case where none has it as it is.
func (c *container) find(name string) *variable {
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for i := range c.variables {
			if same(c.variables[i].name, name) {
				return &c.variables[i]
			}
		}
	}
	return nil
}

// Names under which arrays are found, the most telling first.
var (
	matrixNames = []string{"tracks", "pred_tracks", "trajectories", "traj", "trajs", "w", "x", "xy", "points", "pts",
		"data", "p", "y"}
	axisNames = [][2]string{{"x", "y"}, {"xs", "ys"}, {"px", "py"}, {"u", "v"}, {"xx", "yy"}, {"trackx", "tracky"},
		{"x_coords", "y_coords"}}
	pairNames = [][2]string{
		{"mkpts0", "mkpts1"}, {"pts1", "pts2"}, {"pts0", "pts1"}, {"points1", "points2"}, {"points0", "points1"},
		{"matchedpoints1", "matchedpoints2"},
		{"kpts0", "kpts1"}, {"p1", "p2"}, {"x1", "x2"}, {"src_pts", "dst_pts"}, {"src", "dst"},
	}
	// pictureNames are names that files with sets of pictures have too, beside classes.
	pictureNames = []string{"x", "data", "y"}
	labelArrays  = []string{"s", "gt", "gtlabel", "label", "labels", "truth", "groundtruth"}
	maskArrays   = []string{"m", "mask", "visible", "visibility", "vis", "visibles"}
)

// ArrayError is returned for a file of which it is not clear which array holds the
// tracks; Options.Array chooses one.
type ArrayError struct {
	Path   string   // the file, filled in by read.From
	Arrays []string // that the file has, as "W 60×200"
	wanted string
}

// Error lists the arrays.
func (e *ArrayError) Error() string {
	if len(e.Arrays) == 0 {
		return "expected arrays of numbers, found none"
	}
	if e.wanted != "" {
		return fmt.Sprintf("expected an array %s, found %s", input.Quoted([]string{e.wanted}), input.Quoted(e.Arrays))
	}
	return fmt.Sprintf("expected tracks under a known name, found the arrays %s: choose one of them (--array NAME)",
		input.Quoted(e.Arrays))
}

// list returns the arrays with their sizes.
func (c *container) list() []string {
	var all []string
	for i := range c.variables {
		all = append(all, c.variables[i].name+" "+c.variables[i].size())
	}
	return all
}

// tracks reads the tracks of a container, those of the array that is chosen, or of x
// and y as "X,Y", or those found by name and shape for "".
func (c *container) tracks(chosen string) (*input.Tracks, error) {
	if chosen == input.ListArrays {
		return nil, &ArrayError{Arrays: c.list()}
	}
	if chosen != "" {
		names := strings.Split(chosen, ",")
		var found []*variable
		for _, name := range names {
			v := c.find(strings.TrimSpace(name))
			if v == nil {
				return nil, &ArrayError{Arrays: c.list(), wanted: strings.TrimSpace(name)}
			}
			found = append(found, v)
		}
		switch len(found) {
		case 1:
			return c.single(found[0])
		case 2:
			if isPoints(found[0]) || isPoints(found[1]) {
				return c.pair(found[0], found[1])
			}
			return c.axes(found[0], found[1])
		}
		return nil, fmt.Errorf("array: expected one name, or two with a comma between them, found %d", len(found))
	}
	if s, err := c.matches(); s != nil || err != nil {
		return s, err
	}
	for _, names := range axisNames {
		x, y := c.find(names[0]), c.find(names[1])
		if x != nil && y != nil && len(x.shape) == 2 && slices.Equal(x.shape, y.shape) {
			return c.axes(x, y)
		}
	}
	labelled := slices.ContainsFunc(slices.Concat(labelArrays, pictureNames, []string{"gnd"}), func(name string) bool {
		v := c.find(name)
		return v != nil && 0 < len(v.shape) && len(v.shape) <= 2 && slices.Min(v.shape) == 1
	})
	for _, name := range matrixNames {
		if v := c.find(name); v != nil && mayBeTracks(v) && !(labelled && slices.Contains(pictureNames, name)) {
			return c.single(v)
		}
	}
	return nil, &ArrayError{Arrays: c.list()}
}

// plausible reports whether a file has arrays under the names of matches or tracks.
func (c *container) plausible() bool {
	for _, names := range append(slices.Clone(pairNames), [2]string{"keypoints0", "keypoints1"}) {
		if a, b := c.find(names[0]), c.find(names[1]); a != nil && b != nil && isPoints(a) && isPoints(b) {
			return true
		}
	}
	for _, names := range axisNames {
		if x, y := c.find(names[0]), c.find(names[1]); x != nil && y != nil && len(x.shape) == 2 &&
			slices.Equal(x.shape, y.shape) {
			return true
		}
	}
	return slices.ContainsFunc([]string{"tracks", "trajectories", "traj", "w"}, func(name string) bool {
		v := c.find(name)
		return v != nil && mayBeTracks(v)
	})
}

// squeezed returns a shape with so many indices at least, but without one of one value that
// stands first, as of a batch, or before the coordinates, as OpenCV's N×1×2.
func squeezed(shape []int, least int) []int {
	if len(shape) > least && shape[0] == 1 {
		shape = shape[1:]
	}
	if n := len(shape); n > least && shape[n-2] == 1 {
		shape = slices.Delete(slices.Clone(shape), n-2, n-1)
	}
	return shape
}

// isPoints reports whether an array is of points, a row or a column each.
func isPoints(v *variable) bool {
	s := squeezed(v.shape, 2)
	return len(s) == 2 && (s[1] == 2 || s[1] == 3 || s[0] == 2 || s[0] == 3)
}

// mayBeTracks reports whether an array has a shape that tracks may have.
func mayBeTracks(v *variable) bool {
	s := v.shape
	if len(s) > 3 {
		s = squeezed(s, 3)
	}
	switch len(s) {
	case 2:
		return min(s[0], s[1]) >= 4 && (s[0]%2 == 0 || s[1]%2 == 0)
	case 3:
		axis := pointAxis(s)
		return axis >= 0 && min(s[(axis+1)%3], s[(axis+2)%3]) >= 2
	}
	return false
}

// pointAxis returns which of three indices is that of x and y, and perhaps 1: the
// last, else the first, else the middle one; −1 for none.
func pointAxis(s []int) int {
	for _, size := range []int{2, 3} {
		for _, axis := range []int{2, 0, 1} {
			if s[axis] == size {
				return axis
			}
		}
	}
	return -1
}

// loaded returns an array with its numbers, of which there may not be too many.
func (c *container) loaded(v *variable) (*variable, error) {
	if v.len() > 3*input.MaxEntries {
		return nil, fmt.Errorf("array %s: expected at most %d tracks × frames, found size %s", v.name, input.MaxEntries,
			v.size())
	}
	full, err := c.load(v.name)
	if err != nil {
		return nil, fmt.Errorf("array %s: %w", v.name, err)
	}
	return full, nil
}

// single reads the tracks of one array.
func (c *container) single(v *variable) (*input.Tracks, error) {
	v, err := c.loaded(v)
	if err != nil {
		return nil, err
	}
	var a *trackPoints
	shape := v.shape
	if len(shape) > 3 {
		shape = squeezed(shape, 3)
	}
	switch {
	case len(shape) == 3 && pointAxis(shape) >= 0:
		a = pointsAlong(v.data, shape, pointAxis(shape))
		a.guessOrder()
	case len(shape) == 2:
		a, err = matrix(&variable{v.name, shape, v.data})
	default:
		err = fmt.Errorf("expected a matrix of coordinates, 2·frames × tracks, or points frames × tracks × 2 in any "+
			"order, found size %s", v.size())
	}
	if err != nil {
		return nil, fmt.Errorf("array %s: %w", v.name, err)
	}
	return c.finish(v.name, a)
}

// finish lays out points, with what other arrays say of visibility and truth.
func (c *container) finish(name string, a *trackPoints) (*input.Tracks, error) {
	frames, tracks := a.size()
	mask, err := c.mask(a)
	if err != nil {
		return nil, err
	}
	s, err := a.tracks(mask)
	if err != nil {
		return nil, fmt.Errorf("array %s: %w", name, err)
	}
	s.TwoFrame = frames == 2 && s.Visible == nil
	for _, label := range labelArrays {
		v := c.find(label)
		if v == nil || v.name == name || len(v.shape) > 2 || v.len() != tracks ||
			len(v.shape) == 2 && min(v.shape[0], v.shape[1]) != 1 {
			continue
		}
		if v, err = c.loaded(v); err != nil {
			return nil, err
		}
		if truth, ok := wholeLabels(v.data); ok {
			s.Truth = truth
		} else {
			s.Note("the array %s is not the truth, since it has other numbers than whole ones from 0", v.name)
		}
		break
	}
	return s, nil
}

// wholeLabels returns labels, and whether all are whole numbers from 0.
func wholeLabels(values []float64) ([]int, bool) {
	labels := make([]int, len(values))
	for i, v := range values {
		if !(v >= 0 && v <= math.MaxInt32) || v != math.Trunc(v) {
			return nil, false
		}
		labels[i] = int(v)
	}
	return labels, true
}

// mask finds the visibility of points, frames × tracks or the other way round; nil
// without one. NaN is not seen anyway.
func (c *container) mask(a *trackPoints) ([]float64, error) {
	for _, name := range maskArrays {
		v := c.find(name)
		if v == nil || len(v.shape) != 2 {
			continue
		}
		same := v.shape[0] == a.shape[0] && v.shape[1] == a.shape[1]
		turned := v.shape[1] == a.shape[0] && v.shape[0] == a.shape[1]
		if !same && !turned {
			continue
		}
		v, err := c.loaded(v)
		if err != nil {
			return nil, err
		}
		mask := make([]float64, len(v.data))
		for i := range mask {
			at := i
			if !same {
				at = i%a.shape[1]*a.shape[0] + i/a.shape[1]
			}
			if p := v.data[at]; !(p >= 0 && p <= 1) {
				return nil, fmt.Errorf("array %s: expected 0 to 1, found %v", v.name, p)
			} else if p > seenFrom {
				mask[i] = 1
			}
		}
		return mask, nil
	}
	return nil, nil
}

// pointsAlong brings points, whose coordinates lie along one of three indices, into
// the layout of trackPoints.
func pointsAlong(data []float64, shape []int, axis int) *trackPoints {
	strides := [3]int{shape[1] * shape[2], shape[2], 1}
	others := [][2]int{{1, 2}, {0, 2}, {0, 1}}[axis]
	a := &trackPoints{shape: [2]int{shape[others[0]], shape[others[1]]}}
	a.data = make([]float64, 0, 2*a.shape[0]*a.shape[1])
	for i := range a.shape[0] {
		for j := range a.shape[1] {
			at := i*strides[others[0]] + j*strides[others[1]]
			a.data = append(a.data, data[at], data[at+strides[axis]])
		}
	}
	return a
}

// axes reads tracks whose x and y are matrices of their own, frames × tracks or the
// other way round.
func (c *container) axes(x, y *variable) (*input.Tracks, error) {
	if len(x.shape) != 2 || !slices.Equal(x.shape, y.shape) {
		return nil, fmt.Errorf("arrays %s and %s: expected two matrices of one size, found %s and %s", x.name, y.name,
			x.size(), y.size())
	}
	name := x.name + ", " + y.name
	x, err := c.loaded(x)
	if err != nil {
		return nil, err
	}
	if y, err = c.loaded(y); err != nil {
		return nil, err
	}
	a := &trackPoints{shape: [2]int{x.shape[0], x.shape[1]}, data: make([]float64, 0, 2*len(x.data))}
	for i := range x.data {
		a.data = append(a.data, x.data[i], y.data[i])
	}
	a.guessOrder()
	return c.finish(name, a)
}

// interleaving is a way in which a matrix has x and y of tracks.
type interleaving struct {
	words   string
	byTrack bool // a track has a row, not a column
	blocks  bool // all x stand before all y
}

var interleavings = []interleaving{
	{"x and y of a frame in rows 2f and 2f+1, a track in a column", false, false},
	{"x of all frames in rows above y, a track in a column", false, true},
	{"a track in a row, x and y of a frame in columns 2f and 2f+1", true, false},
	{"a track in a row, x of all frames in columns before y", true, true},
}

// matrix takes a matrix of coordinates: of the ways in which it may have them, that by
// which points move least from frame to frame.
func matrix(v *variable) (*trackPoints, error) {
	v, homogeneous := withoutOnes(v)
	var best *trackPoints
	least := math.Inf(1)
	var words string
	ways := interleavings
	switch { // four numbers of a match are x1 y1 x2 y2
	case v.shape[1] == 4 && v.shape[0] > 4:
		ways = ways[2:3]
	case v.shape[0] == 4 && v.shape[1] > 4:
		ways = ways[:1]
	}
	for _, way := range ways {
		a := way.points(v)
		if a == nil {
			continue
		}
		along, across := a.steps()
		if a.byTrack {
			along = across
		}
		if best == nil || along < least {
			best, least, words = a, along, way.words
		}
	}
	if best == nil {
		return nil, fmt.Errorf("expected two tracks or more and an even number of rows or columns, x and y of every "+
			"frame, found size %s", v.size())
	}
	if homogeneous {
		words += ", and rows of 1 between them"
	}
	if best.reason = words + ", since points then move least from frame to frame"; len(ways) == 1 {
		best.reason = "matches x1 y1 x2 y2"
	}
	return best, nil
}

// withoutOnes drops every third row of a matrix 3F×N in homogeneous coordinates.
func withoutOnes(v *variable) (*variable, bool) {
	rows, columns := v.shape[0], v.shape[1]
	if rows%3 != 0 || rows == 0 {
		return v, false
	}
	for r := 2; r < rows; r += 3 {
		for _, one := range v.data[r*columns : (r+1)*columns] {
			if one != 1 {
				return v, false
			}
		}
	}
	out := &variable{name: v.name, shape: []int{rows / 3 * 2, columns}}
	for r := range rows {
		if r%3 != 2 {
			out.data = append(out.data, v.data[r*columns:(r+1)*columns]...)
		}
	}
	return out, true
}

// points takes a matrix as having its coordinates this way, nil where its size does
// not let it.
func (w interleaving) points(v *variable) *trackPoints {
	coordinates, tracks := v.shape[0], v.shape[1]
	if w.byTrack {
		coordinates, tracks = tracks, coordinates
	}
	if coordinates%2 != 0 || coordinates == 0 || tracks < 2 {
		return nil
	}
	frames := coordinates / 2
	at := func(track, k int) float64 {
		if w.byTrack {
			return v.data[track*coordinates+k]
		}
		return v.data[k*tracks+track]
	}
	a := &trackPoints{shape: [2]int{frames, tracks}, data: make([]float64, 0, len(v.data))}
	for f := range frames {
		for i := range tracks {
			if w.blocks {
				a.data = append(a.data, at(i, f), at(i, frames+f))
			} else {
				a.data = append(a.data, at(i, 2*f), at(i, 2*f+1))
			}
		}
	}
	return a
}

// matches reads the points of two pictures, or the keypoints of each and which
// belong together; nil without them.
func (c *container) matches() (*input.Tracks, error) {
	for _, names := range pairNames {
		a, b := c.find(names[0]), c.find(names[1])
		if a != nil && b != nil && isPoints(a) && isPoints(b) && slices.Equal(a.shape, b.shape) {
			return c.pair(a, b)
		}
	}
	a, b := c.find("keypoints0"), c.find("keypoints1")
	m := c.find("matches")
	if m == nil {
		m = c.find("matches0")
	}
	if a == nil || b == nil || m == nil || len(a.shape) != 2 || len(b.shape) != 2 || a.shape[1] != 2 || b.shape[1] != 2 {
		return nil, nil
	}
	return c.matched(a, b, m)
}

// pair reads matches from the points of each picture.
func (c *container) pair(a, b *variable) (*input.Tracks, error) {
	if !isPoints(a) || !slices.Equal(a.shape, b.shape) {
		return nil, fmt.Errorf("arrays %s and %s: expected points of two pictures, N×2 each, found %s and %s", a.name,
			b.name, a.size(), b.size())
	}
	name := a.name + ", " + b.name
	points := &trackPoints{}
	for _, v := range []*variable{a, b} {
		v, err := c.loaded(v)
		if err != nil {
			return nil, err
		}
		shape := squeezed(v.shape, 2)
		n, d := shape[0], shape[1]
		if d == 2 || d == 3 {
			for i := range n {
				points.data = append(points.data, v.data[i*d], v.data[i*d+1])
			}
		} else {
			n = d
			for i := range n {
				points.data = append(points.data, v.data[i], v.data[n+i])
			}
		}
		points.shape = [2]int{2, n}
	}
	return c.finish(name, points)
}

// matched reads the keypoints of two pictures that belong together: m has the number
// of a keypoint of the second picture for every one of the first, −1 for none, or rows
// of both numbers.
func (c *container) matched(a, b, m *variable) (*input.Tracks, error) {
	var err error
	for _, v := range []**variable{&a, &b, &m} {
		if *v, err = c.loaded(*v); err != nil {
			return nil, err
		}
	}
	var pairs [][2]float64
	switch {
	case len(m.shape) == 1 && m.shape[0] == a.shape[0]:
		for i, k := range m.data {
			if k >= 0 {
				pairs = append(pairs, [2]float64{float64(i), k})
			}
		}
	case len(m.shape) == 2 && m.shape[1] == 2:
		for i := range m.shape[0] {
			pairs = append(pairs, [2]float64{m.data[2*i], m.data[2*i+1]})
		}
	default:
		return nil, fmt.Errorf("array %s: expected %d numbers, or rows of two, found size %s", m.name, a.shape[0], m.size())
	}
	points := &trackPoints{shape: [2]int{2, len(pairs)}, data: make([]float64, 4*len(pairs))}
	for i, p := range pairs {
		for k, v := range []*variable{a, b} {
			at := p[k]
			if at != math.Trunc(at) || !(at >= 0 && at < float64(v.shape[0])) {
				return nil, fmt.Errorf("array %s: expected keypoints from 0 to %d, found %v", m.name, v.shape[0]-1, at)
			}
			copy(points.data[2*(k*len(pairs)+i):], v.data[2*int(at):2*int(at)+2])
		}
	}
	return c.finish(m.name, points)
}

// rowsFirst brings numbers whose first index varies fastest, as MATLAB has them, into
// the order in which the last does.
func rowsFirst(data []float64, shape []int) []float64 {
	out := make([]float64, len(data))
	index := make([]int, len(shape))
	for i := range out {
		at, stride := 0, 1
		for k, d := range shape {
			at += index[k] * stride
			stride *= d
		}
		out[i] = data[at]
		for k := len(shape) - 1; k >= 0; k-- {
			if index[k]++; index[k] < shape[k] {
				break
			}
			index[k] = 0
		}
	}
	return out
}
