package bench

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// ReportFormats are the formats that reports are written in.
var ReportFormats = []string{"table", "csv", "markdown", "json", "latex", "latex-long"}

// Forms are the ways in which one report is told, one for each format but
// that its tables serve "table", "markdown" and "latex-long".
type Forms struct {
	Tables func() []Table
	// Short are the tables that papers print, for "latex"; nil where they are Tables.
	Short func() []Table
	// Lines are those of "csv", the first with the names; Value is what "json" encodes.
	Lines func() [][]string
	Value func() any
	// Untimed leaves out how long things took, so that the same work gives the same
	// bytes; keys of JSON are in alphabetical order then.
	Untimed bool
}

// timeColumns are the columns and keys of reports that say how long things took.
var timeColumns = []string{"seconds", "tracking s", "method s", "tracking_seconds"}

// Write writes the report in one of ReportFormats; another name is an error
// that lists them.
func (f Forms) Write(w io.Writer, format string) error {
	if f.Untimed {
		f = f.untimed()
	}
	switch format {
	case "table":
		return writeColumns(w, f.Tables())
	case "markdown":
		return writeMarkdown(w, f.Tables())
	case "latex":
		if f.Short != nil {
			return WriteLaTeX(w, f.Short())
		}
		return WriteLaTeX(w, f.Tables())
	case "latex-long":
		return WriteLaTeX(w, f.Tables())
	case "csv":
		return csv.NewWriter(w).WriteAll(f.Lines())
	case "json":
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(f.Value())
	}
	return fmt.Errorf("format %q: expected one of %s", format, strings.Join(ReportFormats, ", "))
}

// untimed returns the same forms without times.
func (f Forms) untimed() Forms {
	return Forms{
		Short: f.Short,
		Tables: func() []Table {
			tables := f.Tables()
			for i, t := range tables {
				tables[i].Cells = withoutTimes(t.Cells)
			}
			return tables
		},
		Lines: func() [][]string { return withoutTimes(f.Lines()) },
		Value: func() any { return untimedValue(f.Value()) },
	}
}

// untimedValue returns what JSON says of a value, without the keys of times.
func untimedValue(of any) any {
	text, err := json.Marshal(of)
	if err != nil {
		return of // whose encoding fails again, and says so
	}
	var value any
	if json.Unmarshal(text, &value) != nil {
		return of
	}
	dropTimes(value)
	return value
}

// withoutTimes returns a table without the columns of times, by its first line.
func withoutTimes(cells [][]string) [][]string {
	if len(cells) == 0 {
		return nil
	}
	var out [][]string
	for _, line := range cells {
		var kept []string
		for i, cell := range line {
			if i >= len(cells[0]) || !slices.Contains(timeColumns, cells[0][i]) {
				kept = append(kept, cell)
			}
		}
		out = append(out, kept)
	}
	return out
}

// dropTimes removes the keys of times from a value of JSON.
func dropTimes(value any) {
	switch v := value.(type) {
	case map[string]any:
		for _, key := range timeColumns {
			delete(v, key)
		}
		for _, below := range v {
			dropTimes(below)
		}
	case []any:
		for _, below := range v {
			dropTimes(below)
		}
	}
}
