package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestChangesApply holds the steps and constants to the sources: each text that is to be
// replaced stands once, and each room has sets that are known.
func TestChangesApply(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", ".."))
	changes, err := changesOf(".", ".")
	if err != nil {
		t.Fatal(err)
	}
	if len(changes) < len(allSteps)+100 {
		t.Errorf("%d changes, want some hundreds beside %d steps", len(changes), len(allSteps))
	}
	for _, c := range changes {
		text, err := c.apply()
		if err != nil {
			t.Error(err)
			continue
		}
		if before, err := os.ReadFile(c.file); err != nil || string(before) == text {
			t.Errorf("%s: nothing changes in %s, %v", c.name, c.file, err)
		}
	}
	for room, sets := range rooms {
		for _, s := range sets {
			if !strings.Contains(strings.Join(setNames(), "\n")+"\n", s+"\n") {
				t.Errorf("%s: set %q is not known", room, s)
			}
		}
	}
}

// TestScaledConstants halves and doubles numbers of each form.
func TestScaledConstants(t *testing.T) {
	path := filepath.Join(t.TempDir(), "room", "a.go")
	if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	text := "package room\n\nconst rounds = 7\n\nconst (\n\tshare = 2.0 / 3 // of 2.0 / 3\n\tname = \"7\"\n)\n"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	found, err := constantsIn(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 2 || found[0].name != "room.rounds" || found[1].name != "room.share" {
		t.Fatalf("found %+v", found)
	}
	for _, c := range []struct {
		change change
		want   string
	}{
		{found[0].scaled("½", 0.5), "\nconst rounds = ((7) + 1) / 2\n"},
		{found[0].scaled("2", 2), "\nconst rounds = (7) * 2\n"},
		{found[1].scaled("½", 0.5), "\n\tshare = (2.0 / 3) * 0.5 // of 2.0 / 3\n"},
	} {
		if c.change.new != c.want {
			t.Errorf("%s: %q, want %q", c.change.name, c.change.new, c.want)
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
