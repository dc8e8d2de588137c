package programs

import (
	"bytes"
	"encoding/json"
	"fmt"

	"motionseg/hopkins/files"
	"motionseg/hopkins/read/input"
	"motionseg/hopkins/read/tables"
)

// Blender itself writes no tracks; scripts take them out of it, as JSON by the names that
// its Python interface has: a clip's tracks, their markers, and of each frame and co, which
// is relative to the size of the picture, y upwards.
//
// Source: Blender's documentation of MovieTrackingTrack and MovieTrackingMarker.
var Blender = input.Format{
	Name: "tracks of Blender", Extensions: []string{".json"}, Types: []string{"application/x-coco+json"},
	Rows: []input.Row{
		{File: "Blender, `.json`", Content: "`tracks`, or a list, of `name` and `markers` with `frame`, `co` from 0 " +
			"to 1 and perhaps `mute`, as Blender's Python calls them, and perhaps `size` " +
			"of the picture; a marker that is muted is not seen; frames count from 0 where a frame 0 occurs, " +
			"otherwise from 1; y upwards"},
		tables.OneTrack,
	},
	Recognise: isBlender, Read: readBlender, Seems: input.GlanceHead(isJSON),
}

func isBlender(head []byte) bool {
	head = bytes.TrimSpace(head)
	return (bytes.HasPrefix(head, []byte("[")) || bytes.HasPrefix(head, []byte("{"))) &&
		bytes.Contains(head, []byte(`"markers"`)) && bytes.Contains(head, []byte(`"co"`))
}

// isJSON reports whether a file begins as JSON of one of the formats does.
func isJSON(head []byte) bool { return isBlender(head) || isLabelStudio(head) || isCOCO(head) }

// blenderClip is what is used of a clip.
type blenderClip struct {
	Size   []float64 `json:"size"`
	Tracks []struct {
		Name    string `json:"name"`
		Markers []struct {
			Frame int       `json:"frame"`
			Place []float64 `json:"co"`
			Mute  bool      `json:"mute"`
		} `json:"markers"`
	} `json:"tracks"`
}

func readBlender(in *input.File) (*input.Tracks, error) {
	var raw json.RawMessage
	if err := decodeJSON(in, &raw); err != nil {
		return nil, err
	}
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("[")) {
		raw = fmt.Appendf(nil, `{"tracks":%s}`, raw)
	}
	var clip blenderClip
	if err := json.Unmarshal(raw, &clip); err != nil {
		return nil, fmt.Errorf("expected tracks of Blender: %s", files.Cut(err.Error(), 120))
	}
	c := input.Collector{Relative: true}
	if len(clip.Size) == 2 {
		c.Size(clip.Size[0], clip.Size[1])
	}
	first := 1
	for _, t := range clip.Tracks {
		for _, m := range t.Markers {
			first = min(first, m.Frame)
		}
	}
	for _, t := range clip.Tracks {
		if _, twice := c.IDs[t.Name]; twice {
			return nil, fmt.Errorf("expected every name once, found %s twice", input.Quoted([]string{t.Name}))
		}
		for i, m := range t.Markers {
			if m.Mute {
				continue
			}
			if len(m.Place) != 2 || first < 0 {
				return nil, fmt.Errorf("track %s, marker %d: expected a frame from 0 and x and y in co, found frame "+
					"%d and %d numbers", input.Quoted([]string{t.Name}), i+1, m.Frame, len(m.Place))
			}
			if err := c.Add(t.Name, m.Frame-first, m.Place[0], 1-m.Place[1]); err != nil {
				return nil, fmt.Errorf("track %s, marker %d: %w", input.Quoted([]string{t.Name}), i+1, err)
			}
		}
	}
	return c.Tracks()
}
