package session

import (
	"context"

	"motionseg/ui/workers"
)

// Session is the state of the window. It puts its parts together: it opens what
// they are about, remembers their settings, and is where they are watched. A
// part may read those above it, never those below. The methods of a Session and
// of its parts must be called from the goroutine that Config.OnUI runs functions
// on, except Wait.
type Session struct {
	*core

	Doc       *Document  // what is open
	History   *History   // what can be undone
	Plan      *Plan      // what the next run does
	Sides     *Sides     // the runs of both sides, and what came of them
	Playback  *Playback  // the frame that is shown
	Selection *Selection // the tracks that are selected or pointed at
	Mine      *Mine      // the labels given by hand
	Runs      *Runs      // what has been computed so far
	Keeping   *Keeping   // the project file
	View      *View      // how and which tracks are drawn
	Library   *Library   // what can be opened
	Tracking  *Tracking  // the film that points are followed through
	Queue     *Queue     // films one after another
	Masks     *Masks     // the masks of what the views show
	Brush     *Brush     // draws strokes over them

	settings Settings
}

// New returns a session without a sequence.
func New(cfg Config) *Session {
	cfg.complete()
	c := &core{cfg: cfg}
	c.workers = workers.Workers{What: "Work in the background", Failed: c.fault}
	c.living, c.stop = context.WithCancel(context.Background())
	s := &Session{core: c}
	s.Doc = &Document{core: c, settings: &s.settings, tracked: map[string]int{}, stopOpening: func() {
	}, stopPictures: func() {}}
	s.History = &History{core: c}
	s.Plan = newPlan(c, s.Doc, s.History)
	s.Sides = &Sides{core: c, doc: s.Doc, plan: s.Plan, alone: func() (Side, bool) {
		return Left, false
	}, stopAhead: func() {}}
	s.Playback = &Playback{core: c, doc: s.Doc, speed: 1, loop: true, rate: defaultRate}
	s.Selection = &Selection{core: c, doc: s.Doc, selected: map[int]bool{}, hovered: -1}
	s.Mine = newMine(c, s.Doc, s.Sides, s.Selection, s.History)
	s.Plan.given = s.Mine.obeyed
	s.Runs = &Runs{core: c, doc: s.Doc, plan: s.Plan, sides: s.Sides, lists: map[string][]Run{}}
	s.Mine.present = s.showSeen
	s.View = newView(c, s.Doc, s.Sides, s.Selection, s.Mine, &s.settings)
	s.Mine.alone, s.Sides.alone = s.View.Alone, s.View.Alone
	s.Library = &Library{core: c, doc: s.Doc, settings: &s.settings, badges: map[string][2]Badge{},
		names: map[string]string{}}
	s.Tracking = &Tracking{core: c, doc: s.Doc, playback: s.Playback, settings: &s.settings, open: s.openTracked}
	s.Masks = &Masks{core: c, doc: s.Doc, view: s.View, playback: s.Playback, sides: [2]sideMasks{{next: -1}, {next: -1}}}
	s.Brush = &Brush{core: c, doc: s.Doc, view: s.View, mine: s.Mine, masks: s.Masks}
	s.Queue = &Queue{core: c, session: s, at: -1, limit: cacheLimit}
	s.Keeping = &Keeping{core: c, session: s, delay: autosaveDelay, writing: map[string]chan struct{}{}}
	s.Watch(func(change Change) {
		if change.Event == MineChanged {
			s.Keeping.autosave()
		}
	})
	s.Plan.changed = s.Sides.recallAll
	s.Mine.rerun = func() { s.Sides.recallAll(Left, Right) }
	s.Mine.judge = func() { s.Sides.judge(); s.Runs.judge() }
	s.Sides.finished = func(side Side, o *Outcome) {
		s.Library.setBadge(side, o)
		s.Runs.add(o)
	}
	return s
}

// Restyle tells everyone that the colours of the program are others.
func (s *Session) Restyle() { s.announce(StyleChanged) }

// Close cancels everything that runs and writes the settings. Nothing is
// announced afterwards.
func (s *Session) Close() {
	if s.closed {
		return
	}
	s.Keeping.writeAutosave()
	for path := range s.Keeping.writing {
		s.Keeping.awaitAutosave(path) // the program ends
	}
	if s.Doc.points != nil {
		s.settings.Project = s.Keeping.path
	}
	s.Keeping.close()
	s.closed = true
	s.Sides.Cancel()
	s.Plan.dropEstimate()
	s.Doc.closePictures()
	s.stop()
	s.saveSettings()
}

// Wait blocks until no goroutine of the session runs any more. What they found
// may still be queued on the owner's goroutine.
func (s *Session) Wait() { s.workers.Wait() }

// showSeen shows a track in the frame nearest to the present one in which it is
// seen, and holds the film there.
func (s *Session) showSeen(track int) {
	s.Playback.SetPlaying(false)
	q := s.Doc.sequence
	if q == nil || q.Seen(track, s.Playback.frame) {
		return
	}
	for by := 1; by < q.Frames(); by++ {
		for _, f := range []int{s.Playback.frame - by, s.Playback.frame + by} {
			if f >= 0 && f < q.Frames() && q.Seen(track, f) {
				s.Playback.SetFrame(f)
				return
			}
		}
	}
}
