package ui

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// awaited shows the first picture of the clip that is waited for in place of the views,
// and how far the work on it is: a window that shows another clip, or nothing, would seem
// to hang.
type awaited struct {
	session  *session.Session
	object   *fyne.Container
	surface  *kit.Surface
	look     *lookInto
	of       *session.Clip // whose picture is shown, nil for none
	line     *widget.Label
	progress *kit.Bar
	middle   *fyne.Container // the views, or this in place of them
	views    *fyne.Container
}

func newAwaited(s *session.Session, k *kit.Kit) *awaited {
	a := &awaited{session: s, surface: kit.NewSurface(k), line: widget.NewLabel(""), progress: kit.NewBar()}
	a.line.Truncation = fyne.TextTruncateEllipsis
	foot := container.NewPadded(container.NewVBox(a.line, a.progress))
	a.object = container.NewBorder(nil, foot, nil, nil, a.surface.Raster)
	follow := k.Once(a.update)
	s.Watch(func(c session.Change) {
		switch c.Event {
		case session.QueueChanged, session.SequenceChanged, session.TrackingChanged:
			follow() // a clip that is ready is waited for within the turn alone
		case session.StyleChanged:
			if a.look != nil {
				a.look.show(0)
			}
		case session.ClipProgressed:
			a.tell()
		}
	})
	return a
}

// update shows the clip that is waited for, or the views where none is.
func (a *awaited) update() {
	clip := a.session.Queue.Awaited()
	if clip != nil && a.session.Tracking.Film() != "" {
		clip = nil // another film is looked at
	}
	if clip != a.of {
		if a.look != nil {
			a.look.close()
			a.look = nil
		}
		if clip != nil {
			a.look = newLookInto(a.surface, hopkins.Footage{Path: clip.Path})
			a.look.show(0)
		}
		if a.of == nil {
			a.views.Hide()
			a.middle.Add(a.object)
		} else if clip == nil {
			a.middle.Remove(a.object)
			if a.session.Tracking.Film() == "" {
				a.views.Show()
			}
		}
		a.of = clip
	}
	a.tell()
}

// close ends looking at the clip.
func (a *awaited) close() {
	if a.look != nil {
		a.look.close()
	}
}

// tell says how far the clip is.
func (a *awaited) tell() {
	if a.of == nil {
		return
	}
	kit.SetText(a.line, a.of.Name+": "+awaitedText(a.of))
	a.progress.SetValue(a.of.Share)
	if working := a.of.State == session.ClipTracking ||
		a.of.State == session.ClipRunning; working != a.progress.Visible() {
		if working {
			a.progress.Show()
		} else {
			a.progress.Hide()
		}
	}
}

// awaitedText says what is being done for a clip before it can be shown.
func awaitedText(c *session.Clip) string {
	switch c.State {
	case session.ClipTracking:
		return "following points through the film …"
	case session.ClipRunning:
		return "finding its motions …"
	case session.ClipFailed:
		return "this film failed. " + c.Problem
	case session.ClipWaiting:
		return "waits for the clip before it"
	}
	return "opening …"
}

// clipRow is a line of the list of clips: a small picture, the name, and how far the clip
// is.
type clipRow struct {
	widget.BaseWidget
	picture *kit.Thumbnail
	clip    string // its whole name
	name    *widget.Label
	icon    *widget.Icon
	state   *widget.RichText
	row     *fyne.Container
	told    bool // what follows is shown
	at      session.ClipState
	text    string
}

func newClipRow() *clipRow {
	r := &clipRow{picture: kit.NewThumbnail(clipWidth, clipHeight), name: widget.NewLabel(""), icon: widget.NewIcon(nil)}
	r.name.Truncation = fyne.TextTruncateEllipsis
	r.state = kit.Text("", theme.ColorNamePlaceHolder, theme.SizeNameCaptionText)
	words := container.New(clipWords{}, r.name, r.state)
	r.row = container.New(layout.NewCustomPaddedLayout(0, 0, 4, 4),
		container.NewBorder(nil, nil, r.picture, container.NewCenter(r.icon), words))
	r.ExtendBaseWidget(r)
	return r
}

// tell shows the state of a clip, and what is said of it. Lists show their rows again whenever anything in them
// changes, and every time an icon is set it is drawn anew.
func (r *clipRow) tell(at session.ClipState, text string) {
	if r.told && r.at == at && r.text == text {
		return
	}
	r.told, r.at, r.text = true, at, text
	look := clipLook[at]
	if look.icon == nil {
		r.icon.SetResource(nil)
	} else {
		r.icon.SetResource(theme.NewColoredResource(look.icon(), look.colour))
	}
	state := r.state.Segments[0].(*widget.TextSegment)
	state.Text, state.Style.ColorName = text, look.colour
	r.state.Refresh()
}

// The size of the picture of a clip in the list, at scale 1.
const (
	clipWidth  = 54
	clipHeight = 36
)

// Resize gives the name the room that there is.
func (r *clipRow) Resize(size fyne.Size) {
	r.BaseWidget.Resize(size)
	fitName(r.name, r.clip)
}

// CreateRenderer shows the row.
func (r *clipRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.row) }

// clipWords puts the name of a clip closely above its state.
type clipWords struct{}

// MinSize lets names be shortened.
func (clipWords) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(60, clipHeight+2*theme.Padding())
}

// Layout places the words in the middle of the height.
func (clipWords) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	name, state := objects[0].MinSize().Height, objects[1].MinSize().Height
	const closer = 11 // what both leave free around their words
	y := (size.Height - name - state + closer) / 2
	objects[0].Move(fyne.NewPos(0, y))
	objects[0].Resize(fyne.NewSize(size.Width, name))
	objects[1].Move(fyne.NewPos(theme.InnerPadding()-theme.Padding(), y+name-closer))
	objects[1].Resize(fyne.NewSize(size.Width, state))
}

// clipText says how far a clip is.
func clipText(c *session.Clip) string {
	if c.State == session.ClipTracking || c.State == session.ClipRunning {
		return fmt.Sprintf("%s, %.0f %%", c.State, 100*c.Share)
	}
	return c.State.String()
}
