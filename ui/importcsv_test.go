package ui

import (
	"os"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"motionseg/hopkins"
	"motionseg/ui/session"
)

// strangeTable has columns that no program's table has.
const strangeTable = "who,when,north,east,kind\na,0,20,10,1\na,1,21,11,1\nb,0,40,30,2\nb,1,41,31,2\n"

// written writes a file of a name.
func written(t *testing.T, name, content string) string {
	t.Helper()
	path := touch(t, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestImportAsksForColumns: a table that is not recognised asks for its columns,
// checks them as they are chosen, and is opened by them again without asking.
func TestImportAsksForColumns(t *testing.T) {
	asked := ""
	r := newRig(t, func(c *session.Config) { c.AskColumns = func(path string) { asked = path } })
	path := written(t, "strange.csv", strangeTable)
	r.session.OpenPath(path)
	r.settle()
	if asked != path || len(r.problems) != 0 {
		t.Fatalf("asked for %q, problems %v", asked, r.problems)
	}
	p, err := hopkins.PreviewTable(path, previewRows)
	if err != nil {
		t.Fatal(err)
	}
	d := newImportDialog(r.opener, path, p)
	d.dialog.Show()
	if d.preset.Selected != ownChoice || !d.use.Disabled() ||
		!strings.Contains(d.state.Text, "Choose the column that holds the number or name of the track") {
		t.Errorf("at first %q, %q", d.preset.Selected, d.state.Text)
	}
	for k, name := range []string{"who", "when", "east", "east"} {
		d.columns[k].SetSelected(name)
	}
	if !d.use.Disabled() || !strings.Contains(d.state.Text, `different columns for x and y`) {
		t.Errorf("x twice: %q", d.state.Text)
	}
	d.columns[3].SetSelected("who")
	d.columns[0].SetSelected("kind")
	if !d.use.Disabled() || !strings.Contains(d.state.Text, `found "a"`) {
		t.Errorf("a name for a coordinate: %q", d.state.Text)
	}
	d.columns[0].SetSelected("who")
	d.columns[3].SetSelected("north")
	d.columns[4].SetSelected("kind")
	if d.use.Disabled() || d.state.Text != "The first 4 rows have 4 points." {
		t.Errorf("all chosen: %q", d.state.Text)
	}
	test.Tap(d.use)
	r.settle()
	check := func() {
		t.Helper()
		q := r.session.Doc.Sequence()
		if q == nil || q.Path != path || q.Points() != 2 || q.Frames() != 2 || q.Motions() != 2 ||
			q.Pixels.At(0, 1) != 30 || q.Pixels.At(1, 1) != 40 {
			t.Fatalf("open is %+v", q)
		}
	}
	check()
	r.session.OpenExample()
	r.settle()
	asked = ""
	r.session.OpenPath(path)
	r.settle()
	check()
	if asked != "" {
		t.Error("the columns are asked for again")
	}
	// The next table with these columns starts with them.
	p, err = hopkins.PreviewTable(written(t, "next.csv", strangeTable), previewRows)
	if err != nil {
		t.Fatal(err)
	}
	if d = newImportDialog(r.opener, "next.csv", p); d.preset.Selected != lastTime || d.use.Disabled() ||
		d.columns[4].Selected != "kind" {
		t.Errorf("the next starts with %q, %q", d.preset.Selected, d.state.Text)
	}
}

// TestImportOverridesRecognised: what is recognised is shown and can be changed.
func TestImportOverridesRecognised(t *testing.T) {
	r := newRig(t, nil)
	path := written(t, "napari.csv", "ID,T,Y,X,Y\n1,0,20,10,0\n2,0,40,30,0\n")
	p, err := hopkins.PreviewTable(path, previewRows)
	if err != nil {
		t.Fatal(err)
	}
	d := newImportDialog(r.opener, path, p)
	// Y is there twice, so that the columns are called by their place.
	if got := strings.Join(d.options, " "); got != "ID T 3 X 5" {
		t.Errorf("columns are called %q", got)
	}
	p, err = hopkins.PreviewTable(written(t, "b.csv", "ID,T,Y,X\n1,0,20,10\n2,0,40,30\n"), previewRows)
	if err != nil {
		t.Fatal(err)
	}
	d = newImportDialog(r.opener, path, p)
	if d.preset.Selected != "Recognised: napari" || d.columns[2].Selected != "X" || d.from.Selected != "from 0" ||
		d.use.Disabled() {
		t.Errorf("%q: x is %q, frames count %q; %s", d.preset.Selected, d.columns[2].Selected, d.from.Selected, d.state.Text)
	}
	d.columns[2].SetSelected("T")
	if d.preset.Selected != ownChoice {
		t.Errorf("a changed choice is called %q", d.preset.Selected)
	}
	d.preset.SetSelected("napari")
	if d.columns[2].Selected != "X" || d.preset.Selected != "napari" {
		t.Errorf("x is %q with the preset %q", d.columns[2].Selected, d.preset.Selected)
	}
	d.preset.SetSelected("TrackMate")
	if d.columns[2].Selected != "" || !d.use.Disabled() {
		t.Error("columns that the table does not have are chosen")
	}
}

// TestImportKnowsSomeColumns: columns whose names tell what they hold are chosen,
// where others are left to the user.
func TestImportKnowsSomeColumns(t *testing.T) {
	r := newRig(t, nil)
	path := written(t, "some.csv", "particle,moment,pos_x,pos_y\n1,0,20,10\n1,1,21,11\n")
	p, err := hopkins.PreviewTable(path, previewRows)
	if err != nil {
		t.Fatal(err)
	}
	d := newImportDialog(r.opener, path, p)
	for k, want := range []string{"particle", "", "pos_x", "pos_y", noColumn} {
		if got := d.columns[k].Selected; got != want {
			t.Errorf("column %d is %q, want %q", k, got, want)
		}
	}
	if d.preset.Selected != ownChoice || !d.use.Disabled() || !strings.Contains(d.state.Text, "number of the frame") {
		t.Errorf("%q, %q", d.preset.Selected, d.state.Text)
	}
}

// TestImportOfLongTexts: names and cells without an end are cut before they are
// laid out, which would hold the window up for minutes.
func TestImportOfLongTexts(t *testing.T) {
	r := newRig(t, nil)
	long := strings.Repeat("ab", 200_000)
	path := written(t, "long.csv", long+",b,"+long+"\n1,"+long+",3\n")
	p, err := hopkins.PreviewTable(path, previewRows)
	if err != nil {
		t.Fatal(err)
	}
	d := newImportDialog(r.opener, path, p)
	if got := strings.Join(d.options, " "); got != "1 b 3" {
		t.Errorf("the columns are called %q", cut(got, 100))
	}
	table := d.table(r.kit).(*rowsTable)
	cell := table.CreateCell()
	for column, want := range []int{1, longestCell, 1} {
		table.UpdateCell(widget.TableCellID{Col: column}, cell)
		if n := len(strings.TrimSuffix(cell.(*widget.Label).Text, " …")); n != want {
			t.Errorf("column %d shows %d characters, want %d", column+1, n, want)
		}
	}
}

func TestImportDeepLabCut(t *testing.T) {
	r := newRig(t, nil)
	path := written(t, "dlc.csv",
		"scorer,a,a,a,a,a,a\nbodyparts,n,n,n,t,t,t\ncoords,x,y,likelihood,x,y,likelihood\n0,1,2,.9,3,4,.5\n1,1,2,.9,3,4,.7\n")
	p, err := hopkins.PreviewTable(path, previewRows)
	if err != nil {
		t.Fatal(err)
	}
	d := newImportDialog(r.opener, path, p)
	d.likelihood.SetText("2")
	if !d.use.Disabled() || !strings.Contains(d.state.Text, "Expected a likelihood above 0") {
		t.Errorf("%q", d.state.Text)
	}
	d.likelihood.SetText("0.4")
	test.Tap(d.use)
	r.settle()
	if q := r.session.Doc.Sequence(); q == nil || q.Points() != 2 || q.Visible != nil {
		t.Errorf("open is %+v, problems %v", q, r.problems)
	}
	r.opener.askColumns(written(t, "no.mat", "MATLAB\x00\x01"))
	if r.win.Canvas().Overlays().Top() == nil {
		t.Error("no dialog says that the file is no table")
	}
}
