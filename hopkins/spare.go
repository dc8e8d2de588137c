package hopkins

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Spare returns an error where a file that is to be written is one that is read,
// under whatever name, or where two that are to be written are one. A folder that
// is read stands for the pictures in it. Names may be empty.
func Spare(outputs []string, inputs ...string) error {
	if err := distinct(outputs); err != nil {
		return err
	}
	var there []string // and regular files
	var infos []os.FileInfo
	for _, output := range outputs {
		if info, err := os.Stat(output); err == nil && info.Mode().IsRegular() {
			there, infos = append(there, output), append(infos, info)
		}
	}
	if there == nil {
		return nil
	}
	for _, input := range inputs {
		read, err := os.Stat(input)
		if err != nil {
			continue
		}
		all := []os.FileInfo{read}
		if read.IsDir() {
			all = infosIn(input)
		}
		for i, output := range there {
			for _, read := range all {
				if os.SameFile(read, infos[i]) {
					return fmt.Errorf("%s: expected a file to write to, found the one that is read", output)
				}
			}
		}
	}
	return nil
}

// infosIn returns what the pictures in a folder are.
func infosIn(folder string) []os.FileInfo {
	var infos []os.FileInfo
	for _, name := range picturesIn(folder) {
		if info, err := os.Stat(filepath.Join(folder, name)); err == nil {
			infos = append(infos, info)
		}
	}
	return infos
}

// distinct returns an error where two files that are to be written are one: the
// second would win without a word. Pipes and devices may be written twice.
func distinct(outputs []string) error {
	seen := map[string]string{}
	for _, output := range outputs {
		if output == "" {
			continue
		}
		if info, err := os.Stat(output); err == nil && !info.Mode().IsRegular() && !info.IsDir() ||
			strings.HasPrefix(output, "/dev/") {
			continue
		}
		place := placeOf(output)
		if first, twice := seen[place]; twice {
			return fmt.Errorf("%s: expected a name for every file that is written, found it twice, also as %s", output, first)
		}
		seen[place] = output
	}
	return nil
}

// placeOf returns one name for all names of a file that need not be there yet.
func placeOf(path string) string {
	place, err := filepath.EvalSymlinks(path)
	if err != nil {
		place = filepath.Clean(path)
		if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
			place = filepath.Join(folder, filepath.Base(path))
		}
	}
	if absolute, err := filepath.Abs(place); err == nil {
		place = absolute
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		place = strings.ToLower(place) // upper and lower case are one there
	}
	return place
}

// Inputs lists the files and folders that the sequence and its pictures are read
// from, those that are not there too. Names may be empty.
func (s *Sequence) Inputs() []string {
	inputs := EntryOf(s).Inputs()
	if s.Footage != nil {
		inputs = append(append(inputs, s.Footage.Path), s.Footage.Files...)
	}
	return inputs
}

// Inputs lists the files and folders that the entry and its pictures are read from.
// Names may be empty.
func (e Entry) Inputs() []string { return []string{e.Path, e.Video, e.Preview, e.FrameDir} }
