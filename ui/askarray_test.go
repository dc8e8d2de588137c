package ui

import (
	"bytes"
	"slices"
	"testing"

	"fyne.io/fyne/v2/test"

	"motionseg/hopkins/numpy"
	"motionseg/ui/session"
)

// TestAskArray: a file with arrays of which none is recognised asks for one, with sizes,
// and opens it.
func TestAskArray(t *testing.T) {
	var asked []string
	r := newRig(t, func(c *session.Config) { c.AskArray = func(_ string, arrays []string) { asked = arrays } })
	mine := numpy.Array{Shape: []int{7, 12, 2}, Type: "<f8"}
	for f := range 7 {
		for i := range 12 {
			mine.Data = append(mine.Data, float64(40*i+f), float64(i*i))
		}
	}
	var b bytes.Buffer
	if err := numpy.WriteArchive(&b,
		numpy.Member{Name: "features", Array: numpy.Array{Shape: []int{3}, Type: "<f8", Data: []float64{1, 2, 3}}},
		numpy.Member{Name: "mine", Array: mine}); err != nil {
		t.Fatal(err)
	}
	path := written(t, "some.npz", b.String())
	r.session.OpenPath(path)
	r.settle()
	if !slices.Equal(asked, []string{"features 3", "mine 7×12×2"}) || len(r.problems) != 0 {
		t.Fatalf("asked for %q, problems %v", asked, r.problems)
	}
	asked = nil
	r.opener.listArrays(path)
	r.settle()
	if len(asked) != 2 || len(r.problems) != 0 {
		t.Fatalf("on demand asked for %q, problems %v", asked, r.problems)
	}
	d := newArrayDialog(r.opener, path, asked)
	d.dialog.Show()
	if !d.use.Disabled() {
		t.Error("nothing is chosen and can be opened")
	}
	test.Tap(d.ticks[1])
	if d.use.Disabled() {
		t.Fatal("an array is chosen and cannot be opened")
	}
	test.Tap(d.use)
	r.settle()
	q := r.session.Doc.Sequence()
	if q == nil || q.Path != path || q.Points() != 12 || q.Frames() != 7 || q.Pixels.At(2, 1) != 41 {
		t.Fatalf("open is %+v, problems %v", q, r.problems)
	}
}
