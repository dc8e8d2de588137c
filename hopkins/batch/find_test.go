package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/internal/testfile"
	"motionseg/segment"
)

// tree makes files with these names; their text is their ending, but for tracks.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range names {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		text := filepath.Ext(name)
		if text == ".csv" {
			text = "track,frame,x,y\n1,1,2,3\n1,2,2,3\n2,1,5,6\n2,2,5,6\n"
		}
		testfile.Write(t, text, path)
	}
	return root
}

// TestFind: everything that can be segmented is found, once, and nothing else.
func TestFind(t *testing.T) {
	root := tree(t, "a.mp4", "b/c.mov", "b/walk/frames/1.jpg", "b/walk/frames/2.jpg", "pictures/1.png", "pictures/2.png",
		"judged/frames/1.jpg", "judged/frames/2.jpg", "judged/truth/1.pgm", "judged/truth/2.pgm",
		"cars/cars.csv", "cars/cars.avi", "broken.mat", "readme.md", "notes.txt", ".hidden/x.mp4", "out/a/film.mp4",
		"single/1.jpg")
	sources, err := Find([]string{root, filepath.Join(root, "a.mp4")}, filepath.Join(root, "out"))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, s := range sources {
		below, err := filepath.Rel(root, s.Path)
		if err != nil {
			t.Fatal(err)
		}
		kind := " tracks"
		if s.Film {
			kind = " film"
		}
		found = append(found, filepath.ToSlash(below)+kind)
	}
	slices.Sort(found)
	want := []string{"a.mp4 film", "b/c.mov film", "b/walk/frames film", "broken.mat tracks", "cars/cars.csv tracks",
		"judged/frames film", "pictures film"}
	if !slices.Equal(found, want) {
		t.Errorf("found %q, expected %q", found, want)
	}
	if _, err := Find([]string{filepath.Join(root, "missing")}, ""); err == nil {
		t.Error("a path that is not there is taken")
	}
}

// TestFindClosed: a folder that can't be looked through is found, so that it fails and is not left
// out without a word; one that is gone, hidden or the system's own is none.
func TestFindClosed(t *testing.T) {
	root := tree(t, "a.csv", "deep/b.csv")
	for _, c := range []struct {
		name string
		err  error
		want bool
	}{
		{"deep", fs.ErrPermission, true}, {"deep", nil, false}, {"deep", fs.ErrNotExist, false},
		{"a.csv", fs.ErrPermission, false},
		{".Trash", fs.ErrPermission, false}, {"lost+found", fs.ErrPermission, false},
	} {
		if err := os.MkdirAll(filepath.Join(root, c.name), 0o777); err != nil && c.name != "a.csv" {
			t.Fatal(err)
		}
		if got := (&finding{}).closed(filepath.Join(root, c.name), c.err); got != c.want {
			t.Errorf("%s, %v: %v", c.name, c.err, got)
		}
	}
	locked := filepath.Join(root, "deep")
	if err := os.Chmod(locked, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(locked, 0o700) })
	if _, err := os.ReadDir(locked); err == nil {
		t.Skip("whoever runs this may read every folder")
	}
	sources, err := Find([]string{root}, "")
	if err != nil || len(sources) != 2 || sources[1].Path != locked {
		t.Errorf("found %v, %v", sources, err)
	}
}

// TestFindTooMany: a folder of which only a part was looked through is refused.
func TestFindTooMany(t *testing.T) {
	tooMany := fmt.Errorf("big: %w", hopkins.ErrTooMany)
	dataset := &hopkins.Dataset{Problems: []hopkins.Skipped{{Path: "big", Err: tooMany}}}
	w := &finding{seen: map[string]bool{}}
	if _, err := w.sequences(dataset); !errors.Is(err, hopkins.ErrTooMany) {
		t.Errorf("found %v, expected %v", err, tooMany)
	}
}

func motionsOf(text string) (int, error) { return strconv.Atoi(text) }

func TestReadList(t *testing.T) {
	list := "Path, motions,first,last,method,name,second\na.mp4,3,2,9,ssc:alpha=10,mine,\n\"b, " +
		"c.csv\",,,,,,\nl.jpg,,,,,,r.jpg\n"
	sources, err := readList(strings.NewReader(list), "base", motionsOf)
	if err != nil || len(sources) != 3 {
		t.Fatalf("%+v, %v", sources, err)
	}
	a := sources[0]
	if a.Path != filepath.Join("base", "a.mp4") || *a.Change.Motions != 3 || a.Change.First != 2 ||
		a.Change.Last != 9 || a.Name != "mine" ||
		!strings.HasPrefix(a.Change.Method.Name, "ssc") {
		t.Errorf("%+v", a)
	}
	if sources[1].Path != filepath.Join("base", "b, c.csv") || sources[1].Change.Motions != nil ||
		sources[2].Second != filepath.Join("base", "r.jpg") {
		t.Errorf("%+v", sources[1:])
	}
	for text, want := range map[string]string{
		"":                           "empty file",
		"film\na":                    `found "film"`,
		"path,path\na,b":             `found "path"`,
		"motions\n2":                 "column path",
		"path,motions\na,b":          "line 2",
		"path\n\"\"":                 "expected one",
		"path,first\na,0":            "from 1",
		"path,first,last\na,5,4":     "from 5 on",
		"path,method\na,lrks":        "line 2: method",
		"path,motions\na.mp4,2\nb\n": "wrong number of fields",
	} {
		if _, err := readList(strings.NewReader(text), "", motionsOf); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzReadList(f *testing.F) {
	f.Add("path,motions,first,last,method,name,second\na.mp4,3,2,9,ssc,mine,b\n")
	f.Add("path\n\"a\nb\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		sources, err := readList(strings.NewReader(text), "", motionsOf)
		if err != nil {
			return
		}
		for _, name := range Names(sources) {
			if name == "" || len(name) > maxName+10 || name[0] == '.' || strings.ContainsAny(name, "/\\\x00") {
				t.Errorf("name %q", name)
			}
		}
	})
}

// TestListedSettings: a line of a list changes the settings of its film alone.
func TestListedSettings(t *testing.T) {
	method, err := segment.ParseSpec("lsr")
	if err != nil {
		t.Fatal(err)
	}
	two := 2
	items, err := Films{Task: hopkins.Task{Method: method}}.Items([]Source{
		{Path: "a.csv"}, {Path: "b.csv", Change: &Change{Motions: &two, First: 2, Last: 5}},
		{Path: "c.mp4", Film: true, Change: &Change{First: 3, Last: 6}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{`"motions":0,"frames":"all"`, `"motions":2,"frames":"2-5"`,
		`"range":{"First":2,"Step":0,"Count":4,`} {
		if !strings.Contains(items[i].Settings, want) {
			t.Errorf("%s: %s, expected %s", items[i].Name, items[i].Settings, want)
		}
	}
	// What a line does not say is as for all.
	frames, err := hopkins.ParseFrames("4-20")
	if err != nil {
		t.Fatal(err)
	}
	all := Films{Task: hopkins.Task{Method: method, Frames: frames}, Range: footage.Range{First: 3, Step: 2, Count: 5}}
	items, err = all.Items([]Source{
		{Path: "a.mp4", Film: true, Change: &Change{Last: 6}}, {Path: "b.mp4", Film: true, Change: &Change{First: 6}},
		{Path: "c.csv", Change: &Change{Last: 6}}, {Path: "d.csv", Change: &Change{First: 6}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{`"range":{"First":3,"Step":2,"Count":2,`, `"range":{"First":5,"Step":2,"Count":4,`,
		`"frames":"4-6"`, `"frames":"6-20"`} {
		if !strings.Contains(items[i].Settings, want) {
			t.Errorf("%s: %s, expected %s", items[i].Name, items[i].Settings, want)
		}
	}
	_, err = all.Items([]Source{{Path: "a.mp4", Film: true, Change: &Change{Last: 3}}})
	if err == nil || !strings.Contains(err.Error(), "a.mp4: last: expected a frame from 4 on, found 3") {
		t.Errorf("a film that ends before it begins: error %v", err)
	}
	if _, err := (Films{Task: hopkins.Task{Method: method}}).Items(
		[]Source{{Path: "a.csv", Change: &Change{First: 2}}}); err == nil {
		t.Error("a first frame of tracks without a last one is taken")
	}
}
