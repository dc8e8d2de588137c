package ui

import (
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// TestKeysWorkEverywhere: whatever was clicked last has the keyboard, and all but
// text fields leave it to the window.
func TestKeysWorkEverywhere(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	r.win.Resize(fyne.NewSize(1280, 800))
	focusable := 0
	for i := range r.analysis.tabs.Items {
		r.analysis.tabs.SelectIndex(i)
		root := r.win.Content()
		if i > 0 {
			root = r.analysis.tabs.Selected().Content
		}
		for _, o := range test.LaidOutObjects(root) {
			f, ok := o.(fyne.Focusable)
			if d, can := o.(fyne.Disableable); !ok || can && d.Disabled() {
				continue
			}
			if _, own := o.(*widget.Button); own {
				continue // of the toolkit's tabs, where they do not fit
			}
			if _, text := o.(interface{ SelectedText() string }); text {
				continue
			}
			focusable++
			d := r.session.View.Display()
			d.Truth = [2]bool{}
			r.session.View.SetDisplay(d)
			r.session.Playback.SetPlaying(false)
			r.session.Playback.SetFrame(3)
			r.session.Selection.Select([]int{1}, false)
			r.win.Canvas().Focus(f)
			f.TypedRune('t')
			if !r.session.View.Display().Truth[session.Left] {
				t.Errorf("T is dead on %T %s", o, nameOf(o))
			}
			f.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
			if !r.session.Playback.Playing() {
				t.Errorf("Space is dead on %T %s", o, nameOf(o))
			}
			f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
			f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
			if got := r.session.Playback.Frame(); got != 1 {
				t.Errorf("Home, Right lead to frame %d on %T %s", got, o, nameOf(o))
			}
			f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
			if r.session.Selection.Count() != 0 {
				t.Errorf("Esc is dead on %T %s", o, nameOf(o))
			}
			r.win.Canvas().Unfocus()
		}
	}
	if focusable < 50 {
		t.Errorf("only %d controls were tried", focusable)
	}
	r.analysis.tabs.SelectIndex(0)
	r.analysis.turn(-1)
	if got := r.analysis.tabs.SelectedIndex(); got != len(r.analysis.tabs.Items)-1 {
		t.Errorf("before the first tab comes %d", got)
	}
}

// TestControlsHaveTips: what a button or a list is for is told where the pointer rests on it, on
// every tab of the bench and in the film view.
func TestControlsHaveTips(t *testing.T) {
	tried := 0
	look := func(where string, root fyne.CanvasObject) {
		eachSeen(root, func(o fyne.CanvasObject) {
			tip := "not a control"
			switch c := o.(type) {
			case *kit.Button:
				tip = c.Tip
			case *kit.Choice:
				tip = c.Tip
			}
			if tried++; tip == "" {
				t.Errorf("%s: %T %s has no tip", where, o, nameOf(o))
			}
		})
	}
	r := withExample(t, nil)
	r.runBoth()
	for i := range r.analysis.tabs.Items {
		r.analysis.tabs.SelectIndex(i)
		look(r.analysis.tabs.Selected().Text, r.win.Content())
	}
	film, _ := withFilm(t, 12)
	look("film", film.win.Content())
	if tried < 500 {
		t.Errorf("only %d objects were looked at", tried)
	}
}

// TestMenusSayTheirKeys: at the right edge of the menu, in words, since the toolkit
// writes shortcuts of menus in a fifth of the text's strength.
func TestMenusSayTheirKeys(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("macOS has menus of its own")
	}
	r := withExample(t, nil)
	width := func(text string) float32 { return fyne.MeasureText(text, theme.TextSize(), fyne.TextStyle{}).Width }
	space := width("n n") - width("nn")
	keys := map[string]string{}
	for _, menu := range r.menus.mainMenu().Items {
		var right []float32
		for _, i := range menu.Items {
			if i.Shortcut != nil {
				t.Errorf("%q has the toolkit's shortcut", i.Label)
			}
			words, key, keyed := strings.Cut(i.Label, "   ")
			if !keyed {
				continue
			}
			keys[words] = strings.TrimSpace(key)
			right = append(right, width(i.Label))
			if gap := width(i.Label) - width(words) - width(strings.TrimSpace(key)); gap < keyGap-space {
				t.Errorf("%q: %.0f between words and key", i.Label, gap)
			}
		}
		if len(right) > 1 && slices.Max(right)-slices.Min(right) > space {
			t.Errorf("menu %s: keys end at %v", menu.Label, right)
		}
	}
	for words, want := range map[string]string{"Open file …": "Ctrl O", "Open folder …": "Ctrl Shift O",
		"Save project": "Ctrl S", "Quit": "Ctrl Q",
		"Select all": "Ctrl A", "Run both sides": "R", "Fit": "0", "Undo": "Ctrl Z", "Selection before": "Alt Left",
		"Help pages": "F1"} {
		if keys[words] != want {
			t.Errorf("%q has the key %q, want %q", words, keys[words], want)
		}
	}
}

// TestSelectAll: Ctrl A takes what the view under the pointer shows, and what all
// show that are seen where it is in none. With "misclassified" each side shows its
// own.
func TestSelectAll(t *testing.T) {
	r := withExample(t, nil)
	r.runBoth()
	r.win.Resize(fyne.NewSize(1280, 800))
	r.session.View.SetOnlyWrong(true)
	wrong := [2][]int{}
	both := map[int]bool{}
	for _, side := range session.Both {
		for i, w := range r.session.View.Wrong(side) {
			if w {
				wrong[side] = append(wrong[side], i)
				both[i] = true
			}
		}
	}
	if slices.Equal(wrong[0], wrong[1]) || len(wrong[0])+len(wrong[1]) == 0 {
		t.Fatalf("wrong on both sides are %v", wrong)
	}
	all := func() []int {
		r.session.Selection.Clear()
		r.menus.selectAll()
		return r.session.Selection.Tracks()
	}
	if got := all(); !slices.Equal(got, slices.Sorted(maps.Keys(both))) {
		t.Errorf("without the pointer: %v", got)
	}
	for _, side := range session.Both {
		view := r.sides[side].view
		view.MouseIn(&desktop.MouseEvent{})
		if got := all(); !slices.Equal(got, wrong[side]) {
			t.Errorf("pointing at the %s side: %v, expected %v", side, got, wrong[side])
		}
		view.MouseOut()
		d := r.session.View.Display()
		d.Views = session.LeftView + session.Arrangement(side)
		r.session.View.SetDisplay(d)
		if got := all(); !slices.Equal(got, wrong[side]) {
			t.Errorf("the %s side alone: %v, expected %v", side, got, wrong[side])
		}
		d.Views = session.BothViews
		r.session.View.SetDisplay(d)
	}
}

// TestShortcutsInText: a line of text that has the keyboard keeps what is about
// text, and leaves the other shortcuts to the window.
func TestShortcutsInText(t *testing.T) {
	r := withExample(t, nil)
	r.win.Resize(fyne.NewSize(1280, 800))
	for name, line := range map[string]interface {
		fyne.Focusable
		fyne.Shortcutable
		SelectedText() string
	}{"the frames": r.inspector.frames.Entry, "the search": r.library.search} {
		r.analysis.tabs.SelectIndex(0)
		r.win.Canvas().Focus(line)
		test.Type(line, "a b")
		for want, key := range map[int]fyne.KeyName{1: fyne.KeyPageDown, 0: fyne.KeyPageUp} {
			r.analysis.tabs.SelectIndex(1 - want)
			line.TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierControl})
			if got := r.analysis.tabs.SelectedIndex(); got != want {
				t.Errorf("%s on %s leads to tab %d, want %d", key, name, got, want)
			}
		}
		r.session.Selection.Clear()
		line.TypedShortcut(&fyne.ShortcutSelectAll{})
		if got := line.SelectedText(); !strings.HasPrefix(got, "a b") || r.session.Selection.Count() != 0 {
			t.Errorf("Ctrl A on %s selects %q", name, got)
		}
	}
	r.library.search.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if r.library.search.Text != "" || r.win.Canvas().Focused() != nil {
		t.Errorf("Escape leaves %q in the search, and the keyboard with %T", r.library.search.Text, r.win.Canvas().Focused())
	}
}

// nameOf names a control in a message.
func nameOf(o fyne.CanvasObject) string {
	switch o := o.(type) {
	case *kit.Button:
		return o.Text + o.Tip
	}
	return ""
}

// TestMenusOfferWhatCanBeDone: what has nothing to do is grey in the menu bar, and no
// longer than that.
func TestMenusOfferWhatCanBeDone(t *testing.T) {
	r := newRig(t, nil)
	grey := func(path ...string) bool {
		t.Helper()
		items := []*fyne.MenuItem{}
		for _, m := range r.win.MainMenu().Items {
			if m.Label == path[0] {
				items = m.Items
			}
		}
		for n, label := range path[1:] {
			i := slices.IndexFunc(items, func(i *fyne.MenuItem) bool { return strings.HasPrefix(i.Label, label) })
			if i < 0 {
				t.Fatalf("there is no %q", path)
			}
			if n == len(path)-2 || items[i].Disabled {
				return items[i].Disabled
			}
			items = items[i].ChildMenu.Items
		}
		return false
	}
	expect := func(when string, want bool, paths ...[]string) {
		t.Helper()
		for _, p := range paths {
			if grey(p...) != want {
				t.Errorf("%s: %q is grey: %v", when, p, !want)
			}
		}
	}
	always := [][]string{{"Run", "Cancel"}, {"Edit", "Clear selection"}, {"Edit", "Selection before"},
		{"Edit", "Selection after"}}
	tracks := [][]string{{"Run", "Run both"}, {"Run", "Run left"}, {"Edit", "Select all"}, {"View", "y upwards"},
		{"File", "Export"}}
	results := [][]string{{"Label", "Correct the left result"}, {"Label", "Next doubtful"}, {"Label", "Split"}}
	expect("nothing is open", true, slices.Concat(always, tracks, results)...)
	r.session.OpenExample()
	r.settle()
	expect("no result", true, slices.Concat(always, results)...)
	expect("no result", false, tracks...)
	r.session.Sides.Run()
	r.queue.run()
	expect("while it runs", true, []string{"Run", "Run both"}, []string{"Run", "Run left"})
	expect("while it runs", false, []string{"Run", "Cancel"})
	r.settle()
	expect("results", true, always...)
	expect("results", false, slices.Concat(tracks, results)...)
	expect("nothing selected", true, []string{"Label", "Give the selected"}, []string{"Label", "The two selected belong"})
	r.session.Selection.Select([]int{1, 2}, false)
	r.queue.run()
	expect("two selected", false, []string{"Label", "Give the selected"}, []string{"Label", "The two selected belong"},
		[]string{"Edit", "Clear"}, []string{"Edit", "Selection before"})
	r.session.Selection.Back()
	r.queue.run()
	expect("selection taken back", false, []string{"Edit", "Selection after"})
}

// TestMenuBarOncePerStep: however many things a step changes, the menu bar is made anew
// once, in a turn of its own.
func TestMenuBarOncePerStep(t *testing.T) {
	r := newRig(t, nil)
	before, made := r.win.MainMenu(), 0
	r.session.OpenExample()
	for r.session.Doc.Sequence() == nil { // what announces a dozen changes
		r.queue.mu.Lock()
		if len(r.queue.waiting) == 0 {
			r.queue.mu.Unlock()
			continue
		}
		f := r.queue.waiting[0]
		r.queue.waiting = r.queue.waiting[1:]
		r.queue.mu.Unlock()
		f()
		if m := r.win.MainMenu(); m != before && r.session.Doc.Sequence() != nil {
			t.Fatal("opening made the menu bar anew in the same turn")
		}
		before = r.win.MainMenu()
	}
	r.session.Sides.Run()
	r.session.Selection.Select([]int{1}, false)
	r.queue.mu.Lock()
	waiting := r.queue.waiting
	r.queue.waiting = nil
	r.queue.mu.Unlock()
	for _, f := range waiting {
		f()
		if m := r.win.MainMenu(); m != before {
			before = m
			made++
		}
	}
	if made != 1 {
		t.Errorf("the menu bar was made anew %d times, want once", made)
	}
}
