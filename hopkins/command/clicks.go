package command

import (
	"context"
	"fmt"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/bench"
	"motionseg/hopkins/files"
	"motionseg/segment"
)

type clicksCommand struct {
	Dir      string   `arg:"" help:"Folder with sequences whose truth is known, in any layout that can be opened."`
	Method   string   `default:"lrksc-auto" help:"Method; name:param=value:… changes parameters. lrksc-auto when not given."`
	Frames   string   `default:"all" help:"As for segment."`
	Policy   []string `default:"random,doubtful" help:"Which track is clicked next, separated by commas: random, doubtful for the one where a click helps most."`
	Clicks   int      `default:"10" help:"How many tracks are clicked."`
	Repeats  int      `default:"20" help:"How often random tracks are clicked in every sequence."`
	Filter   []string `placeholder:"PATTERN" sep:"none" help:"Only sequences whose name matches, such as 1R2* or *_g12; may be given several times, for those that match one of them."`
	Workers  int      `default:"0" help:"Sequences that run at the same time; 0 takes one for every processor."`
	seedFlag `embed:""`
	JSON     bool `name:"json" help:"Print the curves as JSON."`
}

// clicks returns what the flags say.
func (c clicksCommand) clicks() (bench.Clicks, error) {
	clicks := bench.Clicks{Task: hopkins.Task{Seed: c.Seed}, Clicks: c.Clicks, Repeats: c.Repeats, Workers: c.Workers}
	if c.Clicks < 1 || c.Repeats < 1 || c.Workers < 0 {
		return clicks, usageError{fmt.Errorf("--clicks, --repeats, --workers: expected 1, 1 and 0 or more, found %d, "+
			"%d and %d", c.Clicks, c.Repeats, c.Workers)}
	}
	for _, policy := range c.Policy {
		p := bench.ClickPolicy(policy)
		if p != bench.Random && p != bench.Doubtful {
			return clicks, usageError{fmt.Errorf("--policy: expected random or doubtful, found %q", policy)}
		}
		clicks.Policies = append(clicks.Policies, p)
	}
	var err error
	if clicks.Task.Method, err = segment.ParseSpec(c.Method); err != nil {
		return clicks, usageError{err}
	}
	if clicks.Task.Frames, err = hopkins.ParseFrames(c.Frames); err != nil {
		return clicks, usageError{err}
	}
	return clicks, nil
}

// Run simulates the clicks and prints the curves.
func (c clicksCommand) Run(ctx context.Context, con console) error {
	if err := refuseProject(c.Dir); err != nil {
		return err
	}
	clicks, err := c.clicks()
	if err != nil {
		return err
	}
	dataset, err := hopkins.OpenDataset(c.Dir)
	if err != nil {
		return err
	}
	for _, p := range dataset.Problems {
		fmt.Fprintln(con.err, "passed over", files.Message(p.Err))
	}
	if clicks.Entries, err = dataset.Select(c.Filter...); err != nil {
		return usageError{err}
	}
	if len(clicks.Entries) == 0 {
		return fmt.Errorf("%s: no sequence to click in among the %d found", c.Dir, len(dataset.Entries))
	}
	show, done := progress(con.err, len(clicks.Entries))
	clicks.Finished = func(row bench.ClicksRow) {
		text := "failed: " + row.Failure
		if row.Failure == "" {
			var parts []string
			for _, p := range clicks.Policies {
				curve := row.Curves[p]
				parts = append(parts, fmt.Sprintf("%s %.2f → %.2f %%", p, curve[0], curve[len(curve)-1]))
			}
			text = strings.Join(parts, ", ")
		}
		show(row.Sequence, clicks.Task.Method.Name, text)
	}
	rows, runErr := clicks.Run(ctx)
	done()
	report := bench.ClicksReport{Method: clicks.Task.Method.Name, Clicks: clicks, Rows: rows}
	for _, f := range (bench.Report{Problems: dataset.Problems}).Failures() {
		report.Rows = append(report.Rows, bench.ClicksRow{Sequence: string(f.Sequence), Failure: f.Reason})
	}
	write := report.WriteText
	if c.JSON {
		write = report.WriteJSON
	}
	if err := write(con.out); err != nil {
		return err
	}
	return unfinished(runErr, len(rows), len(clicks.Entries), len(report.Failures()))
}
