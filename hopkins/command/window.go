package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

type windowCommand struct {
	File string `arg:"" optional:"" help:"Film, sequence, project, data set, correspondences or set of pictures to open."`
}

func (c windowCommand) Run(p Program) error {
	if c.File != "" {
		if _, err := os.Stat(c.File); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: no such file or folder, and no command of that name", c.File)
		}
	}
	if p.Window == nil {
		return errors.New("this program has no window; \"motionseg --help\" lists the commands")
	}
	return p.Window(c.File)
}
