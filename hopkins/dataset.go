package hopkins

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"motionseg/hopkins/files"
	"motionseg/hopkins/internal/pool"
	"motionseg/hopkins/read"
)

// Entry is one sequence found in a dataset folder, not read in full.
type Entry struct {
	Name     string
	Path     string // its track file
	Category Category
	Parent   string // see Sequence.Parent
	Points   int
	Frames   int
	Motions  int // 0 when unknown
	// InBenchmark reports whether it counts in the 155's tables.
	InBenchmark bool
	Preview     string // path of preview.jpg, its own or its parent's; may be empty
	Video       string // path of a video, its own or its parent's; may be empty
	FrameDir    string // path of a folder of numbered frames; may be empty
	// Turning is how the sequence is to be turned before it is segmented.
	Turning Turning
}

// Skipped is a file of a dataset folder that could not be read, and why. The
// error names the file.
type Skipped struct {
	Path string
	Err  error
}

// Dataset is a folder of sequences.
type Dataset struct {
	Root     string
	Entries  []Entry   // sorted by name
	Problems []Skipped // files passed over
}

// maxWalk bounds the folders, and files that may be tracks, that OpenDataset looks at, so
// that a whole disk chosen by mistake comes to an end.
const maxWalk = 100_000

// ErrTooMany is why a folder is among the problems of a data set from which on the rest was
// not looked at.
var ErrTooMany = fmt.Errorf("expected at most %d folders and files of tracks in a dataset, found more; "+
	"the rest is passed over", maxWalk)

// OpenDataset walks root and lists the sequences below it. A file that cannot
// be read is listed in Problems and does not stop the walk; the error is for a
// root that cannot be read at all.
//
// Every MATLAB file is taken for a sequence, and every text file or NumPy array
// that looks like tracks. Of a file only the sizes of the variables and the labels are
// read; Open may still find the rest of it broken. Where two files have the
// same name, the later one in alphabetical order of the paths is named by its
// path below root instead. Links to folders are followed, each folder is
// visited once.
func OpenDataset(root string) (*Dataset, error) {
	info, err := os.Stat(root)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s: expected a folder, found a file", root)
	}
	if _, err := os.ReadDir(root); err != nil {
		return nil, err
	}
	w := walk{dataset: &Dataset{Root: root}, visited: map[string]bool{}, left: maxWalk}
	w.folder(root)
	w.scan()
	w.dataset.name()
	return w.dataset, nil
}

// FindEntry describes the one sequence in a file or folder, as OpenDataset
// lists it.
func FindEntry(path string) (Entry, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Entry{}, err
	}
	if info.IsDir() {
		if path, err = trackFile(path); err != nil {
			return Entry{}, err
		}
	}
	e, err := scan(path)
	if err != nil {
		return Entry{}, err
	}
	e.findPictures(onlyTrackFile(path))
	return e, nil
}

// EntryOf returns the entry of a sequence that was read from a file, with its
// pictures and video. Unlike FindEntry it does not read the file again, which
// may need options.
func EntryOf(s *Sequence) Entry {
	name := nameOf(s.Path)
	e := Entry{Name: name, Path: s.Path, Category: s.Category, Parent: parentOf(name), Points: s.Points(),
		Frames: s.Frames(), Motions: s.Motions()}
	e.findPictures(onlyTrackFile(s.Path))
	return e
}

// walk is a walk through the folders of a dataset.
type walk struct {
	dataset *Dataset
	visited map[string]bool // real paths of folders
	left    int             // folders and files that may still be looked at
	found   []folderFiles
}

// folderFiles are the files of a folder that may be tracks, and what is in them.
type folderFiles struct {
	folder   string
	paths    []string
	entries  []Entry
	problems []Skipped
}

func (w *walk) problem(path string, err error) {
	w.dataset.Problems = append(w.dataset.Problems, Skipped{path, files.Message(err)})
}

// folder finds the files in one folder that may be tracks, and those below it.
func (w *walk) folder(folder string) {
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		w.problem(folder, err)
		return
	}
	if w.visited[real] {
		return
	}
	w.visited[real] = true
	items, err := os.ReadDir(folder)
	if err != nil {
		w.problem(folder, err)
		return
	}
	var below, tracks []string
	for _, item := range items {
		path := filepath.Join(folder, item.Name())
		if files.Hidden(path) {
			continue
		}
		mode := item.Type()
		if mode&fs.ModeSymlink != 0 {
			info, err := os.Stat(path)
			if err != nil {
				w.problem(path, err)
				continue
			}
			mode = info.Mode()
		}
		if !mode.IsDir() && (!mode.IsRegular() || !read.Seems(path)) {
			continue
		}
		if w.left--; w.left < 0 {
			if w.left == -1 {
				w.problem(folder, fmt.Errorf("%s: %w", folder, ErrTooMany))
			}
			break
		}
		if mode.IsDir() {
			below = append(below, path)
		} else {
			tracks = append(tracks, path)
		}
	}
	w.found = append(w.found, folderFiles{folder: folder, paths: tracks})
	for _, path := range below {
		w.folder(path)
	}
}

// scan lists what is in the files that were found, folders side by side.
func (w *walk) scan() {
	pool.Run(context.Background(), len(w.found), 0, func(i int) { w.found[i].scan() })
	for _, f := range w.found {
		w.dataset.Entries = append(w.dataset.Entries, f.entries...)
		w.dataset.Problems = append(w.dataset.Problems, f.problems...)
	}
}

// scan fills in the entries, and why there are none of some files.
func (f *folderFiles) scan() {
	add := func(path string) {
		e, err := scan(path)
		if err != nil {
			f.problems = append(f.problems, Skipped{path, files.Message(err)})
			return
		}
		f.entries = append(f.entries, e)
	}
	for _, path := range f.paths {
		add(path)
	}
	// A folder may be one sequence of many files, none of which is one by itself.
	if len(f.entries) == 0 && read.TrackFiles(f.folder) != nil {
		add(f.folder)
	}
	for i := range f.entries {
		f.entries[i].findPictures(len(f.entries) == 1)
	}
}

// scan reads what an entry tells of a file, of a MATLAB file no more than that.
func scan(path string) (Entry, error) {
	var tracks, frames int
	var truth []int
	if format := read.ByName(path); format != nil && read.IsMATLAB(format) {
		var err error
		if tracks, frames, truth, err = read.Shape(path); err != nil {
			return Entry{}, err
		}
	} else {
		s, err := Open(path)
		if err != nil {
			return Entry{}, err
		}
		tracks, frames, truth = s.Points(), s.Frames(), s.Truth
	}
	name := nameOf(path)
	return Entry{
		Name: name, Path: path, Category: categoryOf(name), Parent: parentOf(name),
		Points: tracks, Frames: frames, Motions: countMotions(truth),
		InBenchmark: in155(name) && filepath.Base(path) == name+"_truth.mat",
	}, nil
}

// findPictures fills in the paths of pictures and video, where there are none
// in the entry's own folder those in the parent's. Pictures without the name
// of a sequence belong to an entry that is alone in its folder.
func (e *Entry) findPictures(alone bool) {
	folder := filepath.Dir(e.Path)
	if alone {
		e.Preview = findPreview(folder)
		e.FrameDir = frameFolder(folder)
	}
	e.Video = findVideo(folder, e.Name, alone)
	if e.Parent == "" {
		return
	}
	parent := filepath.Join(filepath.Dir(folder), e.Parent)
	if e.Preview == "" {
		e.Preview = findPreview(parent)
	}
	if e.Video == "" {
		e.Video = findVideo(parent, e.Parent, true)
	}
	if e.FrameDir == "" {
		e.FrameDir = frameFolder(parent)
	}
}

// name sorts the entries and gives those with a name that is taken already
// their path below the root as a name.
func (d *Dataset) name() {
	slices.SortFunc(d.Entries, func(a, b Entry) int { return cmp.Compare(a.Path, b.Path) })
	taken := map[string]bool{}
	for i := range d.Entries {
		e := &d.Entries[i]
		if taken[e.Name] {
			if below, err := filepath.Rel(d.Root, e.Path); err == nil {
				e.Name = filepath.ToSlash(below)
			}
			e.InBenchmark = false
		}
		taken[e.Name] = true
	}
	slices.SortFunc(d.Entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Path, b.Path))
	})
}

// Select returns the entries that a benchmark of the dataset runs on: those
// whose name matches one of the shell patterns (every one when all are empty)
// and, where any of these counts in the Hopkins155 tables, only those that do.
// The error is for a malformed pattern.
func (d *Dataset) Select(filters ...string) ([]Entry, error) {
	var matching, counting []Entry
	for _, e := range d.Entries {
		if ok, err := files.Matches(e.Name, filters); err != nil {
			return nil, err
		} else if !ok {
			continue
		}
		matching = append(matching, e)
		if e.InBenchmark {
			counting = append(counting, e)
		}
	}
	if len(counting) > 0 {
		return counting, nil
	}
	return matching, nil
}

// Turned returns every entry turned in each of these ways, named after both and in a
// category for the way; the entries as they are where there is no way.
func Turned(entries []Entry, ways []Turning) []Entry {
	if len(ways) == 0 {
		return entries
	}
	var turned []Entry
	for _, e := range entries {
		name := e.Name
		for _, t := range ways {
			e.Name, e.Turning, e.Category, e.InBenchmark = name+" "+t.String(), t, Category(t.String()), false
			turned = append(turned, e)
		}
	}
	return turned
}
