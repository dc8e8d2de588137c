package batch

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
	"motionseg/hopkins/filmset"
	"motionseg/hopkins/track"
)

// Source is a film, file of tracks or pair of pictures that was found.
type Source struct {
	Path   string
	Second string // the other picture of a pair; empty for others
	Film   bool   // points are followed in it
	// Pictures are what is read beside Path, the pictures of a file of tracks.
	Pictures []string
	// Tracks is how many there are, 0 where unknown.
	Tracks int
	// Name is what it is to be called; empty for a name by its path.
	Name string
	// Change, when not nil, changes the settings for it.
	Change *Change
}

// Find returns the films, sequences and files of tracks that paths name, or that
// are in the folders that they name and below these. out is passed over, the folder
// of the batch. A file that looks like tracks but can't be read, and a folder that can't be
// looked through, are returned too: they are to fail, not to be left out. The error is for a
// path that is not there, and for more files than OpenDataset looks at.
func Find(paths []string, out string) ([]Source, error) {
	w := &finding{out: out, seen: map[string]bool{}}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		switch {
		case !info.IsDir():
			w.add(Source{Path: path, Film: track.Recognise(path)})
		case track.Recognise(path):
			w.add(Source{Path: path, Film: true})
		default:
			if err := w.folder(path); err != nil {
				return nil, err
			}
		}
	}
	return w.found, nil
}

// finding is a search under way.
type finding struct {
	out   string
	found []Source
	seen  map[string]bool // real paths of sources and folders
}

func (w *finding) add(s Source) {
	real, err := filepath.EvalSymlinks(s.Path)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		real = s.Path
	}
	if !w.seen[real] {
		w.seen[real] = true
		w.found = append(w.found, s)
	}
}

// folder finds what is in a folder and below it.
func (w *finding) folder(root string) error {
	dataset, err := hopkins.OpenDataset(root)
	if err != nil {
		return err
	}
	belong, err := w.sequences(dataset)
	if err != nil {
		return err
	}
	return w.films(root, belong)
}

// sequences adds the sequences of a folder and returns their pictures. It is
// hopkins.ErrTooMany where not all of the folder was looked through: none is left out silently.
func (w *finding) sequences(dataset *hopkins.Dataset) (belong map[string]bool, err error) {
	// Pictures of sequences are no films of their own.
	belong = map[string]bool{}
	for _, e := range dataset.Entries {
		s := Source{Path: e.Path, Tracks: e.Points}
		for _, pictures := range []string{e.Video, e.FrameDir} {
			if pictures != "" {
				belong[pictures] = true
				s.Pictures = append(s.Pictures, pictures)
			}
		}
		if !w.inside(e.Path) {
			w.add(s)
		}
	}
	for _, p := range dataset.Problems {
		if errors.Is(p.Err, hopkins.ErrTooMany) {
			return nil, p.Err
		}
		if !w.inside(p.Path) && (files.Regular(p.Path) || w.closed(p.Path, p.Err)) {
			w.add(Source{Path: p.Path})
		}
	}
	return belong, nil
}

// films finds the films in a folder and below it.
func (w *finding) films(folder string, belong map[string]bool) error {
	real, err := filepath.EvalSymlinks(folder)
	if err != nil || w.seen[real] {
		return err
	}
	w.seen[real] = true
	if film, err := filmset.Open(folder); err == nil && len(film) == 1 &&
		filepath.Dir(film[0].Path) == filepath.Clean(folder) {
		// Of a film with truth pictures the film alone counts.
		if !belong[film[0].Path] {
			w.add(Source{Path: film[0].Path, Film: true})
		}
		return nil
	}
	items, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	slices.SortFunc(items, func(a, b fs.DirEntry) int { return files.CompareNames(a.Name(), b.Name()) })
	for _, item := range items {
		path := filepath.Join(folder, item.Name())
		info, err := os.Stat(path)
		switch {
		case err != nil || belong[path] || strings.HasPrefix(item.Name(), ".") || w.inside(path):
		case info.IsDir() && !track.Recognise(path):
			if err := w.films(path, belong); w.closed(path, err) {
				w.add(Source{Path: path})
			}
		case info.IsDir() || hopkins.IsVideo(path):
			w.add(Source{Path: path, Film: true})
		}
	}
	return nil
}

// closed reports whether a path is a folder that can't be looked through, by why it can't;
// not one that is gone, is hidden, or is the system's own.
func (w *finding) closed(path string, err error) bool {
	name := filepath.Base(path)
	if err == nil || errors.Is(err, fs.ErrNotExist) || strings.HasPrefix(name, ".") || name == "lost+found" {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// inside reports whether a path is the folder of the batch or in it.
func (w *finding) inside(path string) bool {
	out, err1 := filepath.Abs(w.out)
	path, err2 := filepath.Abs(path)
	if err1 != nil || err2 != nil || w.out == "" {
		return false
	}
	below, err := filepath.Rel(out, path)
	return err == nil && below != ".." && !strings.HasPrefix(below, ".."+string(filepath.Separator))
}

// plainName returns what a source is called by its path alone.
func plainName(s Source) string {
	if s.Name != "" {
		return s.Name
	}
	path := s.Path
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	name := filepath.Base(path)
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		if strings.EqualFold(name, "frames") {
			return filepath.Base(filepath.Dir(path))
		}
		return name
	}
	name = strings.TrimSuffix(name, filepath.Ext(name))
	return strings.TrimSuffix(name, "_truth")
}

// maxName bounds the name of a folder, in bytes.
const maxName = 120

// folderName returns a name that a folder of a batch can have on every system.
func folderName(name string) string {
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || unicode.IsControl(r) || r == unicode.ReplacementChar {
			return '_'
		}
		return r
	}, name)
	name = strings.TrimRight(strings.TrimLeft(name, ". "), ". ")
	for len(name) > maxName {
		r := []rune(name)
		name = string(r[:len(r)-1])
	}
	if name == "" {
		return "film"
	}
	for _, taken := range []string{"log", "results", "report"} {
		if base, _, _ := strings.Cut(strings.ToLower(name), "."); strings.HasPrefix(base, taken) &&
			base != strings.ToLower(name) {
			return name + "_"
		}
	}
	return name
}

// Names returns the names of the folders of sources: each by its path alone, and
// where several would be called the same, with a word that tells them apart behind
// it, which depends on nothing but their paths.
func Names(sources []Source) []string {
	names, count := make([]string, len(sources)), map[string]int{}
	for i, s := range sources {
		names[i] = folderName(plainName(s))
		count[strings.ToLower(names[i])]++
	}
	for i, s := range sources {
		if count[strings.ToLower(names[i])] > 1 {
			sum := sha256.Sum256([]byte(filepath.ToSlash(filepath.Clean(s.Path)) + "\n" + s.Second))
			names[i] = fmt.Sprintf("%s_%s", names[i], hex.EncodeToString(sum[:4]))
		}
	}
	return names
}
