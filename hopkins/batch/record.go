package batch

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"motionseg/hopkins/files"
)

// recordName is the file in the folder of a result that says what it was made of.
const recordName = "record.json"

const (
	recordFormat  = 1
	maxRecordSize = 16 << 20
)

// Record says what a result was made of and what came out. It decides whether an
// item is done: its settings, the version of the program and the contents of the
// inputs are those of now, and the files are there as they were written.
type Record struct {
	Format   int    `json:"format"`
	Name     string `json:"name"`
	Version  string `json:"version"`
	Settings string `json:"settings"`
	// Failure says why there is no result; empty where there is one.
	Failure string `json:"failure,omitempty"`
	// Need is about how many bytes of memory would have been needed, where that is why.
	Need     int64     `json:"need,omitempty"`
	Facts    Facts     `json:"facts"`
	Inputs   []Input   `json:"inputs"`
	Outputs  []Output  `json:"outputs"`
	Finished time.Time `json:"finished"`
	Seconds  float64   `json:"seconds"`
	Host     string    `json:"host"`
}

// Facts are the figures of a result that tables show; 0 where unknown.
type Facts struct {
	Tracks  int `json:"tracks,omitempty"`
	Frames  int `json:"frames,omitempty"`
	Motions int `json:"motions,omitempty"`
	// Estimated says that the number of motions was estimated, and Confidence how
	// likely it is right, 0…1; 0 where that is not known.
	Estimated  bool    `json:"estimated,omitempty"`
	Confidence float64 `json:"confidence,omitempty"`
	// Error is in %, by the truth of the file; nil where that has none.
	Error    *float64 `json:"error_percent,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

// Input is a file or folder that was read.
type Input struct {
	Path files.Name `json:"path"`
	// Files is how many there are in a folder, 1 for a file; Size is in bytes.
	Files    int       `json:"files"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"` // the latest of all files
	SHA256   string    `json:"sha256"`   // of names and contents for a folder
}

// Output is a file that was written, by its path in the folder of the result.
type Output struct {
	Path files.Name `json:"path"`
	Size int64      `json:"size"`
	// SHA256 is there for a file that people change, a project.
	SHA256 string `json:"sha256,omitempty"`
}

// readRecord reads the record in the folder of a result; nil where there is none
// that can be read.
func readRecord(folder string) *Record {
	text, err := files.Read(filepath.Join(folder, recordName), maxRecordSize)
	if err != nil {
		return nil
	}
	var r Record
	if json.Unmarshal(text, &r) != nil || r.Format != recordFormat {
		return nil
	}
	return &r
}

// fits reports whether an item that failed for want of memory has it now; limit is 0
// for any.
func (r *Record) fits(limit int64) bool {
	return r != nil && r.Need > 0 && (limit <= 0 || r.Need <= limit)
}

// write writes the record into the folder of a result that is still beside its
// place.
func (r Record) write(folder string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, recordName), append(text, '\n'), 0o666)
}

// whole reports whether the files of a result are there as they were written, and
// mended whether one that people change has been changed since.
func (r *Record) whole(folder string) (whole, mended bool) {
	whole = true
	for _, o := range r.Outputs {
		path := filepath.Join(folder, filepath.FromSlash(string(o.Path)))
		info, err := os.Stat(path)
		switch {
		case err != nil || !info.Mode().IsRegular():
			whole = false
		case o.SHA256 == "":
			whole = whole && info.Size() == o.Size
		default:
			text, err := files.Read(path, maxProject)
			// What cannot be read is not taken for something that may go.
			mended = mended || err != nil || sumOf(text) != o.SHA256
		}
	}
	return whole || mended, mended
}

// maxProject bounds a project file that is checked for changes, in bytes.
const maxProject = 256 << 20

func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// outputsIn lists the files in the folder of a result, in order.
func outputsIn(folder string, changed func(path string) bool) ([]Output, error) {
	var all []Output
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		below, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		o := Output{Path: files.Name(filepath.ToSlash(below)), Size: info.Size()}
		if changed(string(o.Path)) {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			o.SHA256 = sumOf(text)
		}
		all = append(all, o)
		return nil
	})
	return all, err
}

// fingerprint returns what files and folders hold. One whose number of files,
// size and time are those of an earlier fingerprint is not read again.
func fingerprint(ctx context.Context, paths []string, earlier []Input) ([]Input, error) {
	var all []Input
	for i, path := range paths {
		now, parts, err := glance(path)
		if err != nil {
			return nil, err
		}
		if i < len(earlier) && earlier[i].same(now) {
			now.SHA256 = earlier[i].SHA256
		} else if now.SHA256, err = digest(ctx, path, parts, largeFrom); err != nil {
			return nil, err
		}
		all = append(all, now)
	}
	return all, nil
}

// same reports whether a file looks unchanged from the outside.
func (i Input) same(now Input) bool {
	return i.Path == now.Path && i.Files == now.Files && i.Size == now.Size && i.Modified.Equal(now.Modified)
}

// glance returns what can be told of a file or folder without reading it, and the
// files in it by their names below it, "" for itself.
func glance(path string) (Input, []string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Input{}, nil, err
	}
	if !info.IsDir() {
		return Input{Path: files.Name(path), Files: 1, Size: info.Size(), Modified: info.ModTime()}, []string{""}, nil
	}
	items, err := os.ReadDir(path)
	if err != nil {
		return Input{}, nil, err
	}
	in, names := Input{Path: files.Name(path)}, []string{}
	for _, item := range items {
		// A link counts as what it leads to.
		info, err := os.Stat(filepath.Join(path, item.Name()))
		if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
			continue
		}
		if err != nil {
			return in, nil, err
		}
		in.Files++
		in.Size += info.Size()
		if info.ModTime().After(in.Modified) {
			in.Modified = info.ModTime()
		}
		names = append(names, item.Name())
	}
	return in, names, nil
}

// A file of largeFrom bytes or more is not read whole for its checksum, which takes minutes,
// and hours where it is mostly holes: it counts as another where its size, its time, or the
// first or last largeEnd bytes are others.
const (
	largeFrom = 4 << 30
	largeEnd  = 1 << 20
)

// digest returns the checksum of a file, or of the names and contents of the files
// of a folder; of files of large bytes and more see largeFrom.
func digest(ctx context.Context, path string, parts []string, large int64) (string, error) {
	h := sha256.New()
	for _, part := range parts {
		if part != "" {
			fmt.Fprintf(h, "%d %s\n", len(part), part)
		}
		if err := digestFile(ctx, h, filepath.Join(path, part), large); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// digestFile writes to h what the checksum of a file is made of.
func digestFile(ctx context.Context, h io.Writer, path string, large int64) error {
	f, err := files.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var content io.Reader = f
	if size := info.Size(); size >= large {
		fmt.Fprintf(h, "%d %d\n", size, info.ModTime().UnixNano())
		end := min(size, largeEnd)
		content = io.MultiReader(io.NewSectionReader(f, 0, end), io.NewSectionReader(f, size-end, end))
	}
	if _, err = io.Copy(h, files.WithContext(ctx, content)); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// matches reports whether the record is of this item and version, but for the
// inputs.
func (r *Record) matches(item Item, version string) bool {
	return r != nil && r.Version == version && r.Settings == item.Settings
}

// unchanged reports whether the inputs are those of the record.
func (r *Record) unchanged(now []Input) bool {
	return slices.EqualFunc(r.Inputs, now, func(a, b Input) bool { return a.SHA256 == b.SHA256 })
}

// byName orders items as the batch states them: by name, numbers in names by
// value.
func byName(a, b Item) int {
	return cmp.Or(files.CompareNames(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.Name, b.Name))
}
