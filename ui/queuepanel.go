package ui

import (
	"fmt"
	"image"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// queuePanel lists the clips of the queue in place of the library: how far each is,
// which one is looked at, and what is noted about it.
type queuePanel struct {
	session  *session.Session
	object   *fyne.Container
	count    *widget.Label
	list     *kit.Rows
	previews *previews
	why      *widget.Label // why the clip that is looked at failed, or should be looked at
	note     *kit.Entry
	tick     *kit.Button
	export   *kit.Button
	quiet    bool
	at       int // the clip whose note is shown
}

func newQueuePanel(s *session.Session, k *kit.Kit, exportAll func()) *queuePanel {
	p := &queuePanel{session: s, count: widget.NewLabel(""), at: -1}
	p.count.Importance = widget.LowImportance
	p.previews = newPreviews(k.Run, readPreview, p.previewed)
	p.list = k.Rows(func() int { return len(s.Queue.Clips()) }, func() fyne.CanvasObject {
		return newClipRow()
	}, p.showRow)
	p.list.OnSelected = func(i widget.ListItemID) {
		if !p.quiet && i != s.Queue.At() {
			s.Queue.Go(i)
		}
	}
	p.why = widget.NewLabel("")
	p.why.Wrapping = fyne.TextWrapWord
	p.why.Importance = widget.WarningImportance
	p.why.Hide()
	p.note = k.Entry("")
	p.note.SetPlaceHolder("Note on this clip")
	p.note.OnChanged = s.Queue.SetNote
	p.tick = k.Button("Done, next (D)", theme.ConfirmIcon(),
		"Tick this clip and go to the next one; Page Down and Page Up only go", s.Queue.TickAndNext)
	p.export = k.Button("Export all …", nil, "Write the labelled tracks of all clips that are ready into a folder",
		exportAll)
	closing := k.Flat("", theme.CancelIcon(), "Close the list of clips; what is open stays", s.Queue.Close)
	p.count.Truncation = fyne.TextTruncateEllipsis // or it would run under the button, and out of the panel
	head := container.NewBorder(nil, p.count, kit.Text("Clips", theme.ColorNameForeground, theme.SizeNameSubHeadingText),
		closing)
	foot := container.NewVBox(p.why, p.note, container.NewGridWithColumns(1, p.tick, p.export))
	p.object = container.NewBorder(container.NewPadded(head), container.NewPadded(foot), nil, nil, p.list)
	p.object.Hide()
	follow := k.Once(p.update)
	s.Watch(func(c session.Change) {
		switch c.Event {
		case session.QueueChanged, session.SequenceChanged:
			p.showNote() // at once, or what is typed now would be the note on another clip
			follow()
		case session.ClipProgressed:
			p.list.Refresh()
		}
	})
	return p
}

// clipLook is what a state looks like.
var clipLook = map[session.ClipState]struct {
	icon   func() fyne.Resource
	colour fyne.ThemeColorName
}{
	session.ClipWaiting:  {nil, theme.ColorNamePlaceHolder},
	session.ClipTracking: {theme.MediaPlayIcon, theme.ColorNamePlaceHolder},
	session.ClipRunning:  {theme.MediaPlayIcon, theme.ColorNamePlaceHolder},
	session.ClipReady:    {theme.VisibilityIcon, theme.ColorNamePrimary},
	session.ClipDone:     {theme.ConfirmIcon, theme.ColorNameSuccess},
	session.ClipFailed:   {theme.WarningIcon, theme.ColorNameError},
}

// showRow shows a clip in a row.
func (p *queuePanel) showRow(i widget.ListItemID, o fyne.CanvasObject) {
	clips := p.session.Queue.Clips()
	if i >= len(clips) {
		return
	}
	c, row := clips[i], o.(*clipRow)
	row.clip = c.Name
	if bold := i == p.session.Queue.At(); row.name.TextStyle.Bold != bold {
		row.name.TextStyle.Bold = bold
		row.name.Refresh()
	}
	fitName(row.name, c.Name)
	row.tell(c.State, clipText(c))
	row.picture.Set(p.previews.get(c.Path))
}

// previewed shows a picture that has been read.
func (p *queuePanel) previewed(path string, _ image.Image) {
	for i, c := range p.session.Queue.Clips() {
		if c.Path == path {
			p.list.RefreshItem(i)
		}
	}
}

// showNote shows the note on the clip that is looked at.
func (p *queuePanel) showNote() {
	at := p.session.Queue.At()
	if at != p.at && at >= 0 {
		if note := p.session.Queue.Clips()[at].Note; note != p.note.Text {
			p.note.SetText(note)
		}
	}
	p.at = at
}

// update shows the queue, or the library where there is none.
func (p *queuePanel) update() {
	q := p.session.Queue
	clips := q.Clips()
	if on := len(clips) > 0; on != p.object.Visible() {
		if on {
			p.object.Show()
		} else {
			p.object.Hide()
		}
	}
	if len(clips) == 0 {
		return
	}
	done, ready, failed := 0, 0, 0
	for _, c := range clips {
		switch c.State {
		case session.ClipDone:
			done++
		case session.ClipReady:
			ready++
		case session.ClipFailed:
			failed++
		}
	}
	count := fmt.Sprintf("%d of %d done, %d to look at", done, len(clips), ready)
	if failed > 0 {
		count += fmt.Sprintf(", %d failed", failed)
	}
	kit.SetText(p.count, count)
	p.quiet = true
	p.list.Refresh()
	if at := q.At(); at >= 0 {
		p.list.Select(at)
		state := clips[at].State
		p.sayWhy(clips[at])
		kit.Enable(p.tick, state == session.ClipReady || state == session.ClipDone)
	}
	p.quiet = false
	kit.Enable(p.export, done+ready > 0)
}

// sayWhy says why a clip failed or should be looked at.
func (p *queuePanel) sayWhy(c *session.Clip) {
	text := c.Look
	if c.State == session.ClipFailed {
		text = c.Problem
	}
	kit.SetText(p.why, text)
	if text == "" {
		p.why.Hide()
	} else {
		p.why.Show()
	}
}

// exportClips asks for a folder, and writes the labelled tracks of all clips that are
// ready into it, with a table of the notes.
func (e *exporter) exportClips() {
	e.session.Queue.Keep()
	r := kit.FileRequest{Kind: kit.OpenFolder, Title: "Export all clips into a folder"}
	e.opener.ask(e.win, r, func(folder string) {
		clips := e.session.Queue.Clips()
		e.status.say("Writing the clips …")
		e.writers.Go(func() {
			written, err := writeClips(e.writing, folder, clips)
			e.kit.Run(func() {
				if err != nil {
					e.status.say("")
					e.problem(session.Problem{Title: "Not all clips were written", File: folder, Reason: err.Error(),
						Advice: "Choose another folder or free some space; nothing that was computed is lost."})
					return
				}
				e.status.say(fmt.Sprintf("Written: %s to %s", hopkins.Counted(written, "clip", "clips"), filepath.Clean(folder)))
			})
		})
	})
}
