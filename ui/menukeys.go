package ui

import (
	"runtime"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
)

// keyMark stands between the words of a menu item and its key until newMenu aligns
// them.
const keyMark = "\t"

// keyed is a menu item with the key that does the same, as the list of shortcuts names
// it.
func keyed(label, key string, action func()) *fyne.MenuItem { return item(label+keyMark+key, action) }

// withKey gives a menu item a shortcut with modifiers. The toolkit's own menus write
// shortcuts in a fifth of the text's strength, whatever the theme: there it is part of
// the label. macOS has menus of its own.
func withKey(i *fyne.MenuItem, key fyne.KeyName, modifier fyne.KeyModifier) *fyne.MenuItem {
	if runtime.GOOS == "darwin" {
		i.Shortcut = &desktop.CustomShortcut{KeyName: key, Modifier: modifier}
		return i
	}
	i.Label += keyMark + keyText(key, modifier)
	return i
}

// keyText names a shortcut as the list of shortcuts does.
func keyText(key fyne.KeyName, modifier fyne.KeyModifier) string {
	text := ""
	for _, m := range []struct {
		modifier fyne.KeyModifier
		name     string
	}{{fyne.KeyModifierControl, "Ctrl "}, {fyne.KeyModifierSuper, "Cmd "}, {fyne.KeyModifierAlt, "Alt "},
		{fyne.KeyModifierShift, "Shift "}} {
		if modifier&m.modifier != 0 {
			text += m.name
		}
	}
	return text + string(key)
}

// keyGap is the least space between the words of a menu item and its key.
const keyGap = 28

// labelWidths are the widths of labels that were measured, by text and size. The menu bar
// is made anew at every step, and measuring would be most of that.
var labelWidths = map[measured]float32{}

type measured struct {
	text string
	size float32
}

// labelWidth is how wide a label of a menu is. Only the goroutine of the user interface
// may ask.
func labelWidth(text string) float32 {
	of := measured{text, theme.TextSize()}
	width, known := labelWidths[of]
	if !known {
		width = fyne.MeasureText(text, of.size, fyne.TextStyle{}).Width
		labelWidths[of] = width
	}
	return width
}

// newMenu is a menu whose keys stand at its right edge, to half the width of a space:
// the labels are filled up with spaces.
func newMenu(label string, items ...*fyne.MenuItem) *fyne.Menu {
	widest := float32(0)
	for _, i := range items {
		words, key, keyed := strings.Cut(i.Label, keyMark)
		w := labelWidth(words)
		if keyed {
			w += keyGap + labelWidth(key)
		}
		widest = max(widest, w)
	}
	space := labelWidth("n n") - labelWidth("nn")
	for _, i := range items {
		words, key, keyed := strings.Cut(i.Label, keyMark)
		switch {
		case keyed && runtime.GOOS == "darwin": // has menus of its own, in another font
			i.Label = words + " (" + key + ")"
		case keyed:
			room := (widest - labelWidth(words) - labelWidth(key)) / space
			i.Label = words + strings.Repeat(" ", int(room+0.5)) + key
		}
	}
	return fyne.NewMenu(label, items...)
}
