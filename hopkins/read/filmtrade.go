package read

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Small text formats of trackers, one point of a track a line.
//
// Sources: files that PFTrack, boujou, SynthEyes (its exporter "Tracker 2-D Paths") and
// MTrackJ (E. Meijering et al., Methods in Enzymology 2012) write, and their manuals.
var (
	pfTrack = Format{
		Name: "tracks of PFTrack", Extensions: []string{".2dt"}, Types: textTypes,
		Rows:      []Row{{"PFTrack, `.txt`, `.2dt`", "for every track its name in quotes, clip, number of points, and lines `frame x y similarity`; frames count from 1, y upwards"}},
		recognise: isPFTrack, read: readPFTrack, glance: glanceHead(isPFTrack),
	}
	boujou = Format{
		Name: "tracks of boujou", Types: textTypes,
		Rows:      []Row{{"boujou, `.txt`", "lines `name frame x y` below `# track_id view x y`; frames count from 1, y downwards"}},
		recognise: isBoujou, read: readBoujou, glance: glanceHead(isBoujou),
	}
	synthEyes = Format{
		Name: "tracks of SynthEyes", Types: textTypes,
		Rows:      []Row{{"SynthEyes, `.txt`", "lines `name frame u v outcome` with u and v from −1 to 1, v downwards; frames count from 0; the picture behind gives the size (256×256 without)"}},
		recognise: isSynthEyes, read: readSynthEyes, glance: glanceHead(isSynthEyes),
	}
	mTrackJ = Format{
		Name: "tracks of MTrackJ", Extensions: []string{".mdf"}, Types: textTypes,
		Rows:      []Row{{"MTrackJ, `.mdf`", "`Point number x y z t c` of every track of every cluster; frames count from 1, y downwards"}},
		recognise: isMTrackJ, read: readMTrackJ, glance: glanceHead(isMTrackJ),
	}
)

// isPFTrack reports whether a file has a name in quotes, two numbers and four.
func isPFTrack(head []byte) bool {
	first := firstLines(head, 4)
	if len(first) < 4 || !strings.HasPrefix(first[0][0], `"`) || len(first[1]) != 1 || len(first[2]) != 1 || len(first[3]) < 3 || len(first[3]) > 4 {
		return false
	}
	_, one := numbers(append(first[1], first[2]...))
	_, two := numbers(first[3])
	return one == nil && two == nil
}

func readPFTrack(in *input) (*Tracks, error) {
	c := collector{upwards: true}
	var name string
	state, left := 0, 0
	err := lines(in, func(_ int, fields []string, line string) error {
		if strings.HasPrefix(line, "#") {
			return nil
		}
		if state == 0 {
			if !strings.HasPrefix(line, `"`) {
				return fmt.Errorf("expected the name of a track in quotes, found %s", quoted(fields))
			}
			name, state = strings.Trim(line, `"`), 1
			return nil
		}
		v, err := numbers(fields)
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
			if len(v) < 3 || !isWhole(v[0], 1) {
				return fmt.Errorf("expected frame, x and y of %s, found %s", quoted([]string{name}), quoted(fields))
			}
			if left--; left == 0 {
				state = 0
			}
			return c.add(name, int(v[0])-1, v[1], v[2])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if state != 0 {
		return nil, fmt.Errorf("expected %d more points of %s, found the end of the file", left, quoted([]string{name}))
	}
	return c.tracks()
}

// isBoujou reports whether a comment at the beginning names the columns.
func isBoujou(head []byte) bool {
	for line := range bytes.Lines(head) {
		if fields := strings.Fields(strings.ToLower(string(line))); len(fields) > 0 && fields[0] == "#" && strings.Join(fields[1:], " ") == "track_id view x y" {
			return true
		} else if len(fields) > 0 && !strings.HasPrefix(fields[0], "#") {
			return false
		}
	}
	return false
}

func readBoujou(in *input) (*Tracks, error) {
	var c collector
	err := lines(in, func(_ int, fields []string, line string) error {
		if strings.HasPrefix(line, "#") {
			return nil
		}
		if len(fields) != 4 {
			return fmt.Errorf("expected name, frame, x and y, found %d fields", len(fields))
		}
		v, err := numbers(fields[1:])
		if err == nil && !isWhole(v[0], 1) {
			err = fmt.Errorf("expected a frame from 1, found %s", quoted(fields[1:2]))
		}
		if err != nil {
			return err
		}
		return c.add(fields[0], int(v[0])-1, v[1], v[2])
	})
	if err != nil {
		return nil, err
	}
	return c.tracks()
}

// isSynthEyes reports whether the first lines are a name, a frame, u and v, and a whole
// number.
func isSynthEyes(head []byte) bool {
	first := firstLines(head, 3)
	for _, fields := range first {
		if len(fields) != 5 {
			return false
		}
		v, err := numbers(fields[1:])
		if err != nil || !isWhole(v[0], 0) || !isWhole(v[3], 0) || max(v[1], v[2]) > 1.5 || min(v[1], v[2]) < -1.5 {
			return false
		}
		if _, err := parseNumber(fields[0]); err == nil {
			return false
		}
	}
	return len(first) == 3
}

func readSynthEyes(in *input) (*Tracks, error) {
	c := collector{relative: true}
	err := lines(in, func(_ int, fields []string, line string) error {
		if strings.HasPrefix(line, "#") {
			return nil
		}
		if len(fields) < 4 {
			return fmt.Errorf("expected name, frame, u and v, found %d fields", len(fields))
		}
		v, err := numbers(fields[1:4])
		if err == nil && !isWhole(v[0], 0) {
			err = fmt.Errorf("expected a frame from 0, found %s", quoted(fields[1:2]))
		}
		if err != nil {
			return err
		}
		return c.add(fields[0], int(v[0]), (v[1]+1)/2, (v[2]+1)/2)
	})
	if err != nil {
		return nil, err
	}
	return c.tracks()
}

func isMTrackJ(head []byte) bool { return bytes.HasPrefix(head, []byte("MTrackJ ")) }

func readMTrackJ(in *input) (*Tracks, error) {
	var c collector
	cluster, track := "", ""
	err := lines(in, func(_ int, fields []string, _ string) error {
		switch {
		case fields[0] == "Cluster" && len(fields) > 1:
			cluster = fields[1]
		case fields[0] == "Track" && len(fields) > 1:
			track = fields[1]
		case fields[0] == "Point":
			v, err := numbers(fields[1:])
			if err == nil && (len(v) < 5 || !isWhole(v[4], 1)) {
				err = fmt.Errorf("expected number, x, y, z and a frame from 1, found %s", quoted(fields[1:]))
			}
			if err != nil {
				return err
			}
			return c.add(cluster+"."+track, int(v[4])-1, v[1], v[2])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	// Where there is one cluster, its number says nothing.
	single := true
	for _, name := range c.names {
		single = single && strings.HasPrefix(name, cluster+".")
	}
	for i, name := range c.names {
		if short := strings.TrimPrefix(name, cluster+"."); single {
			if _, err := strconv.Atoi(short); err == nil {
				c.names[i] = short
			}
		}
	}
	return c.tracks()
}
