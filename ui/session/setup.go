package session

import "motionseg/segment"

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
