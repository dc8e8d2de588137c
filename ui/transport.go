package ui

import (
	"fmt"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/kit"
	"motionseg/ui/session"
	"motionseg/ui/shown"
)

// transport moves through the frames.
type transport struct {
	session *session.Session
	object  fyne.CanvasObject

	play   *kit.Button
	slider *slider
	number *widget.Label
	speed  *kit.Choice
	trails *kit.Choice
	loop   *kit.Button

	ticking bool
	run     func(func())
	later   func() // has it updated in a later turn
}

// tick is the time between two looks at the clock during playback.
const tick = time.Second / 60

func newTransport(s *session.Session, k *kit.Kit) *transport {
	t := &transport{session: s, run: k.Run}
	first := k.Flat("", theme.MediaSkipPreviousIcon(), "First frame (Home)", func() {
		s.Playback.SetPlaying(false)
		s.Playback.SetFrame(0)
	})
	previous := k.Flat("", theme.MediaFastRewindIcon(), "Previous frame (Left)", func() { s.Playback.Step(-1) })
	t.play = k.Flat("", theme.MediaPlayIcon(), "Play or pause (Space)", func() {
		s.Playback.SetPlaying(!s.Playback.Playing())
	})
	next := k.Flat("", theme.MediaFastForwardIcon(), "Next frame (Right)", func() { s.Playback.Step(1) })
	last := k.Flat("", theme.MediaSkipNextIcon(), "Last frame (End)", func() {
		s.Playback.SetPlaying(false)
		s.Playback.SetFrame(s.Doc.FrameCount() - 1)
	})
	t.slider = newSlider(k, 1, 2, func(frame int) { s.Playback.SetPlaying(false); s.Playback.SetFrame(frame - 1) })
	t.number = widget.NewLabel("")
	var speeds, trails []string
	for _, v := range session.Speeds {
		speeds = append(speeds, fmt.Sprintf("%g×", v))
	}
	for _, n := range session.Trails {
		trails = append(trails, fmt.Sprintf("trails %d", n))
	}
	t.speed = k.Choice("Speed of playback", 72, speeds, func(i int) { s.Playback.SetSpeed(session.Speeds[i]) })
	t.trails = k.Choice("Past frames that the trails reach back", 92, trails, func(i int) {
		d := s.View.Display()
		d.Trail = session.Trails[i]
		s.View.SetDisplay(d)
	})
	t.loop = k.Flat("", theme.MediaReplayIcon(), "Begin again at the end", func() {
		s.Playback.SetLoop(!s.Playback.Loop())
	})
	t.object = container.New(layout.NewCustomPaddedLayout(2, 2, 3, 3), container.NewBorder(nil, nil,
		container.NewHBox(first, previous, t.play, next, last),
		container.NewHBox(t.number, t.speed, t.trails, t.loop),
		kit.Rail(t.slider)))
	t.later = k.Once(t.update)
	s.Watch(t.changed)
	t.update()
	return t
}

func (t *transport) changed(c session.Change) {
	switch c.Event {
	case session.SequenceChanged, session.PlaybackChanged, session.DisplayChanged:
		if on := t.plays(); on && !t.object.Visible() {
			t.object.Show()
		} else if !on && t.object.Visible() {
			t.object.Hide()
		}
		t.later()
		t.follow()
	case session.FrameChanged:
		t.showFrame()
	}
}

// plays reports whether there is something to play: no set of pictures, and no two
// photographs that are both shown.
func (t *transport) plays() bool {
	s := t.session
	both := s.View.Display().Layout != shown.OneFrame
	return s.Doc.Set() == nil && !(both && s.Doc.Sequence() != nil && s.Doc.Sequence().TwoFrame)
}

func (t *transport) update() {
	s := t.session
	icon := theme.MediaPlayIcon()
	if s.Playback.Playing() {
		icon = theme.MediaPauseIcon()
	}
	if t.play.Icon.Name() != icon.Name() {
		t.play.SetIcon(icon)
	}
	t.speed.Set(t.speed.Options, slices.Index(session.Speeds, s.Playback.Speed()))
	t.trails.Set(t.trails.Options, slices.Index(session.Trails, s.View.Display().Trail))
	importance := widget.LowImportance
	if s.Playback.Loop() {
		importance = widget.MediumImportance
	}
	if t.loop.Importance != importance {
		t.loop.Importance = importance
		t.loop.Refresh()
	}
	t.slider.Max = float64(max(1, s.Doc.FrameCount()))
	t.slider.Refresh()
	t.showFrame()
}

func (t *transport) showFrame() {
	t.slider.show(t.session.Playback.Frame() + 1)
	kit.SetText(t.number, fmt.Sprintf("%*d / %d", len(fmt.Sprint(t.session.Doc.FrameCount())),
		min(t.session.Playback.Frame()+1, t.session.Doc.FrameCount()), t.session.Doc.FrameCount()))
}

// follow runs a clock as long as playback runs. A frame for which there was no
// time is passed over: the clock waits for the user interface instead of
// queueing.
func (t *transport) follow() {
	if !t.session.Playback.Playing() || t.ticking {
		return
	}
	t.ticking = true
	previous := time.Now()
	go func() {
		for playing := true; playing; {
			time.Sleep(tick)
			done := make(chan bool, 1)
			t.run(func() {
				now := time.Now()
				t.session.Playback.Advance(now.Sub(previous))
				previous = now
				if !t.session.Playback.Playing() {
					t.ticking = false
				}
				done <- t.session.Playback.Playing()
			})
			playing = <-done
		}
	}()
}

// slider is over whole numbers, and leaves the keyboard to the window.
type slider struct {
	widget.Slider
	kit   *kit.Kit
	moves bool // by the arrows, as in a dialog, where they move nothing else
	quiet bool
}

func newSlider(k *kit.Kit, from, to int, moved func(value int)) *slider {
	s := &slider{kit: k}
	s.Min, s.Max, s.Step, s.Value = float64(from), float64(to), 1, float64(from)
	s.Orientation = widget.Horizontal
	s.OnChanged = func(v float64) {
		if !s.quiet {
			moved(int(v))
		}
	}
	s.ExtendBaseWidget(s)
	return s
}

// show moves the slider without telling anyone.
func (s *slider) show(value int) {
	s.quiet = true
	defer func() { s.quiet = false }()
	s.SetValue(float64(value))
}

// TypedRune leaves a letter to the window.
func (s *slider) TypedRune(r rune) { s.kit.Char(r) }

// TypedKey leaves a key to the window, unless it moves the slider.
func (s *slider) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyHome, fyne.KeyEnd:
		if s.moves {
			s.Slider.TypedKey(e)
			return
		}
	}
	s.kit.Leave(s, e.Name)
}
