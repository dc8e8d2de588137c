package tables

import (
	"fmt"
	"io"
	"strings"

	"motionseg/hopkins/read/input"
)

// SLEAP writes a line an animal and frame: track, frame_idx, instance.score, and for
// every node its x, y and score. Frames count from 0; every node of every animal is a
// track. Without names of tracks all is one animal.
//
// Source: SLEAP's documentation of its analysis CSV.
var SLEAP = Kind{
	Rows: []input.Row{{File: "SLEAP, `.csv`", Content: "`track,frame_idx,instance.score` and " +
		"`NODE.x,NODE.y,NODE.score` for every node; frames count from 0; every node of every animal is a track"}},
	Fits: func(h *Head) bool { return h.Header != nil && len(sleapNodes(h.Header)) > 0 },
	Read: func(t *Reader, h *Head, _ input.Options) (*input.Tracks, error) {
		return readSLEAPTable(t, h.Header, h.Record)
	},
}

// sleapNodes returns the columns of x of every node, whose y follows, by their names; nil
// where the table is none of SLEAP.
func sleapNodes(header []string) map[int]string {
	nodes := map[int]string{}
	frame := false
	for i, name := range header {
		frame = frame || name == "frame_idx"
		if node, ok := strings.CutSuffix(name, ".x"); ok && i+1 < len(header) && header[i+1] == node+".y" {
			nodes[i] = node
		}
	}
	if !frame {
		return nil
	}
	return nodes
}

func readSLEAPTable(t *Reader, header, record []string) (*input.Tracks, error) {
	var c input.Collector
	nodes := sleapNodes(header)
	track, frame := -1, 0
	for i, name := range header {
		switch name {
		case "track":
			track = i
		case "frame_idx":
			frame = i
		}
	}
	// The nodes of an animal stand in their order, whichever is seen first.
	var err error
	for ; err != io.EOF; record, err = t.Next() {
		if err == nil {
			err = SameWidth(t, record, len(header), header)
		}
		if err != nil {
			return nil, err
		}
		f, err := input.ParseNumber(record[frame])
		if err != nil || !input.IsWhole(f, 0) {
			return nil, fmt.Errorf("line %d: expected a frame from 0, found %s", t.Line, input.Quoted(record[frame:frame+1]))
		}
		animal := ""
		if track >= 0 {
			animal = record[track]
		}
		for i := range header {
			node, ok := nodes[i]
			if !ok {
				continue
			}
			x, y, seen, err := place(record[i], record[i+1])
			name := strings.TrimSpace(animal + " " + node)
			if err == nil && !seen {
				_, err = c.Track(name)
			} else if err == nil {
				err = c.Add(name, int(f), x, y)
			}
			if err != nil {
				return nil, fmt.Errorf("line %d, %s: %w", t.Line, node, err)
			}
		}
	}
	return c.Tracks()
}
