package session

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"runtime/debug"

	"motionseg/hopkins"
	"motionseg/ui/draw"
)

// Pictures are the frames of a sequence.
type Pictures interface {
	// Frame returns the picture of a frame, nil when there is none for it. It
	// may take a while and is called from any goroutine.
	Frame(frame int) (image.Image, error)
	// Rate is the number of frames a second, 0 when unknown.
	Rate() float64
	// Upward tells whether the tracks' y grows upwards on these pictures, and
	// whether that could be decided.
	Upward() (up, decided bool)
	// Note says what the user should know about the pictures; may be empty.
	Note() string
	// Close frees what they hold; Frame returns nil afterwards.
	Close() error
}

// Sequence returns the open sequence, nil before the first is there.
func (s *Session) Sequence() *hopkins.Sequence { return s.sequence }

// Key identifies the open sequence: its path, or its name when it has none.
func (s *Session) Key() string { return s.key }

// Pictures returns the pictures of the sequence, nil when there are none (yet).
func (s *Session) Pictures() Pictures { return s.pictures }

// PicturesNote says what the user should know about the pictures, as why there
// are none; may be empty.
func (s *Session) PicturesNote() string { return s.picturesNote }

// Loading returns the name of what is being read, empty when nothing is.
func (s *Session) Loading() string { return s.loading }

// FrameCount returns the number of frames of the open sequence, 0 without one.
func (s *Session) FrameCount() int {
	if s.sequence == nil {
		return 0
	}
	return s.sequence.Frames()
}

// OpenExample opens the embedded example.
func (s *Session) OpenExample() {
	s.load("the example", func() (*hopkins.Sequence, *hopkins.Dataset, error) {
		if s.cfg.Example == nil {
			return nil, nil, fmt.Errorf("there is no example in this program")
		}
		sequence, err := s.cfg.Example()
		return sequence, nil, err
	}, func(sequence *hopkins.Sequence, _ *hopkins.Dataset) {
		s.exampleKey = sequence.Name
		s.setSequence(sequence, sequence.Name)
	})
}

// OpenPath opens a track file, the folder of one sequence or a dataset folder.
// What is open stays until the new one is read.
func (s *Session) OpenPath(path string) {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	s.load(filepath.Base(path), func() (*hopkins.Sequence, *hopkins.Dataset, error) {
		info, err := os.Stat(path)
		if err != nil {
			return nil, nil, err
		}
		if info.IsDir() {
			d, err := s.cfg.OpenDataset(path)
			if err != nil {
				return nil, nil, err
			}
			switch len(d.Entries) {
			case 0:
				return nil, nil, emptyFolderError(d)
			case 1:
				sequence, err := s.cfg.Open(d.Entries[0].Path)
				return sequence, nil, err
			}
			return nil, d, nil
		}
		sequence, err := s.cfg.Open(path)
		return sequence, nil, err
	}, func(sequence *hopkins.Sequence, d *hopkins.Dataset) {
		if d != nil {
			s.setDataset(d)
			return
		}
		s.remember(sequence.Path)
		s.setSequence(sequence, sequence.Path)
	})
}

func emptyFolderError(d *hopkins.Dataset) error {
	if len(d.Problems) > 0 {
		return fmt.Errorf("no sequence could be read; %d files were passed over, the first because: %w", len(d.Problems), d.Problems[0].Err)
	}
	return fmt.Errorf("expected track files (.mat or correspondences) in it or below it, found none")
}

// OpenDataset lists a folder of sequences in the library, without opening one
// of them. It does not supersede a sequence that is being read.
func (s *Session) OpenDataset(path string) {
	s.workers.Go(func() {
		_, dataset, err := readSafely(func() (*hopkins.Sequence, *hopkins.Dataset, error) {
			d, err := s.cfg.OpenDataset(path)
			if err == nil && len(d.Entries) == 0 {
				err = emptyFolderError(d)
			}
			return nil, d, err
		})
		s.later(func() {
			if err != nil {
				s.cfg.Problem(Problem{Title: "Cannot list " + filepath.Base(path), File: path, Reason: err.Error(),
					Advice: "Choose another folder of sequences."})
				return
			}
			s.setDataset(dataset)
		})
	})
}

// load reads something on a goroutine of its own and hands it to accept. Only
// the last request counts; a panic of a reader is reported as its error.
func (s *Session) load(name string, read func() (*hopkins.Sequence, *hopkins.Dataset, error), accept func(*hopkins.Sequence, *hopkins.Dataset)) {
	s.opening++
	request := s.opening
	s.loading = name
	s.announce(LoadingChanged)
	s.workers.Go(func() {
		sequence, dataset, err := readSafely(read)
		s.later(func() {
			if request != s.opening {
				return
			}
			s.loading = ""
			s.announce(LoadingChanged)
			if err != nil {
				s.cfg.Problem(Problem{
					Title: "Cannot open " + name, File: name, Reason: err.Error(),
					Advice: "Choose a Hopkins155, KT3DMoSeg or AdelaideRMF file, a text file of correspondences, or a folder of such files.",
				})
				return
			}
			accept(sequence, dataset)
		})
	})
}

func readSafely(read func() (*hopkins.Sequence, *hopkins.Dataset, error)) (sequence *hopkins.Sequence, d *hopkins.Dataset, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error while reading: %v\n%s", p, firstLines(debug.Stack(), 12))
		}
	}()
	sequence, d, err = read()
	if err == nil && sequence == nil && d == nil {
		err = fmt.Errorf("expected tracks, found nothing")
	}
	return sequence, d, err
}

// setSequence makes sequence the open one. Runs of the previous one are
// cancelled; results computed earlier for this one are shown again.
func (s *Session) setSequence(sequence *hopkins.Sequence, key string) {
	s.Cancel()
	s.dropEstimate()
	s.closePictures()
	s.sequence, s.key, s.picturesNote = sequence, key, ""
	s.frame, s.position, s.playing, s.rate = 0, 0, false, defaultRate
	s.selection, s.hovered = map[int]bool{}, -1
	s.filters = Filters{Hidden: map[int]bool{}}
	s.camera = draw.Camera{}
	s.display.Layout = draw.OneFrame
	if sequence.TwoFrame {
		s.display.Layout = draw.SideBySide
	}
	s.history = history{}
	s.motions = 0
	if !fits(s.frames, sequence) {
		s.frames = hopkins.FrameSelection{}
	}
	for _, side := range Sides {
		s.sides[side].outcome, s.sides[side].failure = nil, nil
		s.sides[side].setup = s.settled(s.sides[side].setup)
		s.recall(side)
	}
	s.align()
	s.announce(SequenceChanged)
	s.loadPictures(sequence, key)
}

// loadPictures looks for the pictures of the sequence on its own goroutine.
func (s *Session) loadPictures(sequence *hopkins.Sequence, key string) {
	if s.cfg.OpenPictures == nil {
		return
	}
	s.workers.Go(func() {
		pictures, err := s.cfg.OpenPictures(sequence)
		s.later(func() {
			if s.sequence != sequence {
				if pictures != nil {
					// Another sequence has been opened meanwhile.
					_ = pictures.Close()
				}
				return
			}
			s.pictures = pictures
			switch {
			case err != nil:
				s.picturesNote = err.Error()
			case pictures != nil:
				s.picturesNote = pictures.Note()
			}
			if pictures != nil && pictures.Rate() > 0 {
				s.rate = pictures.Rate()
			}
			s.announce(PicturesChanged)
		})
	})
}

// closePictures lets go of the pictures of the open sequence.
func (s *Session) closePictures() {
	if s.pictures != nil {
		// Nothing was written to them that could be lost.
		_ = s.pictures.Close()
		s.pictures = nil
	}
}

// Upward tells whether the views draw y upwards: as the user set it for this
// sequence, otherwise as the pictures decide, otherwise downwards.
func (s *Session) Upward() bool {
	if up, ok := s.settings.Upward[s.key]; ok {
		return up
	}
	if s.pictures != nil {
		if up, decided := s.pictures.Upward(); decided {
			return up
		}
	}
	return false
}

// Flip turns the y-direction of the tracks over and remembers it for this
// sequence.
func (s *Session) Flip() {
	if s.sequence == nil {
		return
	}
	if s.settings.Upward == nil {
		s.settings.Upward = map[string]bool{}
	}
	s.settings.Upward[s.key] = !s.Upward()
	s.announce(PicturesChanged)
}

// firstLines returns at most n lines of text.
func firstLines(text []byte, n int) []byte {
	for i, c := range text {
		if c == '\n' {
			if n--; n == 0 {
				return text[:i]
			}
		}
	}
	return text
}
