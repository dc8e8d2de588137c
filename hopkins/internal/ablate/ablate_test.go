package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

// TestChangesApply holds the steps to the sources: each text that is to be replaced stands
// once, and each room has sets that are known.
func TestChangesApply(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", ".."))
	for _, c := range allSteps {
		text, err := c.apply()
		if err != nil {
			t.Error(err)
			continue
		}
		if before, err := os.ReadFile(c.file); err != nil || string(before) == text {
			t.Errorf("%s: nothing changes in %s, %v", c.name, c.file, err)
		}
	}
	for _, of := range []map[string][]string{rooms, quick} {
		for room := range of {
			if _, err := (&measurer{}).setsOf(of, room); err != nil {
				t.Errorf("%s: %v", room, err)
			}
		}
	}
}

// TestConstants finds numbers of each form.
func TestConstants(t *testing.T) {
	path := filepath.Join(t.TempDir(), "room", "a.go")
	if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	text := "package room\n\nconst rounds = 7\n\nconst (\n\tshare = 2.0 / 3 // of 2.0 / 3\n\tname = \"7\"\n)\n"
	testfile.Write(t, text, path)
	found, err := constantsIn(path)
	if err != nil {
		t.Fatal(err)
	}
	want := []constant{{"room.rounds", path, "7", true}, {"room.share", path, "2.0 / 3", false}}
	if !slices.Equal(found, want) {
		t.Errorf("found %+v, want %+v", found, want)
	}
}

// TestAdjustable reads constants from the environment where they are variables, and leaves
// those alone that others are made of.
func TestAdjustable(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", ".."))
	found, err := constantsOf("segment")
	if err != nil {
		t.Fatal(err)
	}
	texts, fixed, err := adjustable(found)
	if err != nil {
		t.Fatal(err)
	}
	if fixed["outliers.pieceTracks"] || !fixed["outliers.usualDeviation"] {
		t.Errorf("not scaled: %v", fixed)
	}
	var all strings.Builder
	for _, text := range texts {
		all.WriteString(text)
	}
	for _, want := range []string{
		"var pieceTracks = ablated(\"outliers.pieceTracks\", 20, true)", "float64(rivalLead)", "range int(refineRounds)",
		"usualDeviation = 0.7", "float64(float64(countedViews)*float64(oneView) + ",
	} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("expected %q in the files that are built, found it not", want)
		}
	}
}

// TestRow compares two outcomes by hand.
func TestRow(t *testing.T) {
	before := outcome{errors: map[string]float64{"a": 1, "b": 2, "c": 3}, right: 2, cpu: 4}
	after := outcome{errors: map[string]float64{"a": 0.5, "b": 2, "c": 4.25}, right: 1, cpu: 3}
	want := "| x | 155 | 2.000 → 2.250 | 1, 1 | 2 → 1 | 4 → 3 |"
	if got := row("x", "155", before, after); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
