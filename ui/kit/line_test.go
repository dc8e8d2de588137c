package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestLineFits(t *testing.T) {
	test.NewTempApp(t)
	k := New(func(f func()) { f() }, func(error) {})
	l := k.Line()
	texts := []string{"42.3 % misclassified of 300 tracks", "42.3 % of 300 tracks", "42.3 %"}
	l.SetTexts("all", texts...)
	for width, want := range map[float32]string{600: texts[0], 170: texts[1], 20: texts[2]} {
		if l.Resize(fyne.NewSize(width, 30)); l.Text != want {
			t.Errorf("%v wide, it says %q, want %q", width, l.Text, want)
		}
	}
	l.Resize(fyne.NewSize(600, 30))
	if l.SetTexts("", "another"); l.Text != "another" {
		t.Errorf("it says %q", l.Text)
	}
}
