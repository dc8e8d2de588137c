package draw

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// gridLines draws a line at every labelled tick.
type gridLines struct{ color color.Color }

var _ plot.Plotter = gridLines{}

func (g gridLines) Plot(c draw.Canvas, p *plot.Plot) {
	line := draw.LineStyle{Color: g.color, Width: 0.6}
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if x := c.X(p.X.Norm(t.Value)); !t.IsMinor() && c.ContainsX(x) {
			c.StrokeLine2(line, x, c.Min.Y, x, c.Max.Y)
		}
	}
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if y := c.Y(p.Y.Norm(t.Value)); !t.IsMinor() && c.ContainsY(y) {
			c.StrokeLine2(line, c.Min.X, y, c.Max.X, y)
		}
	}
}

// huge is the largest value that is plotted, 1/huge the smallest on a
// logarithmic axis: axes have to end somewhat beyond them.
const huge = 1e100

// plottable reports whether a value can be put on an axis.
func plottable(v float64) bool { return math.Abs(v) <= huge }

// series is a line through points, with or without dots. Values that cannot be
// drawn, on a logarithmic axis those that are not positive, leave a gap.
type series struct {
	x, y []float64
	line draw.LineStyle
	dot  vg.Length // radius; 0 for none
	log  bool      // the y axis is logarithmic
}

var (
	_ plot.Plotter    = series{}
	_ plot.DataRanger = series{}
)

func (s series) drawable(k int) bool {
	return plottable(s.x[k]) && plottable(s.y[k]) && (!s.log || s.y[k] > 1/huge)
}

// DataRange returns the range of the values that can be drawn.
func (s series) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for k := range s.x {
		if s.drawable(k) {
			xmin, xmax = min(xmin, s.x[k]), max(xmax, s.x[k])
			ymin, ymax = min(ymin, s.y[k]), max(ymax, s.y[k])
		}
	}
	return xmin, xmax, ymin, ymax
}

func (s series) Plot(c draw.Canvas, p *plot.Plot) {
	var run []vg.Point
	stroke := func() {
		if len(run) > 1 && s.line.Width > 0 {
			c.StrokeLines(s.line, c.ClipLinesXY(run)...)
		}
		for _, at := range run {
			// A point between gaps would be invisible without a dot.
			if r := s.dot; r > 0 || len(run) == 1 {
				c.DrawGlyph(draw.GlyphStyle{Color: s.line.Color, Radius: max(r, s.line.Width), Shape: draw.CircleGlyph{}}, at)
			}
		}
		run = nil
	}
	for k := range s.x {
		if !s.drawable(k) {
			stroke()
			continue
		}
		run = append(run, vg.Point{X: c.X(p.X.Norm(s.x[k])), Y: c.Y(p.Y.Norm(s.y[k]))})
	}
	stroke()
}

// note writes a text in the middle of a plot.
type note struct {
	text  string
	color color.Color
}

func (n note) Plot(c draw.Canvas, p *plot.Plot) {
	style := textStyle(labelSize, n.color)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	c.FillText(style, c.Center(), n.text)
}

// whole is a ticker of round whole numbers.
type whole struct{}

func (whole) Ticks(low, high float64) []plot.Tick {
	step := max(1, roundStep(high-low, 8))
	var marks []plot.Tick
	for v := math.Ceil(low/step) * step; v <= high+1e-9; v += step {
		marks = append(marks, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'f', -1, 64)})
	}
	return marks
}

// round is a ticker of round numbers, not more than about the given count.
type round float64

func (r round) Ticks(low, high float64) []plot.Tick {
	step := roundStep(high-low, float64(r))
	digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var marks []plot.Tick
	for k := math.Ceil(low/step - 1e-9); k*step <= high+1e-9*step; k++ {
		label := strconv.FormatFloat(k*step, 'f', digits, 64)
		if step < 1e-4 || step >= 1e5 {
			label = strconv.FormatFloat(k*step, 'g', 3, 64)
		}
		if k == 0 {
			label = "0"
		}
		marks = append(marks, plot.Tick{Value: k * step, Label: label})
	}
	return marks
}

// roundStep returns 1, 2 or 5 times a power of ten that parts a length into at
// most the wanted number of steps.
func roundStep(length, wanted float64) float64 {
	if !(length > 0) || math.IsInf(length, 0) {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(length/wanted)))
	for _, m := range []float64{1, 2, 5} {
		if length/(m*power) <= wanted {
			return m * power
		}
	}
	return 10 * power
}

// decades is a ticker of logarithmic axes: powers of ten, every second or
// third … where there are many; 1, 2 and 5 times them where there are few, and
// round numbers within a part of a decade.
type decades struct{}

func (decades) Ticks(low, high float64) []plot.Tick {
	if !(low > 0 && high > low) {
		return nil
	}
	from, to := math.Log10(low), math.Log10(high)
	var marks []plot.Tick
	add := func(v float64) {
		if v >= low*(1-1e-9) && v <= high*(1+1e-9) {
			marks = append(marks, plot.Tick{Value: v, Label: scientific(v)})
		}
	}
	switch {
	case to-from < 0.7:
		for _, t := range round(5).Ticks(low, high) {
			if t.Value > 0 {
				marks = append(marks, plot.Tick{Value: t.Value, Label: scientific(t.Value)})
			}
		}
	case to-from < 2:
		for e := math.Floor(from); e <= to; e++ {
			for _, m := range []float64{1, 2, 5} {
				add(m * math.Pow(10, e))
			}
		}
	default:
		step := max(1, math.Ceil((to-from)/6))
		for e := math.Ceil(from/step-1e-9) * step; e <= to+1e-9; e += step {
			add(math.Pow(10, e))
		}
	}
	return marks
}

// scientific writes a tick of a logarithmic axis: 0.01 … 9999 as they are,
// others as 1e-5.
func scientific(v float64) string {
	if v >= 0.00999 && v < 1e4 {
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', 2, 64), "e")
	mantissa = strings.TrimSuffix(strings.TrimRight(mantissa, "0"), ".")
	sign := ""
	if exponent[0] == '-' {
		sign = "-"
	}
	return mantissa + "e" + sign + strings.TrimLeft(exponent, "+-0")
}

// logarithmic makes the y axis of a plot logarithmic when anything positive is
// drawn on it, with a little space at both ends.
func logarithmic(p *plot.Plot) bool {
	if !(p.Y.Min > 0 && p.Y.Max >= p.Y.Min) || math.IsInf(p.Y.Max, 0) {
		return false
	}
	space := max(0.04*math.Log10(p.Y.Max/p.Y.Min), 0.02)
	p.Y.Min *= math.Pow(10, -space)
	p.Y.Max *= math.Pow(10, space)
	p.Y.Scale = plot.LogScale{}
	p.Y.Tick.Marker = decades{}
	return true
}
