package portal

import (
	"reflect"
	"testing"
)

// TestFilters: the files asked for are offered first, and all others too.
func TestFilters(t *testing.T) {
	r := Request{Kind: OpenFile, Extensions: []string{".csv", ".tar.gz"}}
	want := []kindOfFiles{{".csv .tar.gz", []string{"*.csv", "*.tar.gz"}}, {"All files", []string{"*"}}}
	if got := r.filters(); !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, expected %v", got, want)
	}
	for _, r := range []Request{{Kind: OpenFolder, Extensions: []string{".csv"}}, {Kind: SaveFile}} {
		if got := r.filters(); got != nil {
			t.Errorf("%+v has %v", r, got)
		}
	}
}
