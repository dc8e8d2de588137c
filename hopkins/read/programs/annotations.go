package programs

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"motionseg/hopkins/files"
	"motionseg/hopkins/read/input"
)

// Annotations in JSON, as COCO has keypoints and as Label Studio has boxes in videos.
//
// Sources: the description of the data format of COCO (cocodataset.org), and Label
// Studio's documentation of VideoRectangle.
var (
	COCO = input.Format{
		Name: "annotations of COCO", Extensions: []string{".json"}, Types: []string{"application/x-coco+json"},
		Rows: []input.Row{{File: "COCO keypoints, `.json`", Content: "`images`, `annotations` and `categories`; " +
			"every keypoint of every `track_id` (or of the one thing in every picture) is a track, of boxes without " +
			"keypoints the middle; " +
			"pictures in the order of their numbers are the frames; only keypoints of visibility 2 are seen"}},
		Recognise: isCOCO, Read: readCOCO, Seems: input.GlanceHead(isJSON),
	}
	LabelStudio = input.Format{
		Name: "annotations of Label Studio", Extensions: []string{".json"}, Types: []string{"application/x-coco+json"},
		Rows: []input.Row{{File: "Label Studio, videos, `.json`", Content: "the middles of boxes " +
			"(`videorectangle`), between keyframes on straight lines while they are enabled; frames count from 1; " +
			"the picture behind gives the size (256×256 without)"}},
		Recognise: isLabelStudio, Read: readLabelStudio, Seems: input.GlanceHead(isJSON),
	}
)

// maxJSON bounds a file in JSON.
const maxJSON = 1 << 28

func isCOCO(head []byte) bool {
	head = bytes.TrimSpace(head)
	return bytes.HasPrefix(head, []byte("{")) && (bytes.Contains(head, []byte(`"images"`)) ||
		bytes.Contains(head, []byte(`"annotations"`)) || bytes.Contains(head, []byte(`"categories"`)))
}

func isLabelStudio(head []byte) bool {
	head = bytes.TrimSpace(head)
	return (bytes.HasPrefix(head, []byte("[")) || bytes.HasPrefix(head, []byte("{"))) &&
		(bytes.Contains(head, []byte(`"videorectangle"`)) ||
			bytes.Contains(head, []byte(`"annotations"`)) && bytes.Contains(head, []byte(`"result"`)))
}

// decodeJSON reads a whole file in JSON.
func decodeJSON(in *input.File, to any) error {
	content, err := io.ReadAll(io.LimitReader(in.Text(), maxJSON+1))
	if err != nil {
		return err
	}
	if len(content) > maxJSON {
		return fmt.Errorf("expected at most %d bytes of JSON, found more", maxJSON)
	}
	err = json.Unmarshal(bytes.TrimPrefix(content, []byte("\ufeff")), to)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("byte %d: expected JSON, found a mistake: %s", syntax.Offset, files.Cut(syntax.Error(), 120))
	case errors.As(err, &kind):
		return fmt.Errorf("field %s: expected another kind of value, found %s", files.Cut(kind.Field, 60),
			files.Cut(kind.Value, 40))
	}
	return err
}

// cocoFile is what is used of annotations.
type cocoFile struct {
	Images      []cocoImage      `json:"images"`
	Annotations []cocoAnnotation `json:"annotations"`
	Categories  []struct {
		ID        int64    `json:"id"`
		Keypoints []string `json:"keypoints"`
	} `json:"categories"`
}

type cocoImage struct {
	ID     int64   `json:"id"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

type cocoAnnotation struct {
	ImageID    int64     `json:"image_id"`
	CategoryID int64     `json:"category_id"`
	TrackID    *int64    `json:"track_id"`
	InstanceID *int64    `json:"instance_id"`
	Keypoints  []float64 `json:"keypoints"`
	Box        []float64 `json:"bbox"`
	Attributes struct {
		TrackID *int64 `json:"track_id"`
	} `json:"attributes"`
}

// track returns the number of the thing.
func (a *cocoAnnotation) track() (int64, bool) {
	if id := cmp.Or(a.TrackID, a.InstanceID, a.Attributes.TrackID); id != nil {
		return *id, true
	}
	return 0, false
}

func readCOCO(in *input.File) (*input.Tracks, error) {
	var f cocoFile
	if err := decodeJSON(in, &f); err != nil {
		return nil, err
	}
	if len(f.Images) == 0 || len(f.Annotations) == 0 {
		return nil, fmt.Errorf("expected images and annotations of COCO, found %d and %d", len(f.Images), len(f.Annotations))
	}
	var c input.Collector
	slices.SortStableFunc(f.Images, func(a, b cocoImage) int { return cmp.Compare(a.ID, b.ID) })
	frames := map[int64]int{}
	for i, m := range f.Images {
		frames[m.ID] = i
	}
	c.Size(f.Images[0].Width, f.Images[0].Height)
	names := map[int64][]string{}
	for _, k := range f.Categories {
		names[k.ID] = k.Keypoints
	}
	alone := map[int64]bool{}
	boxes := false
	for i := range f.Annotations {
		a := &f.Annotations[i]
		frame, ok := frames[a.ImageID]
		if !ok {
			return nil, fmt.Errorf("annotation %d: expected a picture of the file, found number %d", i+1, a.ImageID)
		}
		id, said := a.track()
		if !said && alone[a.ImageID] {
			return nil, fmt.Errorf("annotation %d: expected a track_id where a picture has several things, found none", i+1)
		}
		alone[a.ImageID] = true
		boxes = boxes || len(a.Keypoints) == 0
		if err := annotation(&c, a, strconv.FormatInt(id, 10), frame, names[a.CategoryID]); err != nil {
			return nil, fmt.Errorf("annotation %d: %w", i+1, err)
		}
	}
	if boxes {
		c.Notes = append(c.Notes, input.Middle)
	}
	return c.Tracks()
}

// annotation takes the keypoints, or the box, of a thing.
func annotation(c *input.Collector, a *cocoAnnotation, id string, frame int, names []string) error {
	if len(a.Keypoints)%3 != 0 || len(a.Keypoints) == 0 && len(a.Box) != 4 {
		return fmt.Errorf("expected keypoints x, y, visibility or a box of 4 numbers, found %d and %d numbers",
			len(a.Keypoints), len(a.Box))
	}
	if len(a.Keypoints) == 0 {
		return c.Add(id, frame, a.Box[0]+a.Box[2]/2, a.Box[1]+a.Box[3]/2)
	}
	for k := range len(a.Keypoints) / 3 {
		name := id + "." + strconv.Itoa(k+1)
		if k < len(names) {
			name = id + " " + names[k]
		}
		p := a.Keypoints[3*k:]
		var err error
		if p[2] == 2 {
			err = c.Add(name, frame, p[0], p[1])
		} else {
			_, err = c.Track(name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// studioTask is what is used of a task of Label Studio.
type studioTask struct {
	Annotations []struct {
		Result []studioResult `json:"result"`
	} `json:"annotations"`
}

type studioResult struct {
	ID    string `json:"id"`
	Type  string `json:"type"`
	Value struct {
		Labels   []string `json:"labels"`
		Sequence []struct {
			Frame               int
			X, Y, Width, Height float64
			Enabled             bool
		} `json:"sequence"`
	} `json:"value"`
}

func readLabelStudio(in *input.File) (*input.Tracks, error) {
	var raw json.RawMessage
	if err := decodeJSON(in, &raw); err != nil {
		return nil, err
	}
	var tasks []studioTask
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		raw = slices.Concat([]byte("["), raw, []byte("]"))
	}
	if err := json.Unmarshal(raw, &tasks); err != nil {
		return nil, fmt.Errorf("expected tasks of Label Studio: %s", files.Cut(err.Error(), 120))
	}
	c := input.Collector{Relative: true}
	for t, task := range tasks {
		found := false
		for _, a := range task.Annotations {
			for i, r := range a.Result {
				if r.Type != "videorectangle" {
					continue
				}
				if found = true; t > 0 && len(c.Names) > 0 {
					return nil, fmt.Errorf("expected one video, found annotations of several")
				}
				if err := studio(&c, r, i); err != nil {
					return nil, fmt.Errorf("region %d: %w", i+1, err)
				}
			}
			if found {
				break // of several people's annotations the first
			}
		}
	}
	if len(c.Names) == 0 {
		return nil, fmt.Errorf("expected boxes in a video (videorectangle), found none")
	}
	c.Notes = append(c.Notes, input.Middle)
	return c.Tracks()
}

// studio takes a box that moves.
func studio(c *input.Collector, r studioResult, i int) error {
	name := strings.TrimSpace(strings.Join(r.Value.Labels, " ") + " " + r.ID)
	if name == "" {
		name = strconv.Itoa(i + 1)
	}
	var keys []input.Keyframe
	for _, k := range r.Value.Sequence {
		if k.Frame < 1 || len(keys) > input.MaxEntries {
			return fmt.Errorf("expected frames from 1, found %d", k.Frame)
		}
		keys = append(keys, input.Keyframe{Frame: k.Frame - 1, X: (k.X + k.Width/2) / 100, Y: (k.Y + k.Height/2) / 100,
			Enabled: k.Enabled})
	}
	return input.Between(keys, func(f int, x, y float64) error { return c.Add(name, f, x, y) })
}
