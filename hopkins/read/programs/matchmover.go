package programs

import (
	"bytes"
	"fmt"
	"strings"

	"motionseg/hopkins/read/input"
)

// MatchMover writes an imageSequence with the size of the picture and the range of frames,
// "640 480 f( … ) b( first last step )", and a pointTrack for each track, with a line
// "frame x y …" for each point; y grows downwards.
//
// Source: files of MatchMover (.rz2).
var MatchMover = input.Format{
	Name: "tracks of MatchMover", Extensions: []string{".rz2", ".rz3"}, Types: input.TextTypes,
	Rows: []input.Row{{File: "MatchMover, `.rz2`, `.rz3` as text", Content: "`imageSequence` with the size and the " +
		"first frame, and for every `pointTrack` lines " +
		"`frame x y …`; y downwards"}},
	Recognise: isMatchMover, Read: readMatchMover, Seems: input.GlanceHead(isMatchMover),
}

func isMatchMover(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(head), []byte("imageSequence"))
}

func readMatchMover(in *input.File) (*input.Tracks, error) {
	var c input.Collector
	block, name := "", ""
	first, tracks := 0, 0
	err := input.Lines(in, func(_ int, fields []string, line string) error {
		switch {
		case fields[0] == "imageSequence":
			block = fields[0]
		case fields[0] == "pointTrack":
			block = fields[0]
			tracks++
			_, quote, _ := strings.Cut(line, `"`)
			name, _, _ = strings.Cut(quote, `"`)
			if _, taken := c.IDs[name]; taken || name == "" {
				name = fmt.Sprintf("%s %d", name, tracks)
			}
		case fields[0] == "}":
			block = ""
		case fields[0] == "{" || block == "":
		case block == "imageSequence":
			size, err := input.Numbers(fields[:min(2, len(fields))])
			if err != nil || len(size) != 2 {
				return nil
			}
			c.Size(size[0], size[1])
			_, frames, _ := strings.Cut(line, "b(")
			if v, err := input.Numbers(firstFields(frames, 1)); err == nil && len(v) == 1 && input.IsWhole(v[0], 0) {
				first = int(v[0])
			}
		default:
			v, err := input.Numbers(fields[:min(3, len(fields))])
			if err != nil || len(v) != 3 || !input.IsWhole(v[0], first) {
				return fmt.Errorf("expected frame from %d, x and y of %s, found %s", first,
					input.Quoted([]string{name}), input.Quoted(fields))
			}
			return c.Add(name, int(v[0])-first, v[1], v[2])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c.Tracks()
}

// firstFields returns the first n fields of a text, or as many as there are.
func firstFields(text string, n int) []string {
	fields := strings.Fields(text)
	return fields[:min(n, len(fields))]
}
