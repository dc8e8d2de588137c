package kit

import (
	"fyne.io/fyne/v2"
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
