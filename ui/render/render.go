// Package render draws the results of commands: films of labelled tracks,
// affinity matrices, plots of errors. It needs no window and no toolkit.
package render

import (
	"context"
	"fmt"
	"image"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"motionseg/hopkins"
	"motionseg/hopkins/bench"
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
	view, size, err := viewOf(ctx, g, source)
	if err != nil {
		return nil, err
	}
	rate := defaultRate
	var picture func(int) (image.Image, error)
	if source != nil {
		picture = source.ExactFrame
		if source.Rate() > 0 {
			rate = source.Rate()
		}
	}
	return &draw.Animation{
		Views: []draw.View{view}, Picture: picture, Last: g.Source.Sequence.Frames() - 1,
		FramesPerSecond: rate, Width: min(size.X, maxFilmWidth),
	}, nil
}

// viewOf returns a view of the labelled tracks over the pictures of source, which may be
// nil, and the size of a picture.
func viewOf(ctx context.Context, g *hopkins.Segmentation, source *footage.Source) (draw.View, image.Point, error) {
	s, upward := g.Source.Sequence, false
	size := image.Pt(s.Width, s.Height)
	if source != nil {
		judgement, err := footage.DirectionOf(s, source)
		if err != nil {
			return draw.View{}, size, err
		}
		upward = judgement.Direction == footage.Up
		if size.X == 0 {
			if size, err = source.Size(ctx); err != nil {
				return draw.View{}, size, err
			}
		}
	}
	if err := s.LaidOut(); err != nil {
		return draw.View{}, size, err
	}
	scene, err := draw.NewScene(s.Pixels, s.Visible, size.X, size.Y, upward)
	if err != nil {
		return draw.View{}, size, err
	}
	view := draw.NewView(scene)
	view.Style, view.Labels = draw.Light(), g.Labels
	return view, size, nil
}

// Figure writes segmentations of one sequence side by side, over the picture of the
// frame where there is one, above their affinities.
func (Drawing) Figure(
	ctx context.Context, w io.Writer, of []*hopkins.Segmentation, o hopkins.FigureOptions, format string,
) error {
	source, err := footage.OpenIfAny(ctx, of[0].Source.Sequence)
	if err != nil {
		return err
	}
	f := &draw.Figure{Style: draw.Light()}
	if !o.Untitled {
		f.Title = of[0].Source.Name
	}
	if o.Column {
		f.Width = draw.ColumnWidth
	}
	var picture image.Image
	if source != nil {
		defer source.Close()
		if picture, err = source.ExactFrame(o.Frame); err != nil {
			return err
		}
	}
	for _, g := range of {
		p, err := panelOf(ctx, g, source, o)
		if err != nil {
			return err
		}
		p.View.Pictures[0] = picture
		f.Panels = append(f.Panels, p)
	}
	return f.Write(ctx, w, draw.Format(format))
}

// panelOf returns one segmentation of a figure, without its picture.
func panelOf(
	ctx context.Context, g *hopkins.Segmentation, source *footage.Source, o hopkins.FigureOptions,
) (draw.Panel, error) {
	p := draw.Panel{Title: g.Task.Method.Method.Describe().Title}
	if e := g.Score.Error; !math.IsNaN(e) {
		p.Title += fmt.Sprintf(": %.2f %% misclassified", e)
	}
	var err error
	if p.View, _, err = viewOf(ctx, g, source); err != nil {
		return p, err
	}
	p.View.Frame, p.View.Wrong = o.Frame, g.Wrong()
	if o.Without || g.Result.W == nil {
		return p, nil
	}
	p.Matrix, err = matrixOf(g)
	p.Matrix.Style = draw.Light()
	return p, err
}

// matrixOf returns a view of the affinity matrix, its rows and columns grouped by the
// truth, or by the labels where the truth is unknown.
func matrixOf(g *hopkins.Segmentation) (draw.MatrixView, error) {
	labels := g.Source.Truth
	if labels == nil {
		labels = g.Labels
	}
	groups := make([]int, len(g.Points))
	for row, track := range g.Points {
		groups[row] = labels[track]
	}
	order := draw.LabelOrder(groups)
	matrix, err := draw.NewMatrix(g.Result.W, order)
	if err != nil {
		return draw.MatrixView{}, err
	}
	view := draw.NewMatrixView(matrix)
	view.Groups = draw.Groups(groups, order)
	return view, nil
}

// Affinity writes the affinity matrix as a PNG, its rows and columns grouped by
// the truth, or by the labels where the truth is unknown.
func (Drawing) Affinity(w io.Writer, g *hopkins.Segmentation) error {
	view, err := matrixOf(g)
	if err != nil {
		return err
	}
	// The matrix alone: lines between groups are for figures.
	view.Groups = nil
	return draw.WriteMatrixPNG(w, &view)
}

// The size of plots.
const plotWidth, plotHeight = 5 * vg.Inch, 3.5 * vg.Inch

// BenchmarkPlot plots the errors of a benchmark: those of two methods against each
// other, else the distribution of every method's.
func (Drawing) BenchmarkPlot(w io.Writer, rows []bench.Row, format string) error {
	curves := Distributions(rows)
	chart := draw.ErrorDistribution(draw.Light(), curves)
	if len(curves) == 2 {
		left, right := curves[0].Name, curves[1].Name
		chart = draw.ErrorScatter(draw.Light(), left, right, Pairs(rows, left, right))
	}
	return chart.Write(w, draw.Format(format), plotWidth, plotHeight)
}

// Pairs returns the errors of two methods on the sequences that both have.
func Pairs(rows []bench.Row, left, right string) []draw.Pair {
	errors := map[string]float64{}
	for _, r := range rows {
		if r.Method == right {
			errors[r.Sequence] = r.Error
		}
	}
	var found []draw.Pair
	for _, r := range rows {
		if e, ok := errors[r.Sequence]; ok && r.Method == left {
			found = append(found, draw.Pair{Name: r.Sequence, Left: r.Error, Right: e})
		}
	}
	return found
}

// Distributions returns the errors of every method.
func Distributions(rows []bench.Row) []draw.Curve {
	var curves []draw.Curve
	for _, r := range rows {
		i := slices.IndexFunc(curves, func(c draw.Curve) bool { return c.Name == r.Method })
		if i < 0 {
			i = len(curves)
			curves = append(curves, draw.Curve{Name: r.Method})
		}
		curves[i].Y = append(curves[i].Y, r.Error)
	}
	return curves
}

// ErrorPlot plots the mean error of every method over the number of subjects.
func (Drawing) ErrorPlot(w io.Writer, r imageset.Trials, format string) error {
	var curves []draw.Curve
	for _, s := range r.Summaries() {
		if len(curves) == 0 || curves[len(curves)-1].Name != s.Method {
			curves = append(curves, draw.Curve{Name: s.Method})
		}
		curve := &curves[len(curves)-1]
		curve.X, curve.Y = append(curve.X, float64(s.Subjects)), append(curve.Y, s.Mean)
	}
	return draw.ErrorByMotions(draw.Light(), curves).Write(w, draw.Format(format), plotWidth, plotHeight)
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
