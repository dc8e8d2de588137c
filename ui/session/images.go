package session

import (
	"fmt"

	"motionseg/hopkins/imageset"
	"motionseg/ui/draw"
)

// Subjects are consecutive classes of a set of pictures, such as persons.
type Subjects struct {
	First int // from 1
	Count int
}

// firstPictures is about how many pictures a set shows at first: so many are
// clustered in seconds.
const firstPictures = 660

// Set returns the pictures that are clustered, those of Subjects, nil while a
// sequence is open.
func (s *Session) Set() *imageset.Set { return s.set }

// Subjects returns the classes of the set that are clustered.
func (s *Session) Subjects() Subjects { return s.subjects }

// SubjectCount returns the number of classes in the whole set, 0 without one.
func (s *Session) SubjectCount() int {
	if s.whole == nil {
		return 0
	}
	return len(s.whole.Classes)
}

// SubjectName returns the name of a class of the whole set, from 1.
func (s *Session) SubjectName(class int) string { return s.whole.Classes[class-1] }

// SetSubjects chooses the classes of the set to cluster. They are taken on a
// goroutine of their own; results computed earlier for them are shown again.
// The error says what was expected; nothing changes then.
func (s *Session) SetSubjects(to Subjects) error {
	if s.whole == nil {
		return fmt.Errorf("subjects: open a set of pictures first")
	}
	if n := len(s.whole.Classes); to.First < 1 || to.Count < 1 || to.Count > n-to.First+1 {
		return fmt.Errorf("subjects: expected some of the %d of the set, found %d from number %d on", n, to.Count, to.First)
	}
	if to == s.subjects {
		return nil
	}
	whole := s.whole
	s.subset++
	request := s.subset
	s.workers.Go(func() {
		part := whole.Subset(to.First, to.Count)
		s.later(func() {
			if s.whole == whole && request == s.subset {
				s.showSubjects(part, to)
			}
		})
	})
	return nil
}

// firstSubjects returns what of a set is shown at first: all of it or, where
// that is a lot, its first subjects.
func firstSubjects(whole *imageset.Set) Subjects {
	to := Subjects{1, len(whole.Classes)}
	if whole.Images() > firstPictures {
		to.Count = max(1, min(to.Count, firstPictures*len(whole.Classes)/whole.Images()))
	}
	return to
}

// showSubjects makes a part of the set what is open.
func (s *Session) showSubjects(part *imageset.Set, of Subjects) {
	s.sequence, s.set, s.subjects = nil, part, of
	s.display.Layout = draw.OneFrame
	s.open(pointsOfSet(part), part.Path)
}

// dropSet forgets the set of pictures.
func (s *Session) dropSet() {
	s.set, s.whole, s.subjects = nil, nil, Subjects{}
}
