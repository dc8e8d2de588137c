package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type helpCommand struct {
	Command string `arg:"" optional:"" help:"Command to tell about; all when not given."`
}

// Run prints what --help does.
func (c helpCommand) Run(ctx context.Context, con console, p Program) error {
	parser, err := p.parser(ctx, con, func(int) {})
	if err != nil {
		return err
	}
	args := []string{"--help"}
	if c.Command != "" {
		if names := commandNames(parser.Model.Node); !slices.Contains(names, c.Command) {
			return usageError{fmt.Errorf("help: expected one of the commands "+
				"%s, found %q", strings.Join(names, ", "), c.Command)}
		}
		args = []string{c.Command, "--help"}
	}
	// What is missing on that line is of no interest: help was printed before.
	parser.Parse(args)
	return nil
}

// commandNames returns the names of the commands.
func commandNames(model *kong.Node) []string {
	var names []string
	for _, node := range model.Children {
		names = append(names, node.Name)
	}
	return names
}
