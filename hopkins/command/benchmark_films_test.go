package command

import (
	"strings"
	"testing"

	"motionseg/hopkins/filmset"
)

// TestFilmMethods: the truth may stand among the methods of a benchmark of films, and is the
// last then.
func TestFilmMethods(t *testing.T) {
	for given, want := range map[string]string{
		"lsr": "lsr", "truth": "truth", "truth,lsr": "lsr,truth", "lsr,ssc,truth": "lsr,ssc,truth",
	} {
		specs, err := benchmarkCommand{Methods: strings.Split(given, ",")}.filmMethods()
		var names []string
		for _, s := range specs {
			names = append(names, s.Name)
		}
		if got := strings.Join(names, ","); err != nil || got != want {
			t.Errorf("%s: methods %s, %v; want %s", given, got, err, want)
		}
	}
	if _, err := (benchmarkCommand{Methods: []string{"truth", "poem"}}).filmMethods(); err == nil {
		t.Error("an unknown method beside the truth was taken")
	}
	if filmset.ByTruth.Method != nil {
		t.Error("the truth solves something")
	}
}
