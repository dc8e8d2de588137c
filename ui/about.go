package ui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/assets"
	"motionseg/ui/kit"
)

// bibTeX is the entry of the paper that the program implements.
const bibTeX = `@article{ji2017adaptive,
  author  = {Pan Ji and Ian Reid and Ravi Garg and Hongdong Li and Mathieu Salzmann},
  title   = {Adaptive Low-Rank Kernel Subspace Clustering},
  journal = {arXiv preprint arXiv:1707.04974},
  year    = {2017}
}
`

// aboutText is the page about the program, with version, commit and date on lines
// of their own.
func aboutText(version string) string {
	return "# MotionSeg " + strings.ReplaceAll(version, ", ", "\n\n") + `

Segments the motions in a video's point tracks by Adaptive Low-Rank Kernel Subspace Clustering (LRKSC), side by side with Sparse Subspace Clustering and the other methods of the paper.

P. Ji, I. Reid, R. Garg, H. Li, M. Salzmann. [Adaptive Low-Rank Kernel Subspace Clustering](https://arxiv.org/abs/1707.04974). arXiv:1707.04974, 2017.

` + "```\n" + bibTeX + "```" + `

MIT licence. Built with Fyne and Gonum; Licences lists everything that is built in, and its terms.
`
}

// showAbout says what the program is, and under which terms it and what it is
// made of may be used.
func (p *pages) showAbout() {
	version := p.version
	if version == "" {
		version = "development"
	}
	about := kit.NewSheet(func(string) bool { return false }, helpPicture)
	about.Show(aboutText(version))
	copied := p.kit.Button("Copy BibTeX", theme.ContentCopyIcon(), "Put the entry of the paper on the clipboard", func() {
		p.app.Clipboard().SetContent(bibTeX)
		p.status.say("The BibTeX entry is on the clipboard.")
	})
	tabs := container.NewAppTabs(
		container.NewTabItem("About", container.NewBorder(nil, container.NewHBox(copied), nil, nil, about.Object)),
		container.NewTabItem("Licences", newLicenceView(p.kit, assets.Licences())),
	)
	d := p.kit.Notice("About MotionSeg", "Close", tabs, p.win)
	size := p.win.Canvas().Size()
	d.Resize(fyne.NewSize(min(860, size.Width*0.9), min(560, size.Height*0.9)))
	d.Show()
}

// newLicenceView lists licences on the left and shows the text of the selected
// one on the right.
func newLicenceView(k *kit.Kit, all []assets.Licence) fyne.CanvasObject {
	text := widget.NewLabel("")
	text.Wrapping = fyne.TextWrapWord
	text.Selectable = true
	scroll := container.NewVScroll(text)
	names := k.Rows(
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
