package tables

import (
	"fmt"
	"slices"
	"strings"

	"motionseg/hopkins/read/input"
)

// Names under which columns are found, the most telling first; as bareName has them.
var (
	trackNames = []string{"track_id", "trackid", "track", "track_no", "track_number", "track_n°", "particle",
		"trajectory", "traj_id", "traj", "object_id",
		"point_id", "track_name", "tracker_id", "cell_id", "id", "tid"}
	frameNames = []string{"frame", "frame_id", "frameid", "frame_idx", "frame_index", "frame_number", "frame_no",
		"frame_num", "framenumber", "slice", "slice_n°",
		"timepoint", "time_point", "t"}
	timeNames = []string{"time", "timestamp", "time_stamp", "time_s", "time_sec", "time_seconds", "time_ms",
		"timestamp_ms", "timestamp_s", "t_s", "t_ms", "seconds", "sec"}
	xNames = []string{"x", "x_px", "px", "pos_x", "position_x", "x_pos", "x_position", "cx", "center_x", "centre_x",
		"x_center", "centroid_x", "u", "col", "column"}
	yNames = []string{"y", "y_px", "py", "pos_y", "position_y", "y_pos", "y_position", "cy", "center_y", "centre_y",
		"y_center", "centroid_y", "v", "row"}
	// truthNames are those of the truth.
	truthNames = []string{"truth", "ground_truth", "gt", "motion", "motion_id", "group", "label"}
	// boxNames are the names of boxes: left, top, and width and height, or right and bottom.
	boxNames = []struct {
		names   [4]string
		corners bool // the last two are right and bottom
	}{
		{[4]string{"left", "top", "width", "height"}, false},
		{[4]string{"bb_left", "bb_top", "bb_width", "bb_height"}, false},
		{[4]string{"bbox_left", "bbox_top", "bbox_width", "bbox_height"}, false},
		{[4]string{"bbox_left", "bbox_top", "bbox_w", "bbox_h"}, false},
		{[4]string{"xmin", "ymin", "xmax", "ymax"}, true}, {[4]string{"x_min", "y_min", "x_max", "y_max"}, true},
		{[4]string{"x1", "y1", "x2", "y2"}, true},
		{[4]string{"left", "top", "right", "bottom"}, true}, {[4]string{"xtl", "ytl", "xbr", "ybr"}, true},
	}
)

// units are how columns and lines of units spell what coordinates are in, and what they
// are called; those in pixels are called nothing.
var units = map[string]string{
	"px": "", "pixel": "", "pixels": "", "um": "µm", "µm": "µm", "μm": "µm", "micron": "µm", "microns": "µm",
	"micrometer": "µm", "micrometre": "µm",
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
	Columns input.Columns
}

// KnownTables lists the tables that are recognised by the names of their columns.
// Any others with a column each for track, frame, x and y under usual names are
// recognised too.
func KnownTables() []KnownTable {
	return []KnownTable{
		{"MotionSeg", input.Columns{Track: "track", Frame: "frame", X: "x", Y: "y", Truth: "truth"}},
		{"TrackMate", input.Columns{Track: "TRACK_ID", Frame: "FRAME", X: "POSITION_X", Y: "POSITION_Y", From: "0"}},
		{"napari", input.Columns{Track: "ID", Frame: "T", X: "X", Y: "Y", From: "0"}},
	}
}

// recogniseTable finds the columns of a table of tracks by their names, which
// are in small letters.
func recogniseTable(header []string) (Table, bool) {
	if header == nil {
		return Table{}, false
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
		return Table{Columns: c, preset: p.Name, untracked: p.Name == "TrackMate"}, true
	}
	if t, ok := cellProfilerTable(header); ok {
		return t, true
	}
	t := Table{preset: "by name", guessed: true}
	c := &t.Columns
	c.Track, c.X, c.Y, c.Truth = named(header, trackNames...), named(header, xNames...), named(header, yNames...),
		named(header, truthNames...)
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
func cellProfilerTable(header []string) (Table, bool) {
	track := slices.IndexFunc(header, func(name string) bool { return strings.HasPrefix(name, "trackobjects_label") })
	if track < 0 {
		return Table{}, false
	}
	c := input.Columns{
		Track: header[track], Frame: named(header, "imagenumber"), From: "1",
		X: named(header, "location_center_x", "areashape_center_x"),
		Y: named(header, "location_center_y", "areashape_center_y"),
	}
	return Table{Columns: c, preset: "CellProfiler", untracked: true}, c.Check() == nil
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
		return fmt.Sprintf("line %d: expected names of columns above a table of tracks, or %s, found %d fields that "+
			"begin with whole numbers as of a track and its frames", e.line, correspondenceColumns, e.fields)
	}
	if e.header == nil {
		return fmt.Sprintf("line %d: expected %s, found %d fields", e.line, correspondenceColumns, e.fields)
	}
	return fmt.Sprintf("expected columns for the track, the frame, x and y, or %s, found %s", correspondenceColumns,
		input.Quoted(e.header))
}
