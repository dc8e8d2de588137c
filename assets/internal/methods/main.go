// Command methods draws how the methods come from tracks to labels, on the
// built-in example segmented by LRKSC: the tracks, the data matrix and its
// kernel, the coefficients, the affinity, its spectral embedding and the labels.
// It also draws how the evidence of pairs of frames joins, on a small scene of
// tracks with gaps (pairs.go), and how the number of motions of a film is told
// (number.go). It writes methods-light.png and methods-dark.png, for the two
// themes, and the same of pairs and number, to the folder that is its argument.
package main

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"log"
	"math"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"

	"motionseg/assets"
	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/segment"
	"motionseg/ui/draw"
)

// The layout in pixels: rows of three panels, each with a title above and
// two lines below.
const (
	margin, gap        = 25, 50
	panelW, panelH     = 270, 203
	titleH, captionH   = 30, 48
	rowGap             = 26
	width              = 2*margin + 3*panelW + 2*gap
	rowH               = titleH + panelH + captionH
	frame              = 15 // the frame that is shown
	titleSize, caption = 15, 12.5
)

// panel is one step: a picture with words.
type panel struct {
	title string
	lines [2]string
	paint func(draw.Style) image.Image
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("expected one argument, the folder to write to")
	}
	panels, err := steps()
	if err != nil {
		log.Fatal(err)
	}
	pairs, err := newPairsPicture()
	if err != nil {
		log.Fatal(err)
	}
	number, err := numberSteps()
	if err != nil {
		log.Fatal(err)
	}
	for theme, style := range map[string]draw.Style{"light": draw.Light(), "dark": draw.Dark()} {
		joined, err := pairs.paint(style)
		if err != nil {
			log.Fatal(err)
		}
		for name, drawn := range map[string]image.Image{
			"methods": reduced(compose(panels, style), 80),
			"pairs":   reduced(joined, 48),
			"number":  reduced(compose(number, style), 112),
		} {
			err := hopkins.WriteFile(filepath.Join(os.Args[1], name+"-"+theme+".png"), func(w io.Writer) error {
				encoder := png.Encoder{CompressionLevel: png.BestCompression}
				return encoder.Encode(w, drawn)
			})
			if err != nil {
				log.Fatal(err)
			}
		}
	}
}

// steps segments the example and returns its panels.
func steps() ([]panel, error) {
	s, background, err := example()
	if err != nil {
		return nil, err
	}
	data, tracks, err := s.Data(hopkins.FrameSelection{Mode: hopkins.AllFrames})
	if err != nil {
		return nil, err
	}
	method, err := segment.Lookup("lrksc")
	if err != nil {
		return nil, err
	}
	r, err := segment.Run(context.Background(), data, segment.Config{Method: method, Motions: s.Motions()})
	if err != nil {
		return nil, err
	}
	labels := segment.Align(r.Labels, s.TruthOf(tracks))
	scene, err := draw.NewScene(s.Pixels, nil, s.Width, s.Height, false)
	if err != nil {
		return nil, err
	}
	embedding, err := embed(r.W)
	if err != nil {
		return nil, err
	}
	truth := s.TruthOf(tracks)
	order := draw.LabelOrder(truth)
	view := func(style draw.Style, labels []int) image.Image { return tracksView(scene, background, labels, style) }
	return []panel{
		{"1  Tracks", [2]string{"Points that were followed through a video:", fmt.Sprintf("%d tracks in %d frames, "+
			"%d motions.", s.Points(), s.Frames(), s.Motions())},
			func(style draw.Style) image.Image { return view(style, slices.Repeat([]int{4}, s.Points())) }},
		{"2  Trajectory matrix X, kernel K", [2]string{"A column of X is a track, here sorted " +
			"by motion.", "K compares each with each; LRKSC adapts it."},
			func(draw.Style) image.Image { return dataAndKernel(data.X, r.Values, order) }},
		{"3  Coefficients C", [2]string{"Self-expression: every track is combined from", "a few others, best from " +
			"those of its own motion."},
			func(style draw.Style) image.Image { return matrix(r.C, truth, style) }},
		{"4  Affinity W", [2]string{"The strong coefficients of both directions:", "a bright entry joins two tracks."},
			func(style draw.Style) image.Image { return matrix(r.W, truth, style) }},
		{"5  Spectral clustering",
			[2]string{"Eigenvectors of the Laplacian of W place the", "tracks so that k-means finds the groups."},
			func(style draw.Style) image.Image { return scatter(embedding, labels, style) }},
		{"6  Labels", [2]string{"Each group is a motion, the background", "among them."},
			func(style draw.Style) image.Image { return view(style, labels) }},
	}, nil
}

// tracksView draws tracks in the frame that is shown, over its picture.
func tracksView(scene *draw.Scene, background image.Image, labels []int, style draw.Style) image.Image {
	v := draw.NewView(scene)
	v.Frame, v.Labels, v.Pictures[0], v.Dim, v.Past, v.MarkerSize, v.Style = frame, labels, background, 0.3, 10, 6, style
	dst := image.NewRGBA(image.Rect(0, 0, panelW, panelH))
	new(draw.Painter).Paint(dst, &v)
	return dst
}

// example returns the tracks of the example, and the picture of frame.
func example() (*hopkins.Sequence, image.Image, error) {
	f, err := assets.Example().Open(assets.ExampleName + "/" + assets.ExampleName + "_truth.mat")
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	s, err := hopkins.Read(f, assets.ExampleName+"_truth.mat")
	if err != nil {
		return nil, nil, err
	}
	source, err := footage.OpenFS(assets.Example(), assets.ExampleName)
	if err != nil {
		return nil, nil, err
	}
	defer source.Close()
	picture, err := source.Frame(frame)
	return s, picture, err
}

// matrix draws the magnitudes of an N×N matrix, the tracks grouped by the truth.
func matrix(m *mat.Dense, truth []int, style draw.Style) image.Image {
	order := draw.LabelOrder(truth)
	drawn, err := draw.NewMatrix(m, order)
	if err != nil {
		log.Fatal(err)
	}
	v := draw.NewMatrixView(drawn)
	v.Style, v.Groups = style, draw.Groups(truth, order)
	dst := image.NewRGBA(image.Rect(0, 0, panelH, panelH))
	new(draw.MatrixPainter).Paint(dst, &v)
	return dst
}

// dataAndKernel draws the data matrix, 2F×N, above its polynomial kernel, N×N,
// the tracks in the given order.
func dataAndKernel(x *mat.Dense, values segment.Values, order []int) image.Image {
	const strip, space = 58, 10
	const side = panelH - strip - space
	rows, n := x.Dims()
	sorted := mat.NewDense(rows, n, nil)
	for j, i := range order {
		for row := range rows {
			sorted.Set(row, j, x.At(row, i))
		}
	}
	var k mat.Dense
	k.Mul(sorted.T(), sorted)
	k.Apply(func(_, _ int, v float64) float64 { return math.Pow(v+values["a"], values["b"]) }, &k)
	dst := image.NewRGBA(image.Rect(0, 0, panelW, panelH))
	fill(dst, image.Rect(0, 0, panelW, strip), sorted)
	left := (panelW - side) / 2
	fill(dst, image.Rect(left, strip+space, left+side, panelH), &k)
	return dst
}

// fill draws the entries of a matrix into a rectangle, with the colours spread
// over all but the largest and smallest twentieth of them.
func fill(dst *image.RGBA, in image.Rectangle, m *mat.Dense) {
	rows, columns := m.Dims()
	sorted := slices.Sorted(slices.Values(m.RawMatrix().Data))
	low, high := sorted[len(sorted)/20], sorted[len(sorted)-1-len(sorted)/20]
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			v := m.At((y-in.Min.Y)*rows/in.Dy(), (x-in.Min.X)*columns/in.Dx())
			dst.SetRGBA(x, y, draw.Viridis.At((v-low)/(high-low)))
		}
	}
}

// embed returns two coordinates of every track, N×2: the eigenvectors of the
// second and third smallest eigenvalue of the normalised Laplacian of an
// affinity.
func embed(w *mat.Dense) (*mat.Dense, error) {
	n, _ := w.Dims()
	degree := make([]float64, n)
	for i := range n {
		degree[i] = math.Sqrt(cmp.Or(mat.Sum(w.RowView(i)), 1))
	}
	normalised := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			normalised.SetSym(i, j, w.At(i, j)/(degree[i]*degree[j]))
		}
	}
	var e mat.EigenSym
	if !e.Factorize(normalised, true) {
		return nil, fmt.Errorf("the affinity has no eigenvectors")
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	places := mat.NewDense(n, 2, nil)
	for i := range n {
		for k := range 2 {
			places.Set(i, k, vectors.At(i, n-2-k)/degree[i])
		}
	}
	return places, nil
}

// scatter draws places with the colours of their labels.
func scatter(places *mat.Dense, labels []int, style draw.Style) image.Image {
	c := vgimg.NewWith(vgimg.UseWH(panelH, panelH), vgimg.UseDPI(72), vgimg.UseBackgroundColor(style.Background))
	low, high := [2]float64{}, [2]float64{}
	for k := range 2 {
		low[k], high[k] = mat.Min(places.ColView(k)), mat.Max(places.ColView(k))
	}
	at := func(i, k int) vg.Length {
		return vg.Length(16 + (panelH-32)*(places.At(i, k)-low[k])/(high[k]-low[k]))
	}
	for i, label := range labels {
		var p vg.Path
		p.Move(vg.Point{X: at(i, 0) + 3.5, Y: at(i, 1)})
		p.Arc(vg.Point{X: at(i, 0), Y: at(i, 1)}, 3.5, 0, 2*math.Pi)
		p.Close()
		colour := draw.LabelColor(label)
		c.SetColor(color.NRGBA{colour.R, colour.G, colour.B, 0xB0})
		c.Fill(p)
	}
	return c.Image()
}

// compose puts the panels together, three in a row, in the order of reading.
func compose(panels []panel, style draw.Style) image.Image {
	rows := (len(panels) + 2) / 3
	height := rows*rowH + (rows-1)*rowGap + 12
	fonts := font.NewCache(liberation.Collection())
	regular := font.Font{Typeface: "Liberation", Variant: "Sans"}
	bold := fonts.Lookup(regular, titleSize)
	small := fonts.Lookup(regular, caption)
	c := vgimg.NewWith(vgimg.UseWH(width, vg.Length(height)), vgimg.UseDPI(72), vgimg.UseBackgroundColor(style.Paper))
	for i, p := range panels {
		left := margin + i%3*(panelW+gap)
		top := 8 + i/3*(rowH+rowGap)
		// y runs up on this canvas.
		c.SetColor(style.Text)
		c.FillString(bold, vg.Point{X: vg.Length(left), Y: vg.Length(height - top - 18)}, p.title)
		drawn := p.paint(style)
		size := drawn.Bounds().Size()
		c.DrawImage(vg.Rectangle{
			Min: vg.Point{X: vg.Length(left + (panelW-size.X)/2), Y: vg.Length(height - top - titleH - panelH)},
			Max: vg.Point{X: vg.Length(left + (panelW+size.X)/2), Y: vg.Length(height - top - titleH - panelH + size.Y)},
		}, drawn)
		c.SetColor(style.Muted)
		for k, line := range p.lines {
			c.FillString(small, vg.Point{X: vg.Length(left), Y: vg.Length(height - top - titleH - panelH - 18 - 17*k)}, line)
		}
		if i%3 < 2 {
			arrow(c, vg.Length(left+panelW+gap/2), vg.Length(height-top-titleH-panelH/2), style.Accent)
		}
	}
	return c.Image()
}

// arrow draws an arrow to the right around a point.
func arrow(c *vgimg.Canvas, x, y vg.Length, colour color.Color) {
	c.SetColor(colour)
	var p vg.Path
	for i, d := range [][2]vg.Length{{-14, 2}, {2, 2}, {2, 8}, {14, 0}, {2, -8}, {2, -2}, {-14, -2}} {
		at := vg.Point{X: x + d[0], Y: y + d[1]}
		if i == 0 {
			p.Move(at)
		} else {
			p.Line(at)
		}
	}
	p.Close()
	c.Fill(p)
}

// reduced returns the drawing in at most count colours, 256 or less: the means
// of the most frequent bins of five bits a channel.
func reduced(m image.Image, count int) image.Image {
	type bin struct {
		key, count int
		sum        [3]int
	}
	bins := make([]bin, 1<<15)
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := color.RGBAModel.Convert(m.At(x, y)).(color.RGBA)
			k := int(c.R>>3)<<10 | int(c.G>>3)<<5 | int(c.B>>3)
			bins[k].key = k
			bins[k].count++
			bins[k].sum = [3]int{bins[k].sum[0] + int(c.R), bins[k].sum[1] + int(c.G), bins[k].sum[2] + int(c.B)}
		}
	}
	slices.SortFunc(bins, func(a, b bin) int { return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.key, b.key)) })
	var colours color.Palette
	for _, b := range bins[:count] {
		if b.count > 0 {
			colours = append(colours,
				color.RGBA{uint8(b.sum[0] / b.count), uint8(b.sum[1] / b.count), uint8(b.sum[2] / b.count), 0xFF})
		}
	}
	dst := image.NewPaletted(b, colours)
	nearest := map[color.RGBA]uint8{}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := color.RGBAModel.Convert(m.At(x, y)).(color.RGBA)
			i, known := nearest[c]
			if !known {
				i = uint8(colours.Index(c))
				nearest[c] = i
			}
			dst.SetColorIndex(x, y, i)
		}
	}
	return dst
}
