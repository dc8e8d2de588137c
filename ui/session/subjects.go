package session

import (
	"fmt"

	"motionseg/hopkins/imageset"
	"motionseg/ui/shown"
)

// firstPictures is about how many pictures a set shows at first: so many are
// clustered in seconds.
const firstPictures = 660

// SetSubjects chooses the classes of the set to cluster. They are taken on a
// goroutine of their own; results computed earlier for them are shown again.
// The error says what was expected; nothing changes then.
func (s *Session) SetSubjects(to Subjects) error {
	if s.Doc.whole == nil {
		return fmt.Errorf("subjects: open a set of pictures first")
	}
	if n := len(s.Doc.whole.Classes); to.First < 1 || to.Count < 1 || to.Count > n-to.First+1 {
		return fmt.Errorf("subjects: expected some of the %d of the set, found %d from number %d on", n, to.Count, to.First)
	}
	if to == s.Doc.subjects {
		return nil
	}
	whole := s.Doc.whole
	s.Doc.subset++
	request := s.Doc.subset
	s.workers.Go(func() {
		part := whole.Subset(to.First, to.Count)
		s.later(func() {
			if s.Doc.whole == whole && request == s.Doc.subset {
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
	s.Keeping.writeAutosave() // of what was open
	s.Doc.sequence, s.Doc.set, s.Doc.subjects = nil, part, of
	s.View.display.Layout = shown.OneFrame
	s.open(part.Source(), part.Path)
}
