package ui

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// maxMotions is the largest number of motions in the toolbar's list.
const maxMotions = 10

// toolbar is the row of the commands that are used most.
type toolbar struct {
	session *session.Session
	object  fyne.CanvasObject

	run, cancel  *kit.Button
	open, export *kit.Button
	motions      *kit.Choice
	numbers      []int            // behind its options
	groups       *widget.RichText // names them
	frames       *kit.Choice
	truth        *kit.Button
	compare      *kit.Button       // in the film mode
	again        *kit.Button       // there too
	back         *kit.Button       // to the film mode
	library      *kit.Button       // shows it
	inspector    *kit.Button       // likewise
	whole        fyne.CanvasObject // frames with its word, in the bench
}

// commands are what toolbar, menus and shortcuts ask the window to do.
type commands struct {
	openMenu, viewMenu             func(under fyne.CanvasObject)
	export                         func()
	askFrames                      func(mode hopkins.FrameMode)
	toggleLibrary, toggleInspector func()
}

func newToolbar(s *session.Session, k *kit.Kit, do commands) *toolbar {
	t := &toolbar{session: s}
	t.open = k.Menu("Open", "Open a file, a folder or the example (O)", do.openMenu)
	t.run = k.Button("Run", theme.MediaPlayIcon(), "Segment with what is shown: both methods, or the one (R)", s.Sides.Run)
	t.run.Importance = widget.HighImportance
	t.cancel = k.Button("Cancel", theme.MediaStopIcon(), "Stop (Esc)", s.Sides.Cancel)
	t.motions = k.Choice("Number of motions to find; estimate finds it from the tracks", 128, nil, func(i int) {
		if i < len(t.numbers) && t.numbers[i] != estimateIt {
			s.Plan.SetMotions(t.numbers[i])
			return
		}
		t.update()
		estimateMotions(s)
	})
	t.frames = k.Choice("Frames to segment", 122, frameModes, func(i int) {
		mode := hopkins.FrameMode(i)
		if mode == hopkins.AllFrames || mode == hopkins.FirstLast {
			// These fit every sequence.
			_ = s.Plan.SetFrames(hopkins.FrameSelection{Mode: mode})
			return
		}
		t.update()
		do.askFrames(mode)
	})
	t.truth = k.Button("Truth", nil, "Draw the ground truth in both views (T)", s.View.ToggleTruth)
	view := k.Menu("View", "Picture, trails, two frames, y-direction", do.viewMenu)
	t.export = k.Button("Export …", nil, "Write films, figures, labels, masks and matrices (E)", do.export)
	t.library = k.Flat("", theme.ListIcon(), "Show or hide the library", do.toggleLibrary)
	t.inspector = k.Flat("", slidersIcon(), "Show or hide the parameters of the methods", do.toggleInspector)
	t.compare = k.Menu("Compare with", "Show another method beside this one, with tables and plots of both (C: "+
		"without running it)", func(under fyne.CanvasObject) { popItems(compareItems(s), under) })
	t.again = k.Button("Track again …", nil, "Follow points through the film again: how many, where, in which frames",
		s.Tracking.TrackAgain)
	t.back = k.Button("Film view", nil, "One method alone, large (C)", func() { switchMode(s) })
	label := func(s string) fyne.CanvasObject { return kit.Text(s, theme.ColorNamePlaceHolder, theme.SizeNameText) }
	t.groups = kit.Text("Motions", theme.ColorNamePlaceHolder, theme.SizeNameText)
	t.whole = container.NewHBox(label("Frames"), t.frames)
	t.object = container.New(layout.NewCustomPaddedLayout(3, 3, 4, 4), container.NewBorder(nil, nil,
		container.NewHBox(t.library, t.open, separator(), t.run, t.cancel, separator(), t.groups, t.motions, t.whole,
			t.again, separator(), t.truth, view, t.export, t.compare, t.back),
		t.inspector))
	follow := k.Once(t.update)
	s.Watch(func(c session.Change) {
		switch c.Event {
		case session.ModeChanged, session.TrackingChanged, session.QueueChanged, session.SequenceChanged,
			session.ScopeChanged, session.ResultChanged, session.DisplayChanged, session.LoadingChanged:
			follow()
		}
	})
	t.update()
	return t
}

// showPanels shows by their buttons which side panels are there.
func (t *toolbar) showPanels(library, inspector bool) {
	for b, on := range map[*kit.Button]bool{t.library: library, t.inspector: inspector} {
		importance := widget.LowImportance
		if on {
			importance = widget.MediumImportance
		}
		if b.Importance != importance {
			b.Importance = importance
			b.Refresh()
		}
	}
}

// frameModes are the toolbar's words for the modes of hopkins.FrameSelection.
var frameModes = []string{"all", "first and last", "two frames …", "range …"}

func separator() fyne.CanvasObject { return widget.NewSeparator() }

func (t *toolbar) update() {
	s := t.session
	coming := s.FilmComing()
	kit.Enable(t.run, s.Sides.CanRun() && !coming)
	kit.Enable(t.cancel, s.Sides.AnyRunning())
	kit.Enable(t.truth, s.Doc.Truth() != nil)
	importance := widget.MediumImportance
	if d := s.View.Display(); d.Truth[session.Left] && d.Truth[session.Right] {
		importance = widget.HighImportance
	}
	if t.truth.Importance != importance {
		t.truth.Importance = importance
		t.truth.Refresh()
	}
	name := hopkins.Capital(s.Doc.Words().Group) + "s"
	if line := t.groups.Segments[0].(*widget.TextSegment); line.Text != name {
		line.Text = name
		t.groups.Refresh()
	}
	film, ofFilm := s.View.Mode() == session.FilmMode || coming, s.Doc.Footage()
	for o, on := range map[fyne.CanvasObject]bool{
		t.compare: film && !coming, t.again: film && !coming && s.Tracking.CanTrackAgain(), t.back: !film &&
			ofFilm, t.whole: !film,
		t.truth: !film || s.Doc.Truth() != nil && !coming,
	} {
		if on != o.Visible() {
			if on {
				o.Show()
			} else {
				o.Hide()
			}
		}
	}
	var options []string
	options, t.numbers = motionsOptions(s)
	chosen := slices.Index(t.numbers, s.Plan.Motions())
	if s.Plan.Motions() == 0 && s.Doc.TrueMotions() == 0 {
		chosen = 0 // estimated, or of a set without a truth
	}
	t.motions.Set(options, chosen)
	frames, names := s.Plan.Frames(), append([]string(nil), frameModes...)
	switch {
	case s.Doc.Set() != nil:
		t.frames.Set([]string{"pictures"}, 0)
		t.frames.Disable()
		return
	case s.Doc.Sequence() != nil && s.Doc.Sequence().TwoFrame:
		t.frames.Set([]string{"two pictures"}, 0)
		t.frames.Disable()
		return
	case frames.Mode == hopkins.FramePair:
		names[frames.Mode] = fmt.Sprintf("frames %d, %d …", frames.I+1, frames.J+1)
	case frames.Mode == hopkins.FrameRange:
		names[frames.Mode] = fmt.Sprintf("%d to %d …", frames.I+1, frames.J+1)
	}
	t.frames.Set(names, int(frames.Mode))
	t.frames.Enable()
}

// estimateIt stands for estimating the number of motions, among the numbers.
const estimateIt = -1

// estimateMotions estimates the number of motions, which runs then take.
func estimateMotions(s *session.Session) {
	if s.Doc.TrueMotions() == 0 {
		s.Plan.SetMotions(0)
	}
	s.Plan.EstimateMotions()
}

// motionsOptions lists the numbers of motions to choose from, with the numbers
// behind the words: first that it is estimated, then that of the truth, 0, where
// there is one, then 1, 2, ….
func motionsOptions(s *session.Session) (options []string, numbers []int) {
	add := func(option string, number int) { options, numbers = append(options, option), append(numbers, number) }
	truth, e := s.Doc.TrueMotions(), s.Plan.Estimate()
	switch {
	case s.Doc.Set() != nil: // the estimate is made for tracks
		if truth == 0 {
			add("estimate at Run", 0)
		}
	case s.Plan.Estimating():
		add("estimating …", estimateIt)
	case truth > 0 || s.Doc.Sequence() == nil:
		add("estimate", estimateIt)
	case e != nil:
		add(fmt.Sprintf("estimate: %d", e.Motions), estimateIt)
	default:
		add("estimate at Run", estimateIt)
	}
	if truth > 0 {
		add(fmt.Sprintf("%d (truth)", truth), 0)
	}
	for k := 1; k <= max(maxMotions, s.Plan.Motions(), truth); k++ {
		option := fmt.Sprint(k)
		if e != nil && e.Motions == k {
			option += " (estimated)"
		}
		add(option, k)
	}
	return options, numbers
}
