package programs

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/ianaindex"

	"motionseg/hopkins/files"
	"motionseg/hopkins/read/input"
)

// TrackMate writes XML in two layouts. Its own files have every spot once, frame
// by frame, then tracks as edges between the numbers of spots, and which of the
// tracks are left after filtering:
//
//	<TrackMate>
//	  <Model spatialunits="pixel">
//	    <AllSpots><SpotsInFrame frame="0"><Spot ID="7" FRAME="0" POSITION_X="1.5" POSITION_Y="2"/></SpotsInFrame></AllSpots>
//	    <AllTracks><Track TRACK_ID="0"><Edge SPOT_SOURCE_ID="7" SPOT_TARGET_ID="9"/></Track></AllTracks>
//	    <FilteredTracks><TrackID TRACK_ID="0"/></FilteredTracks>
//	  </Model>
//	  <Settings><ImageData width="640" height="480" pixelwidth="1" pixelheight="1"/></Settings>
//	</TrackMate>
//
// "Export tracks to XML" gives less:
//
//	<Tracks spaceUnits="pixel"><particle nSpots="2"><detection t="0" x="1.5" y="2"/></particle></Tracks>
//
// Frames count from 0. Positions are in units of the picture's calibration.

// TrackMate is its files in XML.
var TrackMate = input.Format{
	Name: "a file of TrackMate", Extensions: []string{".xml"}, Types: []string{"application/x-trackmate+xml"},
	Rows: []input.Row{{File: "TrackMate, `.xml`", Content: "the tracks of its own files that are left after " +
		"filtering, or of *Export tracks to XML*; positions " +
		"become pixels where the file says how large one is, and tracks that split or merge are cut there"}},
	Recognise: looksLikeTrackMate, Read: readTrackMate, Seems: looksLikeXML,
}

// maxXMLToken bounds an element, or the text between two.
const maxXMLToken = 1 << 24

// looksLikeTrackMate reports whether a file begins as XML of TrackMate.
func looksLikeTrackMate(head []byte) bool {
	head = bytes.TrimSpace(head)
	return bytes.HasPrefix(head, []byte("<")) &&
		(bytes.Contains(head, []byte("<TrackMate")) || bytes.Contains(head, []byte("<Tracks")))
}

// spot is a point that TrackMate has found, and edge that two are the same one.
type (
	spot struct {
		frame int
		x, y  float64
	}
	edge struct{ from, to int } // numbers of spots, as the file has them
)

// trackMate is what a file of TrackMate holds.
type trackMate struct {
	tokens   *xml.Decoder
	spots    map[int]spot
	edges    map[int][]edge // by track
	kept     map[int]bool   // tracks that are left after filtering; nil for all
	count    int            // of edges
	units    string
	pixel    [2]float64 // width and height of a pixel in these, 0 where not said
	size     [2]int     // of the picture, 0 where not said
	particle int        // how many <particle> were begun
	last     int        // the number of the last spot of the particle, −1 before it
}

// readTrackMate reads the tracks in a file of TrackMate.
func readTrackMate(in *input.File) (*input.Tracks, error) {
	limited := &tokenLimit{r: in.Text()}
	m := &trackMate{tokens: xmlDecoder(limited), spots: map[int]spot{}, edges: map[int][]edge{}}
	track, frame := 0, 0
	for depth := 0; ; {
		limited.left = maxXMLToken
		token, err := m.tokens.Token()
		if err == io.EOF {
			break
		}
		var damaged *xml.SyntaxError
		if errors.As(err, &damaged) {
			if damaged.Msg == "unexpected EOF" {
				return nil, fmt.Errorf("line %d: expected more elements, found the end of the file", damaged.Line)
			}
			return nil, fmt.Errorf("line %d: expected XML, found a mistake: %s", damaged.Line, files.Cut(damaged.Msg, 120))
		}
		if err != nil {
			return nil, err
		}
		switch e := token.(type) {
		case xml.EndElement:
			depth--
		case xml.StartElement:
			depth++
			if depth == 1 && e.Name.Local != "TrackMate" && e.Name.Local != "Tracks" {
				return nil, fmt.Errorf("expected <TrackMate> or <Tracks>, found <%s>", files.Cut(e.Name.Local, 40))
			}
			if err := m.element(e, &track, &frame); err != nil {
				line, _ := m.tokens.InputPos()
				return nil, fmt.Errorf("line %d, <%s>: %w", line, e.Name.Local, err)
			}
		}
	}
	return m.sequence()
}

// looksLikeXML reports whether a file is XML of one of the formats.
func looksLikeXML(path string) bool {
	f, content, err := input.Beginning(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head, _ := content.Peek(input.SniffLength)
	head = input.Plain(head)
	return looksLikeTrackMate(head) || isCVAT(head)
}

// xmlDecoder reads XML in any encoding that it names; UTF-16 must be UTF-8 already.
func xmlDecoder(r io.Reader) *xml.Decoder {
	d := xml.NewDecoder(r)
	d.CharsetReader = func(name string, in io.Reader) (io.Reader, error) {
		if strings.HasPrefix(strings.ToLower(name), "utf-16") {
			return in, nil
		}
		known, err := ianaindex.IANA.Encoding(name)
		if err != nil || known == nil {
			return nil, fmt.Errorf("expected XML in UTF-8, UTF-16 or another known encoding, found %s",
				input.Quoted([]string{name}))
		}
		return known.NewDecoder().Reader(in), nil
	}
	return d
}

// tokenLimit ends reading where an element is too long.
type tokenLimit struct {
	r    io.Reader
	left int
}

// Read reads no further than the limit.
func (l *tokenLimit) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, fmt.Errorf("expected elements and texts of at most %d bytes, found more", maxXMLToken)
	}
	n, err := l.r.Read(p)
	l.left -= n
	return n, err
}

// element takes what an element says. track and frame are those that it is in.
func (m *trackMate) element(e xml.StartElement, track, frame *int) error {
	a := attributes(e.Attr)
	var err error
	switch e.Name.Local {
	case "Model":
		m.units = a["spatialunits"]
	case "Tracks":
		m.units = a["spaceUnits"]
	case "ImageData":
		m.picture(a)
	case "SpotsInFrame":
		*frame, err = a.whole("frame")
		return err
	case "Spot":
		id, err := a.number("ID")
		if err != nil {
			return err
		}
		return m.add(id, a, *frame, "FRAME", "POSITION_X", "POSITION_Y")
	case "Track":
		*track, err = a.number("TRACK_ID")
		return err
	case "Edge":
		var found edge
		if found.from, err = a.number("SPOT_SOURCE_ID"); err != nil {
			return err
		}
		if found.to, err = a.number("SPOT_TARGET_ID"); err != nil {
			return err
		}
		return m.join(*track, found)
	case "FilteredTracks":
		m.kept = map[int]bool{}
	case "TrackID":
		id, err := a.number("TRACK_ID")
		if err == nil && m.kept != nil {
			m.kept[id] = true
		}
		return err
	case "particle":
		m.particle, m.last = m.particle+1, -1
	case "detection":
		if m.particle == 0 {
			return errors.New("expected it inside of a <particle>")
		}
		id := len(m.spots)
		if err := m.add(id, a, 0, "t", "x", "y"); err != nil {
			return err
		}
		before := m.last
		m.last = id
		if before >= 0 {
			return m.join(m.particle-1, edge{before, id})
		}
	}
	return nil
}

// picture takes the size of the pictures and of their pixels, where these are some.
func (m *trackMate) picture(a attributeValues) {
	var err error
	for k, name := range []string{"pixelwidth", "pixelheight"} {
		if m.pixel[k], err = input.ParseNumber(a[name]); err != nil || !(m.pixel[k] > 0) || math.IsInf(m.pixel[k], 0) {
			m.pixel[k] = 0
		}
	}
	for k, name := range []string{"width", "height"} {
		if m.size[k], err = strconv.Atoi(a[name]); err != nil || m.size[k] < 1 || m.size[k] > input.MaxPicture {
			m.size = [2]int{}
			return
		}
	}
}

// add takes a spot, in frame where its attribute of that name is missing.
func (m *trackMate) add(id int, a attributeValues, frame int, frameName, xName, yName string) error {
	s := spot{frame: frame}
	var err error
	if _, said := a[frameName]; said || frameName == "t" {
		if s.frame, err = a.whole(frameName); err != nil {
			return err
		}
	}
	if s.x, err = input.Coordinate(a[xName]); err == nil {
		s.y, err = input.Coordinate(a[yName])
	}
	if err != nil {
		return fmt.Errorf("%s, %s: %w", xName, yName, err)
	}
	if _, twice := m.spots[id]; twice {
		return fmt.Errorf("expected one spot of number %d, found two", id)
	}
	if len(m.spots) == input.MaxEntries {
		return fmt.Errorf("expected at most %d spots, found more", input.MaxEntries)
	}
	m.spots[id] = s
	return nil
}

// join takes an edge.
func (m *trackMate) join(track int, e edge) error {
	if m.count++; m.count > input.MaxEntries {
		return fmt.Errorf("expected at most %d edges, found more", input.MaxEntries)
	}
	m.edges[track] = append(m.edges[track], e)
	return nil
}

// attributeValues are the attributes of an element by their names.
type attributeValues map[string]string

func attributes(list []xml.Attr) attributeValues {
	a := make(attributeValues, len(list))
	for _, one := range list {
		a[one.Name.Local] = strings.TrimSpace(one.Value)
	}
	return a
}

// number reads a whole number.
func (a attributeValues) number(name string) (int, error) {
	v, err := input.ParseNumber(a[name])
	if err != nil || v != math.Trunc(v) || math.Abs(v) > math.MaxInt32 {
		return 0, fmt.Errorf("expected %s to be a whole number, found %s", name, input.Quoted([]string{a[name]}))
	}
	return int(v), nil
}

// whole reads a whole number of at least 0.
func (a attributeValues) whole(name string) (int, error) {
	v, err := a.number(name)
	if err == nil && v < 0 {
		err = fmt.Errorf("expected %s to be at least 0, found %d", name, v)
	}
	return v, err
}

// sequence lays out what was read. A track that splits, or two that merge, are
// cut there, since a point can only be in one place.
func (m *trackMate) sequence() (*input.Tracks, error) {
	var (
		points []input.Point
		ids    []string
		cut    int
		frames int
	)
	scale, calibrated := m.scale()
	for _, track := range m.tracks() {
		chains, err := m.chains(m.edges[track])
		if err != nil {
			return nil, fmt.Errorf("track %d: %w", track, err)
		}
		if len(chains) > 1 {
			cut++
		}
		for k, chain := range chains {
			if len(ids) == input.MaxTracks {
				return nil, fmt.Errorf("expected at most %d tracks, found more", input.MaxTracks)
			}
			id := strconv.Itoa(track)
			if len(chains) > 1 {
				id += "." + strconv.Itoa(k+1)
			}
			for _, number := range chain {
				p, err := m.point(number, len(ids), scale)
				if err != nil {
					return nil, err
				}
				points = append(points, p)
				frames = max(frames, p.Frame+1)
			}
			ids = append(ids, id)
		}
	}
	if len(ids) < 2 {
		return nil, fmt.Errorf("expected at least 2 tracks with edges between their spots, found %d", len(ids))
	}
	if int64(len(ids))*int64(frames) > input.SparseEntries+input.SparseLines*int64(len(points)) {
		return nil, fmt.Errorf("expected frames with few gaps, found %d tracks and %d frames of %d spots", len(ids),
			frames, len(points))
	}
	s, err := input.SequenceOf(points, len(ids), frames)
	if err != nil {
		return nil, err
	}
	s.IDs = ids
	if m.size[1] > 0 {
		s.Width, s.Height = m.size[0], m.size[1]
	}
	if cut > 0 {
		s.Note("%s", files.Count(cut, "track splits or merges and was cut there", "tracks split or merge and were cut there"))
	}
	if !calibrated {
		s.Note("the positions are in %s and the file does not say the size of a pixel: pictures may not fit",
			input.Quoted([]string{m.units}))
	}
	return s, nil
}

// point returns a spot as a point of a track, in pixels.
func (m *trackMate) point(number, track int, scale [2]float64) (input.Point, error) {
	s := m.spots[number]
	p := input.Point{Track: track, Frame: s.frame, X: s.x / scale[0], Y: s.y / scale[1]}
	if !(math.Abs(p.X) <= input.MaxCoordinate && math.Abs(p.Y) <= input.MaxCoordinate) {
		return p, fmt.Errorf("spot %d: expected at most %.0e pixels, found %g, %g", number, input.MaxCoordinate, p.X, p.Y)
	}
	return p, nil
}

// scale returns the size of a pixel in the units of the positions, and whether
// it is known.
func (m *trackMate) scale() ([2]float64, bool) {
	pixels := m.units == "" || strings.HasPrefix(strings.ToLower(m.units), "pixel")
	switch {
	case m.pixel[0] > 0 && m.pixel[1] > 0:
		return m.pixel, true
	default:
		return [2]float64{1, 1}, pixels
	}
}

// tracks returns the numbers of the tracks that are left, in order.
func (m *trackMate) tracks() []int {
	var tracks []int
	for track := range m.edges {
		if m.kept == nil || m.kept[track] {
			tracks = append(tracks, track)
		}
	}
	slices.Sort(tracks)
	return tracks
}

// chains returns the spots of a track in the order of frames: one chain, or
// several where it splits or merges.
func (m *trackMate) chains(edges []edge) ([][]int, error) {
	next, before := map[int][]int{}, map[int]int{}
	var all []int
	for _, e := range edges {
		a, ok := m.spots[e.from]
		b, found := m.spots[e.to]
		switch {
		case !ok || !found:
			return nil, fmt.Errorf("expected spots %d and %d of an edge, found no such spots", e.from, e.to)
		case a.frame == b.frame:
			return nil, fmt.Errorf("expected an edge between two frames, found spots %d and %d of frame %d", e.from,
				e.to, a.frame)
		case a.frame > b.frame:
			e.from, e.to = e.to, e.from
		}
		next[e.from] = append(next[e.from], e.to)
		before[e.to]++
		all = append(all, e.from, e.to)
	}
	slices.SortFunc(all, func(a, b int) int {
		return cmp.Or(cmp.Compare(m.spots[a].frame, m.spots[b].frame), cmp.Compare(a, b))
	})
	var chains [][]int
	seen := map[int]bool{}
	for _, begin := range all {
		if seen[begin] {
			continue
		}
		chain := []int{begin}
		seen[begin] = true
		for at := begin; len(next[at]) == 1 && before[next[at][0]] == 1; {
			at = next[at][0]
			seen[at] = true
			chain = append(chain, at)
		}
		chains = append(chains, chain)
	}
	return chains, nil
}
