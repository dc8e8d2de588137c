package command

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"motionseg/hopkins"
	"motionseg/hopkins/mask"
	"motionseg/segment"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints a script that completes commands, flags and their values.
func (c completionCommand) Run(ctx context.Context, con console, p Program) error {
	parser, err := p.parser(ctx, con, func(int) {})
	if err != nil {
		return err
	}
	commands := completionsOf(parser.Model.Node)
	switch c.Shell {
	case "bash":
		return bashCompletion(con.out, commands)
	case "zsh":
		return zshCompletion(con.out, commands)
	}
	return fishCompletion(con.out, commands)
}

// completion is what can be completed behind a command.
type completion struct {
	name, help string
	flags      []flagCompletion
	words      []string // in place of an argument; nil for files
}

// flagCompletion is a flag with its dashes.
type flagCompletion struct {
	name, help string
	takes      bool     // a value
	values     []string // that it has; nil for files and texts
}

// completionsOf lists the commands of the command line, the flags of all first.
func completionsOf(model *kong.Node) []completion {
	own := flagsOf(model.Flags)
	var all []completion
	for _, node := range model.Children {
		if node.Hidden {
			continue
		}
		c := completion{name: node.Name, help: node.Help, flags: append(flagsOf(node.Flags), own...)}
		for _, argument := range node.Positional {
			if argument.Enum != "" {
				c.words = argument.EnumSlice()
			}
		}
		all = append(all, c)
	}
	if at := slices.IndexFunc(all, func(c completion) bool { return c.name == "help" }); at >= 0 {
		for _, c := range all {
			all[at].words = append(all[at].words, c.name)
		}
	}
	return all
}

// flagsOf lists flags, those that can be switched off under both names.
func flagsOf(flags []*kong.Flag) []flagCompletion {
	values := flagValues()
	var all []flagCompletion
	for _, f := range flags {
		if f.Hidden {
			continue
		}
		one := flagCompletion{name: "--" + f.Name, help: f.Help, takes: !f.IsBool(), values: values[f.Name]}
		if f.Enum != "" {
			one.values = f.EnumSlice()
		}
		all = append(all, one)
		if f.Tag.Negatable != "" {
			all = append(all, flagCompletion{name: "--no-" + f.Name, help: f.Help})
		}
	}
	return all
}

// flagValues are the values of flags that are words.
func flagValues() map[string][]string {
	var methods, formats, masks []string
	for _, m := range segment.Methods() {
		methods = append(methods, m.Describe().Name)
	}
	for _, name := range exportFormats() {
		formats = append(formats, name+":")
	}
	for _, f := range mask.Formats() {
		masks = append(masks, f.Name)
	}
	density := []string{"sparse", "medium", "dense"}
	return map[string][]string{
		"method": methods, "methods": methods, "export": formats, "as": masks, "density": density, "track-density": density,
		"motions": {"truth", "auto"}, "frames": {"all", "first-last", "best"},
		"incomplete": {"auto", "leave-out", "fill-gaps"},
		"outliers":   {"auto", "find", "none"}, "turn": append([]string{"all"}, hopkins.Turnings()...),
	}
}

// bashCompletion writes a script for bash.
func bashCompletion(w io.Writer, commands []completion) error {
	var names, cases, flags strings.Builder
	for _, c := range commands {
		fmt.Fprintf(&names, " %s", c.name)
		var all []string
		for _, f := range c.flags {
			all = append(all, f.name)
			if f.values != nil {
				fmt.Fprintf(&cases, "    '%s %s') words=%s ;;\n", c.name, f.name, quoteWords(f.values))
			}
		}
		fmt.Fprintf(&flags, "    %s) flags=%s words=%s ;;\n", c.name, quoteWords(all), quoteWords(c.words))
	}
	_, err := fmt.Fprintf(w, `# Completes the command line of motionseg in bash:
#
#     source <(motionseg completion bash)

_motionseg() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= flags= words= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
    %s) command=${COMP_WORDS[i]}; break ;;
    esac
  done
  if [[ -z $command ]]; then
    COMPREPLY=($(compgen -W '%s --help --version' -- "$current"))
    return
  fi
  case "$command $before" in
%s    *)
      case $command in
%s      esac
      if [[ $current == -* ]]; then
        words=$flags
      fi ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *: ]]; then
    compopt -o nospace
  fi
}

# Where nothing is known, files are completed.
complete -o default -F _motionseg motionseg
`, strings.ReplaceAll(strings.TrimSpace(names.String()), " ", "|"), strings.TrimSpace(names.String()), cases.String(), flags.String())
	return err
}

// quoteWords returns words as one in single quotes of a shell.
func quoteWords(words []string) string { return quote(strings.Join(words, " ")) }

// quote returns a text in single quotes of a shell.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// zshCompletion writes a script for zsh.
func zshCompletion(w io.Writer, commands []completion) error {
	plain := strings.NewReplacer("[", "(", "]", ")", ":", " ", "\n", " ")
	var list, cases strings.Builder
	for _, c := range commands {
		fmt.Fprintf(&list, "    %s\n", quote(c.name+":"+plain.Replace(c.help)))
		fmt.Fprintf(&cases, "  %s)\n    _arguments -s", c.name)
		for _, f := range c.flags {
			spec := "*" + f.name + "[" + plain.Replace(f.help) + "]"
			switch {
			case f.takes && f.values != nil:
				spec += ":value:(" + strings.ReplaceAll(strings.Join(f.values, " "), ":", `\:`) + ")"
			case f.takes:
				spec += ":value:_files"
			}
			fmt.Fprintf(&cases, " \\\n      %s", quote(spec))
		}
		argument := "*:file:_files"
		if c.words != nil {
			argument = "*:word:(" + strings.Join(c.words, " ") + ")"
		}
		fmt.Fprintf(&cases, " \\\n      %s ;;\n", quote(argument))
	}
	_, err := fmt.Fprintf(w, `#compdef motionseg
# Completes the command line of motionseg in zsh: as _motionseg in a folder of $fpath, or
#
#     source <(motionseg completion zsh)

_motionseg() {
  local -a commands
  commands=(
%s  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _files
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
%s  *) _files ;;
  esac
}

if [[ $funcstack[1] == _motionseg ]]; then
  _motionseg "$@"
else
  compdef _motionseg motionseg
fi
`, list.String(), cases.String())
	return err
}

// fishCompletion writes a script for fish.
func fishCompletion(w io.Writer, commands []completion) error {
	var b strings.Builder
	b.WriteString("# Completes the command line of motionseg in fish:\n#\n#     motionseg completion fish | source\n\n")
	fishQuote := func(text string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
	}
	for _, c := range commands {
		fmt.Fprintf(&b, "complete -c motionseg -n __fish_use_subcommand -a %s -d %s\n", c.name, fishQuote(c.help))
		behind := fishQuote("__fish_seen_subcommand_from " + c.name)
		if c.words != nil {
			fmt.Fprintf(&b, "complete -c motionseg -n %s -f -a %s\n", behind, fishQuote(strings.Join(c.words, " ")))
		}
		for _, f := range c.flags {
			fmt.Fprintf(&b, "complete -c motionseg -n %s -l %s -d %s", behind, strings.TrimPrefix(f.name, "--"),
				fishQuote(f.help))
			switch {
			case f.takes && f.values != nil:
				fmt.Fprintf(&b, " -x -a %s", fishQuote(strings.Join(f.values, " ")))
			case f.takes:
				b.WriteString(" -r")
			}
			b.WriteByte('\n')
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
