package command

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"motionseg/segment"
)

type methodsCommand struct {
	JSON bool `name:"json" help:"Print the methods as JSON."`
}

func (c methodsCommand) Run(con console) error {
	if c.JSON {
		return methodsJSON(con)
	}
	w := tabwriter.NewWriter(con.out, 0, 0, 2, ' ', 0)
	for i, m := range segment.Methods() {
		d := m.Describe()
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s: %s\n%s\n%s\n\n", d.Name, d.Title, d.Summary, d.Citation)
		kinds := []segment.Kind{segment.Trajectories, segment.TwoFrames, segment.Images}
		fmt.Fprintf(w, "  parameter\t%s\t%s\t%s\trange\tmeaning\n", kinds[0], kinds[1], kinds[2])
		for _, p := range d.Params {
			fmt.Fprintf(w, "  %s", p.Name)
			for _, kind := range kinds {
				fmt.Fprintf(w, "\t%s", p.Format(d.ValuesFor(kind)[p.Name]))
			}
			fmt.Fprintf(w, "\t%s\t%s\n", p.Range(), strings.TrimLeft(p.Symbol+": "+p.Help, ": "))
		}
		for _, p := range d.Presets {
			fmt.Fprintf(w, "\n  preset %s: %s", p, p.Source)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}
