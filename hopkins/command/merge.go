package command

import (
	"fmt"
	"io"
	"path/filepath"

	"motionseg/hopkins"
	"motionseg/hopkins/batch"
	"motionseg/hopkins/files"
)

type mergeCommand struct {
	Dir    string `arg:"" help:"Folder of a batch, of which all shards have run."`
	Format string `default:"table" enum:"${formats}" help:"Of the report of a benchmark that is printed: ${enum}."`
}

// Run writes the tables of all shards, and fails where something is missing.
func (c mergeCommand) Run(con console) error {
	plan, err := batch.ReadPlan(c.Dir)
	if err != nil {
		return err
	}
	results, counts := plan.Results(c.Dir)
	printed, err := writeTables(con, c.Dir, c.Format)
	if err != nil {
		return err
	}
	for _, r := range results {
		if r.State != batch.Done {
			fmt.Fprintf(con.err, "%s: %s: %s\n", r.State, files.Printable(r.Name), files.Printable(r.Reason))
		}
	}
	summary := con.out
	if printed {
		summary = con.err
	}
	fmt.Fprintf(summary, "%s: %d found, %s\n", files.Printable(c.Dir), counts.Total(), countsText(counts))
	return batchOutcome(counts)
}

// reportFiles are the files of a benchmark's report in the folder of its batch, by
// their formats.
var reportFiles = []struct{ name, format string }{
	{"report.txt", "table"}, {"report.md", "markdown"}, {"report.csv", "csv"}, {"report.json", "json"},
}

// writeTables writes the table of the results in the folder of a batch, and of a
// benchmark its report too, which is printed in the format: then it returns true.
func writeTables(con console, folder, format string) (bool, error) {
	plan, err := batch.ReadPlan(folder)
	if err != nil {
		return false, err
	}
	results, _ := plan.Results(folder)
	path := filepath.Join(folder, batch.ResultsName)
	if err := hopkins.WriteFile(path, func(w io.Writer) error { return plan.WriteResults(w, results) }); err != nil {
		return false, err
	}
	report, err := plan.Report(folder, results)
	if err != nil {
		return false, err
	}
	if report == nil {
		_, err := fmt.Fprintln(con.out, path)
		return false, err
	}
	for _, f := range reportFiles {
		if err := hopkins.WriteFile(filepath.Join(folder, f.name), func(w io.Writer) error {
			return report(w, f.format)
		}); err != nil {
			return false, err
		}
	}
	return true, report(con.out, format)
}
