package arrays

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"motionseg/hopkins/files"
	"motionseg/hopkins/read/input"
	"motionseg/hopkins/sqlite"
)

// A database of COLMAP has keypoints of pictures and matches of pairs of these, raw ones
// and those that a geometry of two views has verified. The pair with most verified
// matches is read, or that of two pictures by name (Options.Array). The middle of the
// upper left pixel is (0.5, 0.5) there, and (0, 0) here.
//
// Source: COLMAP's documentation of its database format.
var COLMAP = input.Format{
	Name: "a database of COLMAP", Extensions: []string{".db"}, Types: []string{"application/vnd.sqlite3"},
	Rows: []input.Row{{File: "COLMAP, `database.db`", Content: "matches of the pair of pictures with most verified " +
		"ones, or of the pair that is chosen (`--array first.jpg,second.jpg`); " +
		"matches that the geometry has verified, raw ones where there are none"}},
	Recognise: sqlite.Recognise, Read: readCOLMAP, Seems: glanceCOLMAP, Arrays: true,
}

// colmapPairs is the factor of the first picture in the number of a pair.
const colmapPairs = math.MaxInt32

// glanceCOLMAP reports whether a database has the tables of COLMAP.
func glanceCOLMAP(path string) bool {
	return glance(path, func(at io.ReaderAt, size int64) bool {
		d, err := sqlite.Open(at, size)
		return err == nil && d.Table("keypoints") != nil && d.Table("matches") != nil
	})
}

// colmapPicture is a picture of a database.
type colmapPicture struct {
	name   string
	camera int64
}

// colmapPair is matches of two pictures.
type colmapPair struct {
	first, second int64
	count         int64
	verified      bool
	matches       []byte // two numbers of keypoints of four bytes each
}

// readCOLMAP reads matches of a pair.
func readCOLMAP(in *input.File) (*input.Tracks, error) {
	at, size, err := randomAccess(in.Raw, in.Head)
	if err != nil {
		return nil, err
	}
	d, err := sqlite.Open(files.AtWithContext(in.Context, at), size)
	if err != nil {
		return nil, err
	}
	if d.Table("keypoints") == nil || d.Table("images") == nil {
		var names []string
		for _, t := range d.Tables {
			names = append(names, t.Name)
		}
		return nil, fmt.Errorf("expected a database of COLMAP with the tables images and keypoints, found the "+
			"tables %s", input.Quoted(names))
	}
	pictures := map[int64]colmapPicture{}
	if err := eachRow(d, "images", []string{"image_id", "name", "camera_id"}, func(v []sqlite.Value) error {
		name, _ := v[1].(string)
		pictures[whole64(v[0])] = colmapPicture{name, whole64(v[2])}
		return nil
	}); err != nil {
		return nil, err
	}
	if in.Options.Array == input.ListArrays {
		return nil, listPictures(d, pictures)
	}
	pair, pairs, err := choosePair(d, pictures, in.Options.Array)
	if err != nil {
		return nil, err
	}
	s, err := pair.tracks(d)
	if err != nil {
		return nil, err
	}
	first, second := pictures[pair.first], pictures[pair.second]
	kind := "raw"
	if pair.verified {
		kind = "verified"
	}
	s.Note("%d %s matches of %s and %s were read, of %s of pictures", s.Points(), kind,
		input.Quoted([]string{first.name}), input.Quoted([]string{second.name}), files.Count(pairs, "pair", "pairs"))
	if first.camera == second.camera {
		s.Width, s.Height, err = cameraSize(d, first.camera)
	}
	return s, err
}

// listPictures returns the error that lists the pictures, with the sizes of their keypoints.
func listPictures(d *sqlite.Database, pictures map[int64]colmapPicture) error {
	e := &ArrayError{}
	err := eachRow(d, "keypoints", []string{"image_id", "rows", "cols"}, func(v []sqlite.Value) error {
		e.Arrays = append(e.Arrays, fmt.Sprintf("%s %d×%d", pictures[whole64(v[0])].name, whole64(v[1]), whole64(v[2])))
		return nil
	})
	if err != nil {
		return err
	}
	return e
}

// eachRow calls row with some columns of every row of a table.
func eachRow(d *sqlite.Database, table string, columns []string, row func([]sqlite.Value) error) error {
	t := d.Table(table)
	if t == nil {
		return nil
	}
	places := make([]int, len(columns))
	for k, name := range columns {
		if places[k] = t.Column(name); places[k] < 0 {
			return fmt.Errorf("table %s: expected a column %s, found %s", table, name, input.Quoted(t.Columns))
		}
	}
	return d.Rows(t, 1<<28, func(all []sqlite.Value) error {
		some := make([]sqlite.Value, len(columns))
		for k, at := range places {
			if at < len(all) {
				some[k] = all[at]
			}
		}
		return row(some)
	})
}

// whole64 returns a whole number, 0 for anything else.
func whole64(v sqlite.Value) int64 {
	n, _ := v.(int64)
	return n
}

// choosePair returns the pair of the two pictures that are chosen, or the one with most
// verified matches, else most raw ones, and of how many.
func choosePair(d *sqlite.Database, pictures map[int64]colmapPicture, chosen string) (*colmapPair, int, error) {
	var names []string
	if chosen != "" {
		names = strings.Split(chosen, ",")
		for i := range names {
			names[i] = strings.TrimSpace(names[i])
		}
		if len(names) != 2 {
			return nil, 0, fmt.Errorf("expected two names of pictures with a comma between them, found %s", input.Quoted(names))
		}
	}
	var best *colmapPair
	seen := 0
	for _, table := range []string{"two_view_geometries", "matches"} {
		pairs := 0
		err := eachRow(d, table, []string{"pair_id", "rows", "data"}, func(v []sqlite.Value) error {
			p := colmapPair{count: whole64(v[1]), verified: table != "matches"}
			p.first, p.second = whole64(v[0])/colmapPairs, whole64(v[0])%colmapPairs
			data, _ := v[2].([]byte)
			if p.count < 1 || p.count > int64(len(data)/8) {
				return nil
			}
			pairs++
			if names != nil &&
				!(slices.Contains(names, pictures[p.first].name) && slices.Contains(names, pictures[p.second].name)) {
				return nil
			}
			if best == nil || p.count > best.count {
				p.matches = data[:8*p.count]
				best = &p
			}
			return nil
		})
		if err != nil {
			return nil, 0, err
		}
		seen = max(seen, pairs)
		if best != nil {
			return best, pairs, nil
		}
	}
	if names != nil {
		var all []string
		for _, p := range pictures {
			all = append(all, p.name)
		}
		slices.Sort(all)
		return nil, 0, fmt.Errorf("expected matches of %s, found none; pictures are %s", input.Quoted(names),
			input.Quoted(all))
	}
	return nil, 0, fmt.Errorf("expected matches of two pictures, found none")
}

// tracks returns the matches of a pair as tracks of two frames.
func (p *colmapPair) tracks(d *sqlite.Database) (*input.Tracks, error) {
	keypoints := map[int64][][2]float64{}
	err := eachRow(d, "keypoints", []string{"image_id", "rows", "cols", "data"}, func(v []sqlite.Value) error {
		id := whole64(v[0])
		if id != p.first && id != p.second {
			return nil
		}
		rows, columns := whole64(v[1]), whole64(v[2])
		data, _ := v[3].([]byte)
		if columns < 2 || rows < 0 || columns > 64 || rows > int64(len(data))/4/columns {
			return fmt.Errorf("keypoints of picture %d: expected rows of at least 2 numbers, found %d × %d in %d bytes",
				id, rows, columns, len(data))
		}
		for i := range int(rows) {
			at := data[4*int(columns)*i:]
			x, y := math.Float32frombits(binary.LittleEndian.Uint32(at)),
				math.Float32frombits(binary.LittleEndian.Uint32(at[4:]))
			keypoints[id] = append(keypoints[id], [2]float64{float64(x) - 0.5, float64(y) - 0.5})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	n := len(p.matches) / 8
	if n > input.MaxEntries/2 {
		return nil, fmt.Errorf("expected at most %d matches, found %d", input.MaxEntries/2, n)
	}
	points := &trackPoints{shape: [2]int{2, n}, data: make([]float64, 4*n)}
	for i := range n {
		for k, id := range []int64{p.first, p.second} {
			at := binary.LittleEndian.Uint32(p.matches[8*i+4*k:])
			if int64(at) >= int64(len(keypoints[id])) {
				return nil, fmt.Errorf("match %d: expected a keypoint below %d of picture %d, found %d", i+1,
					len(keypoints[id]), id, at)
			}
			copy(points.data[2*(k*n+i):], keypoints[id][at][:])
		}
	}
	s, err := points.tracks(nil)
	if err != nil {
		return nil, err
	}
	s.TwoFrame = s.Visible == nil
	return s, nil
}

// cameraSize returns the size of the pictures of a camera, 0 and 0 where it is not said.
func cameraSize(d *sqlite.Database, camera int64) (width, height int, err error) {
	err = eachRow(d, "cameras", []string{"camera_id", "width", "height"}, func(v []sqlite.Value) error {
		if w, h := whole64(v[1]), whole64(v[2]); whole64(v[0]) == camera && w > 0 && h > 0 && w <= input.MaxPicture &&
			h <= input.MaxPicture {
			width, height = int(w), int(h)
		}
		return nil
	})
	return width, height, err
}
