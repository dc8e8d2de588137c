package command

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"motionseg/assets"
	"motionseg/hopkins"
)

type demoCommand struct {
	Dir string `arg:"" optional:"" default:"." help:"Folder to write the example's own folder into; made if it is missing."`
}

// Run writes the embedded example in the layout of a Hopkins155 sequence. A
// file that is there already is not overwritten.
func (c demoCommand) Run(con console) error {
	folder := filepath.Join(c.Dir, assets.ExampleName)
	if _, err := os.Lstat(folder); err == nil {
		return fmt.Errorf("%s: expected a name that is free for the example, found something there already", folder)
	}
	example, err := fs.Sub(assets.Example(), assets.ExampleName)
	if err != nil {
		return err
	}
	var missing []string // folders that are made for it, the innermost first
	for dir := filepath.Clean(c.Dir); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); err == nil || dir == filepath.Dir(dir) {
			break
		}
		missing = append(missing, dir)
	}
	err = os.MkdirAll(c.Dir, 0o777)
	if err == nil {
		err = hopkins.WriteNewFolder(folder, func(temporary string) error { return os.CopyFS(temporary, example) })
	}
	if err != nil {
		for _, dir := range missing {
			os.Remove(dir)
		}
		return err
	}
	_, err = fmt.Fprintf(con.out, "%s\nTry \"motionseg segment %s\", or open it with \"motionseg %s\".\n", folder,
		folder, folder)
	return err
}
