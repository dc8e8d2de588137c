package kit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"motionseg/ui/draw"
)

// compact is the toolkit's theme with the spacing of a desktop tool and quiet
// greys. Light and dark follow the system. The toolkit writes explanations in the
// colour of disabled controls, so that this too must be easy to read.
type compact struct {
	fyne.Theme
	colours Colours
}

// Colours says whether the program is light or dark.
type Colours string

// The colours.
const (
	SystemColours Colours = "" // as the system is
	LightColours  Colours = "light"
	DarkColours   Colours = "dark"
)

// NewTheme returns the program's theme in the colours of the system.
func NewTheme() fyne.Theme { return NewThemeIn(SystemColours) }

// NewThemeIn returns the program's theme in colours of its own.
func NewThemeIn(colours Colours) fyne.Theme { return compact{theme.DefaultTheme(), colours} }

// variant returns the variant that the program is in, where that of the system is
// given.
func (c compact) variant(system fyne.ThemeVariant) fyne.ThemeVariant {
	switch c.colours {
	case LightColours:
		return theme.VariantLight
	case DarkColours:
		return theme.VariantDark
	}
	return system
}

// Variant returns whether the program is light or dark now.
func Variant() fyne.ThemeVariant {
	settings := fyne.CurrentApp().Settings()
	if own, ok := settings.Theme().(compact); ok {
		return own.variant(settings.ThemeVariant())
	}
	return settings.ThemeVariant()
}

// Size returns smaller paddings and text than the toolkit's.
func (c compact) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNamePadding:
		return 3
	case theme.SizeNameInnerPadding:
		return 5
	case theme.SizeNameText:
		return 12.5
	case theme.SizeNameCaptionText:
		return 11
	case theme.SizeNameSubHeadingText:
		return 14
	case theme.SizeNameHeadingText:
		return 18
	case theme.SizeNameInlineIcon:
		return 16
	case theme.SizeNameLineSpacing:
		return 3
	case theme.SizeNameScrollBar:
		return 10
	case theme.SizeNameScrollBarSmall:
		return 4
	case theme.SizeNameInputRadius, theme.SizeNameSelectionRadius:
		return 4
	}
	return c.Theme.Size(name)
}

var (
	lightColors = map[fyne.ThemeColorName]color.Color{
		theme.ColorNameBackground:        color.NRGBA{0xF3, 0xF4, 0xF7, 0xFF},
		theme.ColorNameForeground:        color.NRGBA{0x20, 0x22, 0x26, 0xFF},
		theme.ColorNamePlaceHolder:       color.NRGBA{0x62, 0x67, 0x6F, 0xFF},
		theme.ColorNameDisabled:          color.NRGBA{0x68, 0x6D, 0x75, 0xFF},
		theme.ColorNameButton:            color.NRGBA{0xE9, 0xEB, 0xEF, 0xFF},
		theme.ColorNameDisabledButton:    color.NRGBA{0xF0, 0xF1, 0xF4, 0xFF},
		theme.ColorNameInputBackground:   color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF},
		theme.ColorNameInputBorder:       color.NRGBA{0x86, 0x8C, 0x95, 0xFF},
		theme.ColorNameMenuBackground:    color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF},
		theme.ColorNameOverlayBackground: color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF},
		theme.ColorNameHeaderBackground:  color.NRGBA{0xEE, 0xF0, 0xF3, 0xFF},
		theme.ColorNameSeparator:         color.NRGBA{0xDD, 0xE0, 0xE5, 0xFF},
		theme.ColorNamePrimary:           color.NRGBA{0x1F, 0x6F, 0xEB, 0xFF},
		theme.ColorNameHyperlink:         color.NRGBA{0x1F, 0x6F, 0xEB, 0xFF},
		theme.ColorNameSelection:         color.NRGBA{0xCF, 0xE0, 0xFB, 0xFF},
		theme.ColorNameShadow:            color.NRGBA{0x00, 0x00, 0x00, 0x26},
		theme.ColorNameSuccess:           color.NRGBA{0x1A, 0x7F, 0x37, 0xFF},
		theme.ColorNameWarning:           color.NRGBA{0x92, 0x61, 0x00, 0xFF},
		theme.ColorNameError:             color.NRGBA{0xCF, 0x22, 0x2E, 0xFF},
		theme.ColorNameFocus:             color.NRGBA{0x1F, 0x6F, 0xEB, 0x50},
	}
	darkColors = map[fyne.ThemeColorName]color.Color{
		theme.ColorNameBackground:        color.NRGBA{0x1D, 0x20, 0x25, 0xFF},
		theme.ColorNameForeground:        color.NRGBA{0xE6, 0xE8, 0xEC, 0xFF},
		theme.ColorNamePlaceHolder:       color.NRGBA{0x9A, 0xA0, 0xAA, 0xFF},
		theme.ColorNameDisabled:          color.NRGBA{0x8C, 0x92, 0x9B, 0xFF},
		theme.ColorNameButton:            color.NRGBA{0x2E, 0x32, 0x39, 0xFF},
		theme.ColorNameDisabledButton:    color.NRGBA{0x26, 0x29, 0x2F, 0xFF},
		theme.ColorNameInputBackground:   color.NRGBA{0x26, 0x29, 0x2F, 0xFF},
		theme.ColorNameInputBorder:       color.NRGBA{0x70, 0x76, 0x80, 0xFF},
		theme.ColorNameMenuBackground:    color.NRGBA{0x26, 0x29, 0x2F, 0xFF},
		theme.ColorNameOverlayBackground: color.NRGBA{0x26, 0x29, 0x2F, 0xFF},
		theme.ColorNameHeaderBackground:  color.NRGBA{0x26, 0x29, 0x2F, 0xFF},
		theme.ColorNameSeparator:         color.NRGBA{0x33, 0x37, 0x3F, 0xFF},
		theme.ColorNamePrimary:           color.NRGBA{0x3D, 0x84, 0xF7, 0xFF},
		theme.ColorNameHyperlink:         color.NRGBA{0x6C, 0xB0, 0xFF, 0xFF},
		theme.ColorNameSelection:         color.NRGBA{0x2B, 0x46, 0x70, 0xFF},
		theme.ColorNameShadow:            color.NRGBA{0x00, 0x00, 0x00, 0x66},
		theme.ColorNameSuccess:           color.NRGBA{0x4C, 0xC3, 0x6A, 0xFF},
		theme.ColorNameWarning:           color.NRGBA{0xE3, 0xA6, 0x3A, 0xFF},
		theme.ColorNameError:             color.NRGBA{0xF8, 0x6C, 0x63, 0xFF},
		theme.ColorNameFocus:             color.NRGBA{0x3D, 0x84, 0xF7, 0x60},
	}
)

// Color returns the program's own greys and accent.
func (c compact) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	variant = c.variant(variant)
	colors := darkColors
	if variant == theme.VariantLight {
		colors = lightColors
	}
	if own, ok := colors[name]; ok {
		return own
	}
	return c.Theme.Color(name, variant)
}

// Rail is a slider whose rail is seen on every background: the toolkit gives it
// the colour of inputs, which dialogs have too.
func Rail(slider fyne.CanvasObject) fyne.CanvasObject {
	return container.NewThemeOverride(slider, rail{NewTheme()})
}

// rail is the theme of a slider.
type rail struct{ fyne.Theme }

// Color gives the rail the colour of lines around inputs.
func (r rail) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	if name == theme.ColorNameInputBackground {
		name = theme.ColorNameInputBorder
	}
	return fyne.CurrentApp().Settings().Theme().Color(name, variant)
}

// Style returns the colours that painted pixels have under the present theme.
func Style() draw.Style {
	if Variant() == theme.VariantLight {
		return draw.Light()
	}
	return draw.Dark()
}
