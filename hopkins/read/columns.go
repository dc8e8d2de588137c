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
	Frame string `json:"frame"` // a whole number, or a time, of which the smallest step is a frame
	X     string `json:"x"`     // in pixels, or in units of which Scale is in pixels
	Y     string `json:"y"`
	// Truth holds the motion of the track, a whole number from 1, 0 for an
	// outlier; empty for none.
	Truth string `json:"label,omitempty"`
	// From is the number that the first frame of the video has in the file, "0"
	// or "1"; empty takes 0 where a frame 0 occurs and 1 otherwise.
	From string `json:"from,omitempty"`
	// Width and Height hold the size of a box whose left upper corner is at X and Y, of
	// which the middle is taken; empty for points.
	Width  string `json:"width,omitempty"`
	Height string `json:"height,omitempty"`
	// Right and Bottom hold the right lower corner of that box in place of its size.
	Right  string `json:"right,omitempty"`
	Bottom string `json:"bottom,omitempty"`
	// Up says that y grows upwards: the height of the picture in pixels, or "yes" where
	// that is not known; empty where y grows downwards.
	Up string `json:"up,omitempty"`
	// Scale is how many pixels a unit of the coordinates has; empty for 1.
	Scale string `json:"scale,omitempty"`
}

// columnKeys are the words for the columns, in the order in which they are written, and
// behind them for what is said of all.
var columnKeys = []string{"id", "frame", "x", "y", "label", "width", "height", "right", "bottom", "from", "up", "scale"}

// columnCount is how many of columnKeys are columns.
const columnCount = 9

// fields returns where the values of columnKeys stand.
func (c *Columns) fields() []*string {
	return []*string{&c.Track, &c.Frame, &c.X, &c.Y, &c.Truth, &c.Width, &c.Height, &c.Right, &c.Bottom, &c.From, &c.Up, &c.Scale}
}

// ParseColumns reads columns as the command line writes them:
// "id=track,frame=t,x=px,y=py", perhaps with "label=motion", "width=w,height=h" or
// "right=x2,bottom=y2", "from=0", "up=480" or "up=yes" and "scale=2.5". The empty text stands for the zero value.
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
			return Columns{}, fmt.Errorf("columns %q: expected id=NAME,frame=NAME,x=NAME,y=NAME and perhaps label=NAME, "+
				"width=NAME,height=NAME or right=NAME,bottom=NAME, from=0 or from=1, up=HEIGHT or up=yes, scale=PIXELS, found %q", text, part)
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
	for k, value := range c.fields()[:columnCount] {
		key := columnKeys[k]
		switch before, ok := taken[strings.ToLower(*value)]; {
		case *value == "" && k < 4:
			return fmt.Errorf("expected a column for %s, found none", key)
		case *value != "" && ok:
			return fmt.Errorf("expected different columns for %s and %s, found %q for both", before, key, *value)
		}
		taken[strings.ToLower(*value)] = key
	}
	if c.From != "" && c.From != "0" && c.From != "1" {
		return fmt.Errorf("expected from=0 or from=1, found %q", c.From)
	}
	if (c.Width == "") != (c.Height == "") || (c.Right == "") != (c.Bottom == "") || c.Width != "" && c.Right != "" {
		return fmt.Errorf("expected columns for width and height of boxes, or for right and bottom, found %q and %q, %q and %q", c.Width, c.Height, c.Right, c.Bottom)
	}
	if c.Up != "" && c.Up != "yes" && c.height() == 0 {
		return fmt.Errorf("expected up=yes or the height of the picture in pixels, found %q", c.Up)
	}
	if c.Scale != "" && c.scale() == 0 {
		return fmt.Errorf("expected a scale in pixels above 0, found %q", c.Scale)
	}
	return nil
}

// height returns the height of the picture that Up says, 0 for none.
func (c *Columns) height() float64 {
	if h, err := parseNumber(c.Up); err == nil && h >= 1 && h <= maxPicture {
		return h
	}
	return 0
}

// scale returns how many pixels a unit has, 0 where Scale is no such number.
func (c *Columns) scale() float64 {
	if c.Scale == "" {
		return 1
	}
	if s, err := parseNumber(c.Scale); err == nil && s > 0 && s <= maxCoordinate {
		return s
	}
	return 0
}

// places returns where the columns stand in a record of that many fields, in the order of
// columnKeys, −1 for those that there are not. header is in small letters, nil where the
// file has no names.
func (c Columns) places(header []string, width int) (places [columnCount]int, err error) {
	if err := c.Check(); err != nil {
		return places, err
	}
	for k, value := range c.fields()[:columnCount] {
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

// Names under which columns are found, the most telling first; as bareName has them.
var (
	trackNames = []string{"track_id", "trackid", "track", "track_no", "track_number", "track_n°", "particle", "trajectory", "traj_id", "traj", "object_id",
		"point_id", "track_name", "tracker_id", "cell_id", "id", "tid"}
	frameNames = []string{"frame", "frame_id", "frameid", "frame_idx", "frame_index", "frame_number", "frame_no", "frame_num", "framenumber", "slice", "slice_n°",
		"timepoint", "time_point", "t"}
	timeNames = []string{"time", "timestamp", "time_stamp", "time_s", "time_sec", "time_seconds", "time_ms", "timestamp_ms", "timestamp_s", "t_s", "t_ms", "seconds", "sec"}
	xNames    = []string{"x", "x_px", "px", "pos_x", "position_x", "x_pos", "x_position", "cx", "center_x", "centre_x", "x_center", "centroid_x", "u", "col", "column"}
	yNames    = []string{"y", "y_px", "py", "pos_y", "position_y", "y_pos", "y_position", "cy", "center_y", "centre_y", "y_center", "centroid_y", "v", "row"}
	// truthNames are those of the truth.
	truthNames = []string{"truth", "ground_truth", "gt", "motion", "motion_id", "group", "label"}
	// boxNames are the names of boxes: left, top, and width and height, or right and bottom.
	boxNames = []struct {
		names   [4]string
		corners bool // the last two are right and bottom
	}{
		{[4]string{"left", "top", "width", "height"}, false}, {[4]string{"bb_left", "bb_top", "bb_width", "bb_height"}, false},
		{[4]string{"bbox_left", "bbox_top", "bbox_width", "bbox_height"}, false}, {[4]string{"bbox_left", "bbox_top", "bbox_w", "bbox_h"}, false},
		{[4]string{"xmin", "ymin", "xmax", "ymax"}, true}, {[4]string{"x_min", "y_min", "x_max", "y_max"}, true}, {[4]string{"x1", "y1", "x2", "y2"}, true},
		{[4]string{"left", "top", "right", "bottom"}, true}, {[4]string{"xtl", "ytl", "xbr", "ybr"}, true},
	}
)

// units are how columns and lines of units spell what coordinates are in, and what they
// are called; those in pixels are called nothing.
var units = map[string]string{
	"px": "", "pixel": "", "pixels": "", "um": "µm", "µm": "µm", "μm": "µm", "micron": "µm", "microns": "µm", "micrometer": "µm", "micrometre": "µm",
	"nm": "nm", "mm": "mm", "cm": "cm", "m": "m",
}

// bareName returns the name of a column without a unit behind it, with _ for spaces, and
// that unit: "position x (µm)" is position_x in µm.
func bareName(name string) (bare, unit string) {
	bare = strings.TrimSpace(name)
	if i := strings.LastIndexAny(bare, "(["); i > 0 {
		unit, bare = strings.TrimSpace(strings.Trim(bare[i:], "()[]")), strings.TrimSpace(bare[:i])
	}
	bare = strings.ReplaceAll(bare, " ", "_")
	if i := strings.LastIndexByte(bare, '_'); i > 0 && unit == "" {
		if of := units[bare[i+1:]]; of != "" && of != "m" {
			bare, unit = bare[:i], of
		}
	}
	return bare, unit
}

// named returns the column of one of these names, "" for none.
func named(header []string, names ...string) string {
	for _, name := range names {
		for _, column := range header {
			if bare, _ := bareName(column); bare == name {
				return column
			}
		}
	}
	return ""
}

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
	if t, ok := cellProfilerTable(header); ok {
		return t, true
	}
	t := table{preset: "by name", guessed: true}
	c := &t.columns
	c.Track, c.X, c.Y, c.Truth = named(header, trackNames...), named(header, xNames...), named(header, yNames...), named(header, truthNames...)
	if c.Frame = named(header, frameNames...); c.Frame == "" {
		c.Frame = named(header, timeNames...)
	}
	for _, box := range boxNames {
		var at [4]string
		for k, name := range box.names {
			at[k] = named(header, name)
		}
		if c.X != "" || c.Y != "" || slices.Contains(at[:], "") {
			continue
		}
		if c.X, c.Y, c.Width, c.Height = at[0], at[1], at[2], at[3]; box.corners {
			c.Width, c.Height, c.Right, c.Bottom = "", "", at[2], at[3]
		}
	}
	return t, c.Check() == nil
}

// cellProfilerTable finds the columns of objects that CellProfiler's TrackObjects has
// followed.
//
// Source: CellProfiler's manual of TrackObjects and ExportToSpreadsheet.
func cellProfilerTable(header []string) (table, bool) {
	track := slices.IndexFunc(header, func(name string) bool { return strings.HasPrefix(name, "trackobjects_label") })
	if track < 0 {
		return table{}, false
	}
	c := Columns{
		Track: header[track], Frame: named(header, "imagenumber"), From: "1",
		X: named(header, "location_center_x", "areashape_center_x"), Y: named(header, "location_center_y", "areashape_center_y"),
	}
	return table{columns: c, preset: "CellProfiler", untracked: true}, c.Check() == nil
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
