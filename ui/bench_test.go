package ui

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/hopkins/imageset"
	"motionseg/segment"
	"motionseg/ui/session"
	"motionseg/ui/shown"
)

// crowd is a sequence of n tracks in the given number of frames and three
// motions.
func crowd(n, frames int) *hopkins.Sequence {
	s := &hopkins.Sequence{Name: "crowd", Width: 640, Height: 480, Pixels: mat.NewDense(2*frames, n, nil),
		Truth: make([]int, n)}
	for i := range n {
		s.Truth[i] = 1 + i%3
		for f := range frames {
			s.Pixels.Set(2*f, i, float64((i*37+f*(1+i%3))%640))
			s.Pixels.Set(2*f+1, i, float64((i*53+f)%480))
		}
	}
	s.Normalized = s.Pixels
	return s
}

// solveCrowd finds the motions of a crowd, by affinities that say little.
func solveCrowd(_ context.Context, d segment.Data, _ segment.Config) (*segment.Result, error) {
	points := d.Points()
	result := &segment.Result{Labels: make([]int, points), W: mat.NewDense(points, points, nil),
		Confidence: make([]float64, points)}
	for i := range points {
		result.Labels[i] = 1 + i%3
		for j := range points {
			result.W.Set(i, j, float64((i*j)%97))
		}
	}
	return result, nil
}

// benchmarkHandlers measures what one change costs the goroutine of the user
// interface; painting is not part of it. The limit is 16 ms.
func benchmarkHandlers(b *testing.B, n, frames int, change func(r *rig, round int)) {
	r := newRig(b, func(c *session.Config) {
		c.Example = func() (*hopkins.Sequence, error) { return crowd(n, frames), nil }
		c.Solve = solveCrowd
	})
	r.session.OpenExample()
	r.settle()
	r.session.Sides.Run()
	r.settle()
	r.session.Playback.SetPlaying(false)
	r.capture()
	least := time.Hour
	b.ResetTimer()
	for i := range b.N {
		began := time.Now()
		change(r, i)
		least = min(least, time.Since(began))
		b.StopTimer()
		r.settle()
		b.StartTimer()
	}
	// The mean is of little worth on a machine that does something else.
	b.ReportMetric(float64(least.Microseconds())/1000, "least-ms/op")
}

func BenchmarkHandleFrame(b *testing.B) {
	benchmarkHandlers(b, 600, 100, func(r *rig, round int) { r.session.Playback.SetFrame(round % 100) })
}

func BenchmarkHandleSelection(b *testing.B) {
	benchmarkHandlers(b, 1000, 30, func(r *rig, round int) { r.session.Selection.Select([]int{round % 1000}, false) })
}

func BenchmarkHandleFilter(b *testing.B) {
	benchmarkHandlers(b, 1000, 30, func(r *rig, _ int) { r.session.View.ToggleLabel(2) })
}

func BenchmarkHandleOrder(b *testing.B) {
	benchmarkHandlers(b, 1000, 30, func(r *rig, round int) {
		r.analysis.affinity.order = round % 4
		r.analysis.affinity.rebuild()
	})
}

func BenchmarkHandleSetting(b *testing.B) {
	benchmarkHandlers(b, 1000, 30, func(r *rig, round int) { r.session.Plan.SetMotions(2 + round%2) })
}

// Every step by hand: one track given alone, which takes others along.
func BenchmarkHandleGive(b *testing.B) {
	benchmarkHandlers(b, 2000, 10, func(r *rig, round int) {
		r.session.Selection.Select([]int{round % 2000}, false)
		r.session.Mine.GiveSelected(1 + (round+1)%3)
	})
}

// The slider of "All like these", from the first move on.
func BenchmarkHandleLike(b *testing.B) {
	benchmarkHandlers(b, 2000, 10, func(r *rig, round int) {
		if round == 0 {
			r.session.Selection.Select([]int{7, 8, 9}, false)
		}
		r.analysis.mine.slide(99 - round%98)
	})
}

func BenchmarkHandleSelectAll(b *testing.B) {
	benchmarkHandlers(b, 2000, 10, func(r *rig, round int) {
		if round%2 == 0 {
			r.menus.selectAll()
		} else {
			r.session.Selection.Clear()
		}
	})
}

func BenchmarkHandleTruth(b *testing.B) {
	benchmarkHandlers(b, 2000, 10, func(r *rig, _ int) { r.session.View.ToggleTruth() })
}

func BenchmarkHandleMethod(b *testing.B) {
	benchmarkHandlers(b, 1000, 30, func(r *rig, round int) {
		r.session.Plan.SetMethod(session.Left, []string{"ssc", "lrr"}[round%2])
	})
}

func BenchmarkHandleUndo(b *testing.B) {
	benchmarkHandlers(b, 1000, 30, func(r *rig, round int) {
		if round == 0 {
			r.session.Plan.SetMotions(2)
		}
		if round%2 == 0 {
			r.session.History.Undo()
		} else {
			r.session.History.Redo()
		}
	})
}

func BenchmarkHandleArrange(b *testing.B) {
	benchmarkHandlers(b, 1000, 30, func(r *rig, _ int) { r.keyboard.typedRune('v') })
}

func BenchmarkHandleSequence(b *testing.B) {
	benchmarkHandlers(b, 600, 100, func(r *rig, _ int) {
		r.session.OpenExample()
		r.session.Wait()
		r.queue.run()
	})
}

// BenchmarkHandleLibrary is what the end of a run costs beside the result
// itself: new errors in a library of 155 sequences.
func BenchmarkHandleLibrary(b *testing.B) {
	r := newRig(b, func(c *session.Config) {
		c.OpenDataset = func(root string) (*hopkins.Dataset, error) {
			d := &hopkins.Dataset{Root: root}
			for i := range 155 {
				d.Entries = append(d.Entries,
					hopkins.Entry{Name: fmt.Sprintf("sequence%d", i), Path: fmt.Sprintf("/d/%d.mat", i),
						Category: hopkins.Checkerboard})
			}
			return d, nil
		}
	})
	r.session.OpenExample()
	r.session.OpenDataset(b.TempDir())
	r.settle()
	r.capture()
	for b.Loop() {
		r.library.update()
		r.menus.buildMenu()
	}
}

func BenchmarkHandleMatrixPan(b *testing.B) {
	benchmarkHandlers(b, 2000, 10, func(r *rig, round int) {
		r.analysis.affinity.setCamera(shown.Camera{Zoom: 2, X: 900 + float64(round%100), Y: 1000})
	})
}

func BenchmarkHandleMatrixHover(b *testing.B) {
	benchmarkHandlers(b, 2000, 10, func(r *rig, round int) {
		v := r.analysis.affinity.views[session.Right]
		v.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(60+float32(round%40), 70)}})
	})
}

func BenchmarkHandleTrackHover(b *testing.B) {
	benchmarkHandlers(b, 600, 100, func(r *rig, round int) {
		v := r.sides[session.Left].view
		v.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(60+float32(round%90), 70)}})
	})
}

func BenchmarkHandleRun(b *testing.B) {
	benchmarkHandlers(b, 1000, 30, func(r *rig, _ int) {
		r.session.Sides.Run()
		b.StopTimer()
		r.session.Wait()
		b.StartTimer()
		r.queue.run()
	})
}

// BenchmarkHandleWallHover moves the pointer over 2400 pictures of 38 classes.
func BenchmarkHandleWallHover(b *testing.B) {
	r := newRig(b, func(c *session.Config) {
		c.Open = func(context.Context, string) (*hopkins.Sequence, error) { return nil, errors.New("no tracks") }
		c.OpenImages = func(_ context.Context, path string, _ imageset.Options) (*imageset.Set, error) {
			set := &imageset.Set{Path: path, Name: "many", Width: 8, Height: 8, X: mat.NewDense(64, 2400, nil),
				Truth: make([]int, 2400)}
			for i := range set.Truth {
				set.Truth[i] = 1 + i*38/2400
			}
			for class := range 38 {
				set.Classes = append(set.Classes, fmt.Sprint(class+1))
			}
			return set, nil
		}
	})
	r.session.OpenPath(touch(b, "many.mat"))
	r.settle()
	if err := r.session.SetSubjects(session.Subjects{First: 1, Count: 38}); err != nil {
		b.Fatal(err)
	}
	r.settle()
	r.session.Sides.Run()
	r.settle()
	r.capture()
	v := r.sides[session.Left].wall
	b.ResetTimer()
	for i := range b.N {
		v.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(60+float32(i%90), 70)}})
		b.StopTimer()
		r.settle()
		b.StartTimer()
	}
}
