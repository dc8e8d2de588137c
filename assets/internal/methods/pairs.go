package main

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"

	"motionseg/hopkins"
	"motionseg/hopkins/synthetic"
	"motionseg/segment"
	"motionseg/ui/draw"
)

// The layout of the drawing of pairs in pixels: four columns, of three frames,
// the tracks over time, the evidence of three pairs, and what it gives. The
// help shows it at half this size.
const (
	pairsTop            = 80 // above the columns
	pairsFrameW         = 286
	pairsFrameH         = pairsFrameW * 3 / 4
	pairsRow            = pairsFrameH + 30
	pairsH              = 3*pairsRow - 30
	pairsChartW         = 150
	pairsMatrix         = pairsFrameH
	pairsJoined         = 290
	pairsGap            = 58
	pairsFramesX        = 24
	pairsChartX         = pairsFramesX + pairsFrameW + 30
	pairsMatrixX        = pairsChartX + pairsChartW + pairsGap
	pairsJoinedX        = pairsMatrixX + pairsMatrix + pairsGap
	pairsW              = pairsJoinedX + pairsJoined + 24
	pairsWords          = 84 // below the columns
	pairsTitle, pairsIn = 25, 21
)

// framePair is what the tracks that are seen in two frames say.
type framePair struct {
	frames [2]int
	w      *mat.Dense // N×N; NaN where one of two tracks is not seen in both frames
}

// pairsPicture is what the drawing shows: a scene with gaps, its tracks sorted
// by motion, the evidence of each pair of frames and of all.
type pairsPicture struct {
	sequence *hopkins.Sequence
	pictures []image.Image
	pairs    []framePair
	joined   *mat.Dense // N×N; NaN for two tracks that no pair sees both of
	labels   []int
}

// newPairsPicture makes a scene of a body in a room, takes away what a tracker
// may miss, and segments it by each pair of its three frames and by all.
func newPairsPicture() (*pairsPicture, error) {
	scene, err := synthetic.New(synthetic.Config{Seed: 5, Bodies: 1, Frames: 3, Tracks: 48, Width: 640, Height: 480,
		Noise: 0.3})
	if err != nil {
		return nil, err
	}
	s, err := scene.Sequence()
	if err != nil {
		return nil, err
	}
	hide(s)
	p := &pairsPicture{sequence: s}
	for f := range s.Frames() {
		p.pictures = append(p.pictures, scene.Render(f))
	}
	for _, frames := range [][2]int{{0, 1}, {1, 2}, {0, 2}} {
		r, seen, err := evidenceOf(s, frames[:])
		if err != nil {
			return nil, err
		}
		p.pairs = append(p.pairs, framePair{frames, spread(r.Fused, seen, s.Points())})
	}
	all, seen, err := evidenceOf(s, []int{0, 1, 2})
	if err != nil {
		return nil, err
	}
	p.joined = spread(all.Fused, seen, s.Points())
	for i := range s.Points() {
		for j := range s.Points() {
			if !slices.ContainsFunc(p.pairs, func(q framePair) bool { return !math.IsNaN(q.w.At(i, j)) }) {
				p.joined.Set(i, j, math.NaN())
			}
		}
	}
	p.labels = segment.Align(all.Labels, s.Truth)
	return p, nil
}

// hide sorts the tracks of s by their motion and, within it, by the frames in
// which they are seen: of each motion a sixth begins in the second frame,
// a sixth ends there and a sixth misses it.
func hide(s *hopkins.Sequence) {
	order := draw.LabelOrder(s.Truth)
	kinds := [][]bool{{true, true, false}, {true, true, true}, {true, true, true}, {true, true, true},
		{false, true, true}, {true, false, true}}
	count, n := map[int]int{}, map[int]int{}
	for _, l := range s.Truth {
		n[l]++
	}
	rows, points := s.Pixels.Dims()
	pixels, normalized := mat.NewDense(rows, points, nil), mat.NewDense(rows, points, nil)
	truth := make([]int, points)
	s.Visible = make([][]bool, points)
	for j, i := range order {
		label := s.Truth[i]
		pixels.SetCol(j, mat.Col(nil, i, s.Pixels))
		normalized.SetCol(j, mat.Col(nil, i, s.Normalized))
		truth[j] = label
		s.Visible[j] = kinds[count[label]*len(kinds)/n[label]]
		count[label]++
	}
	s.Pixels, s.Normalized, s.Truth = pixels, normalized, truth
}

// evidenceOf segments the tracks of s that are seen in two or more of these
// frames by what pairs of them say, and returns which tracks these are.
func evidenceOf(s *hopkins.Sequence, frames []int) (*segment.Result, []int, error) {
	var seen []int
	var visible [][]bool
	for i, v := range s.Visible {
		own := make([]bool, len(frames))
		count := 0
		for k, f := range frames {
			if own[k] = v[f]; own[k] {
				count++
			}
		}
		if count > 1 {
			seen, visible = append(seen, i), append(visible, own)
		}
	}
	x := mat.NewDense(2*len(frames), len(seen), nil)
	for j, i := range seen {
		for k, f := range frames {
			x.Set(2*k, j, s.Normalized.At(2*f, i))
			x.Set(2*k+1, j, s.Normalized.At(2*f+1, i))
		}
	}
	method, err := segment.Lookup("pairwise")
	if err != nil {
		return nil, nil, err
	}
	r, err := segment.Run(context.Background(), segment.Data{X: x, Kind: segment.Trajectories, Visible: visible},
		segment.Config{Method: method, Motions: s.Motions()})
	if err != nil {
		return nil, nil, fmt.Errorf("frames %v: %w", frames, err)
	}
	return r, seen, nil
}

// spread returns the N×N matrix with the entries of w at the rows and columns
// of these tracks, and NaN elsewhere.
func spread(w *mat.Dense, tracks []int, n int) *mat.Dense {
	all := mat.NewDense(n, n, nil)
	all.Apply(func(int, int, float64) float64 { return math.NaN() }, all)
	for a, i := range tracks {
		for b, j := range tracks {
			all.Set(i, j, w.At(a, b))
		}
	}
	return all
}

// paint draws the picture.
func (p *pairsPicture) paint(style draw.Style) (image.Image, error) {
	const height = pairsTop + pairsH + pairsWords
	fonts := font.NewCache(liberation.Collection())
	regular := font.Font{Typeface: "Liberation", Variant: "Sans"}
	c := vgimg.NewWith(vgimg.UseWH(pairsW, height), vgimg.UseDPI(72), vgimg.UseBackgroundColor(style.Paper))
	// y runs up on this canvas.
	put := func(m image.Image, x, y int) {
		size := m.Bounds().Size()
		c.DrawImage(vg.Rectangle{Min: vg.Point{X: vg.Length(x), Y: vg.Length(height - y - size.Y)},
			Max: vg.Point{X: vg.Length(x + size.X), Y: vg.Length(height - y)}}, m)
	}
	write := func(size float64, colour color.Color, x, y int, lines ...string) {
		c.SetColor(colour)
		for i, line := range lines {
			c.FillString(fonts.Lookup(regular, vg.Length(size)),
				vg.Point{X: vg.Length(x), Y: vg.Length(height - y - i*27)}, line)
		}
	}
	scene, err := draw.NewScene(p.sequence.Pixels, p.sequence.Visible, p.sequence.Width, p.sequence.Height, false)
	if err != nil {
		return nil, err
	}
	view := func(f, past, w int, labels []int) image.Image {
		v := draw.NewView(scene)
		v.Frame, v.Labels, v.Past, v.Style = f, labels, past, style
		return p.view(&v, w)
	}
	neutral := slices.Repeat([]int{4}, p.sequence.Points())
	below := pairsTop + pairsH + 28

	write(pairsTitle, style.Text, pairsFramesX, 30, "1  Tracks with gaps")
	for f := range p.pictures {
		put(view(f, 0, pairsFrameW, neutral), pairsFramesX, pairsTop+f*pairsRow)
		write(pairsIn, style.Text, pairsFramesX, pairsTop+f*pairsRow-8, fmt.Sprintf("Frame %d", f+1))
	}
	p.chart(c, height, style)
	write(pairsIn, style.Muted, pairsFramesX, below, "Three frames, and when each track",
		"is seen: some begin, end or miss one.")

	write(pairsTitle, style.Text, pairsMatrixX, 30, "2  Evidence of pairs")
	for k, q := range p.pairs {
		put(p.matrix(q.w, pairsMatrix, false, style), pairsMatrixX, pairsTop+k*pairsRow)
		write(pairsIn, style.Text, pairsMatrixX, pairsTop+k*pairsRow-8,
			fmt.Sprintf("Frames %d and %d", q.frames[0]+1, q.frames[1]+1))
	}
	write(pairsIn, style.Muted, pairsMatrixX, below, "Bright: move alike.", "Grey: one not seen.")

	write(pairsTitle, style.Text, pairsJoinedX, 30, "3  Joined")
	put(p.matrix(p.joined, pairsJoined, true, style), pairsJoinedX, pairsTop)
	write(pairsIn, style.Muted, pairsJoinedX, pairsTop+pairsJoined+28, "Averaged over the pairs that",
		"see both of two tracks. Two", "that never meet (grey) join", "through the others.")
	put(view(2, 2, pairsJoined, p.labels), pairsJoinedX, pairsTop+pairsH-pairsJoined*3/4)
	write(pairsTitle, style.Text, pairsJoinedX, pairsTop+pairsH-pairsJoined*3/4-14, "4  Motions")
	write(pairsIn, style.Muted, pairsJoinedX, below, "Groups of the joined evidence:", "every track has its motion.")

	for _, x := range []int{pairsMatrixX, pairsJoinedX} {
		arrow(c, vg.Length(x-pairsGap/2), vg.Length(height-pairsTop-pairsJoined/2), style.Accent)
	}
	return c.Image(), nil
}

// view draws a view over its frame's picture, w pixels wide.
func (p *pairsPicture) view(v *draw.View, w int) image.Image {
	v.Pictures[0], v.Dim, v.MarkerSize = p.pictures[v.Frame], 0.7, 11
	dst := image.NewRGBA(image.Rect(0, 0, w, w*3/4))
	new(draw.Painter).Paint(dst, v)
	return dst
}

// chart draws a row for every track and a dot for every frame in which it is
// seen, the frames from left to right.
func (p *pairsPicture) chart(c *vgimg.Canvas, height int, style draw.Style) {
	const radius = 4.2
	n := p.sequence.Points()
	at := func(i, f int) vg.Point {
		return vg.Point{X: vg.Length(pairsChartX + 12 + f*(pairsChartW-24)/2),
			Y: vg.Length(float64(height-pairsTop) - (float64(i)+0.5)*pairsH/float64(n))}
	}
	for i, seen := range p.sequence.Visible {
		for f := range 2 {
			last := slices.Index(seen[f+1:], true)
			if !seen[f] || last < 0 {
				continue
			}
			var line vg.Path
			line.Move(at(i, f))
			line.Line(at(i, f+1+last))
			c.SetColor(style.Muted)
			c.SetLineWidth(1.5)
			c.SetLineDash(nil, 0)
			if last > 0 {
				c.SetLineDash([]vg.Length{5, 5}, 0)
			}
			c.Stroke(line)
		}
		for f, s := range seen {
			if s {
				var dot vg.Path
				centre := at(i, f)
				dot.Move(vg.Point{X: centre.X + radius, Y: centre.Y})
				dot.Arc(centre, radius, 0, 2*math.Pi)
				dot.Close()
				c.SetColor(style.Text)
				c.Fill(dot)
			}
		}
	}
	fonts := font.NewCache(liberation.Collection())
	small := fonts.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, pairsIn)
	c.SetColor(style.Text)
	for f := range p.pictures {
		c.FillString(small, vg.Point{X: at(0, f).X - 6, Y: vg.Length(height - pairsTop + 8)}, fmt.Sprint(f+1))
	}
}

// matrix draws an affinity of the tracks, grey where it is NaN, with the motions
// along two sides if asked.
func (p *pairsPicture) matrix(w *mat.Dense, side int, motions bool, style draw.Style) image.Image {
	n, _ := w.Dims()
	strip := 0
	if motions {
		strip = 12
	}
	var known []float64
	for _, v := range w.RawMatrix().Data {
		if v > 0 {
			known = append(known, v)
		}
	}
	slices.Sort(known)
	high := known[len(known)*19/20]
	dst := image.NewRGBA(image.Rect(0, 0, side, side))
	cell := func(at int) int { return (at - strip) * n / (side - strip) }
	for y := range side {
		for x := range side {
			colour := style.Paper
			switch {
			case x >= strip && y >= strip:
				if v := w.At(cell(y), cell(x)); !math.IsNaN(v) {
					colour = draw.Viridis.At(math.Sqrt(min(v/high, 1)))
				} else {
					colour = style.Grid
				}
			case min(x, y) < strip-3 && max(x, y) >= strip:
				colour = draw.LabelColor(p.sequence.Truth[cell(max(x, y))])
			}
			dst.SetRGBA(x, y, colour)
		}
	}
	return dst
}
