package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"motionseg/hopkins"
	"motionseg/segment"
)

// Presets lists the presets that a side can choose: those of its method between
// Published and Custom.
func (p *Plan) Presets(side Side) []PresetChoice {
	all := []PresetChoice{{Published, "Published, automatic", ""}}
	for _, named := range p.Description(side).Presets {
		title := strings.ReplaceAll(named.Kind.String(), "-", " ")
		if named.Name != "" {
			title += ", " + named.Name
		}
		all = append(all, PresetChoice{Preset(named.String()), "Published: " + title, named.Source})
	}
	return append(all, PresetChoice{Custom, "Custom", ""})
}

// material is what can be segmented.
type material int

const (
	tracks   material = iota // of a sequence
	pictures                 // of a set
)

// materialOf returns what a source holds.
func materialOf(source *hopkins.Source) material {
	if source.Sequence == nil {
		return pictures
	}
	return tracks
}

// Plan is what the next run does: the method of each side with its settings, and
// the data that both work on.
type Plan struct {
	*core
	doc     *Document
	history *History
	changed func(...Side)              // is told which sides' settings are others
	given   func() hopkins.Constraints // what runs must obey

	setups [2]setups
	chosen

	estimate     *segment.MotionsEstimate // for the open sequence
	estimateOf   []int                    // the tracks that its labels are of
	estimateKey  string                   // what it is estimated from, see countedKey
	stopEstimate context.CancelFunc       // nil when none is being computed
}

// setups are those of one side.
type setups struct {
	now   Setup
	aside Setup            // of the material that is not open
	kept  map[string]Setup // the last one of every other method
}

func newPlan(c *core, doc *Document, history *History) *Plan {
	p := &Plan{core: c, doc: doc, history: history, chosen: chosen{gaps: DefaultGaps},
		given: func() hopkins.Constraints { return hopkins.Constraints{} }}
	for _, side := range Both {
		p.setups[side] = setups{
			now:   p.settled(Setup{Method: p.firstMethod(tracks, side)}),
			aside: Setup{Method: p.firstMethod(pictures, side)},
			kept:  map[string]Setup{},
		}
	}
	return p
}

// reset fits the plan to what has just been opened; others says that it is
// tracks after pictures, or pictures after tracks.
func (p *Plan) reset(others bool) {
	p.motions = 0
	if q := p.doc.sequence; q != nil && p.frames.Check(q.Frames()) != nil {
		p.frames = hopkins.FrameSelection{}
	}
	for _, side := range Both {
		of := &p.setups[side]
		if others {
			of.now, of.aside = of.aside, of.now
		}
		of.now = p.settled(of.now)
	}
}

// record remembers a change in the history.
func (p *Plan) record(topic string, undo, redo func()) { p.history.record(topic, undo, redo) }

// firstMethod is what a side shows at the very first start: SSC left, and on
// the right LRKSC, for tracks with its kernel chosen without labels.
func (p *Plan) firstMethod(m material, side Side) string {
	wanted := [2][2]string{tracks: {"ssc", lrkscAuto}, pictures: {"ssc", "lrksc"}}[m][side]
	for _, m := range p.cfg.Methods {
		if m.Describe().Name == wanted {
			return wanted
		}
	}
	return p.cfg.Methods[0].Describe().Name
}

// Methods returns every method.
func (p *Plan) Methods() []segment.Method { return p.cfg.Methods }

// Choices returns the methods that can be chosen on either side: those that take
// the data that is open.
func (p *Plan) Choices() []segment.Method {
	var choices []segment.Method
	for _, m := range p.cfg.Methods {
		if m.Describe().Takes(p.Kind()) {
			choices = append(choices, m)
		}
	}
	return choices
}

// Setup returns the settings of a side. Its values must not be changed.
func (p *Plan) Setup(side Side) Setup { return p.setups[side].now }

// Description returns what the method of a side says of itself.
func (p *Plan) Description(side Side) segment.Description {
	return p.method(p.setups[side].now.Method).Describe()
}

// Kind is the kind of data that the chosen frames of what is open give.
func (p *Plan) Kind() segment.Kind {
	if p.doc.points == nil {
		return segment.Trajectories
	}
	return p.doc.points.Kind(p.frames)
}

// settled returns the setup with a value for every parameter, as its preset
// has it.
func (p *Plan) settled(setup Setup) Setup {
	d := p.method(setup.Method).Describe()
	setup.Method = d.Name
	if setup.Preset == Custom {
		full := p.published(d)
		for _, param := range d.Params {
			if v, ok := setup.Values[param.Name]; ok && param.Check(v) == nil {
				full[param.Name] = v
			}
		}
		setup.Values = full
		return setup
	}
	values, err := d.ValuesOf(string(setup.Preset))
	if err != nil {
		// The method has no such preset, as after another one was chosen.
		setup.Preset, values = Published, p.published(d)
	}
	setup.Values = values
	return setup
}

// published returns the values that a method has for what is open.
func (p *Plan) published(d segment.Description) segment.Values {
	values, _ := segment.Spec{Method: p.method(d.Name)}.Settings(p.Kind(), p.doc.Name())
	return values
}

// SetMethod chooses the method of a side; its settings are those that the
// method last had on this side.
func (p *Plan) SetMethod(side Side, name string) {
	now := p.setups[side].now
	if now.Method == name || p.method(name).Describe().Name != name {
		return
	}
	p.setups[side].kept[now.Method] = now
	next, ok := p.setups[side].kept[name]
	if !ok {
		next = Setup{Method: name}
	}
	p.setSetup(side, next, "")
}

// SetPreset chooses where the values of a side come from.
func (p *Plan) SetPreset(side Side, preset Preset) {
	next := p.setups[side].now
	next.Preset = preset
	p.setSetup(side, next, "")
}

// SetValue changes one parameter of a side, which makes its preset Custom. The
// error says what was expected; nothing changes then.
func (p *Plan) SetValue(side Side, name string, v float64) error {
	param, err := p.Description(side).Param(name)
	if err != nil {
		return err
	}
	if err := param.Check(v); err != nil {
		return err
	}
	next := p.setups[side].now
	if next.Values[param.Name] == v {
		return nil
	}
	next.Preset = Custom
	next.Values = next.Values.Clone()
	next.Values[param.Name] = v
	p.setSetup(side, next, side.String()+" "+param.Name)
	return nil
}

// Changed reports whether a parameter of a side has another value than the
// published one for what is segmented, so that ResetValue would change it.
func (p *Plan) Changed(side Side, name string) bool {
	v, ok := p.published(p.Description(side))[name]
	return ok && p.setups[side].now.Values[name] != v
}

// ResetValue gives one parameter of a side the published value for what is
// segmented.
func (p *Plan) ResetValue(side Side, name string) {
	if v, ok := p.published(p.Description(side))[name]; ok {
		// A published value is always allowed.
		_ = p.SetValue(side, name, v)
	}
}

// setSetup changes the settings of a side; steps with the same topic that
// follow each other are undone together.
func (p *Plan) setSetup(side Side, next Setup, topic string) {
	next = p.settled(next)
	if next.equal(p.setups[side].now) {
		return
	}
	before := p.setups[side].now
	p.record(topic, func() { p.useSetup(side, before) }, func() { p.useSetup(side, next) })
	p.useSetup(side, next)
}

// useSetup makes a setup that of a side.
func (p *Plan) useSetup(side Side, setup Setup) {
	p.setups[side].now = setup
	p.announceSide(SetupChanged, side)
	p.changed(side)
}

// Motions returns the number of motions that is set, 0 when it is taken from
// the truth.
func (p *Plan) Motions() int { return p.motions }

// MotionsUsed returns the number of motions of the next run: the one that is
// set, otherwise that of the truth, otherwise what it was last estimated to be; 0
// when the next run estimates it first.
func (p *Plan) MotionsUsed() int {
	switch {
	case p.motions > 0:
		return p.motions
	case p.doc.TrueMotions() > 0:
		return p.doc.TrueMotions()
	}
	if e := p.Estimate(); e != nil {
		return e.Motions
	}
	return 0
}

// task returns what the next run of a setup is.
func (p *Plan) task(setup Setup) hopkins.Task {
	spec := segment.Spec{Name: setup.Method, Method: p.method(setup.Method), Changes: setup.Values}
	if setup.Preset != Custom {
		spec.Preset = string(setup.Preset)
	}
	return hopkins.Task{
		Method: spec, Frames: p.frames, Motions: p.motions, Incomplete: p.gaps.Incomplete, Outliers: p.outliers,
		Seed: p.seed, Constraints: p.given(), Solve: p.cfg.Solve,
	}
}

// SetMotions sets the number of motions, 0 to take it from the truth.
func (p *Plan) SetMotions(k int) {
	if k < 0 || k == p.motions {
		return
	}
	p.change("motions", func() { p.motions = k })
}

// Frames returns the frames that are segmented.
func (p *Plan) Frames() hopkins.FrameSelection { return p.frames }

// SetFrames chooses the frames to segment. The error says what was expected
// when the sequence does not have them; nothing changes then.
func (p *Plan) SetFrames(f hopkins.FrameSelection) error {
	if p.doc.sequence == nil {
		return fmt.Errorf("frames: open a sequence first")
	}
	f = p.doc.sequence.Resolve(f)
	if f.Mode == hopkins.AllFrames || f.Mode == hopkins.FirstLast {
		f.I, f.J = 0, 0
	}
	if err := f.Check(p.doc.sequence.Frames()); err != nil {
		return fmt.Errorf("frames: %w", err)
	}
	if f == p.frames {
		return nil
	}
	p.change("frames", func() {
		p.frames = f
		for _, side := range Both {
			p.setups[side].now = p.settled(p.setups[side].now)
		}
	})
	return nil
}

// Seed returns the seed of anything random.
func (p *Plan) Seed() uint64 { return p.seed }

// SetSeed sets the seed of anything random.
func (p *Plan) SetSeed(seed uint64) {
	if seed == p.seed {
		return
	}
	p.change("seed", func() { p.seed = seed })
}

// Outliers returns what becomes of tracks that belong to no motion.
func (p *Plan) Outliers() hopkins.Outliers { return p.outliers }

// SetOutliers says what becomes of tracks that belong to no motion.
func (p *Plan) SetOutliers(o hopkins.Outliers) {
	if o == p.outliers {
		return
	}
	p.change("outliers", func() { p.outliers = o })
}

// chosen is what a Plan says about both sides, and what undo brings back.
type chosen struct {
	motions int // 0: from the truth
	frames  hopkins.FrameSelection
	gaps    Gaps
	seed    uint64
	// outliers says whether tracks that belong to no motion are looked for.
	outliers hopkins.Outliers
}

// snapshot is a Plan as it is at a time.
type snapshot struct {
	chosen
	setups [2]Setup
}

func (p *Plan) snapshot() snapshot {
	return snapshot{p.chosen, [2]Setup{p.setups[Left].now, p.setups[Right].now}}
}

// change changes what concerns both sides, so that it can be undone.
func (p *Plan) change(topic string, f func()) {
	before := p.snapshot()
	f()
	after := p.snapshot()
	p.record(topic, func() { p.restore(before) }, func() { p.restore(after) })
	p.setups[Left].now, p.setups[Right].now = before.setups[Left], before.setups[Right]
	p.restore(after)
}

// restore makes the plan what it was, or is to be.
func (p *Plan) restore(to snapshot) {
	p.chosen = to.chosen
	for _, side := range Both {
		if !p.setups[side].now.equal(to.setups[side]) {
			p.setups[side].now = to.setups[side]
			p.announceSide(SetupChanged, side)
		}
	}
	p.announce(ScopeChanged)
	p.changed(Left, Right)
}

// resultKey identifies a result: what is open, and given.
func (p *Plan) resultKey(side Side) string { return p.resultKeyOf(side, p.motions) }

// resultKeyOf is resultKey with another number of motions.
func (p *Plan) resultKeyOf(side Side, motions int) string {
	return p.docKey() + p.settingsKey(side, motions)
}

// docKey identifies what is open: sequence or subjects.
func (p *Plan) docKey() string {
	return fmt.Sprintf("%s|%d|%d,%d|", p.doc.key, p.doc.tracked[p.doc.key], p.doc.subjects.First, p.doc.subjects.Count)
}

// settingsKey identifies what a run is given: method, values, motions, frames,
// what becomes of gaps and outliers, and seed.
func (p *Plan) settingsKey(side Side, motions int) string {
	setup, incomplete := p.setups[side].now, hopkins.Automatic
	if motions == 0 {
		motions = p.doc.TrueMotions() // 0 where it is estimated
	}
	if p.doc.HasGaps() {
		incomplete = p.gaps.Incomplete
	}
	names := make([]string, 0, len(setup.Values))
	for name := range setup.Values {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	fmt.Fprintf(&b, "%s|%d|%d,%d,%d|%d|%d", setup.Method, motions, p.frames.Mode, p.frames.I, p.frames.J,
		incomplete, p.seed)
	for _, name := range names {
		fmt.Fprintf(&b, "|%s=%v", name, setup.Values[name])
	}
	if p.outliers != hopkins.OutliersAutomatic {
		fmt.Fprintf(&b, "|outliers %s", p.outliers)
	}
	if given := p.given(); !given.Empty() {
		fmt.Fprintf(&b, "|%v", given)
	}
	return b.String()
}

// Title returns the title of the method of that name.
func (p *Plan) Title(method string) string {
	if !p.known(method) {
		return method
	}
	return p.method(method).Describe().Title
}

// lrkscAuto is the name of the method that keeps what it knows for other numbers.
const lrkscAuto = "lrksc-auto"
