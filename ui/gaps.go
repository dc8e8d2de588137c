package ui

import (
	"fmt"
	"image"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// gapChoices are the words for the ways of treating tracks with gaps, in the
// order of hopkins.Incomplete.
var (
	gapChoices = []string{"As the method takes them", "Leave them out", "Fill short gaps"}
	gapWords   = []string{"automatic", "leave out", "fill short"} // where there is little room
)

const (
	gapsHelp = "Most methods need tracks that are seen in every frame. Automatic gives the others to methods that " +
		"take gaps, and leaves them out of those that do not; or leave them out of all, or complete those seen in at " +
		"least 60 % of the frames by a low rank first."
	assignHelp = "Give every track that was left out to the motion that explains it best, after the segmentation. " +
		"Such tracks are drawn hollow."
)

// gapsSection is the part of the inspector about tracks with gaps; it is there
// only while the sequence has any.
type gapsSection struct {
	session *session.Session
	object  fyne.CanvasObject
	way     *kit.Field
	assign  *kit.Field
	count   *widget.Label
}

func newGapsSection(s *session.Session, k *kit.Kit, explain func(string), show func()) *gapsSection {
	g := &gapsSection{session: s, count: widget.NewLabel("")}
	g.way = kit.NewList(k, "Gaps", gapsHelp, gapWords, explain, func(text string) error {
		next := s.Plan.Gaps()
		for i, c := range gapWords {
			if c == text {
				next.Incomplete = hopkins.Incomplete(i)
			}
		}
		s.Plan.SetGaps(next)
		return nil
	}, func() {
		s.Plan.SetGaps(session.Gaps{Incomplete: session.DefaultGaps.Incomplete, Assign: s.Plan.Gaps().Assign})
	})
	g.assign = kit.NewSwitch(k, "Assign", assignHelp, explain, func(text string) error {
		next := s.Plan.Gaps()
		next.Assign = text == "on"
		s.Plan.SetGaps(next)
		return nil
	}, func() {
		s.Plan.SetGaps(session.Gaps{Incomplete: s.Plan.Gaps().Incomplete, Assign: session.DefaultGaps.Assign})
	})
	g.count.Wrapping = fyne.TextWrapWord
	g.count.Importance = widget.LowImportance
	g.count.SizeName = theme.SizeNameCaptionText
	more := k.Flat("Coverage …", nil, "Which tracks are seen in which frames, and what each choice keeps", show)
	g.object = container.NewVBox(g.way.Object, g.assign.Object, container.NewBorder(nil, nil, nil, more, g.count))
	return g
}

// update shows what is chosen and reports whether the section has come or gone, so
// that what is around it must be laid out anew.
func (g *gapsSection) update() (moved bool) {
	moved = g.object.Visible() != g.session.Doc.HasGaps()
	if !g.session.Doc.HasGaps() {
		g.object.Hide()
		return moved
	}
	g.object.Show()
	now := g.session.Plan.Gaps()
	g.way.Show(gapWords[now.Incomplete])
	g.way.SetChanged(now.Incomplete != session.DefaultGaps.Incomplete)
	g.assign.SetChanged(now.Assign != session.DefaultGaps.Assign)
	g.assign.Show(map[bool]string{false: "off", true: "on"}[now.Assign])
	if kept := g.session.Plan.Kept(); kept != nil {
		g.count.SetText(keptText(kept, now.Incomplete) + g.fillText())
	}
	return moved
}

// fillText says how well the gaps of the shown results were filled, empty where
// none were.
func (g *gapsSection) fillText() string {
	for _, side := range session.Both {
		o := g.session.Sides.Outcome(side)
		if o == nil || o.Prepared == nil || o.Prepared.Fill == nil || math.IsNaN(o.Prepared.Fill.Median) {
			continue
		}
		f := o.Prepared.Fill
		return fmt.Sprintf("; in a trial half of the points came back within %.1f px, nine of ten within %.1f",
			f.Median, f.Tenth)
	}
	return ""
}

// keptText says in one line what becomes of the tracks. With Automatic that is the
// method's to decide: it says no more than which are seen in every frame.
func keptText(k *hopkins.Kept, incomplete hopkins.Incomplete) string {
	if incomplete == hopkins.Automatic {
		return fmt.Sprintf("%d complete, %d with gaps", len(k.Complete), len(k.Filled)+len(k.Gapped)+len(k.LeftOut))
	}
	text := fmt.Sprintf("%d complete", len(k.Complete))
	if len(k.Filled) > 0 {
		text += fmt.Sprintf(", %d filled", len(k.Filled))
	}
	if len(k.Gapped) > 0 {
		text += fmt.Sprintf(", %d with gaps", len(k.Gapped))
	}
	return text + fmt.Sprintf(", %d left out", len(k.LeftOut))
}

// sayGaps tells of the tracks with gaps of a sequence that has just been opened.
func (g ground) sayGaps() {
	s := g.session
	if s.View.Mode() == session.FilmMode { // the default method takes tracks with gaps as they are
		return
	}
	if !s.Doc.HasGaps() || s.Sides.Outcome(session.Left) != nil || s.Sides.Outcome(session.Right) != nil {
		return
	}
	if k := s.Plan.Kept(); k != nil && len(k.Tracks()) < s.Doc.Points() {
		text := fmt.Sprintf("Not all tracks are seen in every frame: %s. See Tracks with gaps in the Run menu.",
			keptText(k, s.Plan.Gaps().Incomplete))
		if note := s.Doc.PicturesNote(); note != "" {
			text += " · " + note
		}
		g.status.say(text)
	}
}

// gapsDialog chooses a range of frames and what becomes of tracks with gaps, and
// shows what that keeps.
type gapsDialog struct {
	session  *session.Session
	dialog   *dialog.CustomDialog
	surface  *kit.Surface
	from, to *slider
	way      *kit.Radio
	assign   *kit.Check
	frames   *widget.Label
	outcome  *widget.Label
	use      *kit.Button
	coverage *hopkins.Coverage
	quiet    bool
}

// showGaps opens the dialog.
func (g ground) showGaps() {
	if g.session.Doc.HasGaps() {
		newGapsDialog(g.session, g.kit, g.win).dialog.Show()
	}
}

func newGapsDialog(s *session.Session, k *kit.Kit, over fyne.Window) *gapsDialog {
	g := &gapsDialog{session: s, surface: kit.NewSurface(k), coverage: s.Doc.Coverage()}
	last := s.Doc.FrameCount()
	g.from = newSlider(k, 1, last, func(v int) { g.moved(g.to, math.Max(float64(v), g.to.Value)) })
	g.to = newSlider(k, 1, last, func(v int) { g.moved(g.from, math.Min(float64(v), g.from.Value)) })
	g.from.moves, g.to.moves = true, true
	g.frames, g.outcome = widget.NewLabel(""), widget.NewLabel("")
	g.outcome.Wrapping = fyne.TextWrapWord
	g.way = k.Radio(gapChoices, func(string) { g.update() })
	g.assign = k.Check("Assign the tracks left out to the motions afterwards", "", func(bool) { g.update() })
	now := s.Plan.Gaps()
	g.assign.Checked = now.Assign
	g.way.Show(gapChoices[now.Incomplete])
	g.use = k.Button("Use", nil, "", g.apply)
	g.use.Importance = widget.HighImportance
	cancel := k.Button("Cancel", nil, "", func() { g.dialog.Hide() })
	best := k.Button("Best range", nil, "", func() { i, j := g.coverage.Best(); g.setRange(i, j) })
	all := k.Button("All frames", nil, "", func() { g.setRange(0, s.Doc.FrameCount()-1) })

	plot := container.NewStack(g.surface.Raster)
	ends := container.NewBorder(nil, nil, kit.FixedWidth(44, widget.NewLabel("From")), nil, kit.Rail(g.from))
	until := container.NewBorder(nil, nil, kit.FixedWidth(44, widget.NewLabel("To")), nil, kit.Rail(g.to))
	hint := widget.NewLabel("Best range: the most points of complete tracks, that is tracks × frames, over at least " +
		"five frames.")
	hint.Importance = widget.LowImportance
	hint.Wrapping = fyne.TextWrapWord
	controls := container.NewVBox(
		ends, until,
		container.NewBorder(nil, nil, g.frames, container.NewHBox(best, all)),
		hint,
		widget.NewSeparator(),
		container.NewBorder(nil, nil, widget.NewLabel("Tracks with gaps:"), nil, g.way.Row),
		g.assign,
		widget.NewSeparator(),
		kit.FixedHeight(64, g.outcome))
	content := container.NewBorder(nil, controls, nil, nil, plot)
	g.dialog = dialog.NewCustomWithoutButtons("Tracks with gaps", content, over)
	g.dialog.SetButtons([]fyne.CanvasObject{cancel, g.use})
	size := over.Canvas().Size()
	g.dialog.Resize(fyne.NewSize(min(660, 0.94*size.Width), min(640, 0.94*size.Height)))

	kept, err := s.Doc.Keep(s.Plan.Frames(), hopkins.LeaveOut)
	first, end := 0, s.Doc.FrameCount()-1
	if err == nil {
		first, end = kept.Frames[0], kept.Frames[len(kept.Frames)-1]
	}
	g.setRange(first, end)
	return g
}

// moved keeps the ends of the range in order.
func (g *gapsDialog) moved(other *slider, value float64) {
	if g.quiet {
		return
	}
	g.quiet = true
	if other.Value != value {
		other.SetValue(value)
	}
	g.quiet = false
	g.update()
}

// setRange chooses frames, from 0.
func (g *gapsDialog) setRange(first, last int) {
	g.quiet = true
	g.from.SetValue(float64(first + 1))
	g.to.SetValue(float64(last + 1))
	g.quiet = false
	g.update()
}

// selection returns the frames that are chosen.
func (g *gapsDialog) selection() hopkins.FrameSelection {
	first, last := int(g.from.Value)-1, int(g.to.Value)-1
	if first == 0 && last == g.session.Doc.FrameCount()-1 {
		return hopkins.FrameSelection{Mode: hopkins.AllFrames}
	}
	return hopkins.FrameSelection{Mode: hopkins.FrameRange, I: first, J: last}
}

// gaps returns what is chosen for tracks with gaps.
func (g *gapsDialog) gaps() session.Gaps {
	chosen := session.Gaps{Assign: g.assign.Checked}
	chosen.Incomplete = hopkins.Incomplete(max(0, slices.Index(gapChoices, g.way.Selected)))
	return chosen
}

// update shows what the choice keeps.
func (g *gapsDialog) update() {
	if g.quiet {
		return
	}
	first, last := int(g.from.Value)-1, int(g.to.Value)-1
	complete := g.coverage.Complete(first, last)
	g.frames.SetText(fmt.Sprintf("Frames %d to %d", first+1, last+1))
	g.outcome.Importance = widget.MediumImportance
	g.use.Enable()
	kept, err := g.session.Doc.Keep(g.selection(), g.gaps().Incomplete)
	switch {
	case err != nil:
		g.outcome.Importance = widget.DangerImportance
		g.outcome.SetText(err.Error())
		g.use.Disable()
	case first < last && g.gaps().Incomplete == hopkins.Automatic && len(kept.Complete) < 2 && g.coverage.Tracks >= 2:
		g.outcome.SetText("Too few tracks are complete in these frames for a method that takes no gaps. One that " +
			"takes them, as LRKSC auto, is given all.")
	case first == last, len(kept.Complete)+len(kept.Filled) < 2:
		g.outcome.Importance = widget.DangerImportance
		g.outcome.SetText("Expected at least 2 frames and 2 tracks to segment. Choose another range.")
		g.use.Disable()
	default:
		n := len(kept.Complete) + len(kept.Filled)
		text := fmt.Sprintf("%d of %d tracks are segmented: %s.", n, g.coverage.Tracks, keptText(kept, g.gaps().Incomplete))
		if g.gaps().Incomplete == hopkins.Automatic {
			text = keptText(kept, hopkins.Automatic) +
				". A method that takes gaps is given all of them; any other leaves those with gaps out."
		}
		if len(kept.LeftOut) > 0 {
			text += map[bool]string{false: " Those left out stay hollow.",
				true: " Those left out are assigned afterwards where their motion can be told."}[g.assign.Checked]
		}
		g.outcome.SetText(text)
	}
	visibility := draw.Visibility{Seen: g.coverage.Seen, Tracks: g.coverage.Tracks, First: first, Last: last,
		Complete: complete}
	st := kit.Style()
	g.surface.Paint(func(dst *image.RGBA, scale float64) { draw.Coverage(st, visibility).Paint(dst, scale) })
}

// apply takes the choice over.
func (g *gapsDialog) apply() {
	g.dialog.Hide()
	// update has checked the frames.
	_ = g.session.Plan.SetFrames(g.selection())
	g.session.Plan.SetGaps(g.gaps())
}
