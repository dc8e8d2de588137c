package draw

import (
	"context"
	"image"
	"io"
	"testing"

	"motionseg/ui/shown"
)

// playback draws a sequence of 600 points with trails of 20 frames into a view
// of 640×480, a frame a round.
func playback(b *testing.B, change func(v *View, round int)) {
	v := sceneView(600, 60, 640, 480)
	v.Past = 20
	dst := image.NewRGBA(image.Rect(0, 0, 640, 480))
	var p Painter
	p.Paint(dst, &v)
	b.ReportAllocs()
	for round := 0; b.Loop(); round++ {
		v.Frame = round % 60
		if change != nil {
			change(&v, round)
		}
		p.Paint(dst, &v)
	}
}

func BenchmarkPaintPlain(b *testing.B) { playback(b, nil) }

func BenchmarkPaintStillPicture(b *testing.B) {
	picture := checkered(640, 480)
	playback(b, func(v *View, _ int) { v.Pictures[0] = picture })
}

// BenchmarkPaintVideo has a new picture every frame, as playback has, scaled
// by a factor that is not whole.
func BenchmarkPaintVideo(b *testing.B) {
	pictures := []*image.RGBA{checkered(720, 540), checkered(720, 540)}
	playback(b, func(v *View, round int) { v.Pictures[0] = pictures[round%2] })
}

// BenchmarkPaintVideoYCbCr takes the pictures as a JPEG decoder gives them.
func BenchmarkPaintVideoYCbCr(b *testing.B) {
	var pictures [2]*image.YCbCr
	for k := range pictures {
		pictures[k] = image.NewYCbCr(image.Rect(0, 0, 720, 540), image.YCbCrSubsampleRatio420)
	}
	playback(b, func(v *View, round int) { v.Pictures[0] = pictures[round%2]; v.Dim = 0.3 })
}

// BenchmarkPaintBothViews is a frame of the window: two views of 640×480 with a
// new picture.
func BenchmarkPaintBothViews(b *testing.B) {
	pictures := []*image.RGBA{checkered(640, 480), checkered(640, 480)}
	other := sceneView(600, 60, 640, 480)
	other.Past = 20
	dst := image.NewRGBA(image.Rect(0, 0, 640, 480))
	var p Painter
	playback(b, func(v *View, round int) {
		v.Pictures[0] = pictures[round%2]
		other.Pictures[0], other.Frame = v.Pictures[0], v.Frame
		p.Paint(dst, &other)
	})
}

func BenchmarkPaintTwoFrames(b *testing.B) {
	picture := checkered(640, 480)
	playback(b, func(v *View, _ int) {
		v.Pictures = [2]image.Image{picture, picture}
		v.Layout = shown.SideBySide
	})
}

func BenchmarkHitTest(b *testing.B) {
	v := sceneView(600, 60, 640, 480)
	for b.Loop() {
		v.HitTest(image.Pt(640, 480), 300, 200, 8)
	}
}

// panning draws a matrix of 2000 points into a view of 700×700, moved a little
// every round.
func panning(b *testing.B, zoom float64) {
	w, labels := blocks(2000)
	order := LabelOrder(labels)
	m, err := NewMatrix(w, order)
	if err != nil {
		b.Fatal(err)
	}
	v := NewMatrixView(m)
	v.Groups = Groups(labels, order)
	size := image.Pt(700, 700)
	v.Camera = v.ZoomAt(size, 300, 300, zoom)
	dst := image.NewRGBA(image.Rectangle{Max: size})
	var p MatrixPainter
	p.Paint(dst, &v)
	b.ReportAllocs()
	for round := 0; b.Loop(); round++ {
		v.Camera = v.Pan(size, float64(round%7-3), float64(round%5-2))
		p.Paint(dst, &v)
	}
}

func BenchmarkMatrixFitted(b *testing.B) { panning(b, 1) }

func BenchmarkMatrixHalf(b *testing.B) { panning(b, 1.5) }

func BenchmarkMatrixZoomed(b *testing.B) { panning(b, 20) }

func BenchmarkMatrixGamma(b *testing.B) {
	w, _ := blocks(1000)
	m, err := NewMatrix(w, nil)
	if err != nil {
		b.Fatal(err)
	}
	v := NewMatrixView(m)
	dst := image.NewRGBA(image.Rect(0, 0, 700, 700))
	var p MatrixPainter
	for round := 0; b.Loop(); round++ {
		v.Gamma = 0.3 + float64(round%10)/10
		p.Paint(dst, &v)
	}
}

func BenchmarkNewMatrix(b *testing.B) {
	w, labels := blocks(2000)
	order := LabelOrder(labels)
	for b.Loop() {
		if _, err := NewMatrix(w, order); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkChart(b *testing.B) {
	left, right := sampleRuns()
	dst := image.NewRGBA(image.Rect(0, 0, 800, 260))
	for b.Loop() {
		Convergence(Dark(), left, right).Paint(dst, 1)
	}
}

// sampleExport returns two views of 300 points with a picture, and a matrix of
// 500 points for each.
func sampleExport(b *testing.B) (views []View, matrix MatrixView) {
	v := sceneView(300, 30, 640, 480)
	v.Pictures[0] = checkered(640, 480)
	w, labels := blocks(500)
	order := LabelOrder(labels)
	m, err := NewMatrix(w, order)
	if err != nil {
		b.Fatal(err)
	}
	matrix = NewMatrixView(m)
	matrix.Groups = Groups(labels, order)
	return []View{v, v}, matrix
}

func BenchmarkFigure(b *testing.B) {
	views, matrix := sampleExport(b)
	f := Figure{Style: Light(), Panels: []Panel{{"left", views[0], matrix}, {"right", views[1], matrix}}}
	for _, format := range Formats() {
		b.Run(string(format), func(b *testing.B) {
			for b.Loop() {
				if err := f.Write(context.Background(), io.Discard, format); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkGIF(b *testing.B) {
	views, _ := sampleExport(b)
	a := Animation{Views: views, Last: 29}
	for b.Loop() {
		if err := a.WriteGIF(context.Background(), io.Discard, nil); err != nil {
			b.Fatal(err)
		}
	}
}
