package ui

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/segment"
	"motionseg/ui/kit"
	"motionseg/ui/session"
)

// inspector shows and changes the settings of both sides. The controls of the
// parameters come from the methods' own descriptions.
type inspector struct {
	session *session.Session
	kit     *kit.Kit
	object  fyne.CanvasObject

	seed     *kit.Field
	motions  *kit.Field
	frames   *kit.Field
	outliers *kit.Field
	estimate *widget.Label // how the number of motions was estimated
	gaps     *gapsSection
	box      *fyne.Container // of all sections
	sides    [2]*sideInspector
	meaning  *widget.Label
	// follow and followGaps have update and that of gaps run in a later turn: they wait for nobody.
	follow, followGaps func()
}

func newInspector(s *session.Session, k *kit.Kit, showGaps func()) *inspector {
	in := &inspector{session: s, kit: k, meaning: widget.NewLabel("")}
	in.meaning.Wrapping = fyne.TextWrapWord
	in.meaning.Importance = widget.LowImportance
	in.meaning.SizeName = theme.SizeNameCaptionText
	explain := func(text string) { in.meaning.SetText(text) }
	in.motions = kit.NewField(k, "Motions", "Number of groups (motions or clusters) to find: truth, estimate, or a "+
		"whole number from 1.", explain, func(t string) error {
		return setMotions(s, strings.TrimSpace(t))
	}, func() { s.Plan.SetMotions(0) })
	in.frames = kit.NewField(k, "Frames", "Frames to segment: all, first-last, two frames as 1,10 or a range as "+
		"5-20, or best for the range with the most points of complete tracks.", explain, func(t string) error {
		return setFrames(s, t)
	}, func() { _ = setFrames(s, "all") })
	in.seed = kit.NewField(k, "Seed",
		"Seed of everything random: the same seed gives the same labels. A whole number from 0.", explain,
		func(t string) error {
			v, err := strconv.ParseUint(strings.TrimSpace(t), 10, 64)
			if err != nil {
				return fmt.Errorf("seed: expected a whole number from 0, found %q", t)
			}
			s.Plan.SetSeed(v)
			return nil
		}, func() { s.Plan.SetSeed(0) })
	in.outliers = kit.NewList(k, "Outliers", "Wrong matches, and tracks that belong to no motion: find looks for "+
		"them first and leaves them without a motion, none gives every one to a motion, auto finds them among "+
		"matches of two pictures only.", outlierWords, explain, func(t string) error {
		o, err := hopkins.ParseOutliers(t)
		if err == nil {
			s.Plan.SetOutliers(o)
		}
		return err
	}, func() { s.Plan.SetOutliers(hopkins.OutliersAutomatic) })
	in.estimate = widget.NewLabel("")
	in.estimate.Wrapping = fyne.TextWrapWord
	in.estimate.Importance = widget.LowImportance
	in.estimate.SizeName = theme.SizeNameCaptionText
	general := container.NewVBox(kit.Heading("SEGMENTATION"), in.motions.Object, in.estimate, in.frames.Object,
		in.outliers.Object, in.seed.Object)
	in.gaps = newGapsSection(s, k, explain, showGaps)
	general.Add(in.gaps.object)
	box := container.NewVBox(general)
	in.box = box
	for _, side := range session.Both {
		in.sides[side] = newSideInspector(s, side, k, explain)
		box.Add(widget.NewSeparator())
		box.Add(in.sides[side].object)
	}
	scroll := container.NewVScroll(container.New(layout.NewCustomPaddedLayout(2, 6, 4, 12), box))
	foot := container.NewVBox(widget.NewSeparator(), kit.FixedHeight(78, in.meaning))
	in.object = container.NewBorder(nil, foot, nil, nil, scroll)
	in.follow, in.followGaps = k.Once(in.update), k.Once(func() { in.gaps.update() })
	s.Watch(in.changed)
	in.update()
	explain("Point at a parameter to see what it means.")
	return in
}

// setMotions takes the number of motions from a text: truth, estimate, which the command line calls auto,
// or a number.
func setMotions(s *session.Session, text string) error {
	if strings.EqualFold(text, "truth") || text == "" {
		s.Plan.SetMotions(0)
		return nil
	}
	choices := "truth or"
	if s.Doc.Sequence() != nil { // the estimate is made for tracks
		choices = "truth, estimate or"
		if strings.EqualFold(text, "estimate") || strings.EqualFold(text, "auto") {
			estimateMotions(s)
			return nil
		}
	}
	v, err := strconv.Atoi(text)
	if err != nil || v < 1 || s.Doc.Points() > 0 && v > s.Doc.Points() {
		return fmt.Errorf("motions: expected %s a whole number from 1 to the number of %s, found %q",
			choices, s.Doc.Words().Points, text)
	}
	s.Plan.SetMotions(v)
	return nil
}

func (in *inspector) changed(c session.Change) {
	switch c.Event {
	case session.SequenceChanged, session.ScopeChanged:
		in.follow()
	case session.SetupChanged:
		in.sides[c.Side].update()
	case session.ResultChanged:
		in.followGaps()
	}
}

// outlierWords are the choices for outliers, as the command line has them.
var outlierWords = []string{"auto", "find", "none"}

func (in *inspector) update() {
	s := in.session
	moved := in.updateOptional()
	in.seed.Show(fmt.Sprint(s.Plan.Seed()))
	in.seed.SetChanged(s.Plan.Seed() != 0)
	in.frames.Show(s.Plan.Frames().String())
	in.frames.SetChanged(s.Plan.Frames() != hopkins.FrameSelection{})
	if s.Doc.Set() != nil || s.Doc.Sequence() != nil && s.Doc.Sequence().TwoFrame {
		in.frames.Entry.Disable()
	} else {
		in.frames.Entry.Enable()
	}
	motions := "truth"
	switch {
	case s.Plan.Motions() > 0:
		motions = fmt.Sprint(s.Plan.Motions())
	case s.Doc.TrueMotions() == 0 && s.Plan.MotionsUsed() == 0:
		motions = "estimate"
	case s.Doc.TrueMotions() == 0:
		motions = fmt.Sprint(s.Plan.MotionsUsed())
	}
	in.motions.SetName(hopkins.Capital(s.Doc.Words().Group) + "s")
	in.motions.Show(motions)
	in.motions.SetChanged(s.Plan.Motions() != 0)
	if in.gaps.update() || moved {
		in.box.Refresh()
	}
	for _, side := range in.sides {
		side.update()
	}
}

// updateOptional shows what is there only at times, and reports whether that has
// come or gone.
func (in *inspector) updateOptional() (moved bool) {
	s := in.session
	show := func(o fyne.CanvasObject, on bool) {
		moved = moved || o.Visible() != on
		if on {
			o.Show()
		} else {
			o.Hide()
		}
	}
	e := s.Plan.Estimate()
	show(in.estimate, e != nil)
	if e != nil {
		kit.SetText(in.estimate, estimateText(e)+".")
	}
	show(in.outliers.Object, s.Doc.Set() == nil)
	in.outliers.Show(s.Plan.Outliers().String())
	in.outliers.SetChanged(s.Plan.Outliers() != hopkins.OutliersAutomatic)
	return moved
}

// sideInspector shows the settings of one side.
type sideInspector struct {
	session *session.Session
	side    session.Side
	kit     *kit.Kit
	explain func(string)
	object  fyne.CanvasObject

	title  *widget.RichText
	preset *kit.Choice
	params *fyne.Container
	fields map[string]*kit.Field
	method string                // whose parameters are shown
	made   map[string]parameters // by method: making them takes longer than a frame
}

// parameters are the controls of the parameters of a method.
type parameters struct {
	fields  map[string]*kit.Field
	objects []fyne.CanvasObject
}

func newSideInspector(s *session.Session, side session.Side, k *kit.Kit, explain func(string)) *sideInspector {
	in := &sideInspector{session: s, side: side, kit: k, explain: explain, params: container.NewVBox(),
		made: map[string]parameters{}}
	in.title = kit.Heading("")
	in.preset = k.Choice("Where the parameter values come from", 150, nil, func(i int) {
		s.Plan.SetPreset(side, s.Plan.Presets(side)[i].Preset)
	})
	in.object = container.NewVBox(in.title, in.preset, in.params)
	in.update()
	return in
}

func (in *sideInspector) update() {
	setup := in.session.Plan.Setup(in.side)
	d := in.session.Plan.Description(in.side)
	line := in.title.Segments[0].(*widget.TextSegment)
	line.Text = strings.ToUpper(in.side.String()) + ": " + d.Title
	in.title.Refresh()
	presets := in.session.Plan.Presets(in.side)
	names, chosen := make([]string, len(presets)), 0
	in.preset.Tip = "Where the parameter values come from"
	for i, p := range presets {
		names[i] = p.Title
		if p.Preset == setup.Preset {
			chosen = i
		}
		if p.Source != "" {
			in.preset.Tip += "\n" + strings.TrimPrefix(p.Title, "Published: ") + ": " + kit.Legible(p.Source)
		}
	}
	in.preset.Set(names, chosen)
	if in.method != d.Name {
		in.method = d.Name
		now, ok := in.made[d.Name]
		if !ok {
			now = in.build(d)
			in.made[d.Name] = now
		}
		in.fields, in.params.Objects = now.fields, now.objects
		in.params.Refresh()
	}
	for _, p := range d.Params {
		if f := in.fields[p.Name]; f != nil {
			f.Show(p.Format(setup.Values[p.Name]))
			f.SetChanged(in.session.Plan.Changed(in.side, p.Name))
		}
	}
}

// build makes the controls of a method's parameters.
func (in *sideInspector) build(d segment.Description) parameters {
	made := parameters{fields: map[string]*kit.Field{}}
	for _, p := range d.Params {
		name := cmp.Or(p.Words, p.Name)
		if p.Symbol != "" && p.Kind != segment.Boolean {
			name = p.Symbol + ", " + name
		}
		name = kit.Legible(name)
		title := p.Name
		if p.Symbol != "" && p.Symbol != p.Name {
			title = p.Symbol + ", " + p.Name
		}
		help := kit.Legible(fmt.Sprintf("%s: %s Allowed: %s.", title, p.Help, p.Range()))
		set := func(t string) error {
			v, err := p.Parse(t)
			if err != nil {
				return err
			}
			return in.session.Plan.SetValue(in.side, p.Name, v)
		}
		reset := func() { in.session.Plan.ResetValue(in.side, p.Name) }
		var f *kit.Field
		switch p.Kind {
		case segment.Boolean:
			f = kit.NewSwitch(in.kit, name, help, in.explain, set, reset)
		case segment.Choice:
			f = kit.NewList(in.kit, name, help, p.Choices, in.explain, set, reset)
		default:
			f = kit.NewField(in.kit, name, help, in.explain, set, reset)
		}
		if p.Kind != segment.Choice { // which are longer than numbers
			f.Widen()
		}
		made.fields[p.Name] = f
		made.objects = append(made.objects, f.Object)
	}
	return made
}
