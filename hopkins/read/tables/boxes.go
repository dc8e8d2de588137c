package tables

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"motionseg/hopkins/read/input"
)

// Boxes around things, of which the middle is taken: a track is a thing.
//
// Sources: the file formats of MOTChallenge (P. Dendorfer et al., MOT20, 2020) and the
// development kit of KITTI tracking (A. Geiger et al., CVPR 2012).
var (
	MOTChallenge = Kind{
		Rows: []input.Row{{File: "MOTChallenge, `gt.txt`, `det.txt` of " +
			"trackers, `.txt`", Content: "`frame,id,left,top,width,height,confidence,…` without names; frames count " +
			"from 1; a track is the middle of a box"}},
		Fits: func(h *Head) bool { return h.Header == nil && isMOT(h.Record) },
		Read: func(t *Reader, h *Head, _ input.Options) (*input.Tracks, error) { return readMOT(t, h.Record) },
	}
	KITTI = Kind{
		Rows: []input.Row{{File: "KITTI tracking, `.txt`", Content: "`frame id type truncated occluded alpha left " +
			"top right bottom …` without names; frames count from 0; a track is the middle of a box, `DontCare` is left out"}},
		Fits: func(h *Head) bool { return h.Header == nil && isKITTI(h.Record) },
		Read: func(t *Reader, h *Head, _ input.Options) (*input.Tracks, error) { return readKITTI(t, h.Record) },
	}
)

// isMOT reports whether a record is a box of MOTChallenge: seven to ten numbers, of which
// the first two are whole and the next four a box.
func isMOT(record []string) bool {
	if len(record) < 7 || len(record) > 10 {
		return false
	}
	v, err := input.Numbers(record)
	if err != nil || !input.IsWhole(v[0], 1) || !input.IsWhole(v[1], 0) || v[4] <= 0 || v[5] <= 0 {
		return false
	}
	return v[6] >= -1 && v[6] <= 1 || len(record) == 10 && v[7] == -1 && v[8] == -1
}

func readMOT(t *Reader, record []string) (*input.Tracks, error) {
	var c input.Collector
	width := len(record)
	var err error
	for ; err != io.EOF; record, err = t.Next() {
		if err != nil {
			return nil, err
		}
		if err := SameWidth(t, record, width, nil); err != nil {
			return nil, err
		}
		v, err := input.Numbers(record)
		if err == nil && (!input.IsWhole(v[0], 1) || !input.IsWhole(v[1], -1)) {
			err = fmt.Errorf("expected a frame from 1 and the number of a track, found %s", input.Quoted(record[:2]))
		}
		if err == nil && v[1] >= 0 { // −1 is what no tracker has named yet
			err = c.Add(strconv.Itoa(int(v[1])), int(v[0])-1, v[2]+v[4]/2, v[3]+v[5]/2)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", t.Line, err)
		}
	}
	c.Notes = append(c.Notes, input.Middle)
	return c.Tracks()
}

// isKITTI reports whether a record is a label of KITTI: 17 fields or 18, of which the
// third alone is a word.
func isKITTI(record []string) bool {
	if len(record) != 17 && len(record) != 18 {
		return false
	}
	if _, err := input.ParseNumber(record[2]); err == nil {
		return false
	}
	v, err := input.Numbers(record[:2])
	_, rest := input.Numbers(record[3:])
	return err == nil && rest == nil && input.IsWhole(v[0], 0) && input.IsWhole(v[1], -1)
}

func readKITTI(t *Reader, record []string) (*input.Tracks, error) {
	var c input.Collector
	var err error
	for ; err != io.EOF; record, err = t.Next() {
		if err != nil {
			return nil, err
		}
		if !isKITTI(record) {
			return nil, fmt.Errorf("line %d: expected frame, track, a type and 14 numbers or 15, found %s", t.Line,
				input.Quoted(record))
		}
		v, err := input.Numbers(slices.Concat(record[:2], record[6:10])) // frame, track and box
		if err == nil && v[1] >= 0 {                                     // −1 is what is not labelled
			err = c.Add(strconv.Itoa(int(v[1])), int(v[0]), (v[2]+v[4])/2, (v[3]+v[5])/2)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", t.Line, err)
		}
	}
	c.Notes = append(c.Notes, input.Middle)
	return c.Tracks()
}
