package session

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"motionseg/hopkins"
)

func TestDatasetInLibrary(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.OpenDataset = func(root string) (*hopkins.Dataset, error) {
			return &hopkins.Dataset{Root: root, Entries: []hopkins.Entry{
				{Name: "1R2RC", Path: "/d/1R2RC.mat", Category: hopkins.Checkerboard, Points: 459, Frames: 30, Motions: 3},
				{Name: "cars1", Path: "/d/cars1.mat", Category: hopkins.Traffic, Points: 307, Frames: 20, Motions: 2},
				{Name: "still", Path: "/d/still.mat", Category: hopkins.Traffic, Points: 40, Frames: 2, Motions: 1},
			}}, nil
		}
	})
	b.OpenPath(t.TempDir())
	b.settle()
	var titles []string
	for _, g := range b.Library.Groups("") {
		titles = append(titles, g.Title)
	}
	if !slices.Equal(titles, []string{"Example", "Checkerboard", "Traffic"}) {
		t.Errorf("groups are %v", titles)
	}
	found := b.Library.Groups("CAR")
	if len(found) != 1 || found[0].Items[0].Name != "cars1" ||
		found[0].Items[0].Detail != "307 points · 20 frames · 2 motions" {
		t.Errorf("search finds %+v", found)
	}
	if found := b.Library.Groups("still"); found[0].Items[0].Detail != "40 points · 2 frames · 1 motion" {
		t.Errorf("one motion is told as %q", found[0].Items[0].Detail)
	}
}

// TestRecentFilmsAreToldApart: films in folders of "name/frames" have their names, and where two
// have the same one, the folders that they are in.
func TestRecentFilmsAreToldApart(t *testing.T) {
	b, root := newBench(t, nil), t.TempDir()
	for _, name := range []string{"street/one", "street/two", "road/two"} {
		folder := filepath.Join(root, name, "frames")
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		b.Library.settings.Recent = append(b.Library.settings.Recent, folder)
	}
	named := func(when string) {
		var names []string
		for _, i := range b.Library.recent() {
			names = append(names, i.Name)
		}
		if want := []string{"one", "two (road)", "two (street)"}; !slices.Equal(names, want) {
			t.Errorf("%s: listed are %q, want %q", when, names, want)
		}
	}
	b.Library.recent()
	b.settle()
	if !b.saw(LibraryChanged) {
		t.Error("nothing was told of what the names are")
	}
	named("at first")
	if err := os.RemoveAll(root); err != nil {
		t.Fatal(err)
	}
	named("of a drive that answers no more")
}

// TestRecentFilesStay: rows of the library must not move under the pointer, and
// files of one name must be told apart.
func TestRecentFilesStay(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.OpenDataset = func(root string) (*hopkins.Dataset, error) {
			return &hopkins.Dataset{Root: root,
				Entries: []hopkins.Entry{{Name: "b", Path: filepath.Join(root, "b.mat")},
					{Name: "c", Path: filepath.Join(root, "c.mat")}}}, nil
		}
	})
	root := t.TempDir()
	for _, name := range []string{"b.mat", "x/same.mat", "y/same.mat", "x/two.csv", "x/two.mat", "a.mat"} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		b.OpenPath(path)
		b.settle()
	}
	b.OpenPath(root)
	b.settle()
	names := func() (all string) {
		for _, g := range b.Library.Groups("") {
			for _, i := range g.Items {
				all += g.Title + ":" + i.Name + " "
			}
		}
		return all
	}
	folder := filepath.Base(root) // which has no categories
	want := "Example:Example Recent:a Recent:same (x) Recent:same (y) Recent:two.csv Recent:two.mat " + folder + ":b " +
		folder + ":c "
	if got := names(); got != want {
		t.Errorf("listed are %q, want %q", got, want)
	}
	b.OpenPath(filepath.Join(root, "y", "same.mat"))
	b.settle()
	b.OpenPath(filepath.Join(root, "b.mat"))
	b.settle()
	if got := names(); got != want {
		t.Errorf("after opening some of them, listed are %q", got)
	}
}
