package ui

import (
	"context"
	"fmt"
	"image"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"
	"golang.org/x/image/draw"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/track"
	"motionseg/ui/kit"
	"motionseg/ui/session"
	"motionseg/ui/shown"
)

// filmSheet asks how much of a film is to be tracked: which frames, how large and
// where, with a look at any of its frames.
type filmSheet struct {
	session *session.Session
	kit     *kit.Kit
	film    session.Film
	dialog  *dialog.CustomDialog
	surface *kit.Surface
	look    *lookInto
	regions *regionEditor
	at      *slider // the frame that is looked at, from 1
	atText  *widget.Label
	first   *kit.Entry
	last    *kit.Entry
	every   *kit.Entry
	size    *kit.Choice
	sides   []int // the largest sides behind the choices of size, 0 for none
	density *densityChoice
	line    *widget.Label
	start   *kit.Button
}

// largestSides are the sizes to which pictures can be reduced, in pixels of the
// longer side.
var largestSides = []int{3840, 2560, 1920, 1280, 960, 640}

// askFilm shows the sheet.
func (o *opener) askFilm(f session.Film, proposal footage.Range, l session.Limits) {
	d := newFilmSheet(o, f, proposal, l)
	o.sheet = d
	d.dialog.Show()
	o.kit.CloseBy(o.win, d.dialog.Hide) // which ends looking into the film
	o.win.Canvas().Focus(d.start)
}

func newFilmSheet(o *opener, f session.Film, proposal footage.Range, l session.Limits) *filmSheet {
	d := &filmSheet{session: o.session, kit: o.kit, film: f, surface: kit.NewSurface(o.kit), line: widget.NewLabel(""),
		atText: widget.NewLabel("")}
	d.look = newLookInto(d.surface, hopkins.Footage{Path: f.Path})
	d.regions = newRegionEditor(o.kit, d.surface, func(session.Limits) {})
	d.regions.setBounds(f.Size)
	d.regions.show(l)
	d.line.Wrapping = fyne.TextWrapWord

	number := func(value int, empty string) *kit.Entry {
		e := o.kit.Entry("")
		e.SetPlaceHolder(empty)
		if value > 0 {
			e.SetText(strconv.Itoa(value))
		}
		e.OnChanged = func(string) { d.update() }
		return e
	}
	last := 0
	if proposal.Count > 0 {
		last = proposal.First + (proposal.Count-1)*max(proposal.Step, 1) + 1
	}
	d.first, d.last, d.every = number(proposal.First+1, "1"), number(last, "the last"), number(max(proposal.Step, 1), "1")
	d.sizes(proposal.MaxSide)
	d.density = newDensityChoice(o.session, o.win, o.kit)
	frames := max(f.Frames, 1)
	d.at = newSlider(o.kit, 1, frames, d.show)
	d.at.moves = true
	from := o.kit.Button("From here", nil, "Begin with the frame that is shown", func() {
		d.first.SetText(strconv.Itoa(int(d.at.Value)))
	})
	to := o.kit.Button("To here", nil, "End with the frame that is shown", func() {
		d.last.SetText(strconv.Itoa(int(d.at.Value)))
	})
	scrub := container.NewBorder(nil, nil, d.atText, container.NewHBox(from, to), kit.Rail(d.at))
	if f.Frames < 2 {
		scrub.Hide()
	}
	d.start = o.kit.Button("Start", nil, "", d.apply)
	d.start.Importance = widget.HighImportance
	cancel := o.kit.Button("Cancel", nil, "", d.close)
	narrow := func(e fyne.CanvasObject) fyne.CanvasObject { return kit.FixedWidth(84, e) }
	controls := container.NewVBox(scrub,
		container.NewHBox(widget.NewLabel("Frames"), narrow(d.first), widget.NewLabel("to"), narrow(d.last),
			widget.NewLabel("every"), narrow(d.every),
			widget.NewLabel("Size"), kit.FixedWidth(190, d.size)),
		d.density.object, d.regions.object, kit.FixedHeight(44, d.line))
	d.dialog = dialog.NewCustomWithoutButtons("Follow points through "+filepath.Base(f.Path),
		container.NewBorder(nil, controls, nil, nil, container.NewStack(d.surface.Raster, d.regions.pad)), o.win)
	d.dialog.SetButtons([]fyne.CanvasObject{cancel, d.start})
	d.dialog.SetOnClosed(d.look.close)
	size := o.win.Canvas().Size()
	d.dialog.Resize(fyne.NewSize(min(800, 0.96*size.Width), min(740, 0.96*size.Height)))
	d.show(proposal.First + 1)
	d.update()
	return d
}

// sizes fills the choice of sizes and chooses one.
func (d *filmSheet) sizes(chosen int) {
	long := max(d.film.Size.X, d.film.Size.Y)
	d.sides = []int{0}
	words := []string{fmt.Sprintf("as it is (%d×%d)", d.film.Size.X, d.film.Size.Y)}
	if long == 0 {
		words[0] = "as it is"
	}
	sides := largestSides
	if chosen > 0 && !slices.Contains(sides, chosen) {
		sides = append([]int{chosen}, sides...)
	}
	for _, side := range sides {
		if side < long || side == chosen {
			d.sides, words = append(d.sides, side), append(words, fmt.Sprintf("at most %d", side))
		}
	}
	d.size = d.kit.Choice("The largest size that the pictures are reduced to", 190, nil, func(int) { d.update() })
	d.size.Set(words, max(0, slices.Index(d.sides, chosen)))
}

// show looks at a frame, counted from 1.
func (d *filmSheet) show(frame int) {
	d.at.Value = float64(frame)
	d.at.Refresh()
	d.atText.SetText(fmt.Sprintf("Frame %d", frame))
	d.look.show(frame - 1)
}

// chosen returns the range that is written, or what is wrong with it.
func (d *filmSheet) chosen() (footage.Range, error) {
	number := func(e *kit.Entry, what string, empty int) (int, error) {
		text := strings.TrimSpace(e.Text)
		if text == "" {
			return empty, nil
		}
		v, err := strconv.Atoi(text)
		if err != nil || v < 1 || v > 1<<30 {
			return 0, fmt.Errorf("%s: expected a whole number from 1, found %q", what, cut(text, 20))
		}
		return v, nil
	}
	var r footage.Range
	first, err := number(d.first, "first frame", 1)
	if err != nil {
		return r, err
	}
	last, err := number(d.last, "last frame", 0)
	if err != nil {
		return r, err
	}
	if r.Step, err = number(d.every, "every n-th frame", 1); err != nil {
		return r, err
	}
	r.First = first - 1
	if last > 0 {
		if r.Count = (last-first)/r.Step + 1; last < first || r.Count < 2 {
			return r, fmt.Errorf("expected two frames or more from %d to %d", first, last)
		}
	}
	if n := d.film.Frames; n > 0 && d.film.Taken(r) < 2 {
		return r, fmt.Errorf("expected two frames or more: the film has about %d", n)
	}
	r.MaxSide = d.sides[max(0, d.size.SelectedIndex())]
	return r, nil
}

// update says what is chosen.
func (d *filmSheet) update() {
	if d.start == nil {
		return // not built yet
	}
	r, err := d.chosen()
	kit.Enable(d.start, err == nil)
	d.line.Importance = widget.MediumImportance
	if err != nil {
		d.line.Importance = widget.DangerImportance
		d.line.SetText(sentence(err.Error()))
		return
	}
	text := "To the end of the film."
	switch n := d.film.Taken(r); {
	case d.film.Frames > 0 && n == d.film.Frames:
		text = fmt.Sprintf("All of about %d frames.", n)
	case d.film.Frames > 0:
		text = fmt.Sprintf("%d of about %d frames. The first ten seconds of a film mostly tell its motions apart.", n,
			d.film.Frames)
	case n > 0:
		text = fmt.Sprintf("Up to %d frames.", n)
	}
	d.line.SetText(text)
}

func (d *filmSheet) close() { d.dialog.Hide() }

// apply follows the points.
func (d *filmSheet) apply() {
	r, err := d.chosen()
	if err != nil {
		return
	}
	d.close()
	d.session.Tracking.Start(d.film, r, d.film.Scaled(d.regions.limits, r.MaxSide, false))
}

// lookInto shows single frames of a film on a surface.
type lookInto struct {
	surface *kit.Surface
	ctx     context.Context
	cancel  context.CancelFunc

	mu     sync.Mutex // what follows is used by the surface's goroutine
	film   hopkins.Footage
	source *footage.Source
	failed bool
}

func newLookInto(surface *kit.Surface, film hopkins.Footage) *lookInto {
	l := &lookInto{film: film, surface: surface}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	return l
}

// show shows a frame, counted from 0.
func (l *lookInto) show(frame int) {
	style := kit.Style()
	l.surface.Paint(func(dst *image.RGBA, _ float64) {
		draw.Draw(dst, dst.Rect, image.NewUniform(style.Background), image.Point{}, draw.Src)
		if m := l.frame(frame); m != nil {
			size := m.Bounds().Size()
			way := shown.Camera{}.Transform(shown.Rect{MaxX: float64(size.X), MaxY: float64(size.Y)}, dst.Rect.Size())
			x0, y0 := way.ToScreen(0, 0)
			x1, y1 := way.ToScreen(float64(size.X), float64(size.Y))
			draw.ApproxBiLinear.Scale(dst, image.Rect(int(x0), int(y0), int(x1), int(y1)), m, m.Bounds(), draw.Src, nil)
		}
	})
}

// frame returns the picture of a frame, the last one past the end of the film,
// nil where there is none.
func (l *lookInto) frame(i int) image.Image {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failed || l.ctx.Err() != nil {
		return nil
	}
	if l.source == nil {
		var err error
		if l.source, err = footage.OpenFootage(l.ctx, l.film); err != nil {
			l.failed = true
			return nil
		}
	}
	m, err := l.source.Frame(i)
	if err != nil {
		return nil
	}
	return m
}

// close ends looking; a frame that is being decoded is waited for in the
// background.
func (l *lookInto) close() {
	l.cancel()
	l.surface.Workers.Go(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.source != nil {
			l.source.Close()
			l.source = nil
		}
	})
}

// densityChoice chooses how many points are followed: by three words, or by
// numbers.
type densityChoice struct {
	session *session.Session
	kit     *kit.Kit
	over    fyne.Window
	words   *kit.Radio
	more    *kit.Button
	object  fyne.CanvasObject
}

func newDensityChoice(s *session.Session, over fyne.Window, k *kit.Kit) *densityChoice {
	c := &densityChoice{session: s, kit: k, over: over}
	c.words = k.Radio(densityWords, func(word string) {
		s.Tracking.SetDensity(densities[slices.Index(densityWords, word)])
		c.update()
	})
	c.more = k.Button("More …", nil, "The numbers behind the words", c.ask)
	c.object = container.NewBorder(nil, nil, widget.NewLabel("Points:"), c.more, c.words.Row)
	c.update()
	return c
}

// update shows what is chosen: no word where the numbers are the user's own.
func (c *densityChoice) update() {
	t := c.session.Tracking
	if t.OwnNumbers() {
		c.words.Show("")
		c.more.SetText("Own numbers …")
		return
	}
	c.words.Show(densityWords[slices.Index(densities, t.Density())])
	c.more.SetText("More …")
}

// ask shows the numbers.
func (c *densityChoice) ask() { newNumbersDialog(c).show() }

// numbersDialog changes the numbers behind a density.
type numbersDialog struct {
	choice  *densityChoice
	dialog  *kit.Form
	entries [5]*kit.Entry
}

// numberNames are what the numbers are called, and what they mean.
var numberNames = [5][2]string{
	{"Points at a time", "the most that are followed"},
	{"Least distance (pixels)", "between new points, in a picture of 640×480"},
	{"Least corner", "strength, as a share of the strongest one's"},
	{"Window (pixels)", "side of the square that is followed: odd, 5 to 31; larger for blurred films"},
	{"Shortest track (frames)", "shorter ones are dropped"},
}

func newNumbersDialog(c *densityChoice) *numbersDialog {
	d := &numbersDialog{choice: c}
	n := c.session.Tracking.Numbers()
	var items []*widget.FormItem
	for k, v := range []float64{float64(n.Most), n.Distance, n.Quality, float64(n.Window), float64(n.Shortest)} {
		e := c.kit.Entry(strconv.FormatFloat(v, 'g', -1, 64))
		e.Validator = func(string) error {
			_, err := d.numbers()
			return err
		}
		d.entries[k] = e
		i := widget.NewFormItem(numberNames[k][0], e)
		i.HintText = numberNames[k][1]
		items = append(items, i)
	}
	d.dialog = c.kit.Form("Points to follow", "Use", items, d.apply, c.over)
	return d
}

func (d *numbersDialog) show() { d.dialog.ShowTyping(d.entries[:]...) }

// numbers returns what is written, or what is wrong with it.
func (d *numbersDialog) numbers() (session.Numbers, error) {
	var v [5]float64
	for k, e := range d.entries {
		if e == nil {
			return session.Numbers{}, nil // not built yet
		}
		var err error
		if v[k], err = strconv.ParseFloat(strings.TrimSpace(e.Text), 64); err != nil || v[k] > 1<<30 {
			return session.Numbers{}, fmt.Errorf("expected a number")
		}
		if k != 1 && k != 2 && v[k] != float64(int(v[k])) {
			return session.Numbers{}, fmt.Errorf("expected a whole number")
		}
	}
	n := session.Numbers{Most: int(v[0]), Distance: v[1], Quality: v[2], Window: int(v[3]), Shortest: int(v[4])}
	return n, n.Check()
}

// apply takes the numbers over.
func (d *numbersDialog) apply() {
	if n, err := d.numbers(); err == nil && d.choice.session.Tracking.SetNumbers(n) == nil {
		d.choice.update()
	}
}

// The words for the densities, from few points to many.
var (
	densityWords = []string{"few", "medium", "many"}
	densities    = []track.Density{track.Sparse, track.Medium, track.Dense}
)
