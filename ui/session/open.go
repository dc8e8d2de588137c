package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/batch"
	"motionseg/hopkins/imageset"
	"motionseg/hopkins/project"
	"motionseg/hopkins/track"
	"motionseg/ui/shown"
)

// OpenExample opens the embedded example.
func (s *Session) OpenExample() {
	s.load("the example", func(context.Context) (found, error) {
		if s.cfg.Example == nil {
			return found{}, fmt.Errorf("there is no example in this program")
		}
		sequence, err := s.cfg.Example()
		return found{sequence: sequence}, err
	}, func(f found) {
		s.Doc.exampleKey = f.sequence.Name
		s.setSequence(f.sequence, f.sequence.Name)
	})
}

// found is what reading a path gave: one of these.
type found struct {
	sequence *hopkins.Sequence
	dataset  *hopkins.Dataset
	whole    *imageset.Set
	part     *imageset.Set // of whole: what is shown at first
	pair     string        // the key of sequence where it was matched in a folder of two pictures
	film     Film          // in which points are to be followed first
	films    *films        // to be worked through one after another
	batch    *batch.Opened // likewise, those of a batch that has run or runs
	lost     string        // why the pictures that were given to the sequence are missing
}

// films are paths of films, two at least.
type films struct{ paths []string }

// OpenPath opens a track file, the folder of one sequence, a dataset folder or
// a set of pictures, or follows points through a film. What is open stays until the new one is read.
func (s *Session) OpenPath(path string) { s.openPath(path, nil) }

// openPath is OpenPath; pictures that are given, as by a project, are taken for
// those of the tracks in place of any that are remembered, and remembered once
// they have been opened.
func (s *Session) openPath(path string, given *Attachment) {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	if strings.EqualFold(filepath.Ext(path), project.Ending) {
		s.Keeping.Open(path)
		return
	}
	options, told := s.settings.Tables[path]
	pictures, attached := s.settings.Attached[path]
	if given != nil {
		pictures, attached = *given, true
	}
	s.load(filepath.Base(path), func(ctx context.Context) (found, error) {
		if told {
			// The file may be another one by now.
			if sequence, err := s.cfg.OpenWith(ctx, path, options); err == nil {
				return reattached(ctx, found{sequence: sequence}, pictures, attached), nil
			}
		}
		f, err := s.read(ctx, path)
		return reattached(ctx, f, pictures, attached), err
	}, func(f found) {
		switch {
		case f.batch != nil:
			s.Queue.openBatch(f.batch)
		case f.films != nil:
			s.Queue.Open(f.films.paths)
		case f.film.Path != "":
			s.Tracking.begin(f.film)
		case f.dataset != nil:
			s.Library.setDataset(f.dataset)
			if s.Doc.points == nil {
				// Rather than an empty window.
				s.OpenPath(f.dataset.Entries[0].Path)
			}
		case f.whole != nil:
			s.Library.remember(f.whole.Path)
			s.Doc.whole = f.whole
			s.showSubjects(f.part, firstSubjects(f.whole))
		case f.pair != "":
			s.setSequence(f.sequence, f.pair)
		default:
			if given != nil && f.lost == "" {
				s.attached(path, *given)
			}
			s.Library.remember(f.sequence.Path)
			s.Doc.lost = f.lost
			s.setSequence(f.sequence, f.sequence.Path)
		}
	})
}

// OpenTable opens a text file with options, which are remembered for this file;
// its columns for the next table too. The pictures, which may be none, and the
// direction of y are as AttachPictures takes them.
func (s *Session) OpenTable(path string, o hopkins.Options, a Attachment) {
	s.openTable(path, o, a, false)
}

// openTable is OpenTable; without pictures that cannot be opened the table is an
// error, unless it may lack them.
func (s *Session) openTable(path string, o hopkins.Options, a Attachment, mayLack bool) {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	s.load(filepath.Base(path), func(ctx context.Context) (found, error) {
		sequence, err := s.cfg.OpenWith(ctx, path, o)
		f := found{sequence: sequence}
		if given := a.Path != "" || a.Files != nil; err == nil && given && mayLack {
			f = reattached(ctx, f, a, true)
		} else if err == nil && given {
			f.sequence, err = attach(ctx, sequence, a.Footage)
		}
		return f, err
	}, func(f found) {
		if s.settings.Tables == nil {
			s.settings.Tables = map[string]hopkins.Options{}
		}
		s.settings.Tables[path] = o
		if o.Columns != (hopkins.Columns{}) {
			s.settings.Columns = o.Columns
		}
		if f.lost == "" && (a.Path != "" || a.Files != nil || a.Upward != "") {
			s.attached(path, a)
		}
		s.Library.remember(path)
		s.Doc.lost = f.lost
		s.setSequence(f.sequence, path)
	})
}

// read finds out what a path holds and reads it. What is wrong with tracks is
// the error, unless it is a set of pictures.
func (s *Session) read(ctx context.Context, path string) (found, error) {
	info, err := os.Stat(path)
	if err != nil {
		return found{}, err
	}
	if first, second, ok := pairIn(path); ok {
		sequence, err := s.cfg.Match(ctx, first, second)
		return found{sequence: sequence, pair: pairKey(first, second)}, err
	}
	if track.Recognise(path) {
		return found{film: lookAt(ctx, path)}, nil
	}
	var f found
	if info.IsDir() {
		if opened, err := batch.Open(path); err == nil {
			return found{batch: opened}, nil
		}
		f, err = s.readFolder(ctx, path)
	} else if f.sequence, err = s.cfg.Open(ctx, path); err != nil && hopkins.IsFrame(path) {
		err = advised{err, "Choose the folder of the picture, or Two photographs … in the menu File."}
	}
	if err != nil && info.IsDir() {
		switch paths := filmsIn(ctx, path); len(paths) {
		case 0:
		case 1:
			return found{film: lookAt(ctx, paths[0])}, nil
		default:
			return found{films: &films{paths}}, nil
		}
	}
	if err != nil && (info.IsDir() || strings.EqualFold(filepath.Ext(path), ".mat")) {
		if set, other := s.cfg.OpenImages(ctx, path, imageset.Options{}); other == nil {
			first := firstSubjects(set)
			return found{whole: set, part: set.Subset(first.First, first.Count)}, nil
		}
	}
	return f, err
}

func (s *Session) readFolder(ctx context.Context, path string) (found, error) {
	d, err := s.cfg.OpenDataset(path)
	if err != nil {
		return found{}, err
	}
	switch len(d.Entries) {
	case 0:
		return found{}, fmt.Errorf("%s: %w", path, emptyFolderError(d))
	case 1:
		sequence, err := s.cfg.Open(ctx, d.Entries[0].Path)
		if err == nil && filepath.Dir(sequence.Path) == path {
			sequence.NoteFilms(path)
		}
		return found{sequence: sequence}, err
	}
	return found{dataset: d}, nil
}

func emptyFolderError(d *hopkins.Dataset) error {
	if len(d.Problems) > 0 {
		return fmt.Errorf("no sequence could be read; %s passed over, the first because: %w",
			hopkins.Counted(len(d.Problems), "file was", "files were"), d.Problems[0].Err)
	}
	return fmt.Errorf("expected films, pictures or files of tracks in it or below it, found none")
}

// openTracked opens what was tracked in a film. Results for other tracks of the
// same film are not for these.
func (s *Session) openTracked(sequence *hopkins.Sequence) {
	s.Doc.tracked[sequence.Path]++
	s.Library.remember(sequence.Path)
	s.setSequence(sequence, sequence.Path)
}

// OpenDataset lists a folder of sequences in the library, without opening one
// of them. It does not supersede a sequence that is being read.
func (s *Session) OpenDataset(path string) {
	s.workers.Go(func() {
		f, err := readSafely(func() (found, error) {
			d, err := s.cfg.OpenDataset(path)
			if err == nil && len(d.Entries) == 0 {
				err = emptyFolderError(d)
			}
			return found{dataset: d}, err
		})
		s.later(func() {
			if err != nil {
				s.cfg.Problem(Problem{Title: "Cannot list " + filepath.Base(path), File: path, Reason: err.Error(),
					Advice: "Choose another folder of sequences."})
				return
			}
			s.Library.setDataset(f.dataset)
		})
	})
}

// openAdvice says what can be opened.
const openAdvice = "Choose a film or a folder of its pictures, a folder of films, " + hopkins.Formats +
	", a folder of such files, or a set of pictures: a MATLAB file or a folder with a folder of pictures for every class."

// begin begins to open something of that name, in place of what is being opened.
// ctx ends when that is stopped; ended is called on the owner's goroutine once it
// has been read, and reports whether it still counts.
func (s *Session) begin(name string) (ctx context.Context, ended func() bool) {
	s.Doc.stopOpening()
	ctx, s.Doc.stopOpening = context.WithCancel(s.living)
	s.Doc.opening++
	request := s.Doc.opening
	s.Doc.loading = name
	s.announce(LoadingChanged)
	return ctx, func() bool {
		if request != s.Doc.opening {
			return false
		}
		s.Doc.loading = ""
		s.announce(LoadingChanged)
		return true
	}
}

// StopOpening gives up what is being opened, otherwise the pictures that are still
// coming to what is open, and reports whether there was either. What is open stays.
func (s *Session) StopOpening() bool {
	if s.Doc.loading == "" {
		return s.stopPictures()
	}
	s.Doc.stopOpening()
	s.Doc.opening++
	s.Doc.loading = ""
	s.Keeping.givenUp()
	s.announce(LoadingChanged)
	return true
}

// stopPictures gives up the pictures that are coming and reports whether any were.
func (s *Session) stopPictures() bool {
	if !s.Doc.coming {
		return false
	}
	s.Doc.closePictures()
	s.Doc.note = "the opening of the pictures was stopped"
	s.announce(PicturesChanged)
	return true
}

// load reads something on a goroutine of its own and hands it to accept. Only
// the last request counts; a panic of a reader is reported as its error.
func (s *Session) load(name string, read func(context.Context) (found, error), accept func(found)) {
	ctx, ended := s.begin(name)
	s.workers.Go(func() {
		f, err := readSafely(func() (found, error) { return read(ctx) })
		s.later(func() {
			if !ended() {
				return
			}
			defer s.Keeping.reopened()
			var unknown *hopkins.ColumnsError
			if errors.As(err, &unknown) && s.cfg.AskColumns != nil {
				s.cfg.AskColumns(unknown.Path)
				return
			}
			var unclear *hopkins.ArrayError
			if errors.As(err, &unclear) && len(unclear.Arrays) > 0 && s.cfg.AskArray != nil {
				s.cfg.AskArray(unclear.Path, unclear.Arrays)
				return
			}
			if err != nil {
				advice := openAdvice
				var with advised
				if errors.As(err, &with) {
					advice = with.advice
				}
				s.cfg.Problem(Problem{Title: "Cannot open " + name, File: name, Reason: err.Error(), Advice: advice})
				return
			}
			accept(f)
		})
	})
}

func readSafely(read func() (found, error)) (f found, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error while reading: %v\n%s", p, firstLines(debug.Stack(), 12))
		}
	}()
	f, err = read()
	if err == nil && f == (found{}) {
		err = fmt.Errorf("expected tracks or pictures, found nothing")
	}
	return f, err
}

// setSequence makes sequence the open one.
func (s *Session) setSequence(sequence *hopkins.Sequence, key string) {
	s.Keeping.writeAutosave() // of what was open
	s.Doc.sequence = sequence
	s.Doc.set, s.Doc.whole, s.Doc.subjects = nil, nil, Subjects{}
	s.View.display.Layout = shown.OneFrame
	if sequence.TwoFrame {
		s.View.display.Layout = shown.SideBySide
	}
	s.open(hopkins.SourceOf(sequence), key)
	s.loadPictures(sequence)
	s.runFilm()
}

// loadPictures looks for the pictures of the sequence on its own goroutine.
func (s *Session) loadPictures(sequence *hopkins.Sequence) {
	lost := s.Doc.lost
	s.Doc.lost = ""
	if s.cfg.OpenPictures == nil {
		s.Doc.note = lost
		return
	}
	ctx, stop := context.WithCancel(s.living)
	s.Doc.stopPictures, s.Doc.coming = stop, true
	s.workers.Go(func() {
		defer s.later(func() {
			if ctx.Err() == nil { // their reader panicked
				s.stopPictures()
			}
		})
		pictures, err := s.cfg.OpenPictures(ctx, sequence)
		s.later(func() {
			defer stop()
			if ctx.Err() != nil {
				if pictures != nil {
					// They were given up, or another sequence has been opened meanwhile.
					_ = pictures.Close()
				}
				return
			}
			s.Doc.pictures, s.Doc.coming = pictures, false
			switch {
			case pictures == nil && lost != "":
				s.Doc.note = lost
			case err != nil:
				s.Doc.note = err.Error()
			case pictures != nil:
				s.Doc.note = pictures.Note()
				// That a film is cut off may be known only to who has read its end.
				if s.Doc.note == "" && sequence.Footage != nil {
					s.Doc.note = strings.Join(sequence.Notes, " · ")
				}
			}
			if pictures != nil && pictures.Rate() > 0 {
				s.Playback.rate = pictures.Rate()
			}
			s.announce(PicturesChanged)
		})
	})
}

// open makes points the open ones: runs of those before and the tracking of a
// film are cancelled, and results computed earlier for these are shown again.
func (s *Session) open(p *hopkins.Source, key string) {
	s.Tracking.Drop()
	s.Queue.awaited = false
	s.Sides.Cancel()
	s.Plan.dropEstimate()
	s.Doc.closePictures()
	before := tracks
	if s.Doc.points != nil {
		before = materialOf(s.Doc.points)
	}
	s.Doc.points, s.Doc.key, s.Doc.note, s.Doc.coverage = p, key, "", nil
	s.Playback.reset()
	s.Selection.reset()
	s.Mine.reset()
	s.Brush.reset()
	s.View.opens(s.Doc.fromFilm())
	s.View.reset()
	s.History.reset()
	s.Plan.reset(materialOf(p) != before)
	s.Sides.reset()
	s.announce(SequenceChanged, ModeChanged, DisplayChanged)
	s.Keeping.opened()
}

// FilmComing reports whether the film mode shows what comes next: points are followed
// through a film, or a clip of the queue is waited for.
func (s *Session) FilmComing() bool {
	return !s.settings.FilmsInBench && (s.Tracking.Adjustable() || s.Queue.Awaited() != nil)
}

// runFilm segments a film that has just been opened in the film mode, unless that is
// known to fail.
func (s *Session) runFilm() {
	side, alone := s.View.Alone()
	if !alone {
		side = Right
	}
	if s.Queue.adopt(side) {
		return
	}
	if !alone || s.View.Mode() != FilmMode || s.Sides.State(side) != Idle {
		return
	}
	if !s.Plan.Description(side).Gaps {
		kept, err := s.Doc.Keep(s.Plan.Frames(), hopkins.LeaveOut)
		if err != nil || len(kept.Tracks()) < 2 {
			return
		}
	}
	s.Sides.RunSide(side)
}
