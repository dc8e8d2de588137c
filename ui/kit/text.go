package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// SetText shows a text, which costs nothing when it is there already.
func SetText(l *widget.Label, text string) {
	if l.Text != text {
		l.SetText(text)
	}
}

// Text is a line of text in a given colour and size that takes part in
// layouts.
func Text(s string, name fyne.ThemeColorName, size fyne.ThemeSizeName) *widget.RichText {
	return widget.NewRichText(&widget.TextSegment{Text: s,
		Style: widget.RichTextStyle{ColorName: name, SizeName: size, Inline: true}})
}

// Heading is a section title.
func Heading(s string) *widget.RichText {
	t := Text(s, theme.ColorNamePlaceHolder, theme.SizeNameCaptionText)
	t.Segments[0].(*widget.TextSegment).Style.TextStyle.Bold = true
	return t
}

// Term is a Heading that a tooltip explains.
type Term struct {
	widget.RichText
	kit *Kit
	tip string
}

// Term returns a heading with a tooltip.
func (k *Kit) Term(word, tip string) *Term {
	t := &Term{kit: k, tip: tip}
	t.Segments = Heading(word).Segments
	t.ExtendBaseWidget(t)
	return t
}

// Tip returns the text of the tooltip.
func (t *Term) Tip() string { return t.tip }

// MouseIn shows the tooltip.
func (t *Term) MouseIn(*desktop.MouseEvent) { t.kit.Tips.Enter(t, t.tip) }

// MouseMoved is part of hovering.
func (t *Term) MouseMoved(*desktop.MouseEvent) {}

// MouseOut takes the tooltip away.
func (t *Term) MouseOut() { t.kit.Tips.Leave() }

// Enable enables or disables a control.
func Enable(w fyne.Disableable, on bool) {
	if on == !w.Disabled() {
		return
	}
	if on {
		w.Enable()
	} else {
		w.Disable()
	}
}
