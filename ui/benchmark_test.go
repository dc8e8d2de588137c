package ui

import (
	"context"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"motionseg/hopkins"
	"motionseg/ui/session"
)

func TestBenchmarkWindow(t *testing.T) {
	var opened []string
	second := touch(t, "b.mat")
	r := newRig(t, func(c *session.Config) {
		c.Open = func(path string) (*hopkins.Sequence, error) {
			opened = append(opened, path)
			return turning(), nil
		}
		c.OpenDataset = func(root string) (*hopkins.Dataset, error) {
			return &hopkins.Dataset{Root: root, Entries: []hopkins.Entry{
				{Name: "a", Path: "/d/a.mat", Category: hopkins.Traffic, InBenchmark: true, Motions: 2},
				{Name: "b", Path: second, Category: hopkins.Traffic, InBenchmark: true, Motions: 3},
			}}, nil
		}
	})
	r.openBenchmark()
	if r.benchmark != nil || len(r.problems) != 0 {
		t.Error("without a dataset there is nothing to benchmark")
	}
	r.session.OpenDataset(t.TempDir())
	r.settle()
	b := newBenchmarkWindow(r.window, func(ctx context.Context, task hopkins.Benchmark) ([]hopkins.Row, error) {
		for i, e := range task.Entries {
			for j, m := range task.Methods {
				task.Finished(hopkins.Row{Sequence: e.Name, Category: e.Category, Motions: e.Motions, Method: m.Name, Error: float64(10*i + j), Iterations: 5, InBenchmark: true})
			}
		}
		return nil, ctx.Err()
	})
	if got := b.state.Text; got != "2 sequences × 2 methods" {
		t.Errorf("state is %q", got)
	}
	test.Tap(b.start)
	b.model.Wait()
	r.settle()
	if got := b.state.Text; got != "4 of 4 · finished" || len(b.rows) != 4 {
		t.Errorf("state is %q with %d rows", got, len(b.rows))
	}
	b.sortBy, b.falling = 6, true
	b.sort()
	if b.rows[0].Error != 11 || benchmarkCell(b.rows[0], 6) != "11.00" {
		t.Errorf("first row is %+v", b.rows[0])
	}
	if len(b.cells) == 0 || b.cells[0][4] == "" || b.cells[0][6] == "–" {
		t.Errorf("summary is %v, want the paper's figures beside it", b.cells)
	}
	if p := pairs(b.rows, "ssc", "lrksc"); len(p) != 2 {
		t.Errorf("%d pairs to plot", len(p))
	}
	// A click on the point of the second sequence opens it.
	plot := b.plot
	plot.surface.Raster.Generator(480, 360)
	plot.redraw()
	plot.surface.Workers.Wait()
	r.settle()
	hit := fyne.NewPos(-1, -1)
	for y := float32(0); y < 360; y += 3 {
		for x := float32(0); x < 480; x += 3 {
			if i := plot.pairAt(fyne.NewPos(x, y)); i >= 0 && plot.pairs[i].Name == "b" {
				hit = fyne.NewPos(x, y)
			}
		}
	}
	plot.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: hit}})
	if got := plot.named.Text; got != "b: ssc 11.00 %, lrksc 10.00 %" && got != "b: ssc 10.00 %, lrksc 11.00 %" {
		t.Errorf("the point under the pointer is called %q", got)
	}
	test.Tap(plot)
	plot.Tapped(&fyne.PointEvent{Position: hit})
	r.settle()
	if !slices.Equal(opened, []string{second}) {
		t.Errorf("clicks opened %v, want b", opened)
	}
	b.export("csv", ".csv")
	if b.win.Canvas().Overlays().Top() == nil {
		t.Error("no dialog asks where to write the report")
	}
	b.close()
}
