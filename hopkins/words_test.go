package hopkins

import "testing"

// TestCapital: the first letter of any writing, and of nothing.
func TestCapital(t *testing.T) {
	for text, want := range map[string]string{"": "", "motion": "Motion", "été": "Été", "3 motions": "3 motions"} {
		if got := Capital(text); got != want {
			t.Errorf("%q: found %q, expected %q", text, got, want)
		}
	}
}
