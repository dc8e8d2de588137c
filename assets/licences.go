package assets

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
)

//go:generate go run ./internal/licences

// Licence is the terms of use of a module that is built into the program.
type Licence struct {
	Name    string // path of the module
	Version string // as in go.mod, empty for the standard library
	Text    string // of all its licence files
}

//go:embed licences.txt
var licences string

// Licences returns the licences of all modules that are built into the program
// on any system, by name.
func Licences() []Licence {
	var all []Licence
	for _, section := range strings.Split(licences, licenceMark)[1:] {
		title, text, _ := strings.Cut(section, "\n")
		name, version := title, ""
		if i := strings.LastIndex(title, " v"); i >= 0 {
			name, version = title[:i], title[i+1:]
		}
		all = append(all, Licence{Name: name, Version: version, Text: strings.TrimSpace(text)})
	}
	return all
}

// licenceMark starts the title line of a licence.
const licenceMark = "\n=== "

// FormatLicences returns licences as the text that Licences reads.
func FormatLicences(all []Licence) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintln(&b, "MotionSeg contains the following software, under the terms that follow each name.")
	for _, l := range all {
		if strings.Contains("\n"+l.Text, licenceMark) {
			return nil, fmt.Errorf("the licence of %s has a line that starts with %q", l.Name, licenceMark[1:])
		}
		fmt.Fprintf(&b, "%s%s\n\n%s\n", licenceMark, strings.TrimSpace(l.Name+" "+l.Version), l.Text)
	}
	return b.Bytes(), nil
}
