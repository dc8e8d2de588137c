package command

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"
)

// negative is a negative number, which no flag looks like.
var negative = regexp.MustCompile(`^-[0-9.]`)

// joined returns the arguments with negative numbers joined to their flags: the parser takes
// them for flags, and not for what was meant.
func joined(args []string) []string {
	var all []string
	for i, a := range args {
		if i > 0 && negative.MatchString(a) && strings.HasPrefix(args[i-1], "--") && !strings.Contains(args[i-1], "=") &&
			args[i-1] != "--" {
			all[len(all)-1] += "=" + a
		} else {
			all = append(all, a)
		}
	}
	return all
}

// mistyped returns an error that names the command that was meant where the first argument
// is nearly one, and no file: the window would be opened with it.
func mistyped(parser *kong.Kong, args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return nil
	}
	if _, err := os.Stat(args[0]); err == nil {
		return nil
	}
	var near []string
	for _, c := range parser.Model.Children {
		switch {
		case c.Name == args[0]:
			return nil
		case distance(c.Name, args[0]) <= farthest || len(args[0]) > farthest && strings.HasPrefix(c.Name, args[0]):
			near = append(near, fmt.Sprintf("%q", c.Name))
		}
	}
	if near == nil {
		return nil
	}
	return fmt.Errorf("unknown command %s, did you mean %s?", args[0], strings.Join(near, " or "))
}

// farthest is by how many letters a command may be mistyped, as the parser has it for flags.
const farthest = 2

// distance returns how many letters must be changed, added or taken away to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changed := last
			if a[i] != b[j] {
				changed++
			}
			last = row[j+1]
			row[j+1] = min(changed, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
