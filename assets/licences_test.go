package assets

import (
	"slices"
	"strings"
	"testing"
)

func TestLicences(t *testing.T) {
	all := Licences()
	if !slices.IsSortedFunc(all, func(a, b Licence) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("not sorted by name")
	}
	for _, l := range all {
		if l.Version == "" && l.Name != "Go standard library and runtime" {
			t.Errorf("%s has no version", l.Name)
		}
		if len(l.Text) < 300 || !strings.Contains(strings.ToLower(l.Text), "licen") &&
			!strings.Contains(l.Text, "Permission ") &&
			!strings.Contains(l.Text, "Redistribution and use") {
			t.Errorf("%s has no licence but %q", l.Name, l.Text)
		}
	}
	// What is in other files than the first, or of C.
	for _, part := range []string{"SIL OPEN FONT LICENSE", "Camilla Löwy", "The FreeType Project", "Behdad Esfahbod"} {
		if !strings.Contains(licences, part) {
			t.Errorf("the licence with %q is missing", part)
		}
	}
	again, err := FormatLicences(all)
	if err != nil {
		t.Fatal(err)
	}
	if string(again) != licences {
		t.Error("what was read is not what was written")
	}
}

func TestFormatLicencesRefusesMark(t *testing.T) {
	if text, err := FormatLicences([]Licence{{Name: "a", Text: "one\n=== two"}}); err == nil {
		t.Errorf("a licence with a title in it is written as %q", text)
	}
}
