package programs

import (
	"bytes"
	"fmt"
	"strings"

	"motionseg/hopkins/read/input"
)

// After Effects copies keyframes as text: a head with the size of the picture, and for
// every property its name and lines with frame, x and y. Frames count from 0, y grows
// downwards. Properties other than points are passed over.
//
// Source: keyframes that After Effects copies, as trackers such as Mocha write them.
var AfterEffects = input.Format{
	Name: "keyframes of After Effects", Types: input.TextTypes,
	Rows: []input.Row{{File: "keyframes of After Effects (and Mocha), `.txt`", Content: "every property with " +
		"`Frame`, `X pixels`, `Y pixels` is a track; frames count from 0; between keyframes points move on straight lines"}},
	Recognise: isAfterEffects, Read: readAfterEffects, Seems: input.GlanceHead(isAfterEffects),
}

func isAfterEffects(head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return bytes.HasPrefix(line, []byte("Adobe After Effects")) && bytes.Contains(line, []byte("Keyframe Data"))
}

func readAfterEffects(in *input.File) (*input.Tracks, error) {
	var c input.Collector
	keys := map[string][]input.Keyframe{}
	var order []string
	var name string
	points, total := false, 0
	var size [2]float64
	err := input.Lines(in, func(_ int, fields []string, line string) error {
		v, notNumbers := input.Numbers(fields)
		switch {
		case strings.HasPrefix(line, "Source Width"), strings.HasPrefix(line, "Source Height"):
			if v, err := input.Numbers(fields[2:]); err == nil && len(v) == 1 {
				size[map[string]int{"Width": 0, "Height": 1}[fields[1]]] = v[0]
			}
		case fields[0] == "Frame":
			points = strings.Contains(line, "X pixels") && strings.Contains(line, "Y pixels")
			if points {
				for again, base := 2, name; keys[name] != nil; again++ {
					name = fmt.Sprintf("%s %d", base, again)
				}
				order = append(order, name)
			}
		case notNumbers != nil:
			name, points = strings.Join(fields, " "), false
		case points:
			if len(v) < 3 || !input.IsWhole(v[0], 0) {
				return fmt.Errorf("expected frame, x and y of %s, found %s", input.Quoted([]string{name}), input.Quoted(fields))
			}
			if total++; total > input.MaxEntries {
				return fmt.Errorf("expected at most %d keyframes, found more", input.MaxEntries)
			}
			keys[name] = append(keys[name], input.Keyframe{Frame: int(v[0]), X: v[1], Y: v[2], Enabled: true})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.Size(size[0], size[1])
	for _, name := range order {
		if err := input.Between(keys[name], func(f int, x, y float64) error { return c.Add(name, f, x, y) }); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return c.Tracks()
}
