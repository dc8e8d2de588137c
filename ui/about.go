package ui

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"motionseg/assets"
)

// showAbout says what the program is, and under which terms it and what it is
// made of may be used.
func (w *window) showAbout() {
	version := w.version
	if version == "" {
		version = "development"
	}
	// Version, commit and date on lines of their own.
	about := widget.NewLabel(fmt.Sprintf(`MotionSeg %s

Segments the motions in a video's point tracks by Adaptive Low-Rank Kernel Subspace Clustering (LRKSC), side by side with Sparse Subspace Clustering and the other methods of the paper.

P. Ji, I. Reid, R. Garg, H. Li, M. Salzmann. Adaptive Low-Rank Kernel Subspace Clustering. arXiv:1707.04974, 2017.

MIT licence. Built with Fyne and Gonum; Licences lists everything that is built in, and its terms.`,
		strings.ReplaceAll(version, ", ", "\n")))
	about.Wrapping = fyne.TextWrapWord
	about.Selectable = true
	tabs := container.NewAppTabs(
		container.NewTabItem("About", container.NewVScroll(about)),
		container.NewTabItem("Licences", newLicenceView(assets.Licences())),
	)
	d := dialog.NewCustom("About MotionSeg", "Close", tabs, w.win)
	size := w.win.Canvas().Size()
	d.Resize(fyne.NewSize(min(860, size.Width*0.9), min(560, size.Height*0.9)))
	d.Show()
}

// newLicenceView lists licences on the left and shows the text of the selected
// one on the right.
func newLicenceView(all []assets.Licence) fyne.CanvasObject {
	text := widget.NewLabel("")
	text.Wrapping = fyne.TextWrapWord
	text.Selectable = true
	scroll := container.NewVScroll(text)
	names := widget.NewList(
		func() int { return len(all) },
		func() fyne.CanvasObject {
			label := widget.NewLabel("")
			label.Truncation = fyne.TextTruncateEllipsis
			return label
		},
		func(i widget.ListItemID, row fyne.CanvasObject) { row.(*widget.Label).SetText(all[i].Name) },
	)
	names.OnSelected = func(i widget.ListItemID) {
		l := all[i]
		text.SetText(strings.TrimSpace(l.Name+" "+l.Version) + "\n\n" + l.Text)
		scroll.ScrollToTop()
	}
	names.Select(0)
	split := container.NewHSplit(names, scroll)
	split.SetOffset(0.34)
	return split
}
