package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"motionseg/hopkins"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// analysis holds the tabs below the views.
type analysis struct {
	object fyne.CanvasObject
	tabs   *container.AppTabs

	affinity *affinity
	numbers  *numbers
	tracks   *trackTable
	runs     *runTable
	mine     *minePanel
	tree     *motionTree
	points   *container.TabItem // that of tracks
	showTree func()             // brings that of the tree forward
	// watch has the tree and the kernels follow while they are seen.
	watch func()
}

func newAnalysis(s *session.Session, k *kit.Kit) *analysis {
	a := &analysis{affinity: newAffinity(s, k), numbers: newNumbers(s, k), tracks: newTrackTable(s, k),
		runs: newRunTable(s, k), mine: newMinePanel(s, k), tree: newMotionTree(s, k)}
	a.points = container.NewTabItem("Tracks", a.tracks.table)
	tree := container.NewTabItem("Tree", a.tree)
	weighed := newCandidates(s, k)
	kernels := container.NewTabItem("Kernels", weighed.object)
	a.tabs = container.NewAppTabs(
		container.NewTabItem("Affinity", a.affinity.object),
		container.NewTabItem("Convergence", newPlot(s, k, convergence)),
		container.NewTabItem("Spectrum", newPlot(s, k, spectrum)),
		container.NewTabItem("Confusion", newConfusion(s, k)),
		kernels,
		container.NewTabItem("Number", a.numbers.object),
		tree,
		a.points,
		container.NewTabItem("Runs", a.runs.table),
		container.NewTabItem("By hand", a.mine.object),
	)
	a.watch = func() {
		seen := a.tabs.Visible()
		a.tree.look(seen && a.tabs.Selected() == tree)
		weighed.look(seen && a.tabs.Selected() == kernels)
	}
	a.tabs.OnSelected = func(*container.TabItem) { a.watch() }
	a.showTree = func() { a.tabs.Select(tree) }
	a.object = a.tabs
	s.Watch(func(c session.Change) {
		if points := hopkins.Capital(s.Doc.Words().Points); c.Event == session.SequenceChanged && a.points.Text != points {
			a.points.Text = points
			a.tabs.Refresh()
		}
	})
	return a
}

// turn selects another tab, around the ends.
func (a *analysis) turn(by int) {
	n := len(a.tabs.Items)
	a.tabs.SelectIndex((a.tabs.SelectedIndex() + by + n) % n)
}
