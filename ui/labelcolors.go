package ui

import (
	"fmt"
	"image/color"
	"maps"
	"slices"

	"fyne.io/fyne/v2"

	"motionseg/ui/draw"
	"motionseg/ui/session"
)

// hexColor writes a colour as labels by hand have it.
func hexColor(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// labelStyle returns a style with the colours that motions were given by hand.
// Colours stay as far apart as they are: a motion that takes the colour of another
// leaves its own to it.
func labelStyle(s *session.Session, style draw.Style) draw.Style {
	own := s.Mine.Colours()
	if len(own) == 0 {
		return style
	}
	var colors [draw.LabelColors]color.RGBA
	for i := range colors {
		colors[i] = draw.LabelColor(i + 1)
	}
	for _, motion := range slices.Sorted(maps.Keys(own)) {
		var c color.RGBA
		if _, err := fmt.Sscanf(own[motion], "#%02x%02x%02x", &c.R, &c.G, &c.B); err != nil || motion < 1 {
			continue
		}
		c.A = 0xFF
		at := (motion - 1) % draw.LabelColors
		if taken := slices.Index(colors[:], c); taken >= 0 {
			colors[taken] = colors[at]
		}
		colors[at] = c
	}
	style.Labels = colors
	return style
}

// colourItems are the items of a menu of colours for a motion.
func colourItems(s *session.Session, motion int) []*fyne.MenuItem {
	now := labelStyle(s, draw.Style{}).LabelColor(motion)
	var items []*fyne.MenuItem
	for i, name := range draw.LabelColorNames {
		c := draw.LabelColor(i + 1)
		item := ticked(name, c == now, func() { s.Mine.Recolour(motion, hexColor(c)) })
		svg := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x="1" y="1" width="14" `+
			`height="14" rx="3" fill="%s"/></svg>`, hexColor(c))
		item.Icon = fyne.NewStaticResource("colour-"+name+".svg", []byte(svg))
		items = append(items, item)
	}
	return append(items, fyne.NewMenuItemSeparator(), item("as its number has it", func() { s.Mine.Recolour(motion, "") }))
}
