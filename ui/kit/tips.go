package kit

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// tipDelay is how long the pointer rests before a tooltip appears.
const tipDelay = 600 * time.Millisecond

// tips is the layer above the window's content that shows one tooltip.
type tips struct {
	Layer  *fyne.Container
	box    *fyne.Container
	label  *widget.Label
	run    func(func())
	serial int
	held   bool // one is shown that only Drop takes away
}

func newTips(run func(func())) *tips {
	t := &tips{run: run, label: widget.NewLabel("")}
	back := canvas.NewRectangle(theme.Color(theme.ColorNameMenuBackground))
	back.StrokeColor = theme.Color(theme.ColorNameInputBorder)
	back.StrokeWidth = 1
	back.CornerRadius = 4
	t.box = container.NewStack(back, t.label)
	t.box.Hide()
	t.Layer = container.NewWithoutLayout(t.box)
	return t
}

// Enter starts the wait for the tooltip of an object, below it.
func (t *tips) Enter(object fyne.CanvasObject, text string) {
	t.wait(text, func(size fyne.Size) fyne.Position { return t.below(object, size) })
}

// EnterAt starts the wait for a tooltip of what is at a place of the window, beside it.
func (t *tips) EnterAt(at fyne.Position, text string) {
	t.wait(text, func(size fyne.Size) fyne.Position { return t.beside(at, size) })
}

// wait shows a text after a while.
func (t *tips) wait(text string, where func(fyne.Size) fyne.Position) {
	t.Leave()
	if text == "" || t.held {
		return
	}
	serial := t.serial
	time.AfterFunc(tipDelay, func() {
		t.run(func() {
			if serial == t.serial {
				t.show(text, where)
			}
		})
	})
}

// show shows a text, unless a menu or dialog is above the window.
func (t *tips) show(text string, where func(fyne.Size) fyne.Position) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(t.Layer); c != nil && c.Overlays().Top() != nil {
		return
	}
	t.place(text, where)
}

// At shows a text beside a place of the window at once, until Drop: what the
// pointer passes over on its way there changes nothing.
func (t *tips) At(at fyne.Position, text string) {
	t.serial++
	t.held = true
	t.place(text, func(size fyne.Size) fyne.Position { return t.beside(at, size) })
}

// beside returns where a text is beside a place of the window.
func (t *tips) beside(at fyne.Position, size fyne.Size) fyne.Position {
	at = at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(t.Layer)).AddXY(14, 18)
	if limit := t.Layer.Size(); limit.Height > 0 && at.Y+size.Height > limit.Height {
		at.Y -= size.Height + 24
	}
	return at
}

// Drop takes away what At shows.
func (t *tips) Drop() {
	t.held = false
	t.Leave()
}

// Leave takes the tooltip away.
func (t *tips) Leave() {
	if t.held {
		return
	}
	t.serial++
	if t.box.Visible() {
		t.box.Hide()
	}
}

// tipWidth is where tooltips wrap.
const tipWidth = 300

// below returns where a text is below an object.
func (t *tips) below(object fyne.CanvasObject, size fyne.Size) fyne.Position {
	driver := fyne.CurrentApp().Driver()
	at := driver.AbsolutePositionForObject(object).Subtract(driver.AbsolutePositionForObject(t.Layer))
	at.Y += object.Size().Height + 4
	if limit := t.Layer.Size(); limit.Width > 0 && at.Y+size.Height > limit.Height {
		at.Y -= object.Size().Height + size.Height + 8
	}
	return at
}

// place shows a text where it is to be, given its size.
func (t *tips) place(text string, where func(fyne.Size) fyne.Position) {
	back := t.box.Objects[0].(*canvas.Rectangle)
	back.FillColor = theme.Color(theme.ColorNameMenuBackground)
	back.StrokeColor = theme.Color(theme.ColorNameInputBorder)
	t.label.Wrapping = fyne.TextWrapOff
	t.label.SetText(text)
	size := t.box.MinSize()
	if size.Width > tipWidth {
		t.label.Wrapping = fyne.TextWrapWord
		t.label.Resize(fyne.NewSize(tipWidth, size.Height))
		t.label.Refresh()
		size = fyne.NewSize(tipWidth, t.label.MinSize().Height)
	}
	at := where(size)
	if limit := t.Layer.Size(); limit.Width > 0 {
		at.X = max(2, min(at.X, limit.Width-size.Width-2))
	}
	t.box.Resize(size)
	t.box.Move(at)
	t.box.Show()
	// Refreshing the box alone paints nothing where no layout has placed it.
	t.Layer.Refresh()
}
