package read

import (
	"bytes"
	"fmt"
	"strings"
)

// MatchMover writes an imageSequence with the size of the picture and the range of frames,
// "640 480 f( … ) b( first last step )", and a pointTrack for each track, with a line
// "frame x y …" for each point; y grows downwards.
//
// Source: files of MatchMover (.rz2).
var matchMover = Format{
	Name: "tracks of MatchMover", Extensions: []string{".rz2", ".rz3"}, Types: textTypes,
	Rows: []Row{{"MatchMover, `.rz2`, `.rz3` as text", "`imageSequence` with the size and the first frame, and for every `pointTrack` lines " +
		"`frame x y …`; y downwards"}},
	recognise: isMatchMover, read: readMatchMover, glance: glanceHead(isMatchMover),
}

func isMatchMover(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(head), []byte("imageSequence"))
}

func readMatchMover(in *input) (*Tracks, error) {
	var c collector
	block, name := "", ""
	first, tracks := 0, 0
	err := lines(in, func(_ int, fields []string, line string) error {
		switch {
		case fields[0] == "imageSequence":
			block = fields[0]
		case fields[0] == "pointTrack":
			block = fields[0]
			tracks++
			_, quote, _ := strings.Cut(line, `"`)
			name, _, _ = strings.Cut(quote, `"`)
			if _, taken := c.ids[name]; taken || name == "" {
				name = fmt.Sprintf("%s %d", name, tracks)
			}
		case fields[0] == "}":
			block = ""
		case fields[0] == "{" || block == "":
		case block == "imageSequence":
			size, err := numbers(fields[:min(2, len(fields))])
			if err != nil || len(size) != 2 {
				return nil
			}
			c.size(size[0], size[1])
			_, frames, _ := strings.Cut(line, "b(")
			if v, err := numbers(firstFields(frames, 1)); err == nil && len(v) == 1 && isWhole(v[0], 0) {
				first = int(v[0])
			}
		default:
			v, err := numbers(fields[:min(3, len(fields))])
			if err != nil || len(v) != 3 || !isWhole(v[0], first) {
				return fmt.Errorf("expected frame from %d, x and y of %s, found %s", first, quoted([]string{name}), quoted(fields))
			}
			return c.add(name, int(v[0])-first, v[1], v[2])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c.tracks()
}

// firstFields returns the first n fields of a text, or as many as there are.
func firstFields(text string, n int) []string {
	fields := strings.Fields(text)
	return fields[:min(n, len(fields))]
}
