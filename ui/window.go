package ui

import (
	"context"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/kit"
	"motionseg/ui/session"
	"motionseg/ui/shown"
)

// The size of the window at the very first start, and the smallest that
// everything fits into.
const (
	firstWidth  = 1280
	firstHeight = 800
)

// window is the main window: it makes the widgets and the areas that do what
// needs dialogs, menus and keys, and puts them together.
type window struct {
	ground
	toolbar   *toolbar
	library   *library
	sides     [2]*sidePane
	stage     *stage
	transport *transport
	subjects  *subjectBar
	analysis  *analysis
	inspector *inspector
	legend    *legend
	question  *questionBar
	queue     *queuePanel
	awaited   *awaited
	welcome   *welcome
	film      *filmMode
	left      *fyne.Container  // library or queue
	panels    *panels          // library, views, inspector
	upper     *fyne.Container  // views, and what is below them
	split     *container.Split // views above analysis
	both      *fyne.Container  // split, to be shown again without drawing all in it anew
	middle    *fyne.Container  // both, or a film that points are followed through

	opener     *opener
	exporter   *exporter
	projects   *projects
	benchmarks *benchmarks
	labeller   *labeller
	follower   *follower
	folding    *folding
	menus      *menus
	keyboard   *keyboard
	pages      *pages

	wasRunning  bool
	showTitle   func()          // in a later turn
	relayUpper  func()          // likewise
	writing     context.Context // ends when the window closes
	stopWriting context.CancelFunc
}

// newWindow builds the window over a session. run runs functions on the
// goroutine of the user interface.
func newWindow(app fyne.App, s *session.Session, run func(func()), version string) *window {
	w := &window{ground: ground{app: app, session: s, version: version}}
	w.kit = kit.New(run, func(err error) { w.problem(session.Fault(err)) })
	w.writing, w.stopWriting = context.WithCancel(context.Background())
	w.win = app.NewWindow("MotionSeg")
	w.status = newStatusBar(s, w.kit, func() { w.menus.otherColours() })
	w.makeAreas()
	w.makeWidgets()
	content := w.content()
	w.connect()
	w.layOut(content)
	w.showTitle = w.kit.Once(func() {
		if title := titleText(w.session); w.win.Title() != title {
			w.win.SetTitle(title)
		}
	})
	w.relayUpper = w.kit.Once(func() { relay(w.upper) })
	s.Watch(w.changed)
	app.Settings().AddListener(func(fyne.Settings) {
		w.kit.Run(func() {
			s.Restyle()
			if w.pages.help != nil {
				w.pages.help.sheet.Restyle()
			}
		})
	})
	w.restore()
	return w
}

// makeAreas makes the areas, which get what they need of each other and of the
// widgets by connect.
func (w *window) makeAreas() {
	g := w.ground
	w.opener = &opener{ground: g, writing: w.writing}
	w.exporter = &exporter{ground: g, opener: w.opener, writing: w.writing, writers: w.kit.Workers("Writing a file")}
	w.projects = &projects{ground: g, opener: w.opener}
	w.benchmarks = &benchmarks{ground: g, exporter: w.exporter}
	w.labeller = &labeller{ground: g}
	w.follower = &follower{ground: g}
	w.folding = &folding{session: w.session}
	w.pages = &pages{ground: g}
	w.menus = &menus{ground: g, opener: w.opener, exporter: w.exporter, projects: w.projects, benchmarks: w.benchmarks,
		labeller: w.labeller, follower: w.follower, folding: w.folding, pages: w.pages, close: w.close}
	w.menus.updateMenu = w.kit.Once(w.menus.buildMenu)
	w.keyboard = &keyboard{ground: g, opener: w.opener, projects: w.projects, labeller: w.labeller, follower: w.follower,
		folding: w.folding, pages: w.pages, menus: w.menus, close: w.close}
}

// connect gives the areas the widgets that they act on.
func (w *window) connect() {
	update := w.menus.updateMenu
	w.projects.update, w.labeller.update = update, update
	w.exporter.sides, w.exporter.analysis = w.sides, w.analysis
	w.labeller.analysis, w.labeller.follower, w.labeller.showTree = w.analysis, w.follower, w.folding.showTree
	w.awaited.middle, w.awaited.views = w.middle, w.both
	w.follower.sides, w.follower.middle, w.follower.views = w.sides, w.middle, w.both
	w.folding.analysis, w.folding.film, w.folding.library = w.analysis, w.film, w.library
	w.folding.panels, w.folding.split = w.panels, w.split
	w.menus.analysis, w.menus.panels = w.analysis, w.panels
	w.menus.sides, w.menus.keyboard = w.sides, w.keyboard
	w.keyboard.sides, w.keyboard.analysis, w.keyboard.toolbar, w.keyboard.welcome = w.sides, w.analysis, w.toolbar,
		w.welcome
}

// makeWidgets makes what the window shows.
func (w *window) makeWidgets() {
	s := w.session
	w.toolbar = newToolbar(s, w.kit, commands{
		openMenu: w.menus.popOpen, export: func() {
			showExport(w.exporter)
		}, viewMenu: w.menus.popView, askFrames: w.opener.askFrames,
		toggleLibrary: w.folding.toggleLibrary, toggleInspector: w.folding.toggleInspector,
	})
	w.library = newLibrary(s, w.kit, w.opener.openFolder)
	for _, side := range session.Both {
		w.sides[side] = newSidePane(s, side, w.kit, w.showText)
		w.sides[side].view.menu = w.menus.popContext
	}
	w.transport = newTransport(s, w.kit)
	w.subjects = newSubjectBar(s, w.kit)
	w.analysis = newAnalysis(s, w.kit)
	w.inspector = newInspector(s, w.kit, w.showGaps)
	w.stage = newStage(s, w.kit, w.sides[session.Left], w.sides[session.Right])
	w.legend = newLegend(s, w.kit)
	w.legend.give, w.legend.merge, w.legend.menu = w.labeller.give, w.labeller.merge, w.labeller.popChip
	for _, p := range w.sides {
		p.view.carry, p.view.drop = w.legend.carry, w.legend.drop
	}
	w.question = newQuestionBar(s, w.kit)
	w.film = newFilmMode(s, w.kit,
		folds{show: w.folding.showAround, shown: w.folding.around, moved: func() { w.relayUpper() },
			tree: w.folding.showTree})
	w.queue = newQueuePanel(s, w.kit, w.exporter.exportClips)
	w.awaited = newAwaited(s, w.kit)
	w.welcome = newWelcome(s, w.kit, []welcomeChoice{
		{"A film", "Its points are followed and get their motions by themselves.", w.opener.openFile},
		{"Two photographs", "What moved between them, and which matches are wrong.", w.opener.openPhotographs},
		{"Tracks", "Tables and files of trackers; two methods beside each other.", w.opener.openFile},
		{"A data set", "A folder such as Hopkins155, or of films to go through.", w.opener.openFolder},
	})
}

// layOut puts the widgets into the window, which takes keys and files from then on.
func (w *window) layOut(content fyne.CanvasObject) {
	w.win.SetMaster()
	w.win.SetContent(container.NewStack(kit.Whole(content), w.kit.Tips.Layer))
	w.win.SetPadded(false)
	w.win.SetMainMenu(w.menus.mainMenu())
	w.keyboard.addShortcuts()
	w.win.SetOnDropped(w.opener.dropped)
	w.win.SetCloseIntercept(w.close)
}

// content lays the widgets out.
func (w *window) content() fyne.CanvasObject {
	below := container.NewVBox(w.question.object, w.legend.object, w.transport.object, w.subjects.object)
	w.upper = container.NewBorder(nil, below, nil, w.film.strip.object, w.stage.object)
	w.split = container.NewVSplit(w.upper, w.analysis.object)
	w.split.Offset = 0.62
	w.both = container.NewStack(w.split)
	w.middle = container.NewStack(w.both, w.welcome.object)
	w.left = container.NewStack(w.library.object, w.queue.object)
	w.panels = newPanels(w.left, w.middle, w.inspector.object)
	w.panels.changed = w.toolbar.showPanels
	w.toolbar.showPanels(true, true)
	main := container.NewBorder(
		container.NewVBox(w.toolbar.object, widget.NewSeparator()),
		container.NewVBox(widget.NewSeparator(), w.status.object),
		nil, nil, w.panels.object)
	return container.New(layout.NewCustomPaddedLayout(0, 0, 0, 0), main)
}

// restore takes the remembered sizes.
func (w *window) restore() {
	settings := w.session.Settings()
	width, height := settings.Width, settings.Height
	if width < 600 || height < 400 {
		// The user's own factor makes everything larger, and screens do not grow.
		scale := max(1, w.app.Settings().Scale())
		width, height = firstWidth/scale, firstHeight/scale
	}
	w.win.Resize(fyne.NewSize(width, height))
	if o := settings.Splits.Analysis; o > 0.1 && o < 0.95 {
		w.split.SetOffset(o)
	}
	w.folding.showAnalysis(!settings.Splits.HideAnalysis)
	w.panels.show(w.panels.left, !settings.Splits.HideLibrary)
	w.panels.show(w.panels.right, !settings.Splits.HideInspector)
	if l := settings.Splits.Library; l > 0 {
		w.panels.resize(w.panels.left, l)
	}
	if r := settings.Splits.Inspector; r > 0 {
		w.panels.resize(w.panels.right, r)
	}
}

// close remembers the sizes, ends everything that runs and closes the window.
func (w *window) close() {
	settings := w.session.Settings()
	size := w.win.Canvas().Size()
	settings.Width, settings.Height = size.Width, size.Height
	bench := w.film.remembered()
	settings.Splits = session.Splits{
		Analysis: w.split.Offset, Library: w.panels.left.width, Inspector: w.panels.right.width,
		HideAnalysis: !bench.analysis, HideLibrary: !bench.library, HideInspector: !bench.inspector,
	}
	w.session.Playback.SetPlaying(false)
	if w.opener.sheet != nil {
		w.opener.sheet.look.close()
	}
	if w.benchmarks.benchmark != nil {
		w.benchmarks.benchmark.Close()
	}
	if w.benchmarks.results != nil {
		w.benchmarks.results.Close()
	}
	if w.pages.help != nil {
		w.pages.help.close()
	}
	w.library.previews.close()
	w.queue.previews.close()
	w.awaited.close()
	w.session.Close()
	w.stopWriting()
	w.win.Close()
}

func (w *window) changed(c session.Change) {
	switch c.Event {
	case session.SequenceChanged:
		// Frames or subjects: what is below the views is another.
		w.relayUpper()
		w.benchmarks.showRows()
		w.showTitle()
		w.menus.updateMenu()
		w.sayGaps()
	case session.PicturesChanged:
		w.sayGaps()
	case session.ResultChanged:
		// Both results are there: show the motion.
		if w.wasRunning && !w.session.Sides.AnyRunning() && w.session.Sides.State(c.Side) == session.Done &&
			w.session.View.Display().Layout == shown.OneFrame {
			w.session.Playback.SetPlaying(true)
		}
		w.wasRunning = w.session.Sides.AnyRunning()
		w.menus.followMenu()
	case session.SelectionChanged:
		w.menus.followMenu()
	case session.MasksChanged:
		if w.exporter.exporting != nil {
			w.exporter.exporting.masked()
		}
	case session.LibraryChanged:
		w.benchmarks.showKept()
		w.menus.updateMenu()
	case session.HistoryChanged, session.MineChanged, session.ModeChanged:
		w.showTitle()
		w.menus.updateMenu()
	case session.ProjectChanged:
		w.showTitle()
	case session.Recovered:
		w.status.say("The labels by hand of last time are back; undo takes them away")
	case session.QueueChanged:
		w.folding.showQueue()
		w.showTitle()
	case session.TrackingChanged:
		w.follower.trackingChanged()
		w.menus.updateMenu()
	case session.TrackingProgressed:
		if w.follower.tracking != nil {
			w.follower.tracking.update()
		}
	}
}

// offer asks what to open where nothing is open, nor on its way.
func (w *window) offer() {
	if s := w.session; s.Doc.Points() == 0 && s.Tracking.Film() == "" && len(s.Queue.Clips()) == 0 {
		w.welcome.object.Show()
	}
}

// titleText names what is open, and says that steps by hand are in no project file.
func titleText(s *session.Session) string {
	if clip := s.Queue.Awaited(); clip != nil {
		return "MotionSeg: " + clip.Name
	}
	title := "MotionSeg: " + s.Doc.Name()
	if path := s.Keeping.Path(); path != "" {
		title = "MotionSeg: " + filepath.Base(path)
	}
	switch {
	case s.Keeping.Unsaved() && s.Keeping.Path() != "":
		title += " (not saved)"
	case s.Keeping.Unsaved():
		title += " (labels by hand in no project yet)"
	}
	return title
}
