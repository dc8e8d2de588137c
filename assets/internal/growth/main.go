//go:build unix

// Command growth times LRKSC, LRKSC auto and SSC on synthetic scenes of 250 to
// 5000 tracks in 60 frames and writes growth.svg, a plot of the times on logarithmic axes
// beside a line of N²·rank, to the current folder. It prints the times: processor
// time on one core, which other programs that run at the same time change little.
package main

import (
	"context"
	"fmt"
	"image/color"
	"log"
	"runtime"
	"slices"
	"syscall"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"motionseg/hopkins"
	"motionseg/hopkins/synthetic"
	"motionseg/segment"
)

// sizes are the numbers of tracks.
var sizes = []int{250, 500, 1000, 2000, 5000}

// frames is the length of the scenes.
const frames = 60

// line is what is measured of one method.
type line struct {
	method string
	title  string
	colour color.RGBA
	points plotter.XYs
}

func main() {
	log.SetFlags(0)
	runtime.GOMAXPROCS(1)
	lines := []line{
		{method: "lrksc", title: "LRKSC", colour: color.RGBA{0x00, 0x72, 0xB2, 0xFF}},
		{method: "lrksc-auto", title: "LRKSC auto", colour: color.RGBA{0x00, 0x9E, 0x73, 0xFF}},
		{method: "ssc", title: "SSC", colour: color.RGBA{0xD5, 0x5E, 0x00, 0xFF}},
	}
	var bound plotter.XYs // N²·rank
	for _, tracks := range sizes {
		config := synthetic.Default()
		config.Tracks, config.Frames = tracks, frames
		scene, err := synthetic.New(config)
		if err != nil {
			log.Fatal(err)
		}
		sequence, err := scene.Sequence()
		if err != nil {
			log.Fatal(err)
		}
		for i := range lines {
			seconds, result, err := median(sequence, lines[i].method)
			if err != nil {
				log.Fatal(err)
			}
			lines[i].points = append(lines[i].points, plotter.XY{X: float64(tracks), Y: seconds})
			rank := 0
			if history := result.History; len(history) > 0 {
				rank = history[len(history)-1].Rank
			}
			fmt.Printf("N = %d  %-10s  %7.3f s  rank %d\n", tracks, lines[i].method, seconds, rank)
			if i == 0 {
				bound = append(bound, plotter.XY{X: float64(tracks), Y: float64(tracks) * float64(tracks) * float64(rank)})
			}
		}
	}
	if err := save(lines, bound, "growth.svg"); err != nil {
		log.Fatal(err)
	}
}

// median returns the median processor time of a method from tracks to labels, of
// three runs where they are short and of one where they are long.
func median(s *hopkins.Sequence, name string) (float64, *segment.Result, error) {
	method, err := segment.Lookup(name)
	if err != nil {
		return 0, nil, err
	}
	var seconds []float64
	var result *segment.Result
	for len(seconds) < 3 && (len(seconds) == 0 || seconds[0] < 1) {
		start, err := processorSeconds()
		if err != nil {
			return 0, nil, err
		}
		r, err := s.Segment(context.Background(), hopkins.Task{Method: segment.Spec{Method: method}})
		if err != nil {
			return 0, nil, err
		}
		end, err := processorSeconds()
		if err != nil {
			return 0, nil, err
		}
		seconds, result = append(seconds, end-start), r.Result
	}
	slices.Sort(seconds)
	return seconds[len(seconds)/2], result, nil
}

// processorSeconds returns the processor time of this process so far, of the
// system on its behalf included.
func processorSeconds() (float64, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9, nil
}

// save plots the lines, and the bound so scaled that it meets the first one at
// its last point.
func save(lines []line, bound plotter.XYs, path string) error {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "tracks N", "processor seconds to labels, one core"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.Y.Tick.Marker = plot.LogTicks{Prec: -1}
	ticks := make([]plot.Tick, len(sizes))
	for i, n := range sizes {
		ticks[i] = plot.Tick{Value: float64(n), Label: fmt.Sprint(n)}
	}
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	p.Legend.Top, p.Legend.Left = true, true
	for _, l := range lines {
		curve, points, err := plotter.NewLinePoints(l.points)
		if err != nil {
			return err
		}
		curve.Color, points.Color = l.colour, l.colour
		curve.Width = vg.Points(1.5)
		points.Shape = draw.CircleGlyph{}
		p.Add(curve, points)
		p.Legend.Add(l.title, curve, points)
	}
	last := len(bound) - 1
	scale := lines[0].points[last].Y / bound[last].Y
	for i := range bound {
		bound[i].Y *= scale
	}
	dashed, err := plotter.NewLine(bound)
	if err != nil {
		return err
	}
	dashed.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
	p.Add(dashed, plotter.NewGrid())
	p.Legend.Add("N² · rank of LRKSC", dashed)
	return p.Save(14*vg.Centimeter, 10*vg.Centimeter, path)
}
