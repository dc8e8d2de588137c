package command

import (
	"encoding/json"
	"fmt"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/read"
	"motionseg/segment"
)

type formatsCommand struct {
	JSON bool `name:"json" help:"Print the table as JSON."`
}

// Run prints which files of tracks are read, and which labelled tracks are written.
func (c formatsCommand) Run(con console) error {
	rows := read.Rows()
	if c.JSON {
		type row struct {
			File    string `json:"file"`
			Content string `json:"content"`
		}
		type output struct {
			Name    string `json:"name"`
			Title   string `json:"title"`
			Ending  string `json:"ending"`
			Content string `json:"content"`
		}
		out := struct {
			Read  []row    `json:"read"`
			Write []output `json:"write"`
		}{}
		for _, r := range rows {
			out.Read = append(out.Read, row(r))
		}
		for _, f := range hopkins.LabelledFormats() {
			out.Write = append(out.Write, output{f.Name, f.Title, f.Ending, f.Content})
		}
		return printJSON(con, out)
	}
	plain := strings.NewReplacer("`", "", "*", "")
	fmt.Fprintln(con.out, "Read, recognised by content:")
	for _, r := range rows {
		fmt.Fprintf(con.out, "\n  %s\n    %s\n", plain.Replace(r.File), plain.Replace(r.Content))
	}
	fmt.Fprintln(con.out, "\nWritten with labels, by --export NAME:PATH:")
	for _, f := range hopkins.LabelledFormats() {
		fmt.Fprintf(con.out, "\n  %s (%s, %s)\n    %s\n", f.Name, f.Title, f.Ending, plain.Replace(f.Content))
	}
	return nil
}

// printJSON prints a value on lines of its own.
func printJSON(con console, value any) error {
	e := json.NewEncoder(con.out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(value)
}

// methodsJSON prints the methods.
func methodsJSON(con console) error {
	type parameter struct {
		Name    string             `json:"name"`
		Symbol  string             `json:"symbol"`
		Help    string             `json:"help"`
		Range   string             `json:"range"`
		Choices []string           `json:"choices,omitempty"`
		Default map[string]float64 `json:"default"` // by kind of data
	}
	type method struct {
		Name       string      `json:"name"`
		Title      string      `json:"title"`
		Summary    string      `json:"summary"`
		Citation   string      `json:"citation"`
		Kinds      []string    `json:"kinds"`
		Gaps       bool        `json:"gaps"`
		Presets    []string    `json:"presets"`
		Parameters []parameter `json:"parameters"`
	}
	all := []method{}
	for _, m := range segment.Methods() {
		d := m.Describe()
		one := method{Name: d.Name, Title: d.Title, Summary: d.Summary, Citation: d.Citation, Gaps: d.Gaps,
			Kinds: []string{}, Presets: []string{}, Parameters: []parameter{}}
		for _, k := range d.Kinds {
			one.Kinds = append(one.Kinds, k.String())
		}
		for _, p := range d.Presets {
			one.Presets = append(one.Presets, p.String())
		}
		for _, p := range d.Params {
			of := parameter{p.Name, p.Symbol, p.Help, p.Range(), p.Choices, map[string]float64{}}
			for _, k := range d.Kinds {
				of.Default[k.String()] = d.ValuesFor(k)[p.Name]
			}
			one.Parameters = append(one.Parameters, of)
		}
		all = append(all, one)
	}
	return printJSON(con, all)
}
