package ui

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins/bench"
	"motionseg/ui/benchmark"
	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/portal"
	"motionseg/ui/session"
)

// The size of the window at the very first start, and the smallest that
// everything fits into.
const (
	firstWidth  = 1280
	firstHeight = 800
)

// window is the main window: it puts the widgets together and does what needs
// dialogs.
type window struct {
	app     fyne.App
	win     fyne.Window
	session *session.Session
	kit     *kit.Kit
	version string

	toolbar   *toolbar
	library   *library
	sides     [2]*sidePane
	stage     *stage
	transport *transport
	subjects  *subjectBar
	analysis  *analysis
	inspector *inspector
	status    *statusBar
	legend    *legend
	question  *questionBar
	queue     *queuePanel
	left      *fyne.Container // library or queue
	exporting *exportDialog   // the last one
	savedOf   string          // key of what a file was saved of last

	film        *filmMode
	before      around                 // what was around the views before they were shown alone
	panels      *panels                // library, views, inspector
	upper       *fyne.Container        // views, and what is below them
	split       *container.Split       // views above analysis
	middle      *fyne.Container        // split, or a film that points are followed through
	benchmark   *benchmark.Window      // nil when it is closed
	results     *session.Benchmark     // of the last dataset that was benchmarked
	benchmarked string                 // its folder
	resultsDir  string                 // where results of benchmarks are kept; empty for nowhere
	listed      string                 // the folder whose kept errors the library shows
	shown       map[string][]bench.Row // what to show of a file once it is open, by path
	help        *helpWindow            // nil when it is closed
	tracking    *trackingPane          // nil while no points are followed
	sheet       *filmSheet             // the last one
	wasRunning  bool
	menu        menuState       // that the menu bar shows
	writing     context.Context // ends when the window closes
	stopWriting context.CancelFunc
	writers     *session.Workers
	chooser     *kit.Chooser // the last one
	// desktop asks for files by the desktop's own dialog; nil where there is none.
	desktop func(context.Context, portal.Request) (string, error)
	asking  bool // it is waited for
}

// newWindow builds the window over a session. run runs functions on the
// goroutine of the user interface.
func newWindow(app fyne.App, s *session.Session, run func(func()), version string) *window {
	w := &window{app: app, session: s, version: version}
	w.kit = kit.New(run, func(err error) { w.problem(session.Fault(err)) })
	w.writers = w.kit.Workers("Writing a file")
	w.writing, w.stopWriting = context.WithCancel(context.Background())
	w.win = app.NewWindow("MotionSeg")
	w.win.SetMaster()
	w.toolbar = newToolbar(s, w.kit, commands{
		openMenu: w.popOpen, export: func() { showExport(w) }, viewMenu: w.popView, askFrames: w.askFrames,
		toggleLibrary: w.toggleLibrary, toggleInspector: w.toggleInspector,
	})
	w.library = newLibrary(s, w.kit, w.openFolder)
	for _, side := range session.Both {
		w.sides[side] = newSidePane(s, side, w.kit, w.showText)
	}
	for _, p := range w.sides {
		p.view.menu = w.popContext
	}
	w.transport = newTransport(s, w.kit)
	w.subjects = newSubjectBar(s, w.kit)
	w.analysis = newAnalysis(s, w.kit)
	w.inspector = newInspector(s, w.kit, w.showGaps)
	w.status = newStatusBar(s)

	w.stage = newStage(s, w.sides[session.Left], w.sides[session.Right])
	w.legend = newLegend(s, w.kit)
	w.legend.give, w.legend.merge, w.legend.menu = w.give, w.merge, w.popChip
	for _, p := range w.sides {
		p.view.carry, p.view.drop = w.legend.carry, w.legend.drop
	}
	w.question = newQuestionBar(s, w.kit)
	below := container.NewVBox(w.question.object, w.legend.object, w.transport.object, w.subjects.object)
	w.film = newFilmMode(s, w.kit, folds{show: w.showAround, shown: w.around, moved: func() { w.upper.Refresh() }})
	w.upper = container.NewBorder(nil, below, nil, w.film.strip.object, w.stage.object)
	w.split = container.NewVSplit(w.upper, w.analysis.object)
	w.split.Offset = 0.62
	w.middle = container.NewStack(w.split)
	w.queue = newQueuePanel(s, w.kit, w.exportClips)
	w.left = container.NewStack(w.library.object, w.queue.object)
	w.panels = newPanels(w.left, w.middle, w.inspector.object)
	main := container.NewBorder(
		container.NewVBox(w.toolbar.object, widget.NewSeparator()),
		container.NewVBox(widget.NewSeparator(), w.status.object),
		nil, nil, w.panels.object)
	w.win.SetContent(container.NewStack(container.New(layout.NewCustomPaddedLayout(0, 0, 0, 0), main), w.kit.Tips.Layer))
	w.win.SetPadded(false)
	w.win.SetMainMenu(w.mainMenu())
	w.addShortcuts()
	w.win.SetOnDropped(w.dropped)
	w.win.SetCloseIntercept(w.close)
	s.Watch(w.changed)
	app.Settings().AddListener(func(fyne.Settings) {
		w.kit.Run(func() {
			s.Restyle()
			if w.help != nil {
				w.help.sheet.Restyle()
			}
		})
	})
	w.restore()
	return w
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
	w.showAnalysis(!settings.Splits.HideAnalysis)
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
	if w.sheet != nil {
		w.sheet.look.close()
	}
	if w.benchmark != nil {
		w.benchmark.Close()
	}
	if w.results != nil {
		w.results.Close()
	}
	if w.help != nil {
		w.help.close()
	}
	w.library.previews.close()
	w.session.Close()
	w.stopWriting()
	w.win.Close()
}

func (w *window) changed(c session.Change) {
	switch c.Event {
	case session.SequenceChanged:
		// Frames or subjects: what is below the views is another.
		w.upper.Refresh()
		w.showRows()
		w.win.SetTitle(titleText(w.session))
		w.updateMenu()
		w.sayGaps()
	case session.PicturesChanged:
		w.sayGaps()
	case session.ResultChanged:
		// Both results are there: show the motion.
		if w.wasRunning && !w.session.Sides.AnyRunning() && w.session.Sides.State(c.Side) == session.Done && w.session.View.Display().Layout == draw.OneFrame {
			w.session.Playback.SetPlaying(true)
		}
		w.wasRunning = w.session.Sides.AnyRunning()
		w.followMenu()
	case session.SelectionChanged:
		w.followMenu()
	case session.LibraryChanged:
		w.showKept()
		w.updateMenu()
	case session.HistoryChanged, session.MineChanged, session.ModeChanged:
		if title := titleText(w.session); w.win.Title() != title {
			w.win.SetTitle(title)
		}
		w.updateMenu()
	case session.ProjectChanged:
		w.win.SetTitle(titleText(w.session))
	case session.Recovered:
		w.status.say("The labels by hand of last time are back; undo takes them away")
	case session.QueueChanged:
		w.showQueue()
	case session.TrackingChanged:
		w.trackingChanged()
		w.updateMenu()
	case session.TrackingProgressed:
		if w.tracking != nil {
			w.tracking.update()
		}
	}
}

// titleText names what is open, and says that steps by hand are in no project file.
func titleText(s *session.Session) string {
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

func (w *window) toggleLibrary() { w.panels.toggle(w.panels.left) }

func (w *window) toggleInspector() { w.panels.toggle(w.panels.right) }

// showAnalysis shows or hides the tabs below the views.
func (w *window) showAnalysis(on bool) {
	if on {
		w.analysis.object.Show()
	} else {
		w.analysis.object.Hide()
	}
	w.split.Refresh()
}

func (w *window) toggleAnalysis() { w.showAnalysis(!w.analysis.object.Visible()) }

// toggleAround hides all that is around the views, or shows it again when nothing
// of it is shown.
func (w *window) toggleAround() {
	if now := w.around(); now != (around{}) {
		w.before = now
		w.showAround(around{})
		return
	}
	if w.before == (around{}) {
		w.before = around{true, true, true}
	}
	w.showAround(w.before)
}

// showQueue shows the clips in place of the library as long as there are any.
func (w *window) showQueue() {
	clips := len(w.session.Queue.Clips()) > 0
	if clips == !w.library.object.Visible() {
		return
	}
	if clips {
		w.library.object.Hide()
		w.panels.show(w.panels.left, true)
	} else {
		w.library.object.Show()
		w.panels.show(w.panels.left, w.film.remembered().library && w.session.View.Mode() != session.FilmMode)
	}
	w.panels.object.Refresh()
}

// around returns what is shown around the views.
func (w *window) around() around {
	return around{library: w.panels.left.shown(), inspector: w.panels.right.shown(), analysis: w.analysis.object.Visible()}
}

// showAround shows or hides what is around the views.
func (w *window) showAround(a around) {
	w.showAnalysis(a.analysis)
	w.panels.show(w.panels.left, a.library)
	w.panels.show(w.panels.right, a.inspector)
}

// problem shows what went wrong.
func (w *window) problem(p session.Problem) { w.problemOver(w.win, p) }

// problemOver shows what went wrong over one of the windows.
func (w *window) problemOver(over fyne.Window, p session.Problem) {
	showText(over, p.Title, problemText(p))
}

// problemText says the file, the reason and what to do.
func problemText(p session.Problem) string {
	file, reason := p.File, p.Reason
	if path, rest, named := strings.Cut(p.Reason, ": "); named && file != "" && (path == file || filepath.Base(path) == file) {
		file, reason = path, rest // by its whole path, once
	}
	body := ""
	if file != "" {
		body = file + "\n\n"
	}
	if first, size := utf8.DecodeRuneInString(reason); size > 0 && (p.File == "" || reason != p.Reason) {
		reason = string(unicode.ToUpper(first)) + reason[size:] // it begins no more with a name
	}
	return fmt.Sprintf("%s%s\n\n%s", body, reason, p.Advice)
}
