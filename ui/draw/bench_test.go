package draw

import (
	"image"
	"testing"
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

func BenchmarkPaintTwoFrames(b *testing.B) {
	picture := checkered(640, 480)
	playback(b, func(v *View, _ int) {
		v.Pictures = [2]image.Image{picture, picture}
		v.Layout = SideBySide
	})
}

func BenchmarkHitTest(b *testing.B) {
	v := sceneView(600, 60, 640, 480)
	for b.Loop() {
		v.HitTest(image.Pt(640, 480), 300, 200, 8)
	}
}
