package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Line is a line of text that comes in several lengths: the first that fits is
// shown, and the last, cut, where none does. A tooltip has all of it.
type Line struct {
	widget.Label
	kit   *Kit
	tip   string
	texts []string // the longest first
}

// Line returns an empty line.
func (k *Kit) Line() *Line {
	l := &Line{kit: k}
	l.Truncation = fyne.TextTruncateEllipsis
	l.ExtendBaseWidget(l)
	return l
}

// SetTexts shows the first text that fits, and tip as a tooltip.
func (l *Line) SetTexts(tip string, texts ...string) {
	l.tip, l.texts = tip, texts
	l.fit(l.Size().Width)
}

// Least is the width of the shortest text.
func (l *Line) Least() float32 {
	if len(l.texts) == 0 || l.texts[len(l.texts)-1] == "" {
		return 0
	}
	return l.width(l.texts[len(l.texts)-1])
}

func (l *Line) width(text string) float32 {
	return fyne.MeasureText(text, theme.TextSize(), l.TextStyle).Width + 2*theme.InnerPadding()
}

// Resize chooses the text for the new width.
func (l *Line) Resize(size fyne.Size) {
	l.fit(size.Width)
	l.Label.Resize(size)
}

func (l *Line) fit(width float32) {
	for i, text := range l.texts {
		if i == len(l.texts)-1 || l.width(text) <= width {
			SetText(&l.Label, text)
			return
		}
	}
}

// Tip returns the text of the tooltip.
func (l *Line) Tip() string { return l.tip }

// MouseIn shows the tooltip.
func (l *Line) MouseIn(*desktop.MouseEvent) { l.kit.Tips.Enter(l, l.tip) }

// MouseMoved is part of hovering.
func (l *Line) MouseMoved(*desktop.MouseEvent) {}

// MouseOut takes the tooltip away.
func (l *Line) MouseOut() { l.kit.Tips.Leave() }
