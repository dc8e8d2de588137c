package session

import (
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/project"
	"motionseg/hopkins/track"
)

// Mode is which of two ways the window shows what is open in.
type Mode int

// The modes.
const (
	BenchMode Mode = iota // two methods beside each other, with all that tells of them
	FilmMode              // one method alone, large, and what its user changes first
)

// Mode returns how what is open is shown.
func (v *View) Mode() Mode { return v.mode }

// SetMode shows what is open in another way. What is chosen for a film holds for
// the next ones too.
func (v *View) SetMode(m Mode) {
	if m == v.mode {
		return
	}
	v.setMode(m)
	if v.films {
		v.settings.FilmsInBench = m == BenchMode
	}
	v.announce(ModeChanged, DisplayChanged)
}

// setMode takes the display of a mode in place of the one before.
func (v *View) setMode(m Mode) {
	if m == v.mode {
		return
	}
	v.displays[v.mode] = v.display
	truth, mine, layout := v.display.Truth, v.display.Mine, v.display.Layout
	v.mode, v.display = m, v.displays[m]
	// What the views draw is about what is open, not about the mode.
	v.display.Truth, v.display.Mine, v.display.Layout = truth, mine, layout
}

// opens chooses the mode for what is being opened: tracks that were followed
// through a film or matched in two photographs are for the film mode, unless the
// user wants films in the bench; all else is for the bench.
func (v *View) opens(film bool) {
	v.giveBack()
	v.films = film
	if film && !v.settings.FilmsInBench {
		v.setMode(FilmMode)
	} else {
		v.setMode(BenchMode)
	}
}

// displayOf returns how a mode draws, a look that a project lent aside.
func (v *View) displayOf(m Mode) Display {
	switch {
	case v.own != nil:
		return v.own[m]
	case m == v.mode:
		return v.display
	}
	return v.displays[m]
}

// lend keeps how the modes draw until something else is opened than the project whose look
// they take.
func (v *View) lend() { v.own = &[2]Display{v.displayOf(BenchMode), v.displayOf(FilmMode)} }

// giveBack has the modes draw as before a project was opened.
func (v *View) giveBack() {
	if v.own == nil {
		return
	}
	layout := v.display.Layout // of what is being opened
	v.displays, v.own = *v.own, nil
	v.display = v.displays[v.mode]
	v.display.Layout = layout
}

// filmDisplay is how the film mode draws at the very first start: the default
// method alone, the picture as it is, and what moves before what stands still.
var filmDisplay = Display{Views: RightView, Trail: 8, Picture: 1, Overlay: 0.5, Still: stillFirst}

// stillFirst is how much the still world stands back at the very first start.
const stillFirst = 0.45

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

// CanTrackAgain reports whether the film of the open tracks can be followed
// again, with another density or in another part of it.
func (t *Tracking) CanTrackAgain() bool {
	q := t.doc.sequence
	return t.job == nil && t.cfg.AskFilm != nil && t.doc.fromFilm() && !q.TwoFrame && track.Recognise(q.Footage.Path)
}

// TrackAgain asks how much of the film of the open tracks is to be followed, as
// it was the last time.
func (t *Tracking) TrackAgain() {
	if !t.CanTrackAgain() {
		return
	}
	path := t.doc.sequence.Footage.Path
	if last := t.last; last != nil && last.film.Path == path {
		t.cfg.AskFilm(last.film, last.frames, last.film.Scaled(last.limits, last.frames.MaxSide, true))
		return
	}
	t.workers.Go(func() {
		f := lookAt(t.living, path)
		t.later(func() { t.cfg.AskFilm(f, f.Proposal(), Limits{}) })
	})
}
