package bench

import (
	"bytes"
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
	Short     func() []Table
	CSV, JSON func(w io.Writer) error
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
		return f.CSV(w)
	case "json":
		return f.JSON(w)
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
		CSV: func(w io.Writer) error {
			var whole bytes.Buffer
			if err := f.CSV(&whole); err != nil {
				return err
			}
			lines, err := csv.NewReader(&whole).ReadAll()
			if err != nil {
				return err
			}
			return csv.NewWriter(w).WriteAll(withoutTimes(lines))
		},
		JSON: func(w io.Writer) error {
			var whole bytes.Buffer
			if err := f.JSON(&whole); err != nil {
				return err
			}
			var value any
			if err := json.Unmarshal(whole.Bytes(), &value); err != nil {
				return err
			}
			dropTimes(value)
			e := json.NewEncoder(w)
			e.SetIndent("", "  ")
			return e.Encode(value)
		},
	}
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
