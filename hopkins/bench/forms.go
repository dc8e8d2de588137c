package bench

import (
	"fmt"
	"io"
	"strings"
)

// ReportFormats are the formats that reports are written in.
var ReportFormats = []string{"table", "csv", "markdown", "json"}

// Forms are the ways in which one report is told, one for each format but
// that its tables serve both "table" and "markdown".
type Forms struct {
	Tables    func() []Table
	CSV, JSON func(w io.Writer) error
}

// Write writes the report in one of ReportFormats; another name is an error
// that lists them.
func (f Forms) Write(w io.Writer, format string) error {
	switch format {
	case "table":
		return writeColumns(w, f.Tables())
	case "markdown":
		return writeMarkdown(w, f.Tables())
	case "csv":
		return f.CSV(w)
	case "json":
		return f.JSON(w)
	}
	return fmt.Errorf("format %q: expected one of %s", format, strings.Join(ReportFormats, ", "))
}
