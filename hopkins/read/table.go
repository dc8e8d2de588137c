package read

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/files"
)

// A table of tracks has one line for each point that is seen: which track,
// which frame, x and y in pixels, and perhaps the motion. WriteTracks writes
// one; napari, TrackMate and many scripts write others. Points without
// coordinates are not seen.

var trackTable = textKind{
	rows: []Row{
		{"tracks, `.txt`, `.csv`", "columns `track,frame,x,y` and perhaps `truth`, one line for each point that is seen, in pixels; " +
			"tracks and frames count from 1; a column `label` is taken for a result and passed over, unless " +
			"`--columns` says that it is the truth"},
		{"napari, `.csv`, `.npy`", "columns `ID,T,Y,X` (`Z` is passed over), frames count from 0; as an array without names in this " +
			"order"},
		{"TrackMate, `.csv`", "the table of spots: `TRACK_ID`, `FRAME` from 0, `POSITION_X`, `POSITION_Y`, with three more lines of " +
			"names and units; spots without a track are passed over"},
		{"other tables, `.csv`, `.tsv`, `.txt`", "columns for track, frame, x, y under usual names (`track_id`, `particle`, `id` …, `frame`, `t` " +
			"…), `label` or `motion` for the truth; any others with `--columns` (a file without names and with " +
			"four or five columns is taken for correspondences, unless it begins with what may be tracks and " +
			"frames: then its columns are asked for). Tracks may have any numbers or names; frames count from 0 " +
			"where a frame 0 occurs, otherwise from 1; times (`time`, `timestamp`, or no whole numbers) become frames by their " +
			"smallest step, which is said; a unit other than pixels in the names (`x (µm)`, `x_um`) is said; of boxes (`left,top,width,height`, " +
			"`xmin,ymin,xmax,ymax`) the middles are taken; points without coordinates (empty, `NaN`, `NA`, `None`, " +
			"`null`) are not seen; where semicolons or tabs separate fields, numbers may have decimal commas; " +
			"complete tracks of two frames are matches of two pictures"},
		{"CellProfiler, TrackObjects, `.csv`", "`ImageNumber` from 1, `TrackObjects_Label…`, `Location_Center_X`, `Location_Center_Y`; objects without a label are passed over"},
	},
	fits: func(h *textHead) bool { _, ok := recogniseTable(h.header); return ok },
	read: func(t *textReader, h *textHead, _ Options) (*Tracks, error) {
		known, _ := recogniseTable(h.header)
		return readTable(t, h.header, h.record, known)
	},
}

// table is what is known of a table before its lines are read.
type table struct {
	columns Columns
	preset  string
	// guessed says that the columns were found by usual names: a label that is
	// no number is then not the truth.
	guessed bool
	// untracked says that lines without a track are points outside of all
	// tracks, to be passed over.
	untracked bool
}

const (
	// A table of n lines may have up to sparseEntries + sparseLines·n tracks ×
	// frames, so that a line with great numbers takes no memory to match.
	sparseEntries, sparseLines = 1 << 16, 1000
	// maxEntries bounds tracks × frames of every format, 100 000 tracks in 60
	// frames among them. It is the one budget of reading, checked before memory is
	// taken: Pixels, Normalized and Visible take 33 bytes for each, and what is
	// decoded from a file up to 56, below 600 MB together.
	maxEntries = 3 << 21
	// maxNumbers is how many numbers a MATLAB file may hold for these: 3 of pixels
	// and 3 of normalised coordinates, one of the mask, and labels.
	maxNumbers = 7*maxEntries + 1<<20
	maxTracks  = 1 << 20
	// maxUnits bounds the lines below the names that say units and the like;
	// TrackMate writes three.
	maxUnits = 4
)

// point is a point of a track; track and frame count from 0.
type point struct {
	track, frame int
	x, y         float64
}

// tableReader reads the lines of a table.
type tableReader struct {
	table
	places [columnCount]int
	points []point
	// times are what the column of frames holds of every point; timed says that they are
	// times, which may be where timely.
	times         []float64
	timely, timed bool
	unit          string         // of the coordinates, "" for pixels
	ids           map[string]int // number of a track by what the file calls it
	names         []string       // what the file calls a track
	truth         []int          // by track, −1 where it is not said yet
	labels        bool
}

// readTable reads a table; record is the first below the names, which may be
// nil. header is in small letters.
func readTable(t *textReader, header, record []string, known table) (*Tracks, error) {
	r := tableReader{table: known, ids: map[string]int{}}
	var err error
	width := len(record)
	if header != nil {
		width = len(header)
	}
	if r.places, err = known.columns.places(header, width); err != nil {
		return nil, err
	}
	r.begin(header)
	for units := 0; ; units++ {
		if err = sameWidth(t, record, width, header); err != nil {
			return nil, err
		}
		if header == nil || units == maxUnits || !isUnits(record, r.places) {
			break
		}
		r.units(record[r.places[2]])
		if record, err = t.next(); err == io.EOF {
			return nil, fmt.Errorf("expected lines of points below the names of columns, found none")
		} else if err != nil {
			return nil, err
		}
	}
	if at := slices.Index(header, "unit"); at >= 0 { // of Imaris
		r.units("(" + record[at] + ")")
	}
	if r.guessed && r.labels {
		_, err := textLabel(record[r.places[4]])
		r.labels = err == nil
	}
	for ; err != io.EOF; record, err = t.next() {
		if err == nil {
			err = sameWidth(t, record, width, header)
		}
		if err != nil {
			return nil, err
		}
		if err := r.line(record); err != nil {
			return nil, fmt.Errorf("line %d: %w", t.line, err)
		}
	}
	s, err := r.sequence()
	if err == nil {
		r.say(s, header)
	}
	return s, err
}

// begin takes what the names of columns tell, in small letters.
func (r *tableReader) begin(header []string) {
	r.labels = r.places[4] >= 0
	name := ""
	if header != nil {
		name = header[r.places[1]]
		r.units(header[r.places[2]])
	}
	bare, _ := bareName(name)
	r.timed = slices.Contains(timeNames, bare) && r.preset != "Imaris"
	r.timely = r.timed || !strings.Contains(name, "frame") && r.preset != "napari" && r.preset != "TrackMate" && r.preset != "Imaris"
}

// units takes the unit of the coordinates from a name or from a line of units.
func (r *tableReader) units(field string) {
	_, unit := bareName(field)
	if bracketed := strings.HasPrefix(field, "("); bracketed {
		unit = strings.Trim(field, "()")
	}
	if of := units[strings.ToLower(unit)]; of != "" {
		r.unit = of
	}
}

// say notes what was guessed of a table.
func (r *tableReader) say(s *Tracks, header []string) {
	c := r.columns
	if r.unit != "" && c.Scale == "" {
		s.note("the positions are in %s and not in pixels: pictures may not fit; with --columns …,scale=PIXELS they do", r.unit)
	}
	if c.Width != "" || c.Right != "" {
		s.note(middle)
	}
	w, h := named(header, "width", "w", "bbox_width"), named(header, "height", "h", "bbox_height")
	if r.guessed && c.Width == "" && c.Right == "" && w != "" && h != "" {
		s.note("%s and %s were taken for points, not for corners of boxes; --columns …,width=%s,height=%s takes the middles", c.X, c.Y, w, h)
	}
}

// sameWidth checks the number of fields of a record.
func sameWidth(t *textReader, record []string, width int, header []string) error {
	if len(record) == width {
		return nil
	}
	if header == nil {
		return fmt.Errorf("line %d: expected %d fields as on the lines before, found %d", t.line, width, len(record))
	}
	return fmt.Errorf("line %d: expected %d fields as in the column names, found %d", t.line, width, len(record))
}

// isUnits reports whether a record below the names says what the columns are
// rather than a point: it has no number, not even a frame.
func isUnits(record []string, places [columnCount]int) bool {
	_, err := parseNumber(record[places[1]])
	return err != nil && isHeader(record)
}

// line takes one point.
func (r *tableReader) line(record []string) error {
	id := record[r.places[0]]
	if r.untracked && isMissing(id) {
		return nil
	}
	if id == "" {
		return fmt.Errorf("expected the number or name of a track, found an empty field")
	}
	if v, err := parseNumber(id); err == nil {
		if v != math.Trunc(v) || math.Abs(v) > 1<<53 {
			return fmt.Errorf("expected a whole track number or a name, found %s", quoted([]string{id}))
		}
		id = strconv.FormatInt(int64(v), 10)
	}
	frame, err := r.moment(record[r.places[1]])
	if err != nil {
		return err
	}
	track, ok := r.ids[id]
	if !ok {
		if track = len(r.names); track == maxTracks {
			return fmt.Errorf("expected at most %d tracks, found more", maxTracks)
		}
		r.ids[id] = track
		r.names = append(r.names, id)
		r.truth = append(r.truth, -1)
	}
	if r.labels {
		label, err := textLabel(record[r.places[4]])
		if err != nil {
			return err
		}
		if before := r.truth[track]; before >= 0 && before != label {
			return fmt.Errorf("expected truth %d for track %s as before, found %d", before, files.Cut(id, 40), label)
		}
		r.truth[track] = label
	}
	p := point{track: track}
	seen, err := r.place(&p, record)
	if err != nil || !seen {
		return err
	}
	if len(r.points) == maxEntries {
		return fmt.Errorf("expected at most %d points, found more", maxEntries)
	}
	r.points, r.times = append(r.points, p), append(r.times, frame)
	return nil
}

// moment reads the number of a frame, or a time.
func (r *tableReader) moment(field string) (float64, error) {
	v, err := parseNumber(field)
	if whole := err == nil && isWhole(v, 0); whole {
		return v, nil
	}
	if err != nil || !r.timely || !(math.Abs(v) <= maxTime) {
		return 0, fmt.Errorf("expected a whole frame number of at least 0, found %s", quoted([]string{field}))
	}
	r.timed = true
	return v, nil
}

// maxTime bounds times: nanoseconds from 1970 on are below it.
const maxTime = 1e19

// place reads where a point is, in pixels, and whether it is seen.
func (r *tableReader) place(p *point, record []string) (seen bool, err error) {
	if p.x, p.y, seen, err = place(record[r.places[2]], record[r.places[3]]); err != nil || !seen {
		return false, err
	}
	for k, size := range r.places[5:] {
		if size < 0 {
			continue
		}
		v, err := coordinate(record[size])
		if err != nil {
			return false, err
		}
		switch columnKeys[5+k] {
		case "width":
			p.x += v / 2
		case "height":
			p.y += v / 2
		case "right":
			p.x = (p.x + v) / 2
		case "bottom":
			p.y = (p.y + v) / 2
		}
	}
	p.x, p.y = p.x*r.columns.scale(), p.y*r.columns.scale()
	if !(math.Abs(p.x) <= maxCoordinate && math.Abs(p.y) <= maxCoordinate) {
		return false, fmt.Errorf("expected coordinates of at most %.0e pixels, found (%v, %v)", maxCoordinate, p.x, p.y)
	}
	return true, nil
}

// place reads a pair of coordinates; the point is not seen where one is empty
// or no number, as programs write that.
func place(x, y string) (px, py float64, seen bool, err error) {
	if isMissing(x) || isMissing(y) {
		return 0, 0, false, nil
	}
	if px, err = coordinate(x); err != nil {
		return 0, 0, false, err
	}
	py, err = coordinate(y)
	return px, py, err == nil, err
}

// missingWords are how Python, R, MATLAB, SQL and JSON write that a number is missing,
// in small letters.
var missingWords = []string{"", "nan", "na", "n/a", "<na>", "none", "null", "nil"}

func isMissing(field string) bool {
	return len(field) <= 4 && slices.Contains(missingWords, strings.ToLower(field))
}

// sequence lays out what was read.
func (r *tableReader) sequence() (*Tracks, error) {
	said, err := r.frames()
	if err != nil {
		return nil, err
	}
	first, last := math.MaxInt, 0
	for _, p := range r.points {
		first, last = min(first, p.frame), max(last, p.frame)
	}
	from := 1
	if r.timed || r.columns.From == "0" || r.columns.From == "" && first == 0 {
		from = 0
	}
	if first < from && len(r.points) > 0 {
		return nil, fmt.Errorf("expected frames that count from %d, found frame %d", from, first)
	}
	for i := range r.points {
		r.points[i].frame -= from
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
	if int64(tracks)*int64(frames) > sparseEntries+sparseLines*int64(len(r.points)) {
		return nil, fmt.Errorf("expected frames numbered from %d with few gaps, found %d tracks and %d frames on %d lines", from, tracks, frames, len(r.points))
	}
	for i, p := range r.points {
		r.points[i].track = order[p.track]
	}
	if r.columns.Up != "" {
		if note := turnUpwards(r.points, r.columns.height()); note != "" {
			said = append(said, note)
		}
	}
	s, err := sequenceOf(r.points, tracks, frames)
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
	if !countsFromOne(ids) {
		s.IDs = ids
	}
	return s, nil
}

// frames gives every point its frame: the number in the file, or where times are there the
// number of smallest steps from the first on. What it had to guess is returned.
func (r *tableReader) frames() ([]string, error) {
	if !r.timed {
		for i := range r.points {
			r.points[i].frame = int(r.times[i])
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
				return nil, fmt.Errorf("expected times at whole multiples of their smallest step %.6g, found %.6g and then %.6g", step, times[i-1], times[i])
			}
		}
		if at += steps; at > math.MaxInt32 {
			return nil, fmt.Errorf("expected times with few gaps, found steps of %.6g from %.6g to %.6g", step, times[0], times[i])
		}
		frame[times[i]] = int(at)
	}
	for i, t := range r.times {
		r.points[i].frame = frame[t]
	}
	if math.IsInf(step, 1) {
		return nil, nil
	}
	return []string{fmt.Sprintf("times were read as frames, one every %.6g: %d frames", step, int(at)+1)}, nil
}

// unevenTimes is by which share of a step times may be uneven.
const unevenTimes = 0.25

// turnUpwards turns the y of points that grow upwards from the lower edge of a picture of
// that height, 0 where it is not known, and says what that means.
func turnUpwards(points []point, height float64) (note string) {
	if height == 0 {
		height = math.Inf(-1)
		for _, p := range points {
			height = max(height, p.y)
		}
		note = "y grows upwards in the file and was turned; the height of the picture is not in it, so that pictures may not fit"
	}
	for i := range points {
		points[i].y = height - points[i].y
	}
	return note
}

// order returns the number that every track gets and what the file calls the
// tracks in this order: by number where all are numbers, otherwise as they
// occur. A table in our own words whose tracks count from 1 keeps their
// numbers; tracks without a line are then nowhere seen.
func (r *tableReader) order(frames int) (order []int, ids []string) {
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
		if last := numbers[places[n-1]]; last <= 2*n+16 && last*max(frames, 1) <= sparseEntries+sparseLines*len(r.points) {
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

func countsFromOne(ids []string) bool {
	for i, id := range ids {
		if id != strconv.Itoa(i+1) {
			return false
		}
	}
	return true
}

// sequenceOf lays the points out by track and frame.
func sequenceOf(points []point, tracks, frames int) (*Tracks, error) {
	if int64(tracks)*int64(frames) > maxEntries {
		return nil, fmt.Errorf("expected at most %d tracks × frames, found %d × %d", maxEntries, tracks, frames)
	}
	s := &Tracks{Pixels: mat.NewDense(2*frames, tracks, nil), Visible: make([][]bool, tracks)}
	flags := make([]bool, tracks*frames)
	for i := range s.Visible {
		s.Visible[i] = flags[i*frames : (i+1)*frames : (i+1)*frames]
	}
	for _, p := range points {
		if s.Visible[p.track][p.frame] {
			return nil, fmt.Errorf("expected one line for track %d in frame %d, found two", p.track+1, p.frame+1)
		}
		s.Visible[p.track][p.frame] = true
		s.Pixels.Set(2*p.frame, p.track, p.x)
		s.Pixels.Set(2*p.frame+1, p.track, p.y)
	}
	if len(points) == tracks*frames {
		s.Visible = nil
	}
	return s, nil
}
