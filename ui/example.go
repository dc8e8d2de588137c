package ui

import (
	"io/fs"
	"path"

	"motionseg/assets"
	"motionseg/hopkins"
)

// openExample reads the example that is embedded in the program. Its path is
// empty: it is not in a file of its own.
func openExample() (*hopkins.Sequence, error) {
	files := assets.Example()
	name := path.Join(assets.ExampleName, assets.ExampleName+"_truth.mat")
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s, err := hopkins.Read(f, name)
	if err != nil {
		return nil, err
	}
	s.Path = ""
	if text, err := fs.ReadFile(files, path.Join(assets.ExampleName, "description.txt")); err == nil {
		s.Description = string(text)
	}
	return s, nil
}
