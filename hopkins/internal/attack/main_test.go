package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"motionseg/hopkins/internal/testfile"
	"motionseg/hopkins/project"
)

// TestAttack: files that programs wrote, and a project, are tried without a finding.
func TestAttack(t *testing.T) {
	folder := t.TempDir()
	text := `{"format":"motionseg project","version":1,"data":{"path":"a.csv","tracks":2,"frames":3},
"plan":{"sides":[{"method":"SSC"},{"method":"LSR"}],"motions":2,"frames":"1,2"},
"results":[{"method":"SSC","labels":[1,2]},null],
"mine":{"labels":[1,0],"excluded":[2],"constraints":{"seeds":[{"track":1,"motion":1}]}},"view":{"frame":1}}`
	saved := testfile.Write(t, text, folder, "saved"+project.Ending)
	found, err := run(300, 1, folder, []string{saved, filepath.Join("..", "..", "read", "testdata", "tools")})
	if found != 0 || err != nil {
		t.Errorf("%d findings, %v", found, err)
	}
}

// TestFindings: what must not be is told, and nothing else.
func TestFindings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.csv")
	released := make(chan struct{})
	defer close(released)
	for want, open := range map[string]func(string) error{
		"panic: of a reader":    func(string) error { panic("of a reader") },
		"a message without the": func(string) error { return errors.New("unexpected EOF") },
		"internal error":        func(path string) error { return fmt.Errorf("%s: internal error", path) },
		"more than 1ms":         func(string) error { <-released; return nil },
		"":                      open,
	} {
		patience := time.Hour
		if want == "more than 1ms" {
			patience = time.Millisecond
		}
		finding, opened := tried(path, patience, open)
		if !strings.Contains(finding, want) || (finding == "") != (want == "") || opened {
			t.Errorf("%q, %t, expected %q", finding, opened, want)
		}
	}
	_, err := run(1, 1, t.TempDir(), []string{t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "found none") {
		t.Errorf("nothing to change: %v", err)
	}
}

// TestChanged: the same numbers make the same changes, and the original is left as it was.
func TestChanged(t *testing.T) {
	original := []byte(strings.Repeat("1,20,3.5,\"x\"\n", 40))
	before := bytes.Clone(original)
	different := 0
	for n := range uint64(50) {
		a, b := changed(rand.New(rand.NewPCG(1, n)), original), changed(rand.New(rand.NewPCG(1, n)), original)
		if !bytes.Equal(a, b) {
			t.Fatal("the same numbers make other changes")
		}
		if !bytes.Equal(a, original) {
			different++
		}
	}
	if !bytes.Equal(original, before) || different < 40 {
		t.Errorf("%d of 50 are different", different)
	}
}

// TestOtherValues: JSON with other values is JSON, with texts where there were texts and
// numbers where there were numbers.
func TestOtherValues(t *testing.T) {
	kinds := func(text []byte) (all []string) {
		for _, v := range value.FindAll(text, -1) {
			all = append(all, kind(v[0]))
		}
		return all
	}
	text := []byte(`{"name":"a \"b\"","done":false,"share":-1.5e-3,"many":[1,2,3]}`)
	different := 0
	for n := range uint64(50) {
		r := rand.New(rand.NewPCG(2, n))
		other := otherValues(r, slices.Clone(text))
		if !json.Valid(other) || !slices.Equal(kinds(other), kinds(text)) {
			t.Fatalf("%s", other)
		}
		if !bytes.Equal(other, text) {
			different++
		}
	}
	if different < 30 {
		t.Errorf("%d of 50 are different", different)
	}
}
