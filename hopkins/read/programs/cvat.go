package programs

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"motionseg/hopkins/files"
	"motionseg/hopkins/read/input"
)

// CVAT for video has tracks of points, lines, outlines, skeletons and boxes: every corner
// of the former is a track here, of a box and of an ellipse the middle. A shape is in
// every frame until it is outside.
//
// Source: CVAT's documentation of its XML format, version 1.1.
var CVAT = input.Format{
	Name: "annotations of CVAT", Extensions: []string{".xml"}, Types: []string{"application/x-cvat+xml"},
	Rows: []input.Row{{File: "CVAT for video 1.1, `.xml`", Content: "tracks of points, polylines, polygons and " +
		"skeletons, of which every corner is a track, and of boxes and ellipses their middles; frames count from 0; " +
		"what is `outside` is not seen, what is `occluded` neither"}},
	Recognise: isCVAT, Read: readCVAT, Seems: input.GlanceHead(isCVAT),
}

func isCVAT(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(head), []byte("<")) && bytes.Contains(head, []byte("<annotations>"))
}

// cvatReader is what was read of annotations so far.
type cvatReader struct {
	input.Collector
	track  string // that an element is in
	boxes  bool
	frame  int // of a skeleton
	hidden bool
	size2  [2]float64
}

func readCVAT(in *input.File) (*input.Tracks, error) {
	limited := &tokenLimit{r: in.Text()}
	tokens := xmlDecoder(limited)
	var c cvatReader
	element := ""
	for {
		limited.left = maxXMLToken
		token, err := tokens.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			line, _ := tokens.InputPos()
			return nil, fmt.Errorf("line %d: expected XML, found a mistake: %s", line, files.Cut(err.Error(), 120))
		}
		switch e := token.(type) {
		case xml.StartElement:
			element = e.Name.Local
			if err := c.element(e); err != nil {
				line, _ := tokens.InputPos()
				return nil, fmt.Errorf("line %d, <%s>: %w", line, element, err)
			}
		case xml.CharData:
			if k := map[string]int{"width": 1, "height": 2}[element]; k > 0 && c.size2[k-1] == 0 {
				if v, err := input.ParseNumber(strings.TrimSpace(string(e))); err == nil {
					c.size2[k-1] = v
				}
			}
		case xml.EndElement:
			element = ""
		}
	}
	c.Size(c.size2[0], c.size2[1])
	if len(c.Names) == 0 {
		return nil, fmt.Errorf("expected tracks (CVAT for video), found none; shapes of single pictures are no tracks")
	}
	if c.boxes {
		c.Notes = append(c.Notes, input.Middle)
	}
	return c.Collector.Tracks()
}

// element takes a track or a shape of it.
func (c *cvatReader) element(e xml.StartElement) error {
	a := attributes(e.Attr)
	switch e.Name.Local {
	case "track":
		c.track = strings.TrimSpace(a["label"] + " " + a["id"])
		return nil
	case "image":
		c.track = ""
		return nil
	case "box", "ellipse", "points", "polyline", "polygon", "skeleton":
	default:
		return nil
	}
	if c.track == "" {
		return nil
	}
	name := c.track
	if _, said := a["frame"]; said {
		var err error
		if c.frame, err = a.whole("frame"); err != nil {
			return err
		}
	}
	if a["label"] != "" { // a point of a skeleton
		name += " " + a["label"]
	}
	hidden := a["outside"] == "1" || a["occluded"] == "1"
	if e.Name.Local == "skeleton" {
		c.hidden = hidden
		return nil
	}
	corners := a["points"]
	switch e.Name.Local {
	case "box":
		c.boxes = true
		v, err := input.Numbers([]string{a["xtl"], a["ytl"], a["xbr"], a["ybr"]})
		if err != nil {
			return err
		}
		corners = fmt.Sprint((v[0]+v[2])/2, ",", (v[1]+v[3])/2)
	case "ellipse":
		c.boxes = true
		corners = a["cx"] + "," + a["cy"]
	}
	return c.corners(name, corners, hidden)
}

// corners takes the points of a shape.
func (c *cvatReader) corners(name, corners string, hidden bool) error {
	parts := strings.Split(corners, ";")
	for k, corner := range parts {
		of := name
		if len(parts) > 1 {
			of += "." + strconv.Itoa(k+1)
		}
		x, y, _ := strings.Cut(corner, ",")
		v, err := input.Numbers([]string{strings.TrimSpace(x), strings.TrimSpace(y)})
		if err == nil && hidden {
			_, err = c.Collector.Track(of)
		} else if err == nil {
			err = c.Add(of, c.frame, v[0], v[1])
		}
		if err != nil {
			return err
		}
	}
	return nil
}
