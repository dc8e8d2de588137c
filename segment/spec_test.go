package segment

import (
	"reflect"
	"strings"
	"testing"

	"motionseg/segment/lrksc"
)

func TestParseSpec(t *testing.T) {
	m, err := ParseSpec(" LRKSC : eta = 3 :affine=off")
	if err != nil {
		t.Fatal(err)
	}
	if want := (Values{"eta": 3, "affine": 0}); m.Method.Describe().Name != "lrksc" ||
		!reflect.DeepEqual(m.Changes, want) {
		t.Errorf("got %+v, want changes %v", m, want)
	}
	if m.Name != "lrksc:affine=off:eta=3" {
		t.Errorf("name is %q", m.Name)
	}
	for text, want := range map[string]string{
		"":                 "expected one of lrksc",
		"lrcks":            `"lrcks"`,
		"lrksc:eta":        "name=value",
		"lrksc:eta=":       `""`,
		"lrksc:etta=3":     `"etta"`,
		"lrksc:eta=1":      "above 1",
		"lrksc:affine=two": "on or off",
	} {
		if _, err := ParseSpec(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseSpec(%q): error %v, want %q in it", text, err, want)
		}
	}
}

func TestParseSpecs(t *testing.T) {
	specs, err := ParseSpecs([]string{"lrksc:eta=3", "ssc"}, []string{"eta=5", "ratio=0.5"}, "orl")
	if err != nil {
		t.Fatal(err)
	}
	if specs[0].Name != "lrksc:ratio=0.5:eta=5" || specs[1].Name != "ssc:ratio=0.5" {
		t.Errorf("names %q and %q", specs[0].Name, specs[1].Name)
	}
	if v, _ := specs[0].Settings(Images, ""); v["lambda2"] != 6e-2 || v["eta"] != 5 {
		t.Errorf("lrksc gets %v", v)
	}
	if v, _ := specs[1].Settings(Images, ""); v["alpha"] != 80 || v["ratio"] != 0.5 {
		t.Errorf("ssc gets %v", v)
	}
	// A method without a preset of that name keeps its own for the kind.
	specs, err = ParseSpecs([]string{"ssc", "lrksc-auto"}, nil, "orl")
	if err != nil {
		t.Fatal(err)
	}
	if v, _ := specs[1].Settings(TwoFrames, ""); v["noise"] != 0.006 {
		t.Errorf("lrksc-auto gets %v", v)
	}
	for want, test := range map[string]struct {
		methods, settings []string
		preset            string
	}{
		"given twice":              {[]string{"ssc", "lrksc", "SSC"}, nil, ""},
		`no parameter "lambda9"`:   {[]string{"ssc", "lrksc"}, []string{"lambda9=1"}, ""},
		"expected a number above":  {[]string{"lrksc"}, []string{"lambda1=-1"}, ""},
		`no preset "mnist"`:        {[]string{"lrksc", "ssc"}, nil, "mnist"},
		`unknown method "nothing"`: {[]string{"ssc", "nothing"}, nil, ""},
	} {
		if _, err := ParseSpecs(test.methods, test.settings, test.preset); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%v %v: error %v, expected …%s", test.methods, test.settings, err, want)
		}
	}
}

func TestAutomaticPreset(t *testing.T) {
	d := lrksc.Robust{}.Describe()
	for _, c := range []struct {
		kind       Kind
		name, want string
	}{
		{Images, "ExtendedYaleB_48x42.mat", "yale"},
		{Images, "ORL_32x32", "orl"},
		{Images, "coil20", "coil"},
		{Images, "world_faces", "yale"}, // no word of it is ORL
		{Images, "recoil", "yale"},
		{Images, "", "yale"},
		{TwoFrames, "orl", "two-frames"},
		{Trajectories, "orl", "all-frames"},
	} {
		if got := d.AutomaticPreset(c.kind, c.name); got != c.want {
			t.Errorf("%v %q: preset %q, want %q", c.kind, c.name, got, c.want)
		}
	}
	if got := (Description{}).AutomaticPreset(Images, "orl"); got != "" {
		t.Errorf("a method without presets has preset %q", got)
	}
	spec := Spec{Method: lrksc.Robust{}, Preset: "coil", Changes: Values{"eta": 7}}
	if v, preset := spec.Settings(Images, "orl"); preset != "coil" || v["lambda1"] != 1.4e3 || v["eta"] != 7 {
		t.Errorf("settings are %v of preset %q", v, preset)
	}
}
