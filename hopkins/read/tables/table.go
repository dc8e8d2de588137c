package tables

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"motionseg/hopkins/files"
	"motionseg/hopkins/read/input"
)

// A table of tracks has one line for each point that is seen: which track,
// which frame, x and y in pixels, and perhaps the motion. WriteTracks writes
// one; napari, TrackMate and many scripts write others. Points without
// coordinates are not seen.

// TrackTable is a table with a line for each point of a track.
var TrackTable = Kind{
	Rows: []input.Row{
		{File: "tracks, `.txt`, `.csv`", Content: "columns `track,frame,x,y` and perhaps `truth`, one line for each " +
			"point that is seen, in pixels; " +
			"tracks and frames count from 1; a column `label` is taken for a result and passed over, unless " +
			"`--columns` says that it is the truth"},
		{File: "napari, `.csv`, `.npy`", Content: "columns `ID,T,Y,X` (`Z` is passed over), frames count from 0; as " +
			"an array without names in this " +
			"order"},
		{File: "TrackMate, `.csv`", Content: "the table of spots: `TRACK_ID`, `FRAME` from 0, `POSITION_X`, " +
			"`POSITION_Y`, with three more lines of " +
			"names and units; spots without a track are passed over"},
		{File: "other tables, `.csv`, `.tsv`, `.txt`",
			Content: "columns for track, frame, x, y under usual names (`track_id`, `particle`, `id` …, `frame`, `t` " +
				"…), `label` or `motion` for the truth; any others with `--columns` (a file without names and with " +
				"four or five columns is taken for correspondences, unless it begins with what may be tracks and " +
				"frames: then its columns are asked for). Tracks may have any numbers or names; frames count from 0 " +
				"where a frame 0 occurs, otherwise from 1; times (`time`, `timestamp`, or no whole numbers) become " +
				"frames by their " +
				"smallest step, which is said; a unit other than pixels in the names (`x (µm)`, `x_um`) is said; of " +
				"boxes (`left,top,width,height`, " +
				"`xmin,ymin,xmax,ymax`) the middles are taken; points without coordinates (empty, `NaN`, `NA`, `None`, " +
				"`null`) are not seen; where semicolons or tabs separate fields, numbers may have decimal commas; " +
				"complete tracks of two frames are matches of two pictures"},
		{File: "CellProfiler, TrackObjects, `.csv`", Content: "`ImageNumber` from 1, `TrackObjects_Label…`, " +
			"`Location_Center_X`, `Location_Center_Y`; objects without a label are passed over"},
	},
	Fits: func(h *Head) bool { _, ok := recogniseTable(h.Header); return ok },
	Read: func(t *Reader, h *Head, _ input.Options) (*input.Tracks, error) {
		known, _ := recogniseTable(h.Header)
		return readTable(t, h.Header, h.Record, known)
	},
}

// Table is what is known of a table before its lines are read.
type Table struct {
	Columns input.Columns
	preset  string
	// guessed says that the columns were found by usual names: a label that is
	// no number is then not the truth.
	guessed bool
	// untracked says that lines without a track are points outside of all
	// tracks, to be passed over.
	untracked bool
}

// maxUnits bounds the lines below the names that say units and the like; TrackMate writes
// three.
const maxUnits = 4

// TableReader reads the lines of a table.
type TableReader struct {
	Table
	Places [input.ColumnCount]int
	points []input.Point
	// times are what the column of frames holds of every point; timed says that they are
	// times, which may be where timely.
	times         []float64
	timely, timed bool
	unit          string         // of the coordinates, "" for pixels
	IDs           map[string]int // number of a track by what the file calls it
	names         []string       // what the file calls a track
	truth         []int          // by track, −1 where it is not said yet
	labels        bool
}

// readTable reads a table; record is the first below the names, which may be
// nil. header is in small letters.
func readTable(t *Reader, header, record []string, known Table) (*input.Tracks, error) {
	r := TableReader{Table: known, IDs: map[string]int{}}
	var err error
	width := len(record)
	if header != nil {
		width = len(header)
	}
	if r.Places, err = known.Columns.Places(header, width); err != nil {
		return nil, err
	}
	r.begin(header)
	for units := 0; ; units++ {
		if err = SameWidth(t, record, width, header); err != nil {
			return nil, err
		}
		if header == nil || units == maxUnits || !isUnits(record, r.Places) {
			break
		}
		r.units(record[r.Places[2]])
		if record, err = t.Next(); err == io.EOF {
			return nil, fmt.Errorf("expected lines of points below the names of columns, found none")
		} else if err != nil {
			return nil, err
		}
	}
	if at := slices.Index(header, "unit"); at >= 0 { // of Imaris
		r.units("(" + record[at] + ")")
	}
	if r.guessed && r.labels {
		_, err := textLabel(record[r.Places[4]])
		r.labels = err == nil
	}
	for ; err != io.EOF; record, err = t.Next() {
		if err == nil {
			err = SameWidth(t, record, width, header)
		}
		if err != nil {
			return nil, err
		}
		if err := r.Line(record); err != nil {
			return nil, fmt.Errorf("line %d: %w", t.Line, err)
		}
	}
	s, err := r.Sequence()
	if err == nil {
		r.say(s, header)
	}
	return s, err
}

// begin takes what the names of columns tell, in small letters.
func (r *TableReader) begin(header []string) {
	r.labels = r.Places[4] >= 0
	name := ""
	if header != nil {
		name = header[r.Places[1]]
		r.units(header[r.Places[2]])
	}
	bare, _ := bareName(name)
	r.timed = slices.Contains(timeNames, bare) && r.preset != "Imaris"
	r.timely = r.timed || !strings.Contains(name, "frame") && r.preset != "napari" && r.preset != "TrackMate" &&
		r.preset != "Imaris"
}

// units takes the unit of the coordinates from a name or from a line of units.
func (r *TableReader) units(field string) {
	_, unit := bareName(field)
	if bracketed := strings.HasPrefix(field, "("); bracketed {
		unit = strings.Trim(field, "()")
	}
	if of := units[strings.ToLower(unit)]; of != "" {
		r.unit = of
	}
}

// say notes what was guessed of a table.
func (r *TableReader) say(s *input.Tracks, header []string) {
	c := r.Columns
	if r.unit != "" && c.Scale == "" {
		s.Note("the positions are in %s and not in pixels: pictures may not fit; with --columns …,scale=PIXELS they do",
			r.unit)
	}
	if c.Width != "" || c.Right != "" {
		s.Note(input.Middle)
	}
	w, h := named(header, "width", "w", "bbox_width"), named(header, "height", "h", "bbox_height")
	if r.guessed && c.Width == "" && c.Right == "" && w != "" && h != "" {
		s.Note("%s and %s were taken for points, not for corners of boxes; --columns …,width=%s,height=%s takes "+
			"the middles", c.X, c.Y, w, h)
	}
}

// SameWidth checks the number of fields of a record.
func SameWidth(t *Reader, record []string, width int, header []string) error {
	if len(record) == width {
		return nil
	}
	if header == nil {
		return fmt.Errorf("line %d: expected %d fields as on the lines before, found %d", t.Line, width, len(record))
	}
	return fmt.Errorf("line %d: expected %d fields as in the column names, found %d", t.Line, width, len(record))
}

// isUnits reports whether a record below the names says what the columns are
// rather than a point: it has no number, not even a frame.
func isUnits(record []string, places [input.ColumnCount]int) bool {
	_, err := input.ParseNumber(record[places[1]])
	return err != nil && isHeader(record)
}

// Line takes one point.
func (r *TableReader) Line(record []string) error {
	id := record[r.Places[0]]
	if r.untracked && IsMissing(id) {
		return nil
	}
	if id == "" {
		return fmt.Errorf("expected the number or name of a track, found an empty field")
	}
	if v, err := input.ParseNumber(id); err == nil {
		if v != math.Trunc(v) || math.Abs(v) > 1<<53 {
			return fmt.Errorf("expected a whole track number or a name, found %s", input.Quoted([]string{id}))
		}
		id = strconv.FormatInt(int64(v), 10)
	}
	frame, err := r.moment(record[r.Places[1]])
	if err != nil {
		return err
	}
	track, ok := r.IDs[id]
	if !ok {
		if track = len(r.names); track == input.MaxTracks {
			return fmt.Errorf("expected at most %d tracks, found more", input.MaxTracks)
		}
		r.IDs[id] = track
		r.names = append(r.names, id)
		r.truth = append(r.truth, -1)
	}
	if r.labels {
		label, err := textLabel(record[r.Places[4]])
		if err != nil {
			return err
		}
		if before := r.truth[track]; before >= 0 && before != label {
			return fmt.Errorf("expected truth %d for track %s as before, found %d", before, files.Cut(id, 40), label)
		}
		r.truth[track] = label
	}
	p := input.Point{Track: track}
	seen, err := r.place(&p, record)
	if err != nil || !seen {
		return err
	}
	if len(r.points) == input.MaxEntries {
		return fmt.Errorf("expected at most %d points, found more", input.MaxEntries)
	}
	r.points, r.times = append(r.points, p), append(r.times, frame)
	return nil
}

// moment reads the number of a frame, or a time.
func (r *TableReader) moment(field string) (float64, error) {
	v, err := input.ParseNumber(field)
	if whole := err == nil && input.IsWhole(v, 0); whole {
		return v, nil
	}
	if err != nil || !r.timely || !(math.Abs(v) <= maxTime) {
		return 0, fmt.Errorf("expected a whole frame number of at least 0, found %s", input.Quoted([]string{field}))
	}
	r.timed = true
	return v, nil
}

// maxTime bounds times: nanoseconds from 1970 on are below it.
const maxTime = 1e19

// place reads where a point is, in pixels, and whether it is seen.
func (r *TableReader) place(p *input.Point, record []string) (seen bool, err error) {
	if p.X, p.Y, seen, err = place(record[r.Places[2]], record[r.Places[3]]); err != nil || !seen {
		return false, err
	}
	for k, size := range r.Places[5:] {
		if size < 0 {
			continue
		}
		v, err := input.Coordinate(record[size])
		if err != nil {
			return false, err
		}
		switch input.ColumnKeys[5+k] {
		case "width":
			p.X += v / 2
		case "height":
			p.Y += v / 2
		case "right":
			p.X = (p.X + v) / 2
		case "bottom":
			p.Y = (p.Y + v) / 2
		}
	}
	p.X, p.Y = p.X*r.Columns.PixelsPerUnit(), p.Y*r.Columns.PixelsPerUnit()
	if !(math.Abs(p.X) <= input.MaxCoordinate && math.Abs(p.Y) <= input.MaxCoordinate) {
		return false, fmt.Errorf("expected coordinates of at most %.0e pixels, found (%v, %v)", input.MaxCoordinate, p.X, p.Y)
	}
	return true, nil
}

// place reads a pair of coordinates; the point is not seen where one is empty
// or no number, as programs write that.
func place(x, y string) (px, py float64, seen bool, err error) {
	if IsMissing(x) || IsMissing(y) {
		return 0, 0, false, nil
	}
	if px, err = input.Coordinate(x); err != nil {
		return 0, 0, false, err
	}
	py, err = input.Coordinate(y)
	return px, py, err == nil, err
}

// missingWords are how Python, R, MATLAB, SQL and JSON write that a number is missing,
// in small letters.
var missingWords = []string{"", "nan", "na", "n/a", "<na>", "none", "null", "nil"}

// IsMissing reports whether a field says that there is no value.
func IsMissing(field string) bool {
	return len(field) <= 4 && slices.Contains(missingWords, strings.ToLower(field))
}

// Sequence lays out what was read.
func (r *TableReader) Sequence() (*input.Tracks, error) {
	said, err := r.frames()
	if err != nil {
		return nil, err
	}
	first, last := math.MaxInt, 0
	for _, p := range r.points {
		first, last = min(first, p.Frame), max(last, p.Frame)
	}
	from := 1
	if r.timed || r.Columns.From == "0" || r.Columns.From == "" && first == 0 {
		from = 0
	}
	if first < from && len(r.points) > 0 {
		return nil, fmt.Errorf("expected frames that count from %d, found frame %d", from, first)
	}
	for i := range r.points {
		r.points[i].Frame -= from
	}
	frames := max(last-from+1, 0)
	order, ids := r.order(frames)
	tracks := len(ids)
	if tracks < 2 {
		return nil, fmt.Errorf("expected at least 2 tracks, found %d", tracks)
	}
	if frames < 1 {
		return nil, fmt.Errorf("expected points with coordinates, found none")
	}
	if int64(tracks)*int64(frames) > input.SparseEntries+input.SparseLines*int64(len(r.points)) {
		return nil, fmt.Errorf("expected frames numbered from %d with few gaps, found %d tracks and %d frames "+
			"on %d lines", from, tracks, frames, len(r.points))
	}
	for i, p := range r.points {
		r.points[i].Track = order[p.Track]
	}
	if r.Columns.Up != "" {
		if note := input.TurnUpwards(r.points, r.Columns.PictureHeight()); note != "" {
			said = append(said, note)
		}
	}
	s, err := input.SequenceOf(r.points, tracks, frames)
	if err != nil {
		return nil, err
	}
	s.Notes = said
	if r.labels {
		s.Truth = make([]int, tracks)
		for i, label := range r.truth {
			s.Truth[order[i]] = max(label, 0)
		}
	}
	if !input.CountsFromOne(ids) {
		s.IDs = ids
	}
	return s, nil
}

// frames gives every point its frame: the number in the file, or where times are there the
// number of smallest steps from the first on. What it had to guess is returned.
func (r *TableReader) frames() ([]string, error) {
	if !r.timed {
		for i := range r.points {
			r.points[i].Frame = int(r.times[i])
		}
		return nil, nil
	}
	times := slices.Clone(r.times)
	slices.Sort(times)
	times = slices.Compact(times)
	if len(times) == 0 {
		return nil, nil
	}
	// Times that differ by less are the same, written with other digits.
	last := times[len(times)-1]
	same := max(1e-12*(last-times[0]), 1e-15*max(math.Abs(times[0]), math.Abs(last)))
	step := math.Inf(1)
	for i := 1; i < len(times); i++ {
		if d := times[i] - times[i-1]; d > same {
			step = min(step, d)
		}
	}
	frame := map[float64]int{times[0]: 0}
	at := 0.0
	for i := 1; i < len(times); i++ {
		steps := 0.0
		if d := times[i] - times[i-1]; d > same {
			steps = math.Round(d / step)
			if off := math.Abs(d/step - steps); off > unevenTimes {
				return nil, fmt.Errorf("expected times at whole multiples of their smallest step %.6g, found %.6g "+
					"and then %.6g", step, times[i-1], times[i])
			}
		}
		if at += steps; at > math.MaxInt32 {
			return nil, fmt.Errorf("expected times with few gaps, found steps of %.6g from %.6g to %.6g", step,
				times[0], times[i])
		}
		frame[times[i]] = int(at)
	}
	for i, t := range r.times {
		r.points[i].Frame = frame[t]
	}
	if math.IsInf(step, 1) {
		return nil, nil
	}
	return []string{fmt.Sprintf("times were read as frames, one every %.6g: %d frames", step, int(at)+1)}, nil
}

// unevenTimes is by which share of a step times may be uneven.
const unevenTimes = 0.25

// order returns the number that every track gets and what the file calls the
// tracks in this order: by number where all are numbers, otherwise as they
// occur. A table in our own words whose tracks count from 1 keeps their
// numbers; tracks without a line are then nowhere seen.
func (r *TableReader) order(frames int) (order []int, ids []string) {
	numbers, numeric := make([]int, len(r.names)), true
	for i, name := range r.names {
		n, err := strconv.Atoi(name)
		numbers[i], numeric = n, numeric && err == nil
	}
	order = make([]int, len(r.names))
	places := make([]int, len(r.names))
	for i := range places {
		places[i] = i
	}
	if numeric {
		slices.SortFunc(places, func(a, b int) int { return cmp.Compare(numbers[a], numbers[b]) })
	}
	if n := len(places); r.preset == "MotionSeg" && numeric && n > 0 && numbers[places[0]] >= 1 {
		if last := numbers[places[n-1]]; last <= 2*n+16 &&
			last*max(frames, 1) <= input.SparseEntries+input.SparseLines*len(r.points) {
			ids = make([]string, last)
			for i := range ids {
				ids[i] = strconv.Itoa(i + 1)
			}
			for i := range order {
				order[i] = numbers[i] - 1
			}
			return order, ids
		}
	}
	for k, i := range places {
		order[i] = k
		ids = append(ids, r.names[i])
	}
	return order, ids
}
