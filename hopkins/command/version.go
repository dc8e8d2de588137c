package command

import "fmt"

type versionCommand struct{}

// Run prints what --version does.
func (versionCommand) Run(con console, p Program) error {
	_, err := fmt.Fprintln(con.out, "motionseg", p.Version)
	return err
}
