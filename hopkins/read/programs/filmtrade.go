package programs

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"motionseg/hopkins/read/input"
)

// Small text formats of trackers, one point of a track a line.
//
// Sources: files that PFTrack, boujou, SynthEyes (its exporter "Tracker 2-D Paths") and
// MTrackJ (E. Meijering et al., Methods in Enzymology 2012) write, and their manuals.
var (
	PFTrack = input.Format{
		Name: "tracks of PFTrack", Extensions: []string{".2dt"}, Types: input.TextTypes,
		Rows: []input.Row{{File: "PFTrack, `.txt`, `.2dt`", Content: "for every track its name in quotes, clip, " +
			"number of points, and lines `frame x y similarity`; frames count from 1, y upwards"}},
		Recognise: isPFTrack, Read: readPFTrack, Seems: input.GlanceHead(isPFTrack),
	}
	Boujou = input.Format{
		Name: "tracks of boujou", Types: input.TextTypes,
		Rows: []input.Row{{File: "boujou, `.txt`", Content: "lines `name frame x y` below `# track_id view x " +
			"y`; frames count from 1, y downwards"}},
		Recognise: isBoujou, Read: readBoujou, Seems: input.GlanceHead(isBoujou),
	}
	SynthEyes = input.Format{
		Name: "tracks of SynthEyes", Types: input.TextTypes,
		Rows: []input.Row{{File: "SynthEyes, `.txt`", Content: "lines `name frame u v outcome` with u and v " +
			"from −1 to 1, v downwards; frames count from 0; the picture behind gives the size (256×256 without)"}},
		Recognise: isSynthEyes, Read: readSynthEyes, Seems: input.GlanceHead(isSynthEyes),
	}
	MTrackJ = input.Format{
		Name: "tracks of MTrackJ", Extensions: []string{".mdf"}, Types: input.TextTypes,
		Rows: []input.Row{{File: "MTrackJ, `.mdf`", Content: "`Point number x y z t c` of every track of every " +
			"cluster; frames count from 1, y downwards"}},
		Recognise: isMTrackJ, Read: readMTrackJ, Seems: input.GlanceHead(isMTrackJ),
	}
)

// isPFTrack reports whether a file has a name in quotes, two numbers and four.
func isPFTrack(head []byte) bool {
	first := input.FirstLines(head, 4)
	if len(first) < 4 || !strings.HasPrefix(first[0][0], `"`) || len(first[1]) != 1 || len(first[2]) != 1 ||
		len(first[3]) < 3 || len(first[3]) > 4 {
		return false
	}
	_, one := input.Numbers(append(first[1], first[2]...))
	_, two := input.Numbers(first[3])
	return one == nil && two == nil
}

func readPFTrack(in *input.File) (*input.Tracks, error) {
	c := input.Collector{Upwards: true}
	var name string
	state, left := 0, 0
	err := input.Lines(in, func(_ int, fields []string, line string) error {
		if strings.HasPrefix(line, "#") {
			return nil
		}
		if state == 0 {
			if !strings.HasPrefix(line, `"`) {
				return fmt.Errorf("expected the name of a track in quotes, found %s", input.Quoted(fields))
			}
			name, state = strings.Trim(line, `"`), 1
			return nil
		}
		v, err := input.Numbers(fields)
		switch {
		case err != nil:
			return err
		case state == 1:
			state = 2
		case state == 2:
			if state, left = 3, int(v[0]); left <= 0 {
				state = 0
			}
		default:
			if len(v) < 3 || !input.IsWhole(v[0], 1) {
				return fmt.Errorf("expected frame, x and y of %s, found %s", input.Quoted([]string{name}), input.Quoted(fields))
			}
			if left--; left == 0 {
				state = 0
			}
			return c.Add(name, int(v[0])-1, v[1], v[2])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if state != 0 {
		return nil, fmt.Errorf("expected %d more points of %s, found the end of the file", left, input.Quoted([]string{name}))
	}
	return c.Tracks()
}

// isBoujou reports whether a comment at the beginning names the columns.
func isBoujou(head []byte) bool {
	for line := range bytes.Lines(head) {
		if fields := strings.Fields(strings.ToLower(string(line))); len(fields) > 0 && fields[0] == "#" &&
			strings.Join(fields[1:], " ") == "track_id view x y" {
			return true
		} else if len(fields) > 0 && !strings.HasPrefix(fields[0], "#") {
			return false
		}
	}
	return false
}

func readBoujou(in *input.File) (*input.Tracks, error) {
	var c input.Collector
	err := input.Lines(in, func(_ int, fields []string, line string) error {
		if strings.HasPrefix(line, "#") {
			return nil
		}
		if len(fields) != 4 {
			return fmt.Errorf("expected name, frame, x and y, found %d fields", len(fields))
		}
		v, err := input.Numbers(fields[1:])
		if err == nil && !input.IsWhole(v[0], 1) {
			err = fmt.Errorf("expected a frame from 1, found %s", input.Quoted(fields[1:2]))
		}
		if err != nil {
			return err
		}
		return c.Add(fields[0], int(v[0])-1, v[1], v[2])
	})
	if err != nil {
		return nil, err
	}
	return c.Tracks()
}

// isSynthEyes reports whether the first lines are a name, a frame, u and v, and a whole
// number.
func isSynthEyes(head []byte) bool {
	first := input.FirstLines(head, 3)
	for _, fields := range first {
		if len(fields) != 5 {
			return false
		}
		v, err := input.Numbers(fields[1:])
		if err != nil || !input.IsWhole(v[0], 0) || !input.IsWhole(v[3], 0) || max(v[1], v[2]) > 1.5 ||
			min(v[1], v[2]) < -1.5 {
			return false
		}
		if _, err := input.ParseNumber(fields[0]); err == nil {
			return false
		}
	}
	return len(first) == 3
}

func readSynthEyes(in *input.File) (*input.Tracks, error) {
	c := input.Collector{Relative: true}
	err := input.Lines(in, func(_ int, fields []string, line string) error {
		if strings.HasPrefix(line, "#") {
			return nil
		}
		if len(fields) < 4 {
			return fmt.Errorf("expected name, frame, u and v, found %d fields", len(fields))
		}
		v, err := input.Numbers(fields[1:4])
		if err == nil && !input.IsWhole(v[0], 0) {
			err = fmt.Errorf("expected a frame from 0, found %s", input.Quoted(fields[1:2]))
		}
		if err != nil {
			return err
		}
		return c.Add(fields[0], int(v[0]), (v[1]+1)/2, (v[2]+1)/2)
	})
	if err != nil {
		return nil, err
	}
	return c.Tracks()
}

func isMTrackJ(head []byte) bool { return bytes.HasPrefix(head, []byte("MTrackJ ")) }

func readMTrackJ(in *input.File) (*input.Tracks, error) {
	var c input.Collector
	cluster, track := "", ""
	err := input.Lines(in, func(_ int, fields []string, _ string) error {
		switch {
		case fields[0] == "Cluster" && len(fields) > 1:
			cluster = fields[1]
		case fields[0] == "Track" && len(fields) > 1:
			track = fields[1]
		case fields[0] == "Point":
			v, err := input.Numbers(fields[1:])
			if err == nil && (len(v) < 5 || !input.IsWhole(v[4], 1)) {
				err = fmt.Errorf("expected number, x, y, z and a frame from 1, found %s", input.Quoted(fields[1:]))
			}
			if err != nil {
				return err
			}
			return c.Add(cluster+"."+track, int(v[4])-1, v[1], v[2])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	// Where there is one cluster, its number says nothing.
	single := true
	for _, name := range c.Names {
		single = single && strings.HasPrefix(name, cluster+".")
	}
	for i, name := range c.Names {
		if short := strings.TrimPrefix(name, cluster+"."); single {
			if _, err := strconv.Atoi(short); err == nil {
				c.Names[i] = short
			}
		}
	}
	return c.Tracks()
}
