package hopkins

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"motionseg/hopkins/files"
	"motionseg/segment"
)

// Constraints is what a user knows of the motions of single tracks. The points
// of its seeds and pairs are tracks, from 0.
type Constraints = segment.Constraints

// constraintsJSON is how constraints are written: tracks and motions count from
// 1, and motion 0 is an outlier.
type constraintsJSON struct {
	Seeds    []seedJSON `json:"seeds,omitempty"`
	Together [][2]int   `json:"together,omitempty"`
	Apart    [][2]int   `json:"apart,omitempty"`
}

type seedJSON struct {
	Track  int `json:"track"`
	Motion int `json:"motion"`
}

// maxConstraintsSize bounds a file of constraints: far more than one line for
// every track of the longest sequence.
const maxConstraintsSize = 64 << 20

// ReadConstraints reads constraints on the tracks of a sequence with this many
// of them: a JSON object {"seeds": [{"track": 12, "motion": 1}, …], "together":
// [[3, 7], …], "apart": [[3, 9], …]}, each of which may be missing. Tracks and
// motions count from 1; motion 0 is an outlier. The error says which entry is
// wrong.
func ReadConstraints(r io.Reader, tracks int) (Constraints, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxConstraintsSize+1))
	if err != nil {
		return Constraints{}, err
	}
	if len(text) > maxConstraintsSize {
		return Constraints{}, fmt.Errorf("expected at most %d MB of constraints", maxConstraintsSize>>20)
	}
	var in constraintsJSON
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) && kind.Field != "" {
			return Constraints{}, files.JSONError(err)
		} else if kind != nil {
			err = fmt.Errorf("found %s", kind.Value)
		}
		return Constraints{}, fmt.Errorf(`expected an object with "seeds", "together" and "apart": %w`, err)
	}
	if d.More() {
		return Constraints{}, errors.New("expected one object, found something behind it")
	}
	var c Constraints
	for i, s := range in.Seeds {
		if s.Track < 1 || s.Track > tracks {
			return Constraints{}, fmt.Errorf("seed %d: expected a track from 1 to %d, found %d", i+1, tracks, s.Track)
		}
		if s.Motion < 0 || s.Motion > segment.MaxSeedMotion {
			return Constraints{}, fmt.Errorf("seed %d: expected a motion from 0 to %d, found %d", i+1,
				segment.MaxSeedMotion, s.Motion)
		}
		c.Seeds = append(c.Seeds, segment.Seed{Point: s.Track - 1, Motion: s.Motion})
	}
	read := func(pairs [][2]int, name string) ([][2]int, error) {
		var out [][2]int
		for i, p := range pairs {
			if min(p[0], p[1]) < 1 || max(p[0], p[1]) > tracks || p[0] == p[1] {
				return nil, fmt.Errorf("%s %d: expected two tracks from 1 to %d, found %d and %d", name, i+1, tracks, p[0], p[1])
			}
			out = append(out, [2]int{p[0] - 1, p[1] - 1})
		}
		return out, nil
	}
	if c.Together, err = read(in.Together, "together"); err != nil {
		return Constraints{}, err
	}
	if c.Apart, err = read(in.Apart, "apart"); err != nil {
		return Constraints{}, err
	}
	return c, nil
}

// WriteConstraints writes constraints as ReadConstraints reads them.
func WriteConstraints(w io.Writer, c Constraints) error {
	var out constraintsJSON
	for _, s := range c.Seeds {
		out.Seeds = append(out.Seeds, seedJSON{s.Point + 1, s.Motion})
	}
	for _, p := range c.Together {
		out.Together = append(out.Together, [2]int{p[0] + 1, p[1] + 1})
	}
	for _, p := range c.Apart {
		out.Apart = append(out.Apart, [2]int{p[0] + 1, p[1] + 1})
	}
	return json.NewEncoder(w).Encode(out)
}

// ContradictionText says in a sentence which constraints on tracks cannot all
// hold, and which of them was not obeyed.
func ContradictionText(c segment.Contradiction) string {
	all := constraintTexts(c.Constraints)
	left := constraintTexts(c.LeftOut)
	var rest []string
	for _, t := range all {
		if !slices.Contains(left, t) {
			rest = append(rest, t)
		}
	}
	return fmt.Sprintf("%s contradicts that %s; it was not obeyed", strings.Join(left, " and "),
		strings.Join(rest, " and "))
}

// constraintTexts says what each constraint is.
func constraintTexts(c Constraints) []string {
	var texts []string
	for _, s := range c.Seeds {
		if s.Motion == 0 {
			texts = append(texts, fmt.Sprintf("track %d is an outlier", s.Point+1))
		} else {
			texts = append(texts, fmt.Sprintf("track %d has motion %d", s.Point+1, s.Motion))
		}
	}
	for _, p := range c.Together {
		texts = append(texts, fmt.Sprintf("tracks %d and %d belong together", p[0]+1, p[1]+1))
	}
	for _, p := range c.Apart {
		texts = append(texts, fmt.Sprintf("tracks %d and %d do not belong together", p[0]+1, p[1]+1))
	}
	return texts
}
