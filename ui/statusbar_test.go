package ui

import (
	"context"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/ui/kit"
	"motionseg/ui/session"
	"motionseg/ui/shown"
)

// TestMessagesGo: a message is taken away after there was time to read it, unless it is
// about something under way or written, or another one has come.
func TestMessagesGo(t *testing.T) {
	r := newRig(t, nil)
	var waits []time.Duration
	var ends []func()
	r.status.after = func(d time.Duration, f func()) { waits, ends = append(waits, d), append(ends, f) }
	end := func() {
		for _, f := range slices.Clone(ends) {
			f()
		}
		ends = nil
	}
	r.status.say("short")
	r.status.say("a message with somewhat more to read")
	if len(waits) != 2 || waits[1] <= waits[0] || waits[0] < 3*time.Second {
		t.Fatalf("messages wait %v", waits)
	}
	ends[0]()
	if r.status.message == "" {
		t.Error("the end of one message takes the next one away")
	}
	if end(); r.status.message != "" {
		t.Errorf("%q stays", r.status.message)
	}
	for _, stays := range []string{"Written: /film.csv", "Writing film.csv …"} {
		r.status.say(stays)
		if end(); r.status.message != stays {
			t.Errorf("%q is gone", stays)
		}
	}
}

// onePicture are pictures of which there is one.
type onePicture struct{ frame int }

func (onePicture) Frame(int) (image.Image, error) {
	return image.NewRGBA(image.Rect(0, 0, 32, 24)), nil
}
func (onePicture) Name(int) string            { return "" }
func (onePicture) Rate() float64              { return 0 }
func (onePicture) Upward() (up, decided bool) { return false, true }
func (onePicture) Note() string               { return "" }
func (p onePicture) Still() (int, bool)       { return p.frame, true }
func (onePicture) Close() error               { return nil }

// TestTrackByHandIsTold: what is told of a track is what is drawn, also by hand.
func TestTrackByHandIsTold(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	s := r.session
	s.Mine.SetFollowing(false)
	s.Selection.Select([]int{4}, false)
	s.Mine.GiveSelected(2)
	r.settle()
	s.Selection.Hover(4)
	for _, c := range []struct {
		mine  [2]bool
		views session.Arrangement
		want  string
	}{
		{[2]bool{}, session.BothViews, "left: 1 · right: 1 · truth: 1"},
		{[2]bool{true, false}, session.BothViews, "left: 1 · right: 1 · by hand: 2 · truth: 1"},
		{[2]bool{true, false}, session.RightView, "motion 1 · truth: 1"},
		{[2]bool{true, true}, session.RightView, ") · by hand: 2 · truth: 1"},
	} {
		d := s.View.Display()
		d.Mine, d.Views = c.mine, c.views
		s.View.SetDisplay(d)
		if text := trackText(s, 4); !strings.HasSuffix(text, c.want) {
			t.Errorf("with mine %v in view %v: %q, want %q", c.mine, c.views, text, c.want)
		}
	}
}

// TestStillPictureIsTold: where points move over the picture of one frame, a badge says
// so, and does not where no picture is drawn.
func TestStillPictureIsTold(t *testing.T) {
	for frame, want := range map[int]string{0: "picture: frame 1", 6: "picture: frame 7", -1: "picture: one frame"} {
		r := withPictures(t, onePicture{frame})
		for _, side := range session.Both {
			if b := r.sides[side].still; b.text.Text != want || !b.object.Visible() {
				t.Errorf("the %s side says %q, visible %v, want %q", side, b.text.Text, b.object.Visible(), want)
			}
		}
		d := r.session.View.Display()
		d.Picture = 0
		r.session.View.SetDisplay(d)
		if b := r.sides[session.Left].still; b.object.Visible() {
			t.Errorf("without a picture there is %q", b.text.Text)
		}
	}
	if r := withExample(t, nil); r.sides[session.Left].still.object.Visible() {
		t.Error("a badge without pictures")
	}
}

// TestColoursSwitch: one click makes the program dark or light, and it is remembered;
// the buttons of the side panels show whether these are there.
func TestColoursSwitch(t *testing.T) {
	r := withExample(t, nil)
	r.menus.otherColours()
	before := kit.Variant()
	test.Tap(r.status.colours)
	after := kit.Variant()
	if after == before || r.session.Settings().Colours !=
		map[bool]string{true: "light", false: "dark"}[after == theme.VariantLight] {
		t.Errorf("from %v to %v, remembered %q", before, after, r.session.Settings().Colours)
	}
	if test.Tap(r.status.colours); kit.Variant() != before {
		t.Error("the second click does not lead back")
	}
	for range 2 {
		r.folding.toggleLibrary()
		want := widget.LowImportance
		if r.panels.left.shown() {
			want = widget.MediumImportance
		}
		if r.toolbar.library.Importance != want {
			t.Errorf("library shown %v, its button has importance %v", r.panels.left.shown(), r.toolbar.library.Importance)
		}
	}
}

// withPictures is a window with the example and these pictures of it.
func withPictures(t *testing.T, p session.Pictures) *rig {
	t.Helper()
	return withExample(t, func(c *session.Config) {
		c.OpenPictures = func(context.Context, *hopkins.Sequence) (session.Pictures, error) { return p, nil }
	})
}

// TestPairsDoNotPlay: two photographs that are both shown have nothing to play.
func TestPairsDoNotPlay(t *testing.T) {
	r := withExample(t, func(c *session.Config) {
		c.Example = func() (*hopkins.Sequence, error) {
			s := turning()
			s.Name, s.TwoFrame = "pair", true
			s.Pixels = mat.DenseCopyOf(s.Pixels.Slice(0, 4, 0, 40))
			s.Normalized = mat.DenseCopyOf(s.Normalized.Slice(0, 4, 0, 40))
			return s, nil
		}
	})
	d := r.session.View.Display()
	for _, layout := range []shown.Layout{shown.SideBySide, shown.Blended, shown.OneFrame} {
		d.Layout = layout
		r.session.View.SetDisplay(d)
		if on := r.transport.object.Visible(); on != (layout == shown.OneFrame) {
			t.Errorf("with layout %d the transport is shown: %v", layout, on)
		}
	}
}
