// Package render draws the results of commands: films of labelled tracks,
// affinity matrices, plots of errors. It needs no window and no toolkit.
package render

import (
	"context"
	"image"
	"io"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot/vg"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/imageset"
	"motionseg/ui/draw"
)

// Drawing is the command.Drawing of the program.
type Drawing struct{}

// maxFilmWidth bounds the width of films in pixels, and defaultRate is how many
// frames a second those without pictures have.
const (
	maxFilmWidth = 1920
	defaultRate  = 10.0
)

// Film writes the labelled tracks over their pictures, where there are any, to a
// film by the ending of path. progress may be nil.
func (Drawing) Film(
	ctx context.Context, path string, g *hopkins.Segmentation, progress func(done, frames int),
) error {
	source, err := footage.OpenIfAny(ctx, g.Source.Sequence)
	if err != nil {
		return err
	}
	if source != nil {
		defer source.Close()
	}
	a, err := animation(ctx, g, source)
	if err != nil {
		return err
	}
	if strings.EqualFold(filepath.Ext(path), ".gif") {
		return hopkins.WriteFile(path, func(w io.Writer) error { return a.WriteGIF(ctx, w, progress) })
	}
	reel, err := draw.NewReel(a)
	if err != nil {
		return err
	}
	film := footage.Film{Size: reel.Size(), Frames: reel.Frames(), Rate: a.FramesPerSecond, Picture: reel.Frame}
	return footage.WriteFilm(ctx, path, film, progress)
}

// animation returns the labelled tracks over the pictures of source, which may be
// nil.
func animation(ctx context.Context, g *hopkins.Segmentation, source *footage.Source) (*draw.Animation, error) {
	s, upward, rate := g.Source.Sequence, false, defaultRate
	size := image.Pt(s.Width, s.Height)
	var picture func(int) (image.Image, error)
	if source != nil {
		picture = source.ExactFrame
		judgement, err := footage.DirectionOf(s, source)
		if err != nil {
			return nil, err
		}
		upward = judgement.Direction == footage.Up
		if source.Rate() > 0 {
			rate = source.Rate()
		}
		if size.X == 0 {
			if size, err = source.Size(ctx); err != nil {
				return nil, err
			}
		}
	}
	if err := s.LaidOut(); err != nil {
		return nil, err
	}
	scene, err := draw.NewScene(s.Pixels, s.Visible, size.X, size.Y, upward)
	if err != nil {
		return nil, err
	}
	view := draw.NewView(scene)
	view.Style, view.Labels = draw.Light(), g.Labels
	return &draw.Animation{
		Views: []draw.View{view}, Picture: picture, Last: s.Frames() - 1,
		FramesPerSecond: rate, Width: min(size.X, maxFilmWidth),
	}, nil
}

// Affinity writes the affinity matrix as a PNG, its rows and columns grouped by
// the truth, or by the labels where the truth is unknown.
func (Drawing) Affinity(w io.Writer, g *hopkins.Segmentation) error {
	labels := g.Source.Truth
	if labels == nil {
		labels = g.Labels
	}
	groups := make([]int, len(g.Points))
	for row, track := range g.Points {
		groups[row] = labels[track]
	}
	matrix, err := draw.NewMatrix(g.Result.W, draw.LabelOrder(groups), draw.MaxPooling)
	if err != nil {
		return err
	}
	view := draw.NewMatrixView(matrix)
	return draw.WriteMatrixPNG(w, &view)
}

// ErrorPlot plots the mean error of every method over the number of subjects.
func (Drawing) ErrorPlot(w io.Writer, r imageset.Trials, format string) error {
	const width, height = 5 * vg.Inch, 3.5 * vg.Inch
	var curves []draw.Curve
	for _, s := range r.Summaries() {
		if len(curves) == 0 || curves[len(curves)-1].Name != s.Method {
			curves = append(curves, draw.Curve{Name: s.Method})
		}
		curve := &curves[len(curves)-1]
		curve.X, curve.Y = append(curve.X, float64(s.Subjects)), append(curve.Y, s.Mean)
	}
	return draw.ErrorByMotions(draw.Light(), curves).Write(w, draw.Format(format), width, height)
}

// PlotFormats returns the formats of ErrorPlot, as endings of names without the
// dot.
func (Drawing) PlotFormats() []string {
	var names []string
	for _, f := range draw.Formats() {
		names = append(names, string(f))
	}
	return names
}
