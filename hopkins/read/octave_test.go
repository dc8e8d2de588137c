package read

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// octaveFiles are the files that .ci/formats/octave.m makes.
var octaveFiles = []string{"octave.txt", "octave.bin", "octave_hopkins.mat", "octave_data.mat", "octave_data.txt",
	"level4.mat", "octave.h5"}

// TestOctave reads what Octave saves, with what it saves beside the tracks.
func TestOctave(t *testing.T) {
	for _, name := range octaveFiles {
		content, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		s, err := reads(t, content, name, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if strings.HasPrefix(name, "octave_data") {
			if s.Seen(2, 4) || !s.Seen(2, 3) {
				t.Errorf("%s: visible %v", name, s.Visible)
			}
			x, y := place2(2, 4) // what is hidden is not read
			s.Visible = nil
			s.Pixels.Set(8, 2, x)
			s.Pixels.Set(9, 2, y)
			for i := range s.Truth {
				s.Truth[i]--
			}
		}
		isScene(t, name, s, nil)
		if !slices.Equal(s.Truth[:4], []int{0, 1, 2, 0}) {
			t.Errorf("%s: truth %v", name, s.Truth)
		}
		if name == "octave_hopkins.mat" && (s.Width != 640 || s.Height != 480 || s.Normalized == nil) {
			t.Errorf("%s: size %d×%d, normalised %v", name, s.Width, s.Height, s.Normalized)
		}
	}
}

// TestOctaveErrors: what is broken is said in a sentence that names the variable.
func TestOctaveErrors(t *testing.T) {
	for _, pair := range [][2]string{
		{"# name: W\n# type: matrix\n# rows: 4\n# columns: 6\n 1 2\n", "variable W: the file ends too early"},
		{"# name: W\n# type: matrix\n# rows: 4\n# columns: x\n 1 2\n",
			`line 5: variable W: expected "# columns:" and a whole number, found "# columns: x"`},
		{"# name: W\n# type: matrix\n# rows: 2\n# columns: 1\n 1 e\n", `variable W: expected a number, found "e"`},
		{"# name: W\n# type: matrix\n# rows: 99999\n# columns: 9999\n 1 2\n",
			"expected at most 6291456 tracks × frames, found size 99999×9999"},
		{"# name: c\n# type: string\nabc\n", "expected arrays of numbers, found none"},
		{"# name: W\n# type: float matrix\n# ndims: 99\n 1\n", "expected 2 to 32 dimensions, found 99"},
		{"Octave-1-L\x00\x01\x00\x00\x00W\x00\x00\x00\x00\x00\xff\x06\x00\x00\x00weird!",
			`variable W: expected numbers, text, a cell or a struct, found "weird!"`},
		{"Octave-1-L\x00\xff\xff\xff\x7fW", "name: expected a length from 0 to"},
		{strings.Repeat("\x00", 4) + "\xff\xff\xff\x7f\x02\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00W\x00",
			"variable W: expected at most"},
	} {
		content, want := pair[0], pair[1]

		if _, err := reads(t, []byte(content), "bad", Options{Array: "W"}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected %s", content, err, want)
		}
	}
}
