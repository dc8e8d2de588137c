package input

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Collector gathers points of tracks that are called by names.
type Collector struct {
	points []Point
	IDs    map[string]int
	Names  []string
	// Upwards says that y grows upwards, from the lower edge of a picture of height
	// where that is known.
	Upwards       bool
	Width, Height int
	// Relative says that coordinates are from 0 to 1.
	Relative bool
	Notes    []string
}

// Track returns the number of the track of that name.
func (c *Collector) Track(name string) (int, error) {
	if i, ok := c.IDs[name]; ok {
		return i, nil
	}
	if c.IDs == nil {
		c.IDs = map[string]int{}
	}
	if len(c.Names) == MaxTracks {
		return 0, fmt.Errorf("expected at most %d tracks, found more", MaxTracks)
	}
	c.IDs[name] = len(c.Names)
	c.Names = append(c.Names, name)
	return len(c.Names) - 1, nil
}

// Add takes a point; frames count from 0.
func (c *Collector) Add(name string, frame int, x, y float64) error {
	i, err := c.Track(name)
	switch {
	case err != nil:
		return err
	case frame < 0 || frame > math.MaxInt32:
		return fmt.Errorf("expected frames from the first on, found the %d. of track %s", frame+1, Quoted([]string{name}))
	case !(math.Abs(x) <= MaxCoordinate && math.Abs(y) <= MaxCoordinate):
		return fmt.Errorf("expected finite coordinates of at most %.0e, found (%v, %v)", MaxCoordinate, x, y)
	case len(c.points) == MaxEntries:
		return fmt.Errorf("expected at most %d points, found more", MaxEntries)
	}
	c.points = append(c.points, Point{i, frame, x, y})
	return nil
}

// Size takes the size of the picture where it is one.
func (c *Collector) Size(width, height float64) {
	if width >= 1 && height >= 1 && width <= MaxPicture && height <= MaxPicture {
		c.Width, c.Height = int(width), int(height)
	}
}

// Tracks lays out what was gathered.
func (c *Collector) Tracks() (*Tracks, error) {
	frames, seen := 0, make([]bool, len(c.Names))
	for _, p := range c.points {
		frames = max(frames, p.Frame+1)
		seen[p.Track] = true
	}
	// Tracks without a point tell nothing.
	order, names := make([]int, len(c.Names)), []string(nil)
	for i, name := range c.Names {
		if order[i] = len(names); seen[i] {
			names = append(names, name)
		}
	}
	n := len(names)
	if n < 2 {
		return nil, fmt.Errorf("expected at least 2 tracks, found %d", n)
	}
	if int64(n)*int64(frames) > SparseEntries+SparseLines*int64(len(c.points)) {
		return nil, fmt.Errorf("expected frames with few gaps, found %d points of %d tracks in %d frames",
			len(c.points), n, frames)
	}
	for i := range c.points {
		c.points[i].Track = order[c.points[i].Track]
	}
	if c.Upwards {
		if note := TurnUpwards(c.points, float64(c.Height)); note != "" {
			c.Notes = append([]string{note}, c.Notes...)
		}
	}
	s, err := SequenceOf(c.points, n, frames)
	if err != nil {
		return nil, err
	}
	s.Width, s.Height, s.Relative = c.Width, c.Height, c.Relative
	if !CountsFromOne(names) {
		s.IDs = names
	}
	s.Notes = append(s.Notes, c.Notes...)
	return s, nil
}

// Lines reads the lines of a text file one by one; read is told the number of a line too.
func Lines(in *File, read func(number int, fields []string, line string) error) error {
	t := bufio.NewScanner(in.Text())
	t.Buffer(nil, MaxLine)
	for number := 1; t.Scan(); number++ {
		line := strings.TrimSpace(strings.TrimPrefix(t.Text(), "\ufeff"))
		if line == "" {
			continue
		}
		if err := read(number, strings.Fields(line), line); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	if err := t.Err(); err == bufio.ErrTooLong {
		return fmt.Errorf("expected lines of at most %d characters, found more", MaxLine)
	} else if err != nil {
		return err
	}
	return nil
}

// FirstLines returns the fields of the first lines of a file, those that are empty or
// begin with # left out.
func FirstLines(head []byte, n int) [][]string {
	var all [][]string
	for line := range bytes.Lines(head) {
		fields := strings.Fields(string(line))
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if all = append(all, fields); len(all) == n {
			break
		}
	}
	return all
}

// Numbers reads fields as numbers.
func Numbers(fields []string) ([]float64, error) {
	values := make([]float64, len(fields))
	for i, f := range fields {
		var err error
		if values[i], err = ParseNumber(f); err != nil || math.IsInf(values[i], 0) || math.IsNaN(values[i]) {
			return nil, fmt.Errorf("expected a number, found %s", Quoted([]string{f}))
		}
	}
	return values, nil
}

// IsWhole reports whether a number is whole and at least least.
func IsWhole(v float64, least int) bool {
	return v == math.Trunc(v) && v >= float64(least) && v <= math.MaxInt32
}

// Keyframe is a place at which something is at a time.
type Keyframe struct {
	Frame   int
	X, Y    float64
	Enabled bool // until the next one
}

// Between calls point for every frame of keyframes, on straight lines between those that
// are enabled; the last is seen in its own frame alone.
func Between(keys []Keyframe, point func(frame int, x, y float64) error) error {
	slices.SortStableFunc(keys, func(a, b Keyframe) int { return cmp.Compare(a.Frame, b.Frame) })
	for i, k := range keys {
		last := k.Frame
		if i+1 < len(keys) && k.Enabled {
			last = keys[i+1].Frame - 1
		}
		if last-k.Frame > MaxEntries {
			return fmt.Errorf("expected keyframes at most %d frames apart, found frames %d and %d", MaxEntries, k.Frame, last)
		}
		for f := k.Frame; f <= last; f++ {
			x, y := k.X, k.Y
			if f > k.Frame {
				share := float64(f-k.Frame) / float64(keys[i+1].Frame-k.Frame)
				x, y = x+share*(keys[i+1].X-x), y+share*(keys[i+1].Y-y)
			}
			if err := point(f, x, y); err != nil {
				return err
			}
		}
	}
	return nil
}
