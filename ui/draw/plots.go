package draw

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"motionseg/segment"
)

// Run is what the plots of two methods take of each: a name for the legend and
// what the method left behind. A run with nothing to show is left out.
type Run struct {
	Name     string
	History  []segment.Iteration // for Convergence
	Spectrum []float64           // for Spectrum, ascending
	Motions  int                 // K, for Spectrum
}

// The dashes of residuals other than that of the coefficients.
var (
	affineDashes = []vg.Length{5, 3}
	kernelDashes = []vg.Length{1.5, 2.5}
)

const lineWidth = 1.6

// Convergence plots objective and residuals by iteration on logarithmic axes, one
// curve for each kernel that a method solves for.
// Values that are not positive or not finite leave a gap.
func Convergence(style Style, left, right Run) *Chart {
	objective := newPlot(style, "Objective", "iteration", "")
	residual := newPlot(style, "Residual", "iteration", "")
	c := &Chart{style: style, plots: []*plot.Plot{objective, residual}}
	affine, kernel := false, false
	for k, run := range []Run{left, right} {
		parts := partsOf(run.History)
		for i, history := range parts {
			// One shade a part, the last the fullest.
			line := draw.LineStyle{Color: blend(sideColor(style, k), style.Paper,
				0.65*float64(len(parts)-1-i)/float64(max(1, len(parts)-1))), Width: lineWidth}
			name := run.Name
			if part := history[0].Part; part != "" {
				name += ": " + chartText(part)
			}
			c.legend = append(c.legend, entry{name: name, color: line.Color})
			add := func(p *plot.Plot, dashes []vg.Length, value func(segment.Iteration) float64) bool {
				s := series{line: line, log: true}
				s.line.Dashes = dashes
				for n, it := range history {
					s.x, s.y = append(s.x, float64(n+1)), append(s.y, value(it))
				}
				p.Add(s)
				return slices.ContainsFunc(s.y, func(v float64) bool { return v > 0 })
			}
			add(objective, nil, func(it segment.Iteration) float64 { return it.Objective })
			add(residual, nil, func(it segment.Iteration) float64 { return it.Residual })
			if add(residual, affineDashes, func(it segment.Iteration) float64 { return it.AffineResidual }) {
				affine = true
			}
			if add(residual, kernelDashes, func(it segment.Iteration) float64 { return it.KernelResidual }) {
				kernel = true
			}
		}
	}
	if affine {
		c.legend = append(c.legend, entry{name: "affine residual", color: style.Muted, dashes: affineDashes})
	}
	if kernel {
		c.legend = append(c.legend, entry{name: "kernel residual", color: style.Muted, dashes: kernelDashes})
	}
	for _, p := range c.plots {
		p.X.Tick.Marker = whole{}
		if !logarithmic(p) {
			empty(style, p, "no values yet")
		}
	}
	return c
}

// partsOf cuts a history where the method goes on to solve for another kernel.
func partsOf(history []segment.Iteration) [][]segment.Iteration {
	var parts [][]segment.Iteration
	for i, it := range history {
		if i == 0 || it.Part != history[i-1].Part {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], it)
	}
	return parts
}

// chartText writes a name with letters that the charts' font has.
var chartText = strings.NewReplacer("xᵀy", "x'y", "λ1", "λ").Replace

// blend returns a colour, mixed with so much of another.
func blend(c, with color.RGBA, share float64) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-share) + float64(b)*share)) }
	return color.RGBA{mix(c.R, with.R), mix(c.G, with.G), mix(c.B, with.B), c.A}
}

// empty makes a plot that has nothing to show say so.
func empty(style Style, p *plot.Plot, text string) {
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.ConstantTicks{}, plot.ConstantTicks{}
	p.Add(note{text, style.Muted})
}

// sideColor returns the colour of the left (0) or right (1) side.
func sideColor(style Style, k int) color.RGBA {
	if k == 0 {
		return style.Left
	}
	return style.Right
}

// seriesColor returns the colour of curve k of many: that of both sides first,
// then those label colours that show on either background.
func seriesColor(style Style, k int) color.RGBA {
	if k < 2 {
		return sideColor(style, k)
	}
	others := []int{3, 7, 10, 12, 8}
	return LabelColor(others[(k-2)%len(others)])
}

// gapMark draws the step from one eigenvalue to the next.
type gapMark struct {
	at, low, high float64
	color         color.Color
}

func (g gapMark) Plot(c draw.Canvas, p *plot.Plot) {
	x, y0, y1 := c.X(p.X.Norm(g.at)), c.Y(p.Y.Norm(g.low)), c.Y(p.Y.Norm(g.high))
	line := draw.LineStyle{Color: g.color, Width: 0.9}
	reach := (c.X(p.X.Norm(1)) - c.X(p.X.Norm(0))) * 0.5
	dashed := line
	dashed.Dashes = []vg.Length{2, 2}
	c.StrokeLine2(dashed, x-reach, y0, x, y0)
	c.StrokeLine2(dashed, x, y1, x+reach, y1)
	c.StrokeLine2(line, x, y0, x, y1)
	if h := min((y1-y0)/2, 4); h > 1 {
		for _, tip := range []struct{ y, back vg.Length }{{y0, h}, {y1, -h}} {
			c.FillPolygon(g.color,
				[]vg.Point{{X: x, Y: tip.y}, {X: x - 2.4, Y: tip.y + tip.back}, {X: x + 2.4, Y: tip.y + tip.back}})
		}
	}
}

// widestGap returns after which of the eigenvalues, ascending and counted from 1,
// the relative gap (λ_{k+1} − λ_k)/(λ_{k+1} + 0.01) is largest, of k and all from 2
// on: after the first, which is 0, it is always large.
func widestGap(spectrum []float64, k int) int {
	const offset = 0.01
	widest, most := k, math.Inf(-1)
	for i := 1; i < len(spectrum); i++ {
		if i == 1 && k != 1 {
			continue
		}
		if gap := (spectrum[i] - spectrum[i-1]) / (spectrum[i] + offset); gap > most || gap == most && i == k {
			widest, most = i, gap
		}
	}
	return widest
}

// Spectrum plots the smallest eigenvalues of the Laplacian of both runs and
// marks the gap between the Kth and the next, or says where a wider one is.
func Spectrum(style Style, left, right Run) *Chart {
	p := newPlot(style, "", "index", "eigenvalue of the Laplacian")
	c := &Chart{style: style, plots: []*plot.Plot{p}}
	p.X.Tick.Marker, p.Y.Tick.Marker = whole{}, round(6)
	both := left.Motions == right.Motions && len(left.Spectrum) > 0 && len(right.Spectrum) > 0
	for k, run := range []Run{left, right} {
		if len(run.Spectrum) == 0 {
			continue
		}
		s := series{line: draw.LineStyle{Color: sideColor(style, k), Width: lineWidth}, dot: 3}
		for i, v := range run.Spectrum {
			s.x, s.y = append(s.x, float64(i+1)), append(s.y, v)
		}
		p.Add(s)
		name := run.Name
		if n := run.Motions; n > 0 && n < len(run.Spectrum) && plottable(run.Spectrum[n]) && plottable(run.Spectrum[n-1]) {
			at := float64(n) + 0.5
			if both {
				// Beside each other rather than on top.
				at += 0.14*float64(k) - 0.07
			}
			gap, widest := run.Spectrum[n]-run.Spectrum[n-1], widestGap(run.Spectrum, n)
			switch {
			case widest != n:
				name = fmt.Sprintf("%s: no eigengap at K = %d, the widest is at %d", run.Name, n, widest)
			case gap > 0:
				p.Add(gapMark{at, run.Spectrum[n-1], run.Spectrum[n], s.line.Color})
				name = fmt.Sprintf("%s: eigengap %.3g at K = %d", run.Name, gap, n)
			default:
				name = fmt.Sprintf("%s: no eigengap", run.Name)
			}
		}
		c.legend = append(c.legend, entry{name: name, color: s.line.Color})
	}
	if p.X.Max < p.X.Min {
		empty(style, p, "no eigenvalues yet")
		return c
	}
	p.X.Min, p.X.Max = 0.5, p.X.Max+0.5
	p.Y.Min = min(p.Y.Min, 0)
	p.Y.Max = p.Y.Min + max(1.06*(p.Y.Max-p.Y.Min), 1e-12)
	return c
}

// Pair is the error of two methods on one sequence, in %; NaN when unknown.
type Pair struct {
	Name        string
	Left, Right float64
}

// known reports whether both errors are.
func (p Pair) known() bool { return plottable(p.Left) && plottable(p.Right) }

// dots draws points of one colour.
type dots struct {
	x, y  []float64
	color color.Color
	edge  color.Color
}

func (d dots) Plot(c draw.Canvas, p *plot.Plot) {
	for k := range d.x {
		at := vg.Point{X: c.X(p.X.Norm(d.x[k])), Y: c.Y(p.Y.Norm(d.y[k]))}
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: d.edge, Radius: 3.6, Shape: draw.CircleGlyph{}}, at)
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: d.color, Radius: 3, Shape: draw.CircleGlyph{}}, at)
	}
}

// ErrorScatter plots the errors of two methods against each other, a mark a
// sequence. The axes run to the same value, so that the diagonal is the line
// of equal errors. Chart.Nearest finds the pair at a place.
func ErrorScatter(style Style, leftName, rightName string, pairs []Pair) *Chart {
	p := newPlot(style, "", leftName+" error, %", rightName+" error, %")
	c := &Chart{style: style, plots: []*plot.Plot{p}, squared: true}
	groups := [3]dots{{color: style.Muted}, {color: style.Left}, {color: style.Right}}
	limit := 0.0
	for k, pair := range pairs {
		if !pair.known() {
			continue
		}
		limit = max(limit, pair.Left, pair.Right)
		g := &groups[0]
		switch {
		case pair.Left < pair.Right:
			g = &groups[1]
		case pair.Right < pair.Left:
			g = &groups[2]
		}
		g.edge = style.Paper
		g.x, g.y = append(g.x, pair.Left), append(g.y, pair.Right)
		c.marks = append(c.marks, mark{pair.Left, pair.Right, k})
	}
	if len(c.marks) == 0 {
		empty(style, p, "no sequence with both errors yet")
		return c
	}
	limit = max(1.04*limit, 1)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, limit, 0, limit
	p.X.Tick.Marker, p.Y.Tick.Marker = round(6), round(6)
	p.Add(series{x: []float64{0, limit}, y: []float64{0, limit},
		line: draw.LineStyle{Color: style.Muted, Width: 0.8, Dashes: []vg.Length{4, 3}}})
	for k, name := range []string{"equal", leftName + " better", rightName + " better"} {
		if n := len(groups[k].x); n > 0 {
			p.Add(groups[k])
			c.legend = append(c.legend, entry{name: fmt.Sprintf("%s: %d", name, n), color: groups[k].color, square: true})
		}
	}
	return c
}

// pairBars draws two bars for every pair.
type pairBars struct {
	pairs []Pair
	style Style
}

func (b pairBars) Plot(c draw.Canvas, p *plot.Plot) {
	for k, pair := range b.pairs {
		for side, v := range []float64{pair.Left, pair.Right} {
			if !plottable(v) {
				continue
			}
			x0 := c.X(p.X.Norm(float64(k) + 0.4*float64(side-1)))
			x1 := c.X(p.X.Norm(float64(k) + 0.4*float64(side)))
			y0, y1 := c.Y(p.Y.Norm(0)), c.Y(p.Y.Norm(v))
			c.FillPolygon(sideColor(b.style, side), []vg.Point{{X: x0, Y: y0}, {X: x0, Y: y1}, {X: x1, Y: y1}, {X: x1, Y: y0}})
		}
	}
}

// namedBars is the largest number of pairs whose names are written.
const namedBars = 16

// ErrorBars plots the errors of two methods as bars, a pair a sequence, in the
// order given. The names of up to 16 sequences are written below. Chart.Nearest
// finds the pair at a bar's end.
func ErrorBars(style Style, leftName, rightName string, pairs []Pair) *Chart {
	p := newPlot(style, "", "", "error, %")
	c := &Chart{style: style, plots: []*plot.Plot{p}}
	limit := 0.0
	var names []plot.Tick
	for k, pair := range pairs {
		for side, v := range []float64{pair.Left, pair.Right} {
			if plottable(v) {
				limit = max(limit, v)
				c.marks = append(c.marks, mark{float64(k) + 0.2*float64(2*side-1), v, k})
			}
		}
		names = append(names, plot.Tick{Value: float64(k), Label: pair.Name})
	}
	if len(c.marks) == 0 {
		empty(style, p, "no errors yet")
		return c
	}
	c.legend = []entry{{name: leftName, color: style.Left, square: true},
		{name: rightName, color: style.Right, square: true}}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.6, float64(len(pairs))-0.4, 0, max(1.04*limit, 1)
	p.Y.Tick.Marker = round(6)
	if len(pairs) <= namedBars {
		p.X.Tick.Marker = plot.ConstantTicks(names)
		p.X.Tick.Label.Rotation = math.Pi / 6
		p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YTop
	} else {
		p.X.Label.Text = "sequence"
		p.X.Tick.Marker = plot.ConstantTicks{}
	}
	p.Add(pairBars{pairs, style})
	return c
}

// Curve is a named line of a plot: Y over X, of the same length. NaN in Y
// leaves a gap.
type Curve struct {
	Name string
	X, Y []float64
}

// ErrorByMotions plots the clustering error in % over the number of groups K,
// a curve a method: the image benchmark of the paper.
func ErrorByMotions(style Style, curves []Curve) *Chart {
	p := newPlot(style, "", "number of groups K", "error, %")
	c := &Chart{style: style, plots: []*plot.Plot{p}}
	for k, curve := range curves {
		n := min(len(curve.X), len(curve.Y))
		line := draw.LineStyle{Color: seriesColor(style, k), Width: lineWidth}
		p.Add(series{x: curve.X[:n], y: curve.Y[:n], line: line, dot: 3})
		c.legend = append(c.legend, entry{name: curve.Name, color: line.Color})
	}
	if p.X.Max < p.X.Min {
		empty(style, p, "no errors yet")
		return c
	}
	p.Y.Min, p.Y.Max = 0, max(1.06*p.Y.Max, 1)
	space := max(0.03*(p.X.Max-p.X.Min), 0.5)
	p.X.Min, p.X.Max = p.X.Min-space, p.X.Max+space
	p.X.Tick.Marker, p.Y.Tick.Marker = whole{}, round(6)
	return c
}

// ErrorDistribution plots, for every method, the share of sequences (in %)
// whose error is at most the value on the x axis. Curve.Y holds the errors in
// any order, NaN left out; Curve.X is not read.
func ErrorDistribution(style Style, methods []Curve) *Chart {
	p := newPlot(style, "", "error at most, %", "share of sequences, %")
	c := &Chart{style: style, plots: []*plot.Plot{p}}
	limit := 0.0
	sorted := make([][]float64, len(methods))
	for k, m := range methods {
		sorted[k] = slices.DeleteFunc(slices.Clone(m.Y), func(v float64) bool { return !plottable(v) })
		slices.Sort(sorted[k])
		if n := len(sorted[k]); n > 0 {
			limit = max(limit, sorted[k][n-1])
		}
	}
	limit = max(1.02*limit, 1)
	for k, errors := range sorted {
		if len(errors) == 0 {
			continue
		}
		s := series{line: draw.LineStyle{Color: seriesColor(style, k), Width: lineWidth}}
		share := 0.0
		for i, v := range errors {
			s.x, s.y = append(s.x, v), append(s.y, share)
			share = 100 * float64(i+1) / float64(len(errors))
			s.x, s.y = append(s.x, v), append(s.y, share)
		}
		s.x, s.y = append(s.x, limit), append(s.y, share)
		p.Add(s)
		c.legend = append(c.legend, entry{name: methods[k].Name, color: s.line.Color})
	}
	if len(c.legend) == 0 {
		empty(style, p, "no errors yet")
		return c
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, limit, 0, 102
	p.X.Tick.Marker, p.Y.Tick.Marker = round(8), round(6)
	return c
}

// Visibility is how many tracks are seen, for the plot Coverage.
type Visibility struct {
	Seen   []int // in every frame
	Tracks int   // of all
	// First and Last are the frames that are chosen, from 0, and Complete is the
	// number of tracks seen in all of them.
	First, Last, Complete int
}

// Coverage plots the number of tracks that are seen in each frame, frames
// counted from 1, and how many are seen throughout the chosen ones, which are
// shaded.
func Coverage(style Style, v Visibility) *Chart {
	p := newPlot(style, "", "frame", "tracks seen")
	c := &Chart{style: style, plots: []*plot.Plot{p}}
	if len(v.Seen) == 0 {
		empty(style, p, "no frames")
		return c
	}
	visible := series{line: draw.LineStyle{Color: style.Right, Width: lineWidth}}
	for f, n := range v.Seen {
		visible.x, visible.y = append(visible.x, float64(f+1)), append(visible.y, float64(n))
	}
	from, to, height := float64(v.First)+0.5, float64(v.Last)+1.5, float64(v.Complete)
	shade := style.Left
	shade.A = 0x40
	p.Add(block{from, to, height, shade}, series{x: []float64{from, to}, y: []float64{height, height},
		line: draw.LineStyle{Color: style.Left, Width: lineWidth}}, visible)
	p.X.Min, p.X.Max = 0.5, float64(len(v.Seen))+0.5
	p.Y.Min, p.Y.Max = 0, 1.06*float64(max(v.Tracks, 1))
	p.X.Tick.Marker, p.Y.Tick.Marker = whole{}, whole{}
	c.legend = []entry{{name: "seen in the frame", color: style.Right},
		{name: fmt.Sprintf("in all of %d to %d: %d of %d", v.First+1, v.Last+1, v.Complete, v.Tracks), color: style.Left}}
	return c
}

// block is a rectangle that stands on the x axis.
type block struct {
	from, to, height float64
	color            color.RGBA // alpha not multiplied in
}

func (b block) Plot(c draw.Canvas, p *plot.Plot) {
	x0, x1 := c.X(p.X.Norm(b.from)), c.X(p.X.Norm(b.to))
	y0, y1 := c.Y(p.Y.Norm(0)), c.Y(p.Y.Norm(b.height))
	c.FillPolygon(color.NRGBA(b.color), []vg.Point{{X: x0, Y: y0}, {X: x0, Y: y1}, {X: x1, Y: y1}, {X: x1, Y: y0}})
}
