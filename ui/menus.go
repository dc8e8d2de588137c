package ui

import (
	"fmt"
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/kit"
	"motionseg/ui/session"
	"motionseg/ui/shown"
)

// menus are the menu bar and the menus of buttons and places.
type menus struct {
	ground
	opener     *opener
	exporter   *exporter
	projects   *projects
	benchmarks *benchmarks
	labeller   *labeller
	follower   *follower
	folding    *folding
	pages      *pages
	keyboard   *keyboard
	sides      [2]*sidePane
	analysis   *analysis
	panels     *panels
	close      func()
	menu       menuState // that the menu bar shows
	// updateMenu has the menu bar brought up to date in a later turn: one step changes
	// many things, and making the menu bar takes as long as a frame of the screen.
	updateMenu func()
}

// mainMenu returns the menu bar as it is at the moment.
func (m *menus) mainMenu() *fyne.MainMenu {
	s, now := m.session, m.menuState()
	undo := withKey(item("Undo", s.History.Undo), fyne.KeyZ, fyne.KeyModifierShortcutDefault)
	undo.Disabled = !s.History.CanUndo()
	redo := withKey(item("Redo", s.History.Redo), fyne.KeyZ, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
	redo.Disabled = !s.History.CanRedo()
	quit := withKey(item("Quit", m.close), fyne.KeyQ, fyne.KeyModifierShortcutDefault)
	quit.IsQuit = true
	write := []*fyne.MenuItem{
		fyne.NewMenuItemSeparator(), able(s.Doc.Points() > 0, keyed("Export …", "E", func() { showExport(m.exporter) })),
		item("Find ffmpeg, for films …", m.opener.chooseFFmpeg), fyne.NewMenuItemSeparator(), quit,
	}
	file := newMenu("File", slices.Concat(m.openItems(), []*fyne.MenuItem{fyne.NewMenuItemSeparator()},
		m.projects.projectItems(), write)...)
	edit := newMenu("Edit", undo, redo, fyne.NewMenuItemSeparator(),
		able(now.open, withKey(item("Select all", m.selectAll), fyne.KeyA, fyne.KeyModifierShortcutDefault)),
		able(now.selected > 0, keyed("Clear selection", "Esc", s.Selection.Clear)),
		able(now.before, withKey(item("Selection before", s.Selection.Back), fyne.KeyLeft, fyne.KeyModifierAlt)),
		able(now.after, withKey(item("Selection after", s.Selection.Forward), fyne.KeyRight, fyne.KeyModifierAlt)))
	view := newMenu("View", m.viewItems()...)
	run := newMenu("Run", m.runItems(now)...)
	help := newMenu("Help", withKey(item("Help pages", m.pages.showHelp), fyne.KeyF1, 0),
		keyed("Keyboard shortcuts", "?", m.keyboard.showShortcuts), item("About the methods", m.pages.showMethods),
		item("About MotionSeg", m.pages.showAbout))
	label := newMenu("Label", m.labeller.labelItems(now.selected)...)
	for _, i := range label.Items {
		i.Disabled = i.Disabled || s.Doc.Sequence() == nil
	}
	return fyne.NewMainMenu(file, edit, view, label, run, help)
}

// runItems are the items of the menu about methods and points; one side that is shown
// alone is not called left or right.
func (m *menus) runItems(now menuState) []*fyne.MenuItem {
	s, l, r := m.session, now.running[session.Left], now.running[session.Right]
	items := []*fyne.MenuItem{
		able(now.open && !l && !r, keyed("Run both sides", "R", s.Sides.Run)),
		able(now.open && !l, item("Run left", func() { s.Sides.RunSide(session.Left) })),
		able(now.open && !r, item("Run right", func() { s.Sides.RunSide(session.Right) })),
	}
	if _, alone := s.View.Alone(); alone {
		items = []*fyne.MenuItem{able(now.open && !l && !r, keyed("Run", "R", s.Sides.Run))}
	}
	items = append(items, able(l || r, keyed("Cancel", "Esc", s.Sides.Cancel)),
		fyne.NewMenuItemSeparator(), able(s.Doc.HasGaps(), item("Tracks with gaps …", m.showGaps)),
		item("Benchmark …", m.benchmarks.openBenchmark),
		fyne.NewMenuItemSeparator())
	return append(items, m.follower.trackingItems()...)
}

// menuState is what decides which items of the menu bar have something to do, as
// far as it changes without a step in the history.
type menuState struct {
	open               bool
	running            [2]bool
	labels, affinities [2]bool
	motions            int
	selected           int // 3 for more
	before, after      bool
}

func (m *menus) menuState() menuState {
	s := m.session
	now := menuState{open: s.Doc.Points() > 0, selected: min(3, s.Selection.Count()), before: s.Selection.CanBack(),
		after: s.Selection.CanForward()}
	for _, side := range session.Both {
		o := s.Sides.Outcome(side)
		now.running[side], now.labels[side], now.affinities[side] = s.Sides.Running(side), o != nil, o != nil &&
			o.Result.W != nil
	}
	for _, p := range s.View.Present() {
		now.motions = max(now.motions, p.Label)
	}
	return now
}

// buildMenu makes the menu bar anew.
func (m *menus) buildMenu() {
	m.menu = m.menuState()
	m.win.SetMainMenu(m.mainMenu())
}

// followMenu brings the menu bar up to date where it says something else by now:
// making it anew closes a menu that is open.
func (m *menus) followMenu() {
	if m.menu != m.menuState() {
		m.updateMenu()
	}
}

func (m *menus) openItems() []*fyne.MenuItem {
	s := m.session
	items := []*fyne.MenuItem{
		withKey(item("Open file …", m.opener.openFile), fyne.KeyO, fyne.KeyModifierShortcutDefault),
		withKey(item("Open folder …", m.opener.openFolder), fyne.KeyO, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift),
		item("Import CSV …", m.opener.importCSV),
		item("Import array …", m.opener.importArray),
		item("Two photographs …", m.opener.openPhotographs),
		m.opener.attachItems(),
		able(s.Doc.Sequence() != nil, item("Truth from masks …", m.opener.openMasks)),
		item("Example", s.OpenExample),
	}
	var recent []*fyne.MenuItem
	for _, path := range s.Library.Recent() {
		recent = append(recent,
			item(filepath.Join(filepath.Base(filepath.Dir(path)), filepath.Base(path)), func() { s.OpenPath(path) }))
	}
	if recent != nil {
		recent = append(recent, fyne.NewMenuItemSeparator(), item("Forget these", s.Library.ClearRecent))
		items = append(items, submenu("Recent", recent))
	}
	return items
}

// arrangements names how the views are arranged, in the order of
// session.Arrangement.
var arrangements = []string{"Both", "Stacked", "Left", "Right", "Wipe"}

// layouts names the layouts of the views.
var layouts = []struct {
	name   string
	layout shown.Layout
}{{"One frame", shown.OneFrame}, {"Two frames side by side", shown.SideBySide}, {"Two frames blended", shown.Blended}}

// pictureLevels are the brightnesses of the picture to choose from.
var pictureLevels = []struct {
	name  string
	level float64
}{{"Full", 1}, {"Dimmed", 0.65}, {"Faint", 0.3}, {"Plain background", 0}}

// maskViews names the views of masks, in the order of shown.MaskView.
var maskViews = []string{"Overlay", "Outline", "Cut out on black", "Cut out on white", "Cut out on checks", "Off"}

func (m *menus) viewItems() []*fyne.MenuItem {
	s := m.session
	d := s.View.Display()
	set := func(change func(*session.Display)) func() {
		return func() {
			next := s.View.Display()
			change(&next)
			s.View.SetDisplay(next)
			m.updateMenu()
		}
	}
	film := s.View.Mode() == session.FilmMode
	zoom := []*fyne.MenuItem{
		keyed("Zoom in", "+", func() { m.zoom(1.25) }), keyed("Zoom out", "–", func() { m.zoom(0.8) }),
		keyed("Fit", "0", m.fit),
		fyne.NewMenuItemSeparator(),
		item("Show all "+s.Doc.Words().Points, s.View.ShowAll),
		fyne.NewMenuItemSeparator(),
		able(s.Doc.Sequence() != nil, ticked("One method, large"+keyMark+"C", film, func() { switchMode(s) })),
		ticked("Library", m.panels.left.shown(), func() { m.folding.toggleLibrary(); m.updateMenu() }),
		ticked("Parameters", m.panels.right.shown(), func() { m.folding.toggleInspector(); m.updateMenu() }),
		ticked("Analysis"+keyMark+"A", m.analysis.object.Visible(), func() { m.folding.toggleAnalysis(); m.updateMenu() }),
		keyed("Views only", "F", m.folding.toggleAround),
	}
	zoom = append(zoom, fyne.NewMenuItemSeparator(), submenu("Colours of the program", m.colourItems()))
	var sides []*fyne.MenuItem
	for i, name := range arrangements {
		sides = append(sides, ticked(name, d.Views == session.Arrangement(i),
			set(func(d *session.Display) { d.Views = session.Arrangement(i) })))
	}
	items := []*fyne.MenuItem{submenu("Left and right side"+keyMark+"V", sides)}
	if s.Doc.Set() != nil {
		return append(items, append([]*fyne.MenuItem{fyne.NewMenuItemSeparator()}, zoom...)...)
	}
	var frames []*fyne.MenuItem
	for _, l := range layouts {
		frames = append(frames, ticked(l.name, d.Layout == l.layout, set(func(d *session.Display) { d.Layout = l.layout })))
	}
	items = append(items, submenu("Frames", frames), fyne.NewMenuItemSeparator())
	var levels []*fyne.MenuItem
	for _, p := range pictureLevels {
		levels = append(levels, ticked(p.name, d.Picture == p.level, set(func(d *session.Display) { d.Picture = p.level })))
	}
	var masks []*fyne.MenuItem
	for i, name := range maskViews {
		masks = append(masks,
			ticked(name, d.Masks == shown.MaskView(i), set(func(d *session.Display) { d.Masks = shown.MaskView(i) })))
	}
	masks = append(masks, fyne.NewMenuItemSeparator(),
		able(s.Brush.CanDraw(), ticked("Brush"+keyMark+"B", s.Brush.On(), m.labeller.toggleBrush)),
		item("Take back the strokes of this frame", func() { s.Mine.ClearStrokes(s.Playback.Frame()) }),
		item("Take back all strokes", func() { s.Mine.ClearStrokes(-1) }))
	items = append(items, submenu("Picture", levels), able(film, submenu("Masks"+keyMark+"K", masks)),
		item("Points, trails and picture …", func() { popLook(s, m.kit, m.win) }),
		ticked("Trails into the future", d.Future, set(func(d *session.Display) { d.Future = !d.Future })),
		able(s.Doc.Sequence() != nil,
			ticked("y upwards (flip the tracks)", s.Doc.Upward(), func() { s.Doc.Flip(); m.updateMenu() })),
		fyne.NewMenuItemSeparator())
	return append(items, zoom...)
}

// colourItems choose whether the program is light or dark.
func (m *menus) colourItems() []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, c := range []struct {
		name    string
		colours kit.Colours
	}{{"As the system", kit.SystemColours}, {"Light", kit.LightColours}, {"Dark", kit.DarkColours}} {
		items = append(items,
			ticked(c.name, m.session.Settings().Colours == string(c.colours), func() { m.setColours(c.colours) }))
	}
	return items
}

// setColours makes the program light or dark.
func (m *menus) setColours(c kit.Colours) {
	m.session.Settings().Colours = string(c)
	m.app.Settings().SetTheme(kit.NewThemeIn(c))
	m.updateMenu()
}

// otherColours makes a light program dark, and a dark one light.
func (m *menus) otherColours() {
	if kit.Variant() == theme.VariantLight {
		m.setColours(kit.DarkColours)
		return
	}
	m.setColours(kit.LightColours)
}

// popContext shows what can be done with the tracks at a place of the window.
func (m *menus) popContext(at fyne.Position) {
	if m.session.Doc.Sequence() != nil {
		widget.ShowPopUpMenuAtPosition(newMenu("", m.contextItems()...), m.win.Canvas(), at)
	}
}

// contextItems are what can be done with the selected tracks, and with all.
func (m *menus) contextItems() []*fyne.MenuItem {
	items := append(m.labeller.labelItems(m.session.Selection.Count()), fyne.NewMenuItemSeparator())
	if m.session.Tracking.CanTrackOn() {
		items = append(items, m.follower.trackingItems()...)
	}
	return append(items, m.opener.attachItems())
}

func (m *menus) popOpen(under fyne.CanvasObject) { popItems(m.openItems(), under) }

func (m *menus) popView(under fyne.CanvasObject) { popItems(m.viewItems(), under) }

func (m *menus) zoom(factor float64) { m.sides[mainSide(m.session, session.Left)].zoom(factor) }

func (m *menus) fit() { m.session.View.SetCamera(shown.Camera{}) }

// selectAll selects what is shown where the pointer is, or in all views that are
// seen where it is in none: a filter may show other tracks on each side, and those
// of the one are no concern of who works on the other.
func (m *menus) selectAll() {
	sides := session.Both[:]
	switch views := m.session.View.Display().Views; {
	case views == session.LeftView:
		sides = sides[:1]
	case views == session.RightView:
		sides = sides[1:]
	default:
		for i, side := range session.Both {
			if m.sides[side].pointed() {
				sides = sides[i : i+1]
				break
			}
		}
	}
	var shown []int
	for i := range m.session.Doc.Points() {
		if slices.ContainsFunc(sides, func(side session.Side) bool { return m.session.View.Shown(side, i) }) {
			shown = append(shown, i)
		}
	}
	m.session.Selection.Select(shown, false)
}

// showMethods lists the methods with what they do and where they come from.
func (p *pages) showMethods() {
	text := ""
	for _, m := range p.session.Plan.Methods() {
		d := m.Describe()
		text += fmt.Sprintf("%s: %s\n%s\n\n", d.Title, d.Summary, d.Citation)
	}
	p.showText("The methods", kit.Legible(text))
}
