package hopkins

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

// entryNames returns the names of the entries in their order.
func entryNames(d *Dataset) []string {
	var names []string
	for _, e := range d.Entries {
		names = append(names, e.Name)
	}
	return names
}

func TestOpenDataset(t *testing.T) {
	root := t.TempDir()
	sound := matBytes(t, truthWith()...)
	add := func(content []byte, path ...string) string {
		return testfile.Write(t, content, append([]string{root}, path...)...)
	}
	add(sound, "cars3", "cars3_truth.mat")
	preview := add(nil, "cars3", "preview.jpg")
	add(nil, "cars3", "cars3_points.avi")
	video := add(nil, "cars3", "cars3.avi")
	add([]byte("Five cars, 3 4 5 6"), "cars3", "description.txt")
	add(sound, "cars3_g12", "cars3_g12_truth.mat")
	add(sound, "arm", "arm_truth.mat")
	own := add(nil, "arm", "original.MP4")
	add(sound, "dancing", "dancing_truth.mat")
	add([]byte("1 2 3 4\n5 6 7 8\n"), "head.txt") // no truth file
	add([]byte("Hopkins 155\n===========\n1 2 3\n"), "README.txt")
	add([]byte("x1 y1 x2 y2\n1 2 3 4\n5 6 7 8\n"), "pairs", "b.csv")
	add([]byte("1 2 3 4 1\n5 6 7 8 1\n1 2 3 5 2"), "pairs", "a.txt")
	add(nil, "pairs", "preview.jpg")
	add([]byte("track,label\n1,2\n"), "pairs", "labels.csv")
	add(structFile(t, double("ySparse", nil, 3, 9, 5), double("GtLabel", []float64{0, 1, 2, 3, 4, 4, 4, 4, 4}, 9, 1)),
		"Seq1", "Seq1_Tracks.mat")
	frame := add(nil, "Seq1", "frames", "000001.png")
	bad := add(sound[:300], "cars4", "cars4_truth.mat")
	foreign := add([]byte("not MATLAB"), "cars4", "foreign.mat")
	stray := add(matBytes(t, double("fea", nil, 4, 4)), "faces.mat")
	uneven := add([]byte("1 2 3 4\n5 6 7\n"), "uneven.txt")

	d, err := OpenDataset(root)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Seq1", "a", "arm", "b", "cars3", "cars3_g12", "dancing", "head"}
	if got := entryNames(d); d.Root != root || !reflect.DeepEqual(got, want) {
		t.Fatalf("entries are %v, want %v", got, want)
	}
	for i, want := range []Entry{
		{Name: "Seq1", Path: "Seq1/Seq1_Tracks.mat", Category: Other, Points: 9, Frames: 5, Motions: 4,
			FrameDir: filepath.Dir(frame)},
		{Name: "a", Path: "pairs/a.txt", Category: Other, Points: 3, Frames: 2, Motions: 2},
		{Name: "arm", Path: "arm/arm_truth.mat", Category: Articulated, Points: 6, Frames: 4, Motions: 2,
			InBenchmark: true, Video: own},
		{Name: "b", Path: "pairs/b.csv", Category: Other, Points: 2, Frames: 2},
		{Name: "cars3", Path: "cars3/cars3_truth.mat", Category: Traffic, Points: 6, Frames: 4, Motions: 2,
			InBenchmark: true, Preview: preview, Video: video},
		{Name: "cars3_g12", Path: "cars3_g12/cars3_g12_truth.mat", Category: Traffic, Parent: "cars3", Points: 6,
			Frames: 4, Motions: 2, InBenchmark: true, Preview: preview, Video: video},
		{Name: "dancing", Path: "dancing/dancing_truth.mat", Category: Articulated, Points: 6, Frames: 4, Motions: 2},
		{Name: "head", Path: "head.txt", Category: Articulated, Points: 2, Frames: 2},
	} {
		want.Path = filepath.Join(root, filepath.FromSlash(want.Path))
		if d.Entries[i] != want {
			t.Errorf("entry is %+v, want %+v", d.Entries[i], want)
		}
		found, err := FindEntry(want.Path)
		if err != nil || found != want {
			t.Errorf("FindEntry gives %+v, %v, want %+v", found, err, want)
		}
	}
	problems := map[string]string{}
	for _, p := range d.Problems {
		problems[p.Path] = p.Err.Error()
	}
	for path, want := range map[string]string{
		bad: "ends too early", foreign: "expected a MATLAB level 5 file", stray: "expected tracks",
		uneven: "line 2: expected 4 fields",
	} {
		if !strings.Contains(problems[path], path) || !strings.Contains(problems[path], want) {
			t.Errorf("problem of %s is %q, want %s", path, problems[path], want)
		}
	}
	if len(problems) != 4 {
		t.Errorf("problems are %v, want 4", problems)
	}
}

// TestOpenDatasetSameName: two files of one name stay apart, and only one
// counts in the benchmark.
func TestOpenDatasetSameName(t *testing.T) {
	root := t.TempDir()
	sound := matBytes(t, truthWith()...)
	for _, copy := range []string{"new", "old"} {
		testfile.Write(t, sound, root, copy, "arm", "arm_truth.mat")
	}
	d, err := OpenDataset(root)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := entryNames(d), []string{"arm", "old/arm/arm_truth.mat"}; !reflect.DeepEqual(got, want) {
		t.Fatalf("entries are %v, want %v", got, want)
	}
	if !d.Entries[0].InBenchmark || d.Entries[1].InBenchmark ||
		d.Entries[0].Path != filepath.Join(root, "new", "arm", "arm_truth.mat") {
		t.Errorf("entries are %+v", d.Entries)
	}
}

func TestOpenDatasetLinks(t *testing.T) {
	root, elsewhere := t.TempDir(), t.TempDir()
	sound := matBytes(t, truthWith()...)
	testfile.Write(t, sound, root, "arm", "arm_truth.mat")
	testfile.Write(t, sound, elsewhere, "head", "head_truth.mat")
	for name, target := range map[string]string{
		"loop": root, "arm/up": root, "far": elsewhere, "far again": elsewhere, "broken": filepath.Join(root, "none"),
	} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Skip(err)
		}
	}
	// A link to the root itself may be opened too.
	for _, r := range []string{root, filepath.Join(root, "loop")} {
		d, err := OpenDataset(r)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := entryNames(d), []string{"arm", "head"}; !reflect.DeepEqual(got, want) {
			t.Errorf("entries are %v, want %v", got, want)
		}
		if len(d.Problems) != 1 || filepath.Base(d.Problems[0].Path) != "broken" ||
			!errors.Is(d.Problems[0].Err, fs.ErrNotExist) {
			t.Errorf("problems are %v", d.Problems)
		}
	}
}

func TestOpenDatasetErrors(t *testing.T) {
	folder := t.TempDir()
	file := testfile.Write(t, "", folder, "file")
	none := filepath.Join(folder, "none")
	if _, err := OpenDataset(none); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error is %v", err)
	}
	if _, err := OpenDataset(file); err == nil ||
		!strings.Contains(err.Error(), file+": expected a folder, found a file") {
		t.Errorf("error is %v", err)
	}
	if _, err := FindEntry(none); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error is %v", err)
	}
	if _, err := FindEntry(folder); err == nil || !strings.Contains(err.Error(), "a file of tracks in the folder") {
		t.Errorf("error is %v", err)
	}
	d, err := OpenDataset(t.TempDir())
	if err != nil || len(d.Entries) != 0 || len(d.Problems) != 0 {
		t.Errorf("an empty folder gives %+v, %v", d, err)
	}
}

// TestOpenDatasetTooLarge: the walk ends and says so, and keeps what it found; pictures, of
// which a film may have thousands, do not count.
func TestOpenDatasetTooLarge(t *testing.T) {
	root := t.TempDir()
	for _, name := range strings.Split("123456789", "") {
		testfile.Write(t, "", root, name+".jpg")
	}
	sound := matBytes(t, truthWith()...)
	for _, name := range []string{"arm", "head", "truck1", "truck2"} {
		testfile.Write(t, sound, root, name, name+"_truth.mat")
	}
	d := &Dataset{Root: root}
	w := walk{dataset: d, visited: map[string]bool{}, left: 6}
	w.folder(root)
	w.scan()
	if got, want := entryNames(d), []string{"arm", "head"}; !reflect.DeepEqual(got, want) {
		t.Errorf("entries are %v, want %v", got, want)
	}
	if len(d.Problems) != 1 || !errors.Is(d.Problems[0].Err, ErrTooMany) ||
		d.Problems[0].Path != filepath.Join(root, "truck1") {
		t.Errorf("problems are %v", d.Problems)
	}
}
