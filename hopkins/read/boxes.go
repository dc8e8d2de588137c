package read

import (
	"fmt"
	"io"
	"strconv"
)

// Boxes around things, of which the middle is taken: a track is a thing.
//
// Sources: the file formats of MOTChallenge (P. Dendorfer et al., MOT20, 2020) and the
// development kit of KITTI tracking (A. Geiger et al., CVPR 2012).
var (
	motChallenge = textKind{
		rows: []Row{{"MOTChallenge, `gt.txt`, `det.txt` of trackers, `.txt`", "`frame,id,left,top,width,height,confidence,…` without names; frames count from 1; a track is the middle of a box"}},
		fits: func(h *textHead) bool { return h.header == nil && isMOT(h.record) },
		read: func(t *textReader, h *textHead, _ Options) (*Tracks, error) { return readMOT(t, h.record) },
	}
	kitti = textKind{
		rows: []Row{{"KITTI tracking, `.txt`", "`frame id type truncated occluded alpha left top right bottom …` without names; frames count from 0; a track is the middle of a box, `DontCare` is left out"}},
		fits: func(h *textHead) bool { return h.header == nil && isKITTI(h.record) },
		read: func(t *textReader, h *textHead, _ Options) (*Tracks, error) { return readKITTI(t, h.record) },
	}
)

// middle says in a note that middles of boxes were taken.
const middle = "the middles of the boxes were taken for points"

// isMOT reports whether a record is a box of MOTChallenge: seven to ten numbers, of which
// the first two are whole and the next four a box.
func isMOT(record []string) bool {
	if len(record) < 7 || len(record) > 10 {
		return false
	}
	v, err := numbers(record)
	if err != nil || !isWhole(v[0], 1) || !isWhole(v[1], 0) || v[4] <= 0 || v[5] <= 0 {
		return false
	}
	return v[6] >= -1 && v[6] <= 1 || len(record) == 10 && v[7] == -1 && v[8] == -1
}

func readMOT(t *textReader, record []string) (*Tracks, error) {
	var c collector
	width := len(record)
	var err error
	for ; err != io.EOF; record, err = t.next() {
		if err != nil {
			return nil, err
		}
		if err := sameWidth(t, record, width, nil); err != nil {
			return nil, err
		}
		v, err := numbers(record)
		if err == nil && (!isWhole(v[0], 1) || !isWhole(v[1], -1)) {
			err = fmt.Errorf("expected a frame from 1 and the number of a track, found %s", quoted(record[:2]))
		}
		if err == nil && v[1] >= 0 { // −1 is what no tracker has named yet
			err = c.add(strconv.Itoa(int(v[1])), int(v[0])-1, v[2]+v[4]/2, v[3]+v[5]/2)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", t.line, err)
		}
	}
	c.notes = append(c.notes, middle)
	return c.tracks()
}

// isKITTI reports whether a record is a label of KITTI: 17 fields or 18, of which the
// third alone is a word.
func isKITTI(record []string) bool {
	if len(record) != 17 && len(record) != 18 {
		return false
	}
	if _, err := parseNumber(record[2]); err == nil {
		return false
	}
	v, err := numbers(record[:2])
	_, rest := numbers(record[3:])
	return err == nil && rest == nil && isWhole(v[0], 0) && isWhole(v[1], -1)
}

func readKITTI(t *textReader, record []string) (*Tracks, error) {
	var c collector
	var err error
	for ; err != io.EOF; record, err = t.next() {
		if err != nil {
			return nil, err
		}
		if !isKITTI(record) {
			return nil, fmt.Errorf("line %d: expected frame, track, a type and 14 numbers or 15, found %s", t.line, quoted(record))
		}
		frame, _ := strconv.Atoi(record[0])
		box, err := numbers(record[6:10])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", t.line, err)
		}
		if record[1] == "-1" {
			continue
		}
		if err := c.add(record[1], frame, (box[0]+box[2])/2, (box[1]+box[3])/2); err != nil {
			return nil, fmt.Errorf("line %d: %w", t.line, err)
		}
	}
	c.notes = append(c.notes, middle)
	return c.tracks()
}
