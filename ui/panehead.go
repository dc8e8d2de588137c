package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// headLayout places what stands above a view: the method, what it came to, and
// which labels the view draws; what it came to has a line of its own where there
// is no room for it between the others.
type headLayout struct {
	pane    *sidePane
	width   float32 // that it was placed for
	two     bool    // it needed two lines
	changed func()  // is told when it needs another number of lines; may be nil
}

// The space around a head.
const (
	headTop  = 2
	headSide = 3
)

// MinSize is that of two lines in width and of one in height.
func (l *headLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	method, middle, ticks := objects[0].MinSize(), objects[1].MinSize(), objects[2].MinSize()
	return fyne.NewSize(max(method.Width+theme.Padding()+ticks.Width, middle.Width)+2*headSide,
		max(method.Height, middle.Height, ticks.Height)+2*headTop)
}

// least is the width that all has in one line.
func (l *headLayout) least() float32 {
	p := l.pane
	needed := float32(0)
	if p.busy.Visible() {
		needed = p.busy.MinSize().Width
	} else {
		needed = p.result.MinSize().Width + theme.Padding() + p.facts.Least()
	}
	return p.method.MinSize().Width + needed + p.ticks.MinSize().Width + 2*theme.Padding() + 2*headSide
}

// height is that of the head at a width.
func (l *headLayout) height(width float32) float32 {
	one := l.MinSize(l.pane.head.Objects).Height
	if l.least() > width {
		return 2*one - 2*headTop
	}
	return one
}

// fit tells the stage when the head needs another number of lines.
func (l *headLayout) fit() {
	if l.width > 0 && l.changed != nil && l.two != (l.least() > l.width) {
		l.changed()
	}
}

// Layout places the parts.
func (l *headLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width, l.two = size.Width, l.least() > size.Width
	// Where the other side needs two lines, both have them.
	lines := 1
	if size.Height > l.MinSize(objects).Height+1 {
		lines = 2
	}
	method, middle, ticks := objects[0], objects[1], objects[2]
	line := l.MinSize(objects).Height - 2*headTop
	place := func(o fyne.CanvasObject, x, y, width float32) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(fyne.NewSize(width, line))
	}
	left, right := method.MinSize().Width, ticks.MinSize().Width
	place(method, headSide, headTop, left)
	place(ticks, size.Width-headSide-right, headTop, right)
	if lines == 2 {
		place(middle, headSide, headTop+line, size.Width-2*headSide)
		return
	}
	x := headSide + left + theme.Padding()
	place(middle, x, headTop, size.Width-headSide-right-theme.Padding()-x)
}

// busyLayout puts a bar before the words that say what is done.
type busyLayout struct{}

// The widths of the bar.
const (
	leastBusy = 60
	mostBusy  = 240
)

// MinSize lets the words be shortened.
func (busyLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(leastBusy, objects[1].MinSize().Height)
}

// Layout gives the bar a third of the width at most.
func (busyLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	bar := max(leastBusy, min(size.Width/3, mostBusy))
	objects[0].Move(fyne.NewPos(theme.Padding(), 0))
	objects[0].Resize(fyne.NewSize(bar, size.Height))
	objects[1].Move(fyne.NewPos(bar+2*theme.Padding(), (size.Height-objects[1].MinSize().Height)/2))
	objects[1].Resize(fyne.NewSize(max(0, size.Width-bar-2*theme.Padding()), objects[1].MinSize().Height))
}
