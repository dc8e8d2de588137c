package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// sliders are what stands for the parameters: a gear would promise preferences.
const sliders = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><path d="M4 ` +
	`6h8v2H4zM18 6h2v2h-2zM4 11h2v2H4zM12 11h8v2h-8zM4 16h6v2H4zM16 16h4v2h-4z"/><path d="M13 4h4v6h-4zM7 ` +
	`9h4v6H7zM11 14h4v6h-4z"/></svg>`

// halves are what stands for light and dark.
const halves = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><path d="M12 3a9 ` +
	`9 0 0 0 0 18zM12 3a9 9 0 0 1 0 18v-2a7 7 0 0 0 0-14z"/></svg>`

// coloursIcon returns it in the colours of the theme.
func coloursIcon() fyne.Resource {
	return theme.NewThemedResource(fyne.NewStaticResource("halves.svg", []byte(halves)))
}

// slidersIcon returns them in the colours of the theme.
func slidersIcon() fyne.Resource {
	return theme.NewThemedResource(fyne.NewStaticResource("sliders.svg", []byte(sliders)))
}
