package filmset

import (
	"errors"
	"fmt"
	"image"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
)

// Film is a film with a truth: pictures of its regions, or labelled tracks.
type Film struct {
	Name string
	// Path is its folder of frames or its video.
	Path string
	// truth holds the files of the truth pictures by the frame, from 0, and object says
	// that they show one object in white, as those of DAVIS do.
	truth  map[int]string
	object bool
	// tracks is the file of the labelled tracks; empty where there are pictures.
	tracks string
}

// ErrNone is returned by Open, wrapped with the folder, when there are no films
// with truth pictures.
var ErrNone = errors.New("expected folders with frames and truth pictures (truth/0001.pgm), found none")

// Open finds the films in the folders of a folder, or the film that the folder
// itself holds, sorted by name.
func Open(folder string) ([]Film, error) {
	if f, ok := filmIn(filepath.Clean(folder)); ok {
		return []Film{f}, nil
	}
	items, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var films []Film
	for _, item := range items {
		if f, ok := filmIn(filepath.Join(folder, item.Name())); ok {
			films = append(films, f)
		}
	}
	if len(films) == 0 {
		return nil, fmt.Errorf("%s: %w", folder, ErrNone)
	}
	return films, nil
}

// filmIn returns the film in a folder, and reports whether it is one.
func filmIn(folder string) (Film, bool) {
	f := Film{Name: filepath.Base(folder), truth: map[int]string{}}
	pictures, err := os.ReadDir(filepath.Join(folder, "truth"))
	if err != nil {
		return f, false
	}
	for _, p := range pictures {
		name := strings.ToLower(p.Name())
		ending := filepath.Ext(name)
		number, ok := strings.CutSuffix(name, ending)
		if ending != ".pgm" && ending != ".png" {
			continue
		}
		f.object = f.object || ending == ".png"
		if n, err := strconv.Atoi(number); ok && err == nil && n > 0 {
			f.truth[n-1] = filepath.Join(folder, "truth", p.Name())
		}
	}
	if len(f.truth) == 0 {
		return f, false
	}
	frames := filepath.Join(folder, "frames")
	if info, err := os.Stat(frames); err == nil && info.IsDir() {
		f.Path = frames
		return f, true
	}
	items, err := os.ReadDir(folder)
	if err != nil {
		return f, false
	}
	for _, item := range items {
		if item.Type()&fs.ModeDir == 0 && !files.Hidden(item.Name()) && hopkins.IsVideo(item.Name()) {
			f.Path = filepath.Join(folder, item.Name())
			return f, true
		}
	}
	return f, false
}

// Inputs lists the files and folders that the film and its truth are read from. The
// name of the tracks may be empty.
func (f Film) Inputs() []string {
	inputs := []string{f.Path, f.tracks}
	for _, frame := range slices.Sorted(maps.Keys(f.truth)) {
		inputs = append(inputs, f.truth[frame])
	}
	return inputs
}

// Truth reads the truth pictures by their frames, from 0. The error names the
// file.
func (f Film) Truth() (map[int]*image.Gray, error) {
	pictures := map[int]*image.Gray{}
	for _, frame := range slices.Sorted(maps.Keys(f.truth)) { // of several bad ones the first is told
		picture, err := readTruth(f.truth[frame])
		if err != nil {
			return nil, err
		}
		pictures[frame] = picture
	}
	return pictures, nil
}

// Regions returns the number of different regions in truth pictures that have
// more than least pixels in one of them.
func Regions(truth map[int]*image.Gray, least int) int {
	var large [256]bool
	for _, picture := range truth {
		var pixels [256]int
		for _, v := range picture.Pix {
			pixels[v]++
		}
		for v, n := range pixels {
			large[v] = large[v] || n > least
		}
	}
	count := 0
	for _, l := range large {
		if l {
			count++
		}
	}
	return count
}
