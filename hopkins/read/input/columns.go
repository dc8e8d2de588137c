package input

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

// ListArrays, in place of the name of an array, has a file with several answer by an error
// that lists them.
const ListArrays = "\x00"

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

// ColumnKeys are the words for the columns, in the order in which they are written, and
// behind them for what is said of all.
var ColumnKeys = []string{"id", "frame", "x", "y", "label", "width", "height", "right", "bottom", "from", "up", "scale"}

// ColumnCount is how many of ColumnKeys are columns.
const ColumnCount = 9

// fields returns where the values of ColumnKeys stand.
func (c *Columns) fields() []*string {
	return []*string{&c.Track, &c.Frame, &c.X, &c.Y, &c.Truth, &c.Width, &c.Height, &c.Right, &c.Bottom, &c.From, &c.Up,
		&c.Scale}
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
		k := slices.Index(ColumnKeys, key)
		if !ok || k < 0 || value == "" {
			return Columns{}, fmt.Errorf("columns %q: expected id=NAME,frame=NAME,x=NAME,y=NAME and perhaps label=NAME, "+
				"width=NAME,height=NAME or right=NAME,bottom=NAME, from=0 or from=1, up=HEIGHT or up=yes, "+
				"scale=PIXELS, found %q", text, part)
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
			parts = append(parts, ColumnKeys[k]+"="+*value)
		}
	}
	return strings.Join(parts, ",")
}

// Check reports whether all columns that are needed are given, each for one
// purpose.
func (c Columns) Check() error {
	taken := map[string]string{}
	for k, value := range c.fields()[:ColumnCount] {
		key := ColumnKeys[k]
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
		return fmt.Errorf("expected columns for width and height of boxes, or for right and bottom, found %q and %q, "+
			"%q and %q", c.Width, c.Height, c.Right, c.Bottom)
	}
	if c.Up != "" && c.Up != "yes" && c.PictureHeight() == 0 {
		return fmt.Errorf("expected up=yes or the height of the picture in pixels, found %q", c.Up)
	}
	if c.Scale != "" && c.PixelsPerUnit() == 0 {
		return fmt.Errorf("expected a scale in pixels above 0, found %q", c.Scale)
	}
	return nil
}

// PictureHeight returns the height of the picture that Up says, 0 for none.
func (c *Columns) PictureHeight() float64 {
	if h, err := ParseNumber(c.Up); err == nil && h >= 1 && h <= MaxPicture {
		return h
	}
	return 0
}

// PixelsPerUnit returns how many pixels a unit has, 0 where Scale is no such number.
func (c *Columns) PixelsPerUnit() float64 {
	if c.Scale == "" {
		return 1
	}
	if s, err := ParseNumber(c.Scale); err == nil && s > 0 && s <= MaxCoordinate {
		return s
	}
	return 0
}

// Places returns where the columns stand in a record of that many fields, in the order of
// ColumnKeys, −1 for those that there are not. header is in small letters, nil where the
// file has no names.
func (c Columns) Places(header []string, width int) (places [ColumnCount]int, err error) {
	if err := c.Check(); err != nil {
		return places, err
	}
	for k, value := range c.fields()[:ColumnCount] {
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
				found = fmt.Sprintf("the columns %s", Quoted(header))
			}
			return places, fmt.Errorf("expected a column %q for %s, found %s", *value, ColumnKeys[k], found)
		}
		places[k] = n - 1
	}
	for k, p := range places {
		if at := slices.Index(places[:k], p); p >= 0 && at >= 0 {
			return places, fmt.Errorf("expected different columns for %s and %s, found column %d for both",
				ColumnKeys[at], ColumnKeys[k], p+1)
		}
	}
	return places, nil
}
