package read

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// collector gathers points of tracks that are called by names.
type collector struct {
	points []point
	ids    map[string]int
	names  []string
	// upwards says that y grows upwards, from the lower edge of a picture of height
	// where that is known.
	upwards       bool
	width, height int
	// relative says that coordinates are from 0 to 1.
	relative bool
	notes    []string
}

// track returns the number of the track of that name.
func (c *collector) track(name string) (int, error) {
	if i, ok := c.ids[name]; ok {
		return i, nil
	}
	if c.ids == nil {
		c.ids = map[string]int{}
	}
	if len(c.names) == maxTracks {
		return 0, fmt.Errorf("expected at most %d tracks, found more", maxTracks)
	}
	c.ids[name] = len(c.names)
	c.names = append(c.names, name)
	return len(c.names) - 1, nil
}

// add takes a point; frames count from 0.
func (c *collector) add(name string, frame int, x, y float64) error {
	i, err := c.track(name)
	switch {
	case err != nil:
		return err
	case frame < 0 || frame > math.MaxInt32:
		return fmt.Errorf("expected frames from the first on, found the %d. of track %s", frame+1, quoted([]string{name}))
	case !(math.Abs(x) <= maxCoordinate && math.Abs(y) <= maxCoordinate):
		return fmt.Errorf("expected finite coordinates of at most %.0e, found (%v, %v)", maxCoordinate, x, y)
	case len(c.points) == maxEntries:
		return fmt.Errorf("expected at most %d points, found more", maxEntries)
	}
	c.points = append(c.points, point{i, frame, x, y})
	return nil
}

// size takes the size of the picture where it is one.
func (c *collector) size(width, height float64) {
	if width >= 1 && height >= 1 && width <= maxPicture && height <= maxPicture {
		c.width, c.height = int(width), int(height)
	}
}

// tracks lays out what was gathered.
func (c *collector) tracks() (*Tracks, error) {
	frames, seen := 0, make([]bool, len(c.names))
	for _, p := range c.points {
		frames = max(frames, p.frame+1)
		seen[p.track] = true
	}
	// Tracks without a point tell nothing.
	order, names := make([]int, len(c.names)), []string(nil)
	for i, name := range c.names {
		if order[i] = len(names); seen[i] {
			names = append(names, name)
		}
	}
	n := len(names)
	if n < 2 {
		return nil, fmt.Errorf("expected at least 2 tracks, found %d", n)
	}
	if int64(n)*int64(frames) > sparseEntries+sparseLines*int64(len(c.points)) {
		return nil, fmt.Errorf("expected frames with few gaps, found %d points of %d tracks in %d frames", len(c.points), n, frames)
	}
	for i := range c.points {
		c.points[i].track = order[c.points[i].track]
	}
	if c.upwards {
		if note := turnUpwards(c.points, float64(c.height)); note != "" {
			c.notes = append([]string{note}, c.notes...)
		}
	}
	s, err := sequenceOf(c.points, n, frames)
	if err != nil {
		return nil, err
	}
	s.Width, s.Height, s.Relative = c.width, c.height, c.relative
	if !countsFromOne(names) {
		s.IDs = names
	}
	s.Notes = append(s.Notes, c.notes...)
	return s, nil
}

// lineFormat makes a format of a text file whose lines are read one by one; read is told
// the number of a line too.
func lines(in *input, read func(number int, fields []string, line string) error) error {
	t := bufio.NewScanner(in.text())
	t.Buffer(nil, maxLine)
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
		return fmt.Errorf("expected lines of at most %d characters, found more", maxLine)
	} else if err != nil {
		return err
	}
	return nil
}

// firstLines returns the fields of the first lines of a file, those that are empty or
// begin with # left out.
func firstLines(head []byte, n int) [][]string {
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

// numbers reads fields as numbers.
func numbers(fields []string) ([]float64, error) {
	values := make([]float64, len(fields))
	for i, f := range fields {
		var err error
		if values[i], err = parseNumber(f); err != nil || math.IsInf(values[i], 0) || math.IsNaN(values[i]) {
			return nil, fmt.Errorf("expected a number, found %s", quoted([]string{f}))
		}
	}
	return values, nil
}

// isWhole reports whether a number is whole and at least least.
func isWhole(v float64, least int) bool {
	return v == math.Trunc(v) && v >= float64(least) && v <= math.MaxInt32
}

// glanceHead returns a glance at the beginning of a file.
func glanceHead(recognise func(head []byte) bool) func(path string) bool {
	return func(path string) bool {
		f, content, err := beginning(path)
		if err != nil {
			return false
		}
		defer f.Close()
		head, err := content.Peek(sniffLength)
		return (err == nil || err == io.EOF) && recognise(plain(head))
	}
}

// keyframe is a place at which something is at a time.
type keyframe struct {
	frame   int
	x, y    float64
	enabled bool // until the next one
}

// between calls point for every frame of keyframes, on straight lines between those that
// are enabled; the last is seen in its own frame alone.
func between(keys []keyframe, point func(frame int, x, y float64) error) error {
	slices.SortStableFunc(keys, func(a, b keyframe) int { return cmp.Compare(a.frame, b.frame) })
	for i, k := range keys {
		last := k.frame
		if i+1 < len(keys) && k.enabled {
			last = keys[i+1].frame - 1
		}
		if last-k.frame > maxEntries {
			return fmt.Errorf("expected keyframes at most %d frames apart, found frames %d and %d", maxEntries, k.frame, last)
		}
		for f := k.frame; f <= last; f++ {
			x, y := k.x, k.y
			if f > k.frame {
				share := float64(f-k.frame) / float64(keys[i+1].frame-k.frame)
				x, y = x+share*(keys[i+1].x-x), y+share*(keys[i+1].y-y)
			}
			if err := point(f, x, y); err != nil {
				return err
			}
		}
	}
	return nil
}
