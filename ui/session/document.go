package session

import (
	"fmt"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/imageset"
	"motionseg/hopkins/project"
)

// Document is what is open: a sequence with its pictures, or a set of pictures.
// It never changes a track; what is open is replaced as a whole by a Session.
type Document struct {
	*core
	settings *Settings // hold the y-direction of sequences

	points     *hopkins.Source   // what is segmented, tracks or pictures; nil before the first is there
	key        string            // path, or name for the example
	exampleKey string            // of the example, once it was open
	sequence   *hopkins.Sequence // nil while a set of pictures is open
	coverage   *hopkins.Coverage // of the sequence, once it was asked for
	tracked    map[string]int    // how often points were followed through a film, by key
	byHand     *byHand           // the truth that is taken in place of that of points; nil for none
	pictures   Pictures          // of the sequence
	coming     bool              // pictures are being looked for
	note       string            // on the pictures

	set      *imageset.Set // the shown subjects; nil while a sequence is open
	whole    *imageset.Set // all subjects
	subjects Subjects      // of set in whole
	subset   int           // number of the last request for other subjects

	opening     int // number of the last request to open something
	loading     string
	stopOpening func() // gives up that request
	// stopPictures gives up the pictures that are coming.
	stopPictures func()
	lost         string // why the pictures of what is opened next are missing
}

// Subjects are consecutive classes of a set of pictures, such as persons.
type Subjects struct {
	First int // from 1
	Count int
}

// Sequence returns the open sequence, nil before the first is there and while a
// set of pictures is open.
func (d *Document) Sequence() *hopkins.Sequence { return d.sequence }

// Key identifies what is open: its path, or its name when it has none.
func (d *Document) Key() string { return d.key }

// Pictures returns the pictures of the sequence, nil when there are none (yet).
func (d *Document) Pictures() Pictures { return d.pictures }

// PicturesNote says what the user should know about the pictures, as why there
// are none; may be empty.
func (d *Document) PicturesNote() string { return d.note }

// Loading returns the name of what is being read, empty when nothing is.
func (d *Document) Loading() string { return d.loading }

// PicturesComing reports whether the pictures of the sequence are being opened, which
// is open already.
func (d *Document) PicturesComing() bool { return d.coming }

// FrameCount returns the number of frames of the open sequence, 0 without one.
func (d *Document) FrameCount() int {
	if d.sequence == nil {
		return 0
	}
	return d.sequence.Frames()
}

// Name returns the name of the open sequence or set, empty when none is.
func (d *Document) Name() string {
	if d.points == nil {
		return ""
	}
	return d.points.Name
}

// Points returns the number of tracks or pictures that are open.
func (d *Document) Points() int {
	if d.points == nil {
		return 0
	}
	return d.points.Points()
}

// byHand are labels by hand that are taken as the truth. They are never changed,
// only replaced.
type byHand struct{ labels, excluded []int }

// Truth returns the truth of every point that results are compared with, that of
// the file or the labels by hand; nil when it is unknown.
func (d *Document) Truth() []int {
	if d.byHand != nil {
		return d.byHand.labels
	}
	return d.FileTruth()
}

// FileTruth returns the truth of every point by the file, nil when it is unknown.
func (d *Document) FileTruth() []int {
	if d.points == nil {
		return nil
	}
	return d.points.Truth
}

// TruthByHand reports whether the truth is the labels by hand.
func (d *Document) TruthByHand() bool { return d.byHand != nil }

// TruthOf returns the truth of some points, nil when it is unknown.
func (d *Document) TruthOf(some []int) []int {
	truth := d.Truth()
	if truth == nil {
		return nil
	}
	of := make([]int, len(some))
	for k, i := range some {
		of[k] = truth[i]
	}
	return of
}

// TrueMotions returns the number of groups in the truth of the file, which runs
// are given; 0 when it is unknown.
func (d *Document) TrueMotions() int {
	if d.points == nil {
		return 0
	}
	return d.points.Groups()
}

// Words are what the points and their groups are called.
type Words struct {
	Point, Points string // "track", "match" or "picture"
	Group         string // "motion" or "cluster"
}

// Words returns what the open points and their groups are called.
func (d *Document) Words() Words {
	if d.set != nil {
		return Words{"picture", "pictures", "cluster"}
	}
	if d.sequence != nil && d.sequence.TwoFrame {
		return Words{"match", "matches", "motion"}
	}
	return Words{"track", "tracks", "motion"}
}

// Set returns the pictures that are clustered, those of Subjects, nil while a
// sequence is open.
func (d *Document) Set() *imageset.Set { return d.set }

// Subjects returns the classes of the set that are clustered.
func (d *Document) Subjects() Subjects { return d.subjects }

// SubjectCount returns the number of classes in the whole set, 0 without one.
func (d *Document) SubjectCount() int {
	if d.whole == nil {
		return 0
	}
	return len(d.whole.Classes)
}

// SubjectName returns the name of a class of the whole set, from 1.
func (d *Document) SubjectName(class int) string { return d.whole.Classes[class-1] }

// HasGaps reports whether some tracks of the open sequence are not seen in every
// frame.
func (d *Document) HasGaps() bool { return d.sequence != nil && d.sequence.Visible != nil }

// Coverage tells how many tracks of the open sequence are seen; nil without one.
func (d *Document) Coverage() *hopkins.Coverage {
	if d.sequence != nil && d.coverage == nil {
		d.coverage = d.sequence.Coverage()
	}
	return d.coverage
}

// Keep tells what becomes of the tracks of the open sequence when these frames
// are segmented in this way.
func (d *Document) Keep(f hopkins.FrameSelection, incomplete hopkins.Incomplete) (*hopkins.Kept, error) {
	if d.sequence == nil {
		return nil, fmt.Errorf("frames: open a sequence first")
	}
	return d.sequence.Keep(f, incomplete)
}

// closePictures lets go of the pictures of the open sequence, and of those that are
// coming.
func (d *Document) closePictures() {
	d.stopPictures()
	d.coming = false
	if d.pictures != nil {
		// Nothing was written to them that could be lost.
		_ = d.pictures.Close()
		d.pictures = nil
	}
}

// Upward reports whether the views draw y upwards: as the user set it for this
// sequence, otherwise as the pictures decide, otherwise downwards.
func (d *Document) Upward() bool {
	if up, ok := d.settings.Upward[d.key]; ok {
		return up
	}
	if d.pictures != nil {
		if up, decided := d.pictures.Upward(); decided {
			return up
		}
	}
	return false
}

// Flip turns the y-direction of the tracks over and remembers it for this
// sequence.
func (d *Document) Flip() {
	if d.sequence == nil {
		return
	}
	if d.settings.Upward == nil {
		d.settings.Upward = map[string]bool{}
	}
	d.settings.Upward[d.key] = !d.Upward()
	d.announce(PicturesChanged)
}

// fromFilm reports whether what is open was followed through a film, matched in
// two photographs, or kept of these beside a project.
func (d *Document) fromFilm() bool {
	q := d.sequence
	if q == nil || q.Footage == nil || d.exampleKey != "" && d.key == d.exampleKey {
		return false
	}
	return q.Path == "" || d.tracked[q.Path] > 0 || strings.HasSuffix(q.Path, project.Ending+".csv")
}

// Footage reports whether the open tracks were followed through a film or matched
// in two photographs, so that they can be made again.
func (d *Document) Footage() bool { return d.fromFilm() }
