package read

import (
	"bytes"
	"fmt"
	"strings"
)

// After Effects copies keyframes as text: a head with the size of the picture, and for
// every property its name and lines with frame, x and y. Frames count from 0, y grows
// downwards. Properties other than points are passed over.
//
// Source: keyframes that After Effects copies, as trackers such as Mocha write them.
var afterEffects = Format{
	Name: "keyframes of After Effects", Types: textTypes,
	Rows:      []Row{{"keyframes of After Effects (and Mocha), `.txt`", "every property with `Frame`, `X pixels`, `Y pixels` is a track; frames count from 0; between keyframes points move on straight lines"}},
	recognise: isAfterEffects, read: readAfterEffects, glance: glanceHead(isAfterEffects),
}

func isAfterEffects(head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return bytes.HasPrefix(line, []byte("Adobe After Effects")) && bytes.Contains(line, []byte("Keyframe Data"))
}

func readAfterEffects(in *input) (*Tracks, error) {
	var c collector
	keys := map[string][]keyframe{}
	var order []string
	var name string
	points, total := false, 0
	var size [2]float64
	err := lines(in, func(_ int, fields []string, line string) error {
		v, notNumbers := numbers(fields)
		switch {
		case strings.HasPrefix(line, "Source Width"), strings.HasPrefix(line, "Source Height"):
			if v, err := numbers(fields[2:]); err == nil && len(v) == 1 {
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
			if len(v) < 3 || !isWhole(v[0], 0) {
				return fmt.Errorf("expected frame, x and y of %s, found %s", quoted([]string{name}), quoted(fields))
			}
			if total++; total > maxEntries {
				return fmt.Errorf("expected at most %d keyframes, found more", maxEntries)
			}
			keys[name] = append(keys[name], keyframe{int(v[0]), v[1], v[2], true})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.size(size[0], size[1])
	for _, name := range order {
		if err := between(keys[name], func(f int, x, y float64) error { return c.add(name, f, x, y) }); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return c.tracks()
}
