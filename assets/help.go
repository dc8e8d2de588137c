package assets

import (
	"embed"
	"io/fs"
	"strings"
)

//go:generate go run ./internal/methods help
//go:generate go run ./internal/masks

//go:embed help
var help embed.FS

// helpOrder is the order of the pages, by file.
var helpOrder = []string{"README.md", "walkthrough.md", "films.md", "batch.md", "gaps.md", "matches.md", "mending.md",
	"masks.md", "methods.md", "hopkins155.md", "measured.md", "formats.md", "project.md", "images.md", "shortcuts.md",
	"glossary.md", "commands.md", "scripting.md", "troubleshooting.md", "changes.md"}

// HelpPage is a page of the help.
type HelpPage struct {
	File  string // its name in the folder of Help
	Title string // its heading
	Text  string // Markdown
}

// Help returns the folder of the help: its pages and their pictures. A picture
// NAME-light.png has a twin NAME-dark.png for a dark background.
func Help() fs.FS {
	root, err := fs.Sub(help, "help")
	if err != nil {
		panic(err) // only for a malformed name
	}
	return root
}

// HelpPages returns the pages of the help in the order of reading. The first is
// the table of contents.
func HelpPages() []HelpPage {
	var pages []HelpPage
	for _, file := range helpOrder {
		text, err := fs.ReadFile(Help(), file)
		if err != nil {
			panic(err) // only for a page that is not embedded, which the tests see
		}
		heading, _, _ := strings.Cut(string(text), "\n")
		pages = append(pages, HelpPage{File: file, Title: strings.TrimPrefix(heading, "# "), Text: string(text)})
	}
	return pages
}
