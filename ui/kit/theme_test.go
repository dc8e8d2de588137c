package kit

import (
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// luminance is the relative luminance of WCAG 2.1.
func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		s := float64(v) / 0xFFFF
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

// TestBordersAreSeen: what shows where a control is has a contrast of 3 to 1, as
// WCAG AA asks of what is no text.
func TestBordersAreSeen(t *testing.T) {
	th := NewTheme()
	for name, variant := range map[string]fyne.ThemeVariant{"light": theme.VariantLight, "dark": theme.VariantDark} {
		for _, under := range []fyne.ThemeColorName{theme.ColorNameBackground, theme.ColorNameInputBackground,
			theme.ColorNameOverlayBackground} {
			a, b := luminance(th.Color(theme.ColorNameInputBorder, variant)), luminance(th.Color(under, variant))
			if ratio := (math.Max(a, b) + 0.05) / (math.Min(a, b) + 0.05); ratio < 3 {
				t.Errorf("%s: borders on %s have a contrast of %.2f", name, under, ratio)
			}
		}
	}
}

// TestContrast: all text is to be read by the measure of WCAG AA, 4.5 to 1.
func TestContrast(t *testing.T) {
	th := NewTheme()
	for name, variant := range map[string]fyne.ThemeVariant{"light": theme.VariantLight, "dark": theme.VariantDark} {
		for _, text := range []fyne.ThemeColorName{theme.ColorNameForeground, theme.ColorNamePlaceHolder,
			theme.ColorNameDisabled, theme.ColorNameSuccess, theme.ColorNameWarning, theme.ColorNameError} {
			for _, under := range []fyne.ThemeColorName{theme.ColorNameBackground, theme.ColorNameMenuBackground,
				theme.ColorNameOverlayBackground} {
				a, b := luminance(th.Color(text, variant)), luminance(th.Color(under, variant))
				if ratio := (math.Max(a, b) + 0.05) / (math.Min(a, b) + 0.05); ratio < 4.5 {
					t.Errorf("%s: %s on %s has a contrast of %.2f", name, text, under, ratio)
				}
			}
		}
	}
}

// TestRailIsSeen: the rail of a slider has another colour than a dialog, in both
// themes.
func TestRailIsSeen(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(NewTheme())
	slider := widget.NewSlider(0, 10)
	w := test.NewTempWindow(t, Rail(slider))
	w.Resize(fyne.NewSize(200, 40))
	for _, o := range test.LaidOutObjects(slider) {
		if r, ok := o.(*canvas.Rectangle); ok &&
			r.FillColor == slider.Theme().Color(theme.ColorNameInputBackground, app.Settings().ThemeVariant()) {
			for _, variant := range []fyne.ThemeVariant{theme.VariantLight, theme.VariantDark} {
				if slider.Theme().Color(theme.ColorNameInputBackground, variant) ==
					NewTheme().Color(theme.ColorNameOverlayBackground, variant) {
					t.Errorf("in variant %d the rail has the colour of dialogs", variant)
				}
			}
			return
		}
	}
	t.Error("no rail was found")
}
