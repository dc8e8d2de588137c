package programs

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"motionseg/hopkins/read/input"
)

// Scripts of Nuke hold trackers, nodes Tracker4, whose tracks have a name and curves of x
// and y: "{curve x1 100 101.5 x7 103}", the frame of a key behind an x and, without one,
// the next frame. y grows upwards; Root has the size of the picture and the first frame.
//
// Source: scripts that Nuke 12 to 16 write.
var Nuke = input.Format{
	Name: "a script of Nuke", Extensions: []string{".nk"}, Types: input.TextTypes,
	Rows: []input.Row{{File: "Nuke, `.nk`", Content: "the tracks of all `Tracker4`; a point is seen where x and y " +
		"have a key; frames count from `first_frame` of `Root`, y upwards in " +
		"its `format`"}},
	Recognise: isNuke, Read: readNuke, Seems: input.GlanceHead(isNuke),
}

// maxScript bounds a script in bytes.
const maxScript = 1 << 26

var (
	nukeTrack  = regexp.MustCompile(`("[^"\n]*"|[^\s{}"]+)\s*\{\s*curve([^{}]*)\}\s*\{\s*curve([^{}]*)\}`)
	nukeFirst  = regexp.MustCompile(`(?m)^\s*first_frame (\d{1,9})\s*$`)
	nukeFormat = regexp.MustCompile(`(?m)^\s*format "(\d{1,9}) (\d{1,9}) `)
)

func isNuke(head []byte) bool {
	return bytes.Contains(head, []byte("Tracker4 {")) || bytes.HasPrefix(head, []byte("Root {\n")) ||
		bytes.HasPrefix(head, []byte("set cut_paste_input"))
}

func readNuke(in *input.File) (*input.Tracks, error) {
	script, err := io.ReadAll(io.LimitReader(in.Text(), maxScript+1))
	if err != nil {
		return nil, err
	}
	if len(script) > maxScript {
		return nil, fmt.Errorf("expected a script of at most %d bytes, found more", maxScript)
	}
	c := input.Collector{Upwards: true}
	first := 1
	if m := nukeFirst.FindSubmatch(script); m != nil {
		first, _ = strconv.Atoi(string(m[1]))
	}
	if m := nukeFormat.FindSubmatch(script); m != nil {
		w, _ := strconv.Atoi(string(m[1]))
		h, _ := strconv.Atoi(string(m[2]))
		c.Size(float64(w), float64(h))
	}
	nodes := bytes.Split(script, []byte("Tracker4 {"))
	for _, node := range nodes[1:] {
		for _, m := range nukeTrack.FindAllSubmatch(node, -1) {
			name := strings.Trim(string(m[1]), `"`)
			for again, base := 2, name; ; again++ {
				if _, taken := c.IDs[name]; !taken {
					break
				}
				name = fmt.Sprintf("%s %d", base, again)
			}
			if err := nukeKeys(&c, name, first, string(m[2]), string(m[3])); err != nil {
				return nil, fmt.Errorf("track %s: %w", input.Quoted([]string{name}), err)
			}
		}
	}
	return c.Tracks()
}

// nukeKeys adds the points at which both curves have a key.
func nukeKeys(c *input.Collector, name string, first int, x, y string) error {
	ys := map[int]float64{}
	if err := curve(y, first, func(f int, v float64) error { ys[f] = v; return nil }); err != nil {
		return err
	}
	return curve(x, first, func(f int, v float64) error {
		if y, ok := ys[f]; ok {
			return c.Add(name, f-first, v, y)
		}
		return nil
	})
}

// curve calls key for every key of a curve. Words other than frames and numbers are of how
// the curve runs between keys.
func curve(text string, frame int, key func(frame int, v float64) error) error {
	for word := range strings.FieldsSeq(text) {
		if at, ok := strings.CutPrefix(word, "x"); ok {
			v, err := input.ParseNumber(at)
			if err != nil || !input.IsWhole(v, 0) {
				return fmt.Errorf("expected a frame behind an x, found %s", input.Quoted([]string{word}))
			}
			frame = int(v)
			continue
		}
		v, err := input.ParseNumber(word)
		if err != nil {
			continue
		}
		if err := key(frame, v); err != nil {
			return err
		}
		frame++
	}
	return nil
}
