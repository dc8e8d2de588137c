package read

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Options say how to read a file where its content alone does not tell. The
// zero value reads what is recognised.
type Options struct {
	// Columns says what the columns of a text file are; the zero value takes
	// them as their names tell.
	Columns Columns `json:"columns"`
	// Likelihood is from where on a point of DeepLabCut counts as seen, 0…1; 0
	// stands for DefaultLikelihood.
	Likelihood float64 `json:"likelihood,omitempty"`
	// Array is the name of the array with the tracks in a file with several, or those
	// with x and y or with the points of each of two pictures, a comma between them; the
	// empty text takes what names and shapes tell.
	Array string `json:"array,omitempty"`
}

// Columns says which columns of a table hold what: one line for each point
// that is seen, in any order. A column is given by its name, in any case, or by
// its place from 1.
type Columns struct {
	Track string `json:"id"`    // which track the point belongs to: a number or a name
	Frame string `json:"frame"` // a whole number
	X     string `json:"x"`     // in pixels
	Y     string `json:"y"`
	// Truth holds the motion of the track, a whole number from 1, 0 for an
	// outlier; empty for none.
	Truth string `json:"label,omitempty"`
	// From is the number that the first frame of the video has in the file, "0"
	// or "1"; empty takes 0 where a frame 0 occurs and 1 otherwise.
	From string `json:"from,omitempty"`
}

// columnKeys are the words for the columns, in the order in which they are
// written.
var columnKeys = []string{"id", "frame", "x", "y", "label", "from"}

// fields returns where the values of columnKeys stand.
func (c *Columns) fields() []*string {
	return []*string{&c.Track, &c.Frame, &c.X, &c.Y, &c.Truth, &c.From}
}

// ParseColumns reads columns as the command line writes them:
// "id=track,frame=t,x=px,y=py", perhaps with "label=motion" and "from=0". The
// empty text stands for the zero value.
func ParseColumns(text string) (Columns, error) {
	var c Columns
	if strings.TrimSpace(text) == "" {
		return c, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(part, "=")
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
		k := slices.Index(columnKeys, key)
		if !ok || k < 0 || value == "" {
			return Columns{}, fmt.Errorf("columns %q: expected id=NAME,frame=NAME,x=NAME,y=NAME and perhaps label=NAME, from=0 or from=1, found %q", text, part)
		}
		field := c.fields()[k]
		if *field != "" {
			return Columns{}, fmt.Errorf("columns %q: expected %s once, found it twice", text, key)
		}
		*field = value
	}
	if err := c.Check(); err != nil {
		return Columns{}, fmt.Errorf("columns %q: %w", text, err)
	}
	return c, nil
}

// String writes the columns as ParseColumns reads them.
func (c Columns) String() string {
	var parts []string
	for k, value := range c.fields() {
		if *value != "" {
			parts = append(parts, columnKeys[k]+"="+*value)
		}
	}
	return strings.Join(parts, ",")
}

// Check reports whether all columns that are needed are given, each for one
// purpose.
func (c Columns) Check() error {
	taken := map[string]string{}
	for k, value := range c.fields()[:5] {
		key := columnKeys[k]
		switch before, ok := taken[strings.ToLower(*value)]; {
		case *value == "" && key != "label":
			return fmt.Errorf("expected a column for %s, found none", key)
		case *value != "" && ok:
			return fmt.Errorf("expected different columns for %s and %s, found %q for both", before, key, *value)
		}
		taken[strings.ToLower(*value)] = key
	}
	if c.From != "" && c.From != "0" && c.From != "1" {
		return fmt.Errorf("expected from=0 or from=1, found %q", c.From)
	}
	return nil
}

// places returns where the columns stand in a record of that many fields: id,
// frame, x, y and label, which is −1 when there is none. header is in small
// letters, nil where the file has no names.
func (c Columns) places(header []string, width int) (places [5]int, err error) {
	if err := c.Check(); err != nil {
		return places, err
	}
	for k, value := range c.fields()[:5] {
		places[k] = -1
		if *value == "" {
			continue
		}
		if places[k] = slices.Index(header, strings.ToLower(*value)); places[k] >= 0 {
			continue
		}
		n, err := strconv.Atoi(*value)
		if err != nil || n < 1 || n > width {
			found := "no names of columns"
			if header != nil {
				found = fmt.Sprintf("the columns %s", quoted(header))
			}
			return places, fmt.Errorf("expected a column %q for %s, found %s", *value, columnKeys[k], found)
		}
		places[k] = n - 1
	}
	for k, p := range places {
		if at := slices.Index(places[:k], p); p >= 0 && at >= 0 {
			return places, fmt.Errorf("expected different columns for %s and %s, found column %d for both", columnKeys[at], columnKeys[k], p+1)
		}
	}
	return places, nil
}

// quoted lists names, the first of many.
func quoted(names []string) string {
	const most = 12
	more := ""
	if len(names) > most {
		names, more = names[:most], ", …"
	}
	parts := make([]string, len(names))
	for i, n := range names {
		if len(n) > 40 {
			n = strings.ToValidUTF8(n[:40], "") + "…"
		}
		parts[i] = strconv.Quote(n)
	}
	return strings.Join(parts, ", ") + more
}

// Names under which columns are found, the most telling first.
var (
	trackNames = []string{"track_id", "trackid", "track id", "track", "particle", "trajectory", "traj_id", "traj", "object_id", "point_id", "track_name", "tracker_id", "id", "tid"}
	frameNames = []string{"frame", "frame_id", "frameid", "frame_idx", "frame_index", "frame_number", "frame number", "frame_no", "timepoint", "t"}
	xNames     = []string{"x", "x_px", "px", "pos_x", "position_x", "x_pos", "cx", "center_x", "centre_x", "centroid_x", "u", "col", "column"}
	yNames     = []string{"y", "y_px", "py", "pos_y", "position_y", "y_pos", "cy", "center_y", "centre_y", "centroid_y", "v", "row"}
	truthNames = []string{"truth", "ground_truth", "gt", "motion", "motion_id", "group", "label"}
)

// KnownTable is a table that other programs write.
type KnownTable struct {
	Name    string
	Columns Columns
}

// KnownTables lists the tables that are recognised by the names of their columns.
// Any others with a column each for track, frame, x and y under usual names are
// recognised too.
func KnownTables() []KnownTable {
	return []KnownTable{
		{"MotionSeg", Columns{Track: "track", Frame: "frame", X: "x", Y: "y", Truth: "truth"}},
		{"TrackMate", Columns{Track: "TRACK_ID", Frame: "FRAME", X: "POSITION_X", Y: "POSITION_Y", From: "0"}},
		{"napari", Columns{Track: "ID", Frame: "T", X: "X", Y: "Y", From: "0"}},
	}
}

// recogniseTable finds the columns of a table of tracks by their names, which
// are in small letters.
func recogniseTable(header []string) (table, bool) {
	if header == nil {
		return table{}, false
	}
	has := func(name string) bool { return slices.Contains(header, strings.ToLower(name)) }
	for _, p := range KnownTables() {
		c := p.Columns
		if !has(c.Track) || !has(c.Frame) || !has(c.X) || !has(c.Y) {
			continue
		}
		if c.Truth != "" && !has(c.Truth) {
			c.Truth = ""
		}
		return table{columns: c, preset: p.Name, untracked: p.Name == "TrackMate"}, true
	}
	var c Columns
	for _, search := range []struct {
		to    *string
		names []string
	}{{&c.Track, trackNames}, {&c.Frame, frameNames}, {&c.X, xNames}, {&c.Y, yNames}, {&c.Truth, truthNames}} {
		for _, name := range search.names {
			if has(name) {
				*search.to = name
				break
			}
		}
	}
	return table{columns: c, preset: "by name", guessed: true}, c.Check() == nil
}

// ColumnsError is returned by Open for a text file whose columns it does not
// recognise; OpenWith reads it when told what they are.
type ColumnsError struct {
	Path         string // the file
	line, fields int
	header       []string
	likeTable    bool // without names, but with what may be tracks and frames in front
}

// Error says what was expected and what was found.
func (e *ColumnsError) Error() string {
	if e.likeTable {
		return fmt.Sprintf("line %d: expected names of columns above a table of tracks, or %s, found %d fields that begin with whole numbers as of a track and its frames", e.line, correspondenceColumns, e.fields)
	}
	if e.header == nil {
		return fmt.Sprintf("line %d: expected %s, found %d fields", e.line, correspondenceColumns, e.fields)
	}
	return fmt.Sprintf("expected columns for the track, the frame, x and y, or %s, found %s", correspondenceColumns, quoted(e.header))
}
