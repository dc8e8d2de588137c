package ui

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// statusBar says what is under the pointer and what is going on.
type statusBar struct {
	session  *session.Session
	object   fyne.CanvasObject
	line     *widget.Label
	note     *widget.Label
	progress *kit.Bar
	colours  *kit.Button // switches between light and dark
	message  string      // of the window, until something else is to be said
	saying   int         // number of the message
	// after runs a function on the goroutine of the user interface, a time from now.
	after    func(time.Duration, func())
	told     bool   // message says what was written, and stays until another one or another film
	greeting string // of the start, until the first run
	follow   func() // has all of it updated in a later turn
}

// newStatusBar returns the bar; otherColours is what its switch between light and dark does.
func newStatusBar(s *session.Session, k *kit.Kit, otherColours func()) *statusBar {
	b := &statusBar{session: s, line: widget.NewLabel(""), note: widget.NewLabel(""), progress: kit.NewBar()}
	b.after = func(d time.Duration, f func()) { time.AfterFunc(d, func() { k.Run(f) }) }
	b.line.Truncation = fyne.TextTruncateEllipsis
	b.note.Importance = widget.LowImportance
	b.progress.Hide()
	b.colours = k.Flat("", coloursIcon(), "Light or dark", otherColours)
	b.object = container.New(layout.NewCustomPaddedLayout(0, 0, 4, 4), container.NewBorder(nil, nil, nil,
		container.NewHBox(b.note, kit.Middle(kit.FixedWidth(150, b.progress)), b.colours), b.line))
	b.follow = k.Once(b.update)
	s.Watch(b.changed)
	b.update()
	return b
}

func (b *statusBar) changed(c session.Change) {
	switch c.Event {
	case session.HoverChanged, session.FrameChanged, session.SelectionChanged, session.SoftFollowed:
		b.showLine()
	case session.ProgressChanged:
		b.showProgress()
	case session.ScopeChanged:
		if e := b.session.Plan.Estimate(); e != nil && e.Motions == b.session.Plan.Motions() {
			b.say(estimateText(e))
		}
	case session.SequenceChanged, session.LoadingChanged, session.ResultChanged, session.PicturesChanged,
		session.FiltersChanged, session.TrackingChanged, session.QueueChanged:
		if !b.told || c.Event == session.SequenceChanged {
			b.message, b.told = "", false
		}
		if b.session.Sides.AnyRunning() {
			b.greeting = ""
		}
		b.follow()
	}
}

// The time for which a message is shown, and what is added for each of its letters.
const (
	messageTime = 5 * time.Second
	letterTime  = 60 * time.Millisecond
)

// say shows a message until something happens or there was time to read it. What was
// written stays, and what is under way, which ends in dots.
func (b *statusBar) say(message string) {
	b.hold(message)
	if b.told = strings.HasPrefix(message, "Written"); b.told || message == "" || strings.HasSuffix(message, "…") {
		return
	}
	saying := b.saying
	b.after(messageTime+time.Duration(len(message))*letterTime, func() {
		if b.saying == saying {
			b.hold("")
		}
	})
}

// hold shows a message until something happens, as how to end what was begun.
func (b *statusBar) hold(message string) {
	b.saying++
	b.message, b.told = message, false
	b.showLine()
}

// greet says what is to be known at the start, and stays for longer than a
// message.
func (b *statusBar) greet(text string) {
	b.greeting = text
	b.showLine()
}

func (b *statusBar) update() {
	b.showLine()
	b.showProgress()
}

func (b *statusBar) showProgress() {
	s := b.session
	if _, alone := s.View.Alone(); !s.Sides.AnyRunning() || alone { // one side says it above its view
		b.progress.Hide()
		return
	}
	fraction, running := 0.0, 0.0
	for _, side := range session.Both {
		if s.Sides.State(side) == session.Running {
			fraction += s.Sides.Progress(side).Fraction
			running++
		}
	}
	b.progress.SetValue(fraction / running)
	b.progress.Show()
}

func (b *statusBar) showLine() {
	s := b.session
	note := ""
	if n := len(s.Selection.Tracks()); n > 0 {
		note = fmt.Sprintf("%d selected", n)
	}
	if s.View.Filters().Any() {
		note = strings.TrimPrefix(note+" · filtered", " · ")
	}
	// Every frame comes here during playback.
	kit.SetText(b.note, note)
	kit.SetText(b.line, b.text())
}

func (b *statusBar) text() string {
	s := b.session
	q := s.Doc.Sequence()
	switch {
	case s.Doc.Loading() != "":
		return "Opening " + s.Doc.Loading() + " … (Esc stops it)"
	case s.Doc.PicturesComing():
		return "Opening the pictures of " + s.Doc.Name() + " … (Esc stops it)"
	case s.Tracking.Film() != "":
		return "Points are followed through the film; what you draw on it says where they begin. Esc ends it."
	case s.Queue.Awaited() != nil:
		return "The clips of the list are tracked and segmented one after the other; each opens as soon as it is " +
			"done. Page Down: the next one"
	case s.Doc.Set() != nil:
		return b.pictureLine()
	case q == nil:
		if b.message == "" {
			return "Open or drop a film, two photographs, tracks, or a folder of them (O)"
		}
		return b.message
	}
	track := s.Selection.Hovered()
	if track < 0 {
		if selected := s.Selection.Tracks(); len(selected) == 1 {
			track = selected[0]
		}
	}
	if track < 0 || track >= q.Points() {
		if text := cmp.Or(b.message, b.greeting); text != "" {
			return text
		}
		line := fmt.Sprintf("%s · %d %s", q.Name, q.Points(), s.Doc.Words().Points)
		if !q.TwoFrame {
			line += fmt.Sprintf(" · %d frames", q.Frames())
		}
		if k := q.Motions(); k > 0 {
			line += " · " + motionsText(k)
		}
		if s.Doc.PicturesNote() != "" {
			line += " · " + s.Doc.PicturesNote()
		}
		if share := s.Masks.Following(mainSide(s, session.Right)); share > 0 {
			line += fmt.Sprintf(" · more points are followed for the masks, %.0f %%", 100*share)
		}
		return line
	}
	return trackText(s, track)
}

// pictureLine names the picture under the pointer, or the set.
func (b *statusBar) pictureLine() string {
	s, set := b.session, b.session.Doc.Set()
	i := s.Selection.Hovered()
	if i < 0 {
		if selected := s.Selection.Tracks(); len(selected) == 1 {
			i = selected[0]
		}
	}
	if i < 0 || i >= set.Images() {
		if b.message != "" {
			return b.message
		}
		line := fmt.Sprintf("%s · %d pictures of %d subjects", set.Name, set.Images(), len(set.Classes))
		if set.Width == 0 {
			line += " · of unknown width and height"
		}
		return line
	}
	parts := []string{fmt.Sprintf("picture %d", i+1), className(set, i)}
	return strings.Join(append(parts, labelTexts(s, i)...), " · ")
}

// labelTexts names the labels of a point: left, right, by hand where a view draws those, and true.
func labelTexts(s *session.Session, i int) []string {
	var parts []string
	alone, oneSide := s.View.Alone()
	byHand := false
	for _, side := range session.Both {
		labels := s.Sides.Labels(side)
		if oneSide && side != alone {
			continue
		}
		byHand = byHand || s.View.ShowsMine(side)
		switch {
		case labels == nil || oneSide && byHand: // what is seen is enough
		case oneSide && labels[i] > 0:
			parts = append(parts, "motion "+labelText(labels[i]))
		case oneSide:
			parts = append(parts, labelText(0))
		default:
			parts = append(parts, side.String()+": "+labelText(labels[i]))
		}
	}
	if byHand {
		parts = append(parts, "by hand: "+labelText(s.Mine.Labels()[i]))
	}
	if truth := s.Doc.Truth(); truth != nil {
		name := labelText(truth[i])
		if truth[i] == 0 {
			name = "none"
		}
		parts = append(parts, strings.ToLower(truthWord(s))+": "+name)
	}
	return parts
}

// trackText names a track: number, frame, position and labels.
func trackText(s *session.Session, track int) string {
	q, frame := s.Doc.Sequence(), s.Playback.Frame()
	parts := []string{fmt.Sprintf("%s %d", s.Doc.Words().Point, track+1), fmt.Sprintf("frame %d", frame+1)}
	if q.IDs != nil {
		parts[0] += " (" + q.IDs[track] + " in the file)"
	}
	if q.Seen(track, frame) {
		parts = append(parts, fmt.Sprintf("(%.1f, %.1f)", q.Pixels.At(2*frame, track), q.Pixels.At(2*frame+1, track)))
	} else {
		parts = append(parts, "not visible")
	}
	return strings.Join(append(parts, labelTexts(s, track)...), " · ")
}
