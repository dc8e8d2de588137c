package session

import (
	"fmt"
	"slices"
	"strings"

	"motionseg/hopkins"
	"motionseg/segment"
)

// Preset says where the parameter values of a side come from: the name of one
// of its method's presets, or one of the two below.
type Preset string

// The presets that every method has.
const (
	// Published follows the data: the first preset for what is segmented, for
	// pictures that of their set where the method has one.
	Published Preset = ""
	// Custom is entered by changing a value.
	Custom Preset = "custom"
)

// PresetChoice is a preset to choose.
type PresetChoice struct {
	Preset Preset
	Title  string // as the window shows it
	Source string // where the values were published; empty for Published and Custom
}

// Presets lists the presets that a side can choose: those of its method between
// Published and Custom.
func (s *Session) Presets(side Side) []PresetChoice {
	all := []PresetChoice{{Published, "Published, automatic", ""}}
	for _, p := range s.Description(side).Presets {
		title := strings.ReplaceAll(p.Kind.String(), "-", " ")
		if p.Name != "" {
			title += ", " + p.Name
		}
		all = append(all, PresetChoice{Preset(p.String()), "Published: " + title, p.Source})
	}
	return append(all, PresetChoice{Custom, "Custom", ""})
}

// Setup is how one side segments.
type Setup struct {
	Method string // segment.Description.Name
	Preset Preset
	Values segment.Values // every parameter of the method
}

func (a Setup) equal(b Setup) bool {
	if a.Method != b.Method || a.Preset != b.Preset || len(a.Values) != len(b.Values) {
		return false
	}
	for name, v := range a.Values {
		if w, ok := b.Values[name]; !ok || v != w {
			return false
		}
	}
	return true
}

// Methods returns what can be chosen on either side.
func (s *Session) Methods() []segment.Method { return s.cfg.Methods }

// Setup returns the settings of a side. Its values must not be changed.
func (s *Session) Setup(side Side) Setup { return s.sides[side].setup }

// Description returns what the method of a side says of itself.
func (s *Session) Description(side Side) segment.Description {
	return s.method(s.sides[side].setup.Method).Describe()
}

// method returns the method of that name, the first one when there is none.
func (s *Session) method(name string) segment.Method {
	for _, m := range s.cfg.Methods {
		if m.Describe().Name == name {
			return m
		}
	}
	return s.cfg.Methods[0]
}

// Kind is the kind of data that the chosen frames of the sequence give.
func (s *Session) Kind() segment.Kind {
	if s.set != nil {
		return segment.Images
	}
	if s.sequence != nil && s.sequence.TwoFrame {
		return segment.TwoFrames
	}
	if s.frames.Mode == hopkins.FirstLast || s.frames.Mode == hopkins.FramePair {
		return segment.TwoFrames
	}
	return segment.Trajectories
}

// settled returns the setup with a value for every parameter, as its preset
// has it.
func (s *Session) settled(setup Setup) Setup {
	d := s.method(setup.Method).Describe()
	setup.Method = d.Name
	if setup.Preset == Custom {
		full := s.published(d)
		for _, p := range d.Params {
			if v, ok := setup.Values[p.Name]; ok && p.Check(v) == nil {
				full[p.Name] = v
			}
		}
		setup.Values = full
		return setup
	}
	values, err := d.ValuesOf(string(setup.Preset))
	if err != nil {
		// The method has no such preset, as after another one was chosen.
		setup.Preset, values = Published, s.published(d)
	}
	setup.Values = values
	return setup
}

// published returns the values that a method has for what is open.
func (s *Session) published(d segment.Description) segment.Values {
	if s.set != nil {
		name := strings.ToLower(s.set.Name)
		for _, p := range d.Presets {
			if p.Kind == segment.Images && p.Name != "" && strings.Contains(name, p.Name) {
				if values, err := d.ValuesOf(p.Name); err == nil {
					return values
				}
			}
		}
	}
	return d.ValuesFor(s.Kind())
}

// SetMethod chooses the method of a side; its settings are those that the
// method last had on this side.
func (s *Session) SetMethod(side Side, name string) {
	now := s.sides[side].setup
	if now.Method == name || s.method(name).Describe().Name != name {
		return
	}
	s.sides[side].kept[now.Method] = now
	next, ok := s.sides[side].kept[name]
	if !ok {
		next = Setup{Method: name}
	}
	s.setSetup(side, next, "")
}

// SetPreset chooses where the values of a side come from.
func (s *Session) SetPreset(side Side, p Preset) {
	next := s.sides[side].setup
	next.Preset = p
	s.setSetup(side, next, "")
}

// SetValue changes one parameter of a side, which makes its preset Custom. The
// error says what was expected; nothing changes then.
func (s *Session) SetValue(side Side, name string, v float64) error {
	p, err := s.Description(side).Param(name)
	if err != nil {
		return err
	}
	if err := p.Check(v); err != nil {
		return err
	}
	next := s.sides[side].setup
	if next.Values[p.Name] == v {
		return nil
	}
	next.Preset = Custom
	next.Values = next.Values.Clone()
	next.Values[p.Name] = v
	s.setSetup(side, next, side.String()+" "+p.Name)
	return nil
}

// ResetValue gives one parameter of a side the published value for what is
// segmented.
func (s *Session) ResetValue(side Side, name string) {
	if v, ok := s.published(s.Description(side))[name]; ok {
		// A published value is always allowed.
		_ = s.SetValue(side, name, v)
	}
}

// setSetup changes the settings of a side; steps with the same topic that
// follow each other are undone together.
func (s *Session) setSetup(side Side, next Setup, topic string) {
	next = s.settled(next)
	if next.equal(s.sides[side].setup) {
		return
	}
	s.record(topic)
	s.sides[side].setup = next
	s.announceSide(SetupChanged, side)
	s.recallAll(side)
}

// Motions returns the number of motions that is set, 0 when it is taken from
// the truth.
func (s *Session) Motions() int { return s.motions }

// MotionsUsed returns the number of motions of the next run: the one that is
// set, otherwise that of the truth, otherwise 2.
func (s *Session) MotionsUsed() int {
	if s.motions > 0 {
		return s.motions
	}
	if k := s.TrueMotions(); k > 0 {
		return k
	}
	return 2
}

// SetMotions sets the number of motions, 0 to take it from the truth.
func (s *Session) SetMotions(k int) {
	if k < 0 || k == s.motions {
		return
	}
	s.record("motions")
	s.motions = k
	s.scopeChanged()
}

// Frames returns the frames that are segmented.
func (s *Session) Frames() hopkins.FrameSelection { return s.frames }

// SetFrames chooses the frames to segment. The error says what was expected
// when the sequence does not have them; nothing changes then.
func (s *Session) SetFrames(f hopkins.FrameSelection) error {
	if s.sequence == nil {
		return fmt.Errorf("frames: open a sequence first")
	}
	f = s.sequence.Resolve(f)
	if f.Mode == hopkins.AllFrames || f.Mode == hopkins.FirstLast {
		f.I, f.J = 0, 0
	}
	if !fits(f, s.sequence) {
		return fmt.Errorf("frames: expected two different frames from 1 to %d, the smaller first, found %d and %d", s.sequence.Frames(), f.I+1, f.J+1)
	}
	if f == s.frames {
		return nil
	}
	s.record("frames")
	s.frames = f
	for _, side := range Sides {
		s.sides[side].setup = s.settled(s.sides[side].setup)
		s.announceSide(SetupChanged, side)
	}
	s.scopeChanged()
	return nil
}

// fits tells whether the sequence has the frames of a selection.
func fits(f hopkins.FrameSelection, sequence *hopkins.Sequence) bool {
	if f.Mode == hopkins.AllFrames || f.Mode == hopkins.FirstLast {
		return true
	}
	return f.I >= 0 && f.I < f.J && f.J < sequence.Frames()
}

// Seed returns the seed of anything random.
func (s *Session) Seed() uint64 { return s.seed }

// SetSeed sets the seed of anything random.
func (s *Session) SetSeed(seed uint64) {
	if seed == s.seed {
		return
	}
	s.record("seed")
	s.seed = seed
	s.scopeChanged()
}

// scopeChanged follows a change of what both sides work on.
func (s *Session) scopeChanged() {
	s.announce(ScopeChanged)
	s.recallAll(Left, Right)
}

// resultKey identifies a result: sequence or subjects, method, values, motions,
// frames, what becomes of gaps, and seed.
func (s *Session) resultKey(side Side) string {
	setup := s.sides[side].setup
	names := make([]string, 0, len(setup.Values))
	for name := range setup.Values {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	fmt.Fprintf(&b, "%s|%d,%d|%s|%d|%d,%d,%d|%d|%d", s.key, s.subjects.First, s.subjects.Count, setup.Method, s.MotionsUsed(), s.frames.Mode, s.frames.I, s.frames.J, s.scope().incomplete, s.seed)
	for _, name := range names {
		fmt.Fprintf(&b, "|%s=%v", name, setup.Values[name])
	}
	return b.String()
}

// Title returns the title of the method of that name.
func (s *Session) Title(method string) string { return s.method(method).Describe().Title }
