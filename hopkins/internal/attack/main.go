// Command attack changes files at random, opens each of them as the program does, and
// counts what must not be: panics, files that take more than five seconds, messages that do not
// name the file. The same seed makes the same files; one that was a finding is kept. It is
// exit 1 then, or where the memory of all came to more than 1.5 GB. From the repository:
//
//	go run ./hopkins/internal/attack -count 50000 hopkins/read/testdata
//	go run ./hopkins/internal/attack -count 20000 DIR/*/project.motionseg
//
// A folder stands for the files in it and below. Of a project the file is read, and the
// tracks that it names are looked for and opened: name them by absolute paths, since the
// changed project lies elsewhere.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"motionseg/hopkins"
	"motionseg/hopkins/project"
)

const (
	// patience is how long a file may take, mostMemory what all of them may come to.
	patience   = 5 * time.Second
	mostMemory = 1500 << 20
	// mostChanges is how many changes a file has at most, longest how long a piece is
	// that is taken out, put twice or elsewhere.
	mostChanges, longest = 6, 64
	// largest is the size of files above which they are passed over.
	largest = 4 << 20
)

func main() {
	count := flag.Int("count", 1000, "how many files are tried")
	seed := flag.Uint64("seed", 1, "what decides the changes")
	keep := flag.String("keep", os.TempDir(), "folder for the files that are findings")
	flag.Parse()
	found, err := run(*count, *seed, *keep, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if found > 0 {
		os.Exit(1)
	}
}

// run tries so many files, and returns how many findings there are.
func run(count int, seed uint64, keep string, paths []string) (found int, err error) {
	originals, err := load(paths)
	if err != nil {
		return 0, err
	}
	folder, err := os.MkdirTemp("", "attack")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	var opened int
	var slowest time.Duration
	for n := range count {
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		of := originals[r.IntN(len(originals))]
		content := changed(r, of.content)
		path := filepath.Join(folder, fmt.Sprintf("changed%d%s", n, filepath.Ext(of.path)))
		if err := os.WriteFile(path, content, 0o666); err != nil {
			return found, err
		}
		start := time.Now()
		finding, ok := tried(path, patience, open)
		slowest = max(slowest, time.Since(start))
		if ok {
			opened++
		}
		if finding != "" {
			found++
			kept := filepath.Join(keep, "finding-"+filepath.Base(path))
			fmt.Printf("%s, from %s: %s\n", kept, of.path, finding)
			if err := os.WriteFile(kept, content, 0o666); err != nil {
				return found, err
			}
		}
		if err := os.Remove(path); err != nil {
			return found, err
		}
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	if memory.Sys > mostMemory {
		found++
	}
	fmt.Printf("%d files of %d originals, %d opened, %d findings, at most %.3f s and %d MB\n",
		count, len(originals), opened, found, slowest.Seconds(), memory.Sys>>20)
	return found, nil
}

// original is a file that is changed.
type original struct {
	path    string
	content []byte
}

// load reads files, and those in folders and below, in order.
func load(paths []string) ([]original, error) {
	var all []original
	for _, path := range paths {
		err := filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			if info, err := d.Info(); err != nil || info.Size() > largest {
				return err
			}
			content, err := os.ReadFile(path)
			all = append(all, original{path, content})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("expected files to change, found none")
	}
	return all, nil
}

// tried opens a file, and returns what must not be, and whether it opened.
func tried(path string, patience time.Duration, open func(path string) error) (finding string, opened bool) {
	type end struct {
		err    error
		panics string
	}
	ended := make(chan end, 1)
	go func() {
		var e end
		defer func() {
			if p := recover(); p != nil {
				e.panics = fmt.Sprintf("panic: %v\n%s", p, debug.Stack())
			}
			ended <- e
		}()
		e.err = open(path)
	}()
	select {
	case e := <-ended:
		switch {
		case e.panics != "":
			return e.panics, false
		case e.err != nil && strings.Contains(e.err.Error(), "internal error"):
			return e.err.Error(), false
		case e.err != nil && !strings.Contains(e.err.Error(), filepath.Base(path)):
			return "a message without the file: " + e.err.Error(), false
		}
		return "", e.err == nil
	case <-time.After(patience):
		return fmt.Sprintf("more than %v", patience), false
	}
}

// open opens a file as the program does.
func open(path string) error {
	if !strings.EqualFold(filepath.Ext(path), project.Ending) {
		_, err := hopkins.Open(path)
		return err
	}
	p, err := project.Load(path)
	if err != nil {
		return err
	}
	if err := p.Data.Check(context.Background()); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if p.Data.Path == "" {
		return nil
	}
	var reading hopkins.Options
	if p.Data.Options != nil {
		reading = *p.Data.Options
	}
	sequence, err := hopkins.OpenWith(p.Data.Path, reading)
	if err == nil {
		err = p.Data.Fit(sequence.Points(), sequence.Frames())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// edges are bytes, and texts in place of numbers, that readers may stumble over.
var (
	edges = []byte{0, 1, 9, 10, 13, ' ', '"', ',', '-', '.', '/', '0', '9', ':', '[', ']', '{', '}', 0x7f, 0x80, 0xff}
	texts = []string{
		"0", "-1", "1e9", "1000000000", "9223372036854775807", "-5", "1e300", "NaN", "null", `""`, "[]", "{}",
		"true", "0.5", `"/"`, `".."`,
	}
)

// changed returns a file with some changes: bits, bytes, numbers, and pieces taken out, put
// twice, put elsewhere and cut off.
func changed(r *rand.Rand, content []byte) []byte {
	text := slices.Clone(content)
	if json.Valid(content) && r.IntN(2) == 0 {
		return otherValues(r, text)
	}
	for range 1 + r.IntN(mostChanges) {
		if len(text) == 0 {
			break
		}
		at := r.IntN(len(text))
		end := min(at+1+r.IntN(longest), len(text))
		switch r.IntN(7) {
		case 0:
			text[at] ^= 1 << r.IntN(8)
		case 1:
			text[at] = edges[r.IntN(len(edges))]
		case 2:
			text = slices.Delete(text, at, end)
		case 3:
			text = slices.Insert(text, r.IntN(len(text)+1), slices.Clone(text[at:end])...)
		case 4:
			first, last := number(text, at)
			text = slices.Replace(text, first, last, []byte(texts[r.IntN(len(texts))])...)
		case 5:
			for i := at; i < end && i < at+8; i++ {
				text[i] = byte(r.Uint32())
			}
		case 6:
			if r.IntN(4) == 0 {
				text = text[:at]
			}
		}
	}
	return text
}

// value is a text, number or word in JSON; the text may be a key.
var value = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?[0-9][-+.0-9eE]*|true|false|null`)

// otherValues returns JSON with other values in place of some: texts for texts and numbers for
// numbers, edges or found elsewhere in it, so that it gets past what reads JSON.
func otherValues(r *rand.Rand, text []byte) []byte {
	for range 1 + r.IntN(mostChanges) {
		places := value.FindAllIndex(text, -1)
		if len(places) == 0 {
			break
		}
		at, from := places[r.IntN(len(places))], places[r.IntN(len(places))]
		for _, with := range [][]byte{[]byte(texts[r.IntN(len(texts))]), slices.Clone(text[from[0]:from[1]])} {
			if kind(with[0]) == kind(text[at[0]]) {
				text = slices.Replace(text, at[0], at[1], with...)
				break
			}
		}
	}
	return text
}

// kind returns what a value that begins so is: a text, a word, a number, or something else.
func kind(first byte) string {
	switch {
	case first == '"':
		return "text"
	case 'a' <= first && first <= 'z':
		return "word"
	case first == '-' || '0' <= first && first <= '9':
		return "number"
	}
	return ""
}

// number returns the digits from a place on; nothing where there are none.
func number(text []byte, at int) (first, last int) {
	digit := func(b byte) bool { return '0' <= b && b <= '9' }
	for first = at; first < len(text) && !digit(text[first]); first++ {
	}
	for last = first; last < len(text) && digit(text[last]); last++ {
	}
	return first, last
}
