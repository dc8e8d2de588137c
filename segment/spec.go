package segment

import (
	"fmt"
	"slices"
	"strings"
)

// Spec is a registered method and the parameters that differ from its
// preset.
type Spec struct {
	// Name tells this method from others beside it, as "lrksc" or
	// "lrksc:eta=3".
	Name   string
	Method Method
	// Preset names the preset to start from; empty stands for that which
	// Description.AutomaticPreset chooses. A method without a preset of that name takes that
	// too.
	Preset string
	// Changes override the preset; may be nil.
	Changes Values
}

// Settings returns a value for every parameter of the method on data of that
// kind and name: those of the preset with the changes. It also says where they
// come from: the name of the preset, empty for a method without one.
func (m Spec) Settings(kind Kind, name string) (values Values, preset string) {
	d := m.Method.Describe()
	preset = m.Preset
	values, err := d.ValuesOf(preset)
	if preset == "" || err != nil {
		if preset = d.AutomaticPreset(kind, name); preset == "" {
			values = d.ValuesFor(kind)
		} else {
			// It is one of the method's own.
			values, _ = d.ValuesOf(preset)
		}
	}
	for name, v := range m.Changes {
		values[name] = v
	}
	return values, preset
}

// ParseSpec reads a method as the command line writes it: its name, and
// after colons the parameters that differ from the preset, as
// "lrksc:ratio=1:eta=3". The error names the method or parameter at fault and
// lists what was expected.
func ParseSpec(text string) (Spec, error) {
	name, settings, _ := strings.Cut(text, ":")
	method, err := Lookup(strings.TrimSpace(name))
	if err != nil {
		return Spec{}, err
	}
	description := method.Describe()
	spec := Spec{Name: description.Name, Method: method}
	if settings == "" {
		return spec, nil
	}
	if spec.Changes, err = description.ParseValues(strings.Split(settings, ":")); err != nil {
		return Spec{}, err
	}
	for _, p := range description.Params {
		if v, ok := spec.Changes[p.Name]; ok {
			spec.Name += ":" + p.Name + "=" + p.Format(v)
		}
	}
	return spec, nil
}

// ParseSpecs reads several methods as ParseSpec does, and settings
// ("name=value") that every method takes which has the parameter. preset, when
// not empty, names the preset to start from. The error is for the first method
// that is wrong or given twice, and for a setting or preset that none of them
// has.
func ParseSpecs(methods, settings []string, preset string) ([]Spec, error) {
	var specs []Spec
	taken := make([]error, len(settings)) // why no method has taken it
	hasPreset := preset == ""
	for _, text := range methods {
		plain, err := ParseSpec(text)
		if err != nil {
			return nil, err
		}
		description := plain.Method.Describe()
		own := text
		for i, setting := range settings {
			name, _, _ := strings.Cut(setting, "=")
			_, err := description.Param(strings.TrimSpace(name))
			if err == nil {
				own += ":" + setting
			}
			if len(specs) == 0 || taken[i] != nil {
				taken[i] = err
			}
		}
		spec, err := ParseSpec(own)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(specs, func(m Spec) bool { return m.Name == spec.Name }) {
			return nil, fmt.Errorf("method %s is given twice", spec.Name)
		}
		if preset != "" {
			_, err := description.ValuesOf(preset)
			hasPreset = hasPreset || err == nil
			spec.Preset = preset
		}
		specs = append(specs, spec)
	}
	for _, err := range taken {
		if err != nil {
			return nil, err
		}
	}
	if !hasPreset && len(specs) > 0 {
		_, err := specs[0].Method.Describe().ValuesOf(preset)
		return nil, err
	}
	return specs, nil
}
