package segment

import (
	"maps"
	"strings"
	"testing"

	"motionseg/segment/lrksc"
)

// Every preset has a name of its own and allowed values, and the first of a
// kind is the kind's default.
func TestPresets(t *testing.T) {
	for _, m := range Methods() {
		d := m.Describe()
		seen := map[string]bool{}
		first := map[Kind]bool{}
		for _, p := range d.Presets {
			if seen[p.String()] {
				t.Errorf("%s has two presets %q", d.Name, p)
			}
			seen[p.String()] = true
			values, err := d.ValuesOf(p.String())
			if err != nil {
				t.Fatal(err)
			}
			if len(values) != len(d.Params) {
				t.Errorf("%s, preset %s: values %v for %d parameters", d.Name, p, values, len(d.Params))
			}
			for _, param := range d.Params {
				if err := param.Check(values[param.Name]); err != nil {
					t.Errorf("%s, preset %s: %v", d.Name, p, err)
				}
			}
			if !first[p.Kind] && !maps.Equal(values, d.ValuesFor(p.Kind)) {
				t.Errorf("%s: %s data get %v, expected those of the first preset, %v", d.Name, p.Kind, d.ValuesFor(p.Kind), values)
			}
			first[p.Kind] = true
		}
	}
}

func TestPresetsOfImages(t *testing.T) {
	d := lrksc.Robust{}.Describe()
	for name, want := range map[string][2]float64{"yale": {1.1e3, 2e-2}, "orl": {1e3, 6e-2}, "COIL": {1.4e3, 6e-2}} {
		v, err := d.ValuesOf(name)
		if err != nil {
			t.Fatal(err)
		}
		if v["lambda1"] != want[0] || v["lambda2"] != want[1] || v["lambda3"] != 1e5 || v["a"] != 12 || v["b"] != 2 ||
			v["ratio"] != 0.2 || v["eta"] != 20 {
			t.Errorf("preset %s: %v", name, v)
		}
	}
	if v := d.ValuesFor(Images); v["lambda1"] != 1.1e3 {
		t.Errorf("images get λ1 = %v, expected Extended Yale B's", v["lambda1"])
	}
	if _, err := d.ValuesOf("mnist"); err == nil ||
		!strings.Contains(err.Error(), "all-frames, two-frames, yale, orl, coil") {
		t.Errorf("unknown preset: %v", err)
	}
}
