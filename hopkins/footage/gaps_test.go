package footage

import (
	"fmt"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

func TestNumberGaps(t *testing.T) {
	names := func(format string, numbers ...int) (all []string) {
		for _, n := range numbers {
			all = append(all, fmt.Sprintf(format, n))
		}
		return all
	}
	for what, test := range map[string]struct {
		names []string
		want  string
	}{
		"none":         {names("img%d.png", 8, 9, 10, 11), ""},
		"one picture":  {names("img%d.png", 8), ""},
		"steps of 5":   {names("img%04d.png", 5, 10, 15, 20), ""},
		"times":        {names("%d.png", 1305031102, 1305031135, 1305031190, 1305031191, 1305031300), ""},
		"other names":  {[]string{"a1.png", "a2.png", "b4.png"}, ""},
		"no numbers":   {[]string{"a.png", "b.png"}, ""},
		"two gaps":     {names("img%d.png", 1, 2, 3, 5, 6, 9, 10), "2 gaps, the first between img3.png and img5.png"},
		"gap of steps": {names("left_%03d_a.png", 2, 4, 8, 10), "1 gap, the first between left_004_a.png and left_008_a.png"},
	} {
		if got := numberGaps(test.names); test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, expected %q", what, got, test.want)
		}
	}
}

// TestFolderNotesGaps: the note of a folder of pictures says where numbers are missing.
func TestFolderNotesGaps(t *testing.T) {
	folder := t.TempDir()
	for _, n := range []int{1, 2, 4} {
		testfile.Write(t, pngBytes(t, plain(8, 6, 9)), folder, fmt.Sprintf("%d.png", n))
	}
	s, err := OpenFilm(t.Context(), folder, Range{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if !strings.Contains(s.Note(), "1 gap, the first between 2.png and 4.png") {
		t.Errorf("the note is %q", s.Note())
	}
}
