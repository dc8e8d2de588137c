package ui

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// sidePane is one side of the comparison: its header and its view, which the
// stage arranges.
type sidePane struct {
	session *session.Session
	side    session.Side
	head    *fyne.Container   // the method and what it came to
	layout  *headLayout       // of head
	views   fyne.CanvasObject // the picture or the wall
	still   *badge            // says that points move over a picture of one frame

	view     *trackView
	wall     *imageWall
	method   *kit.Choice
	errorNow *widget.RichText
	facts    *kit.Line
	warning  *kit.Button
	truth    *kit.Check
	mine     *kit.Check
	result   *fyne.Container // error and warning
	ticks    *fyne.Container // mine and truth
	progress *kit.Bar
	doing    *kit.Line         // words progress
	idle     fyne.CanvasObject // what the header shows when nothing runs
	busy     fyne.CanvasObject
	follow   func()                   // has the head updated in a later turn
	show     func(title, text string) // shows a text to the user
}

func newSidePane(s *session.Session, side session.Side, k *kit.Kit, show func(title, text string)) *sidePane {
	p := &sidePane{session: s, side: side, show: show}
	p.view = newTrackView(s, side, k)
	p.wall = newImageWall(s, side, k)
	p.wall.Hide()
	p.method = k.Choice("Method of the "+side.String()+" side", 112, nil, func(i int) {
		s.Plan.SetMethod(side, s.Plan.Choices()[i].Describe().Name)
	})
	p.errorNow = kit.Text("", theme.ColorNameForeground, theme.SizeNameText)
	p.facts = k.Line()
	p.facts.Importance = widget.LowImportance
	p.warning = k.Flat("", theme.NewWarningThemedResource(theme.WarningIcon()), "", p.showWarnings)
	p.warning.Hide()
	p.truth = k.Check("Truth", "Draw the ground truth in this view instead of the method's labels (T: in both)",
		func(on bool) {
			d := s.View.Display()
			d.Truth[side], d.Mine[side] = on, d.Mine[side] && !on
			s.View.SetDisplay(d)
		})
	p.mine = k.Check("Mine", "Draw the labels given by hand in this view", func(on bool) {
		d := s.View.Display()
		d.Mine[side], d.Truth[side] = on, d.Truth[side] && !on
		s.View.SetDisplay(d)
	})
	p.mine.Hide()
	p.progress, p.doing = kit.NewBar(), k.Line()
	p.doing.Importance = widget.LowImportance
	p.result = container.NewHBox(p.errorNow, p.warning)
	p.idle = container.NewBorder(nil, nil, p.result, nil, p.facts)
	p.busy = container.New(busyLayout{}, p.progress, p.doing)
	p.busy.Hide()
	p.ticks = container.NewHBox(p.mine, p.truth)
	p.layout = &headLayout{pane: p}
	p.head = container.New(p.layout, p.method, container.NewStack(p.idle, p.busy), p.ticks)
	p.still = newBadge()
	p.views = container.NewStack(p.view, p.wall, p.still.object)
	p.follow = k.Once(p.update)
	s.Watch(p.changed)
	p.update()
	return p
}

func (p *sidePane) changed(c session.Change) {
	switch c.Event {
	case session.SequenceChanged:
		if p.session.Doc.Set() != nil {
			p.view.Hide()
			p.wall.Show()
		} else {
			p.wall.Hide()
			p.view.Show()
		}
		p.sayStill()
		p.follow()
	case session.PicturesChanged:
		p.sayStill()
	case session.DisplayChanged, session.MineChanged, session.ModeChanged:
		p.sayStill()
		p.follow()
	case session.ResultChanged, session.SetupChanged:
		if c.Side == p.side {
			p.follow()
		}
	case session.ProgressChanged:
		if c.Side == p.side {
			p.showProgress()
		}
	}
}

// sayStill says over the picture that it is that of one frame while points move.
func (p *sidePane) sayStill() {
	s, text := p.session, ""
	if pictures := s.Doc.Pictures(); pictures != nil && s.Doc.FrameCount() > 1 && s.View.Display().Picture > 0 {
		switch frame, still := pictures.Still(); {
		case still && frame >= 0:
			text = fmt.Sprintf("picture: frame %d", frame+1)
		case still:
			text = "picture: one frame"
		}
	}
	p.still.show(text)
}

// zoom magnifies what the pane shows about its middle.
func (p *sidePane) zoom(factor float64) {
	if p.session.Doc.Set() != nil {
		p.wall.zoom(factor)
	} else {
		p.view.zoom(factor)
	}
}

func (p *sidePane) update() {
	defer p.layout.fit()
	p.updateChoices()
	state := p.session.Sides.State(p.side)
	if state == session.Running {
		p.showProgress()
		p.idle.Hide()
		p.busy.Show()
		return
	}
	p.busy.Hide()
	p.idle.Show()
	segment := p.errorNow.Segments[0].(*widget.TextSegment)
	segment.Text, segment.Style.ColorName = p.updateFacts(state)
	segment.Style.TextStyle.Bold = true
	p.errorNow.Refresh()
	if texts := p.warnings(); len(texts) > 0 {
		p.warning.Tip = strings.Join(texts, "\n")
		p.warning.Show()
	} else {
		p.warning.Hide()
	}
}

// updateChoices shows what can be chosen: the method, and whose labels are seen.
func (p *sidePane) updateChoices() {
	s := p.session
	var titles []string
	chosen := -1
	for i, m := range s.Plan.Choices() {
		d := m.Describe()
		titles = append(titles, d.Title)
		if d.Name == s.Plan.Setup(p.side).Method {
			chosen = i
		}
	}
	p.method.Set(titles, chosen)
	p.method.Tip = "Method of the " + p.side.String() + " side. " + s.Plan.Description(p.side).Summary
	p.truth.Set(s.View.Display().Truth[p.side])
	if text := truthWord(s); p.truth.Text != text {
		p.truth.SetText(text)
	}
	p.mine.Set(s.View.ShowsMine(p.side))
	if s.Mine.Begun() {
		p.mine.Show()
	} else {
		p.mine.Hide()
	}
	kit.Enable(p.truth, s.Doc.Truth() != nil)
	if s.Doc.Truth() == nil && s.View.Mode() == session.FilmMode {
		p.truth.Hide() // films have none
	} else {
		p.truth.Show()
	}
}

// updateFacts shows what came of the side in a state, and returns the error as a text, and
// its colour.
func (p *sidePane) updateFacts(state session.State) (value string, name fyne.ThemeColorName) {
	s := p.session
	o := s.Sides.Outcome(p.side)
	name = theme.ColorNameForeground
	switch state {
	case session.Idle:
		p.facts.SetTexts("", "not computed yet", "")
	case session.Cancelled:
		p.facts.SetTexts("", "cancelled")
	case session.Failed:
		name, value = theme.ColorNameError, "failed"
		p.facts.SetTexts("", "")
	default:
		if e := o.Score.Error; !math.IsNaN(e) {
			value, name = fmt.Sprintf("%.1f %%", e), errorColor(e)
		}
		if state == session.Stale {
			name = theme.ColorNameDisabled
		}
		p.facts.SetTexts(headTip(s, o), headTexts(s, p.side, o)...)
	}
	if s.View.ShowsMine(p.side) {
		// The figure must not pass for that of the method.
		name, value = theme.ColorNameForeground, ""
		if wrong, of := s.Mine.Misclassified(); of > 0 {
			percent := 100 * float64(wrong) / float64(of)
			value, name = fmt.Sprintf("%.1f %%", percent), errorColor(percent)
		}
		p.facts.SetTexts(mineText(s), mineText(s), "by hand")
	}
	return value, name
}

// headTexts returns what follows the error of a result, the longest first: of how
// many tracks it is, those that have no motion, and whether it is still that of
// the settings.
func headTexts(s *session.Session, side session.Side, o *session.Outcome) []string {
	texts := resultTexts(s, side, o)
	if s.Doc.TruthByHand() {
		// The figure must not pass for one by the truth of the file.
		for i, text := range texts {
			texts[i] = strings.TrimSuffix("truth by hand · "+text, " · ")
		}
	}
	return texts
}

func resultTexts(s *session.Session, side session.Side, o *session.Outcome) []string {
	_, of, known := strings.Cut(o.Headline(1), " of ")
	if !known {
		of = unjudgedText(s, o)
	}
	prefixes := []string{""}
	if known {
		prefixes = []string{"misclassified of ", "of "}
	}
	if s.Sides.State(side) == session.Stale {
		// The figure must not pass for that of the method above it.
		by := ""
		if o.Setup.Method != s.Plan.Setup(side).Method {
			by = "by " + s.Plan.Title(o.Setup.Method) + ", "
		}
		texts := []string{prefixes[0] + of + " · " + by + "out of date, run again", by + "out of date, run again",
			by + "out of date"}
		if by != "" {
			texts = append(texts, strings.TrimSuffix(by, ", "))
		}
		return append(texts, "old")
	}
	if s.Sides.State(side) == session.Pinned {
		// Its method is another than the one that is chosen above it.
		by := fmt.Sprintf("run %d, %s", s.Sides.Pinned(side), s.Plan.Title(o.Setup.Method))
		return []string{prefixes[0] + of + " · " + by, prefixes[len(prefixes)-1] + of + " · " + by, by,
			fmt.Sprintf("run %d", s.Sides.Pinned(side))}
	}
	if !known {
		return append(withIterations(o, of), of, foundText(s, o))
	}
	number, rest, _ := strings.Cut(of, " · ")
	number, _, _ = strings.Cut(number, " ")
	asClass := o.Score.OutliersClass
	outliers, others := "outliers", rest
	if asClass {
		if o.Score.Outliers > 0 {
			outliers, others, _ = strings.Cut(rest, " · ")
		}
		rest = strings.TrimSuffix(outliers+" as a class · "+others, " · ")
	}
	texts := withIterations(o, prefixes[0]+of)
	for _, prefix := range prefixes {
		texts = append(texts, prefix+of, strings.TrimSuffix(prefix+number+" · "+rest, " · "))
	}
	// What has no motion, and that it counts, is never left unsaid, the rest is in
	// the tooltip.
	texts = append(texts, rest)
	if asClass {
		texts = append(texts, strings.TrimSuffix(outliers+" counted · "+others, " · "))
	}
	return texts
}

// took is how long a run took as its user has waited for it: what came before the
// method counts too.
func took(o *session.Outcome) time.Duration { return max(o.Took, o.Result.Elapsed()) }

// withIterations returns a text with what the result took, where it went by
// iterations.
func withIterations(o *session.Outcome, text string) []string {
	n := o.Result.Iterations()
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s · %d iterations · %s", text, n, duration(took(o)))}
}

// foundText says into how many groups a result divides the points, and what is in
// none: "3 motions, 81 outliers".
func foundText(s *session.Session, o *session.Outcome) string {
	groups := map[int]bool{}
	for _, l := range o.Labels {
		if l > 0 {
			groups[l] = true
		}
	}
	group := s.Doc.Words().Group
	text := hopkins.Counted(len(groups), group, group+"s")
	if n := o.Score.Outliers; n > 0 {
		text += ", " + hopkins.Counted(n, "outlier", "outliers")
	}
	if n := o.Score.Undecided; n > 0 {
		text += fmt.Sprintf(", %d undecided", n)
	}
	return text
}

// unjudgedText says what a result without a truth came to, and of how many points.
func unjudgedText(s *session.Session, o *session.Outcome) string {
	return fmt.Sprintf("%s · %d %s", foundText(s, o), o.Score.Counted, s.Doc.Words().Points)
}

// headTip says all about a result.
func headTip(s *session.Session, o *session.Outcome) string {
	line := unjudgedText(s, o)
	if !math.IsNaN(o.Score.Error) {
		line = strings.Replace(o.Headline(2), " of ", " misclassified of ", 1) + "\n" + foundText(s, o)
	}
	line = s.Plan.Title(o.Setup.Method) + ": " + line
	if s.Doc.TruthByHand() {
		line += "\nThe truth is the labels by hand"
	}
	if n := o.Result.Iterations(); n > 0 {
		line += fmt.Sprintf("\n%d iterations · %s", n, duration(took(o)))
	} else if o.Took > 0 {
		line += "\n" + duration(took(o))
	}
	if before := took(o) - o.Result.Elapsed(); before > 500*time.Millisecond {
		line += fmt.Sprintf(", of which %s before the method: outliers, gaps, number of motions", duration(before))
	}
	return line
}

// warnings returns what the user should know about the shown result.
func (p *sidePane) warnings() []string {
	if err := p.session.Sides.Failure(p.side); err != nil {
		return []string{err.Error()}
	}
	var texts []string
	if o := p.session.Sides.Outcome(p.side); o != nil {
		for _, text := range o.WarningTexts() {
			texts = append(texts, sentence(text))
		}
	}
	return texts
}

func (p *sidePane) showWarnings() {
	p.show("About this result", strings.Join(p.warnings(), "\n\n"))
}

// showProgress says how far the run is.
func (p *sidePane) showProgress() {
	p.progress.SetValue(p.session.Sides.Progress(p.side).Fraction)
	text := p.progressText()
	if short, _, step := strings.Cut(text, ", change"); step {
		p.doing.SetTexts(sentence(text)+" "+stepTip, text, short)
		return
	}
	p.doing.SetTexts("", text)
}

func (p *sidePane) progressText() string {
	s := p.session
	at := s.Sides.Progress(p.side)
	it := at.Iteration
	switch {
	case it.Number == 0 && at.Fraction == 0 && s.Sides.Progress(p.side.Other()).Fraction > 0:
		// Both go by what is looked for once: outliers and the number of motions.
		return "waiting for what the " + p.side.Other().String() + " side looks for"
	case it.Number == 0 && at.Fraction == 0:
		return "starting"
	case it.Number == 0 && s.Plan.MotionsUsed() == 0:
		return fmt.Sprintf("finding the number of motions, %.0f %%", 100*at.Fraction)
	case it.Number == 0: // a method without iterations, or what comes before them
		return fmt.Sprintf("%.0f %%", 100*at.Fraction)
	}
	return fmt.Sprintf("step %d, change %s", it.Number, oneDigit(max(it.Residual, it.AffineResidual, it.KernelResidual)))
}

// stepTip explains what progressText says.
const stepTip = "The method computes in steps until little changes any more. The change is the largest of what the " +
	"step left open; the run ends where it is small enough."

// oneDigit writes a number with one digit that is not 0, as 0.0003.
func oneDigit(v float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 0, 64), 64)
	if err != nil {
		rounded = v
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// errorColor grades a clustering error in %.
func errorColor(percent float64) fyne.ThemeColorName {
	switch {
	case percent < 5:
		return theme.ColorNameSuccess
	case percent < 20:
		return theme.ColorNameWarning
	}
	return theme.ColorNameError
}

// duration writes a time as the header shows it.
func duration(d time.Duration) string {
	if d < 100*time.Millisecond {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// pointed reports whether the pointer is in the picture or wall.
func (p *sidePane) pointed() bool { return p.view.over || p.wall.over }
