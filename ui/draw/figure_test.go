package draw

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"image"
	"image/png"
	"io"
	"strings"
	"testing"

	"motionseg/ui/internal/golden"
	"motionseg/ui/shown"
)

// sampleFigure returns a small figure of two methods.
func sampleFigure(t *testing.T) Figure {
	t.Helper()
	f := Figure{Title: "three motions", Style: Light(), Width: 240}
	for k, title := range []string{"SSC: 35.6 %", "LRKSC: 2.0 % misclassified, with a title too long for its panel"} {
		v := sceneView(60, 12, 160, 120)
		v.Labels[59] = 0
		if k == 0 {
			for i := range 20 {
				v.Labels[i], v.Wrong[i] = 2, true
			}
		}
		v.Pictures[0], v.Dim = checkered(80, 60), 0.4
		f.Panels = append(f.Panels, Panel{Title: title, View: v, Matrix: fullMatrix(t)})
	}
	return f
}

func TestWriteFigure(t *testing.T) {
	f := sampleFigure(t)
	page := f.layout()
	for _, format := range Formats() {
		var b bytes.Buffer
		if err := f.Write(context.Background(), &b, format); err != nil {
			t.Fatal(err)
		}
		checkFormat(t, b.Bytes(), format, float64(page.width), float64(page.height))
		switch format {
		case PNG:
			checkHalved(t, &b, "figure.png")
		case SVG:
			// Two pictures, two matrices and the colour bar; markers and text are
			// not pixels.
			if n := strings.Count(b.String(), "<image"); n != 5 {
				t.Errorf("svg with %d images, expected 5", n)
			}
			if n := strings.Count(b.String(), "<path"); n < 120 {
				t.Errorf("svg with %d paths, expected one a marker at least", n)
			}
			for _, text := range []string{"SSC: 35.6 %", "three motions", "motion 3", "unlabelled", "misclassified"} {
				if !strings.Contains(b.String(), text) {
					t.Errorf("svg without the text %q", text)
				}
			}
		case PDF:
			// The same image is stored once.
			if n := bytes.Count(b.Bytes(), []byte("/Subtype /Image")); n != 3 {
				t.Errorf("pdf with %d images, expected 3", n)
			}
		}
	}
}

// A matrix with far smaller entries than the one beside it has a scale and a colour bar of
// its own, in which it is not black.
func TestFigureScales(t *testing.T) {
	f := sampleFigure(t)
	w, labels := blocks(90)
	w.Scale(0.01, w)
	m, err := NewMatrix(w, LabelOrder(labels))
	if err != nil {
		t.Fatal(err)
	}
	f.Panels[1].Matrix.Matrix = m
	var b bytes.Buffer
	if err := f.Write(t.Context(), &b, SVG); err != nil {
		t.Fatal(err)
	}
	// Two pictures, two matrices, two bars.
	if n := strings.Count(b.String(), "<image"); n != 6 {
		t.Errorf("svg with %d images, expected 6", n)
	}
	b.Reset()
	if err := f.Write(t.Context(), &b, PNG); err != nil {
		t.Fatal(err)
	}
	checkHalved(t, &b, "figure-scales.png")
}

// checkHalved compares a PNG at half of its size with a golden picture.
func checkHalved(t *testing.T, file *bytes.Buffer, name string) {
	t.Helper()
	whole, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	small := image.NewRGBA(image.Rect(0, 0, whole.Bounds().Dx()/2, whole.Bounds().Dy()/2))
	reduce(small, rgba(whole), 2)
	golden.Check(t, name, small)
}

// Text beyond the PDF fonts' code page does not become other characters, and
// that within it is encoded.
func TestPDFText(t *testing.T) {
	f := sampleFigure(t)
	f.Title = "Straße – 雨"
	var b bytes.Buffer
	if err := f.Write(context.Background(), &b, PDF); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(streams(t, b.Bytes()), "(Stra\xdfe \x96 ?)Tj") {
		t.Error("the title is not encoded in the code page")
	}
}

// streams returns the uncompressed streams of a PDF file.
func streams(t *testing.T, pdf []byte) string {
	t.Helper()
	var out strings.Builder
	for {
		_, rest, ok := bytes.Cut(pdf, []byte("stream\n"))
		if !ok {
			return out.String()
		}
		data, after, _ := bytes.Cut(rest, []byte("\nendstream"))
		pdf = after
		if r, err := zlib.NewReader(bytes.NewReader(data)); err == nil {
			text, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			out.Write(text)
		}
	}
}

func TestFigureLayouts(t *testing.T) {
	f := sampleFigure(t)
	f.Title = ""
	f.Panels = append(f.Panels[:1], f.Panels[0], f.Panels[0])
	f.Panels[0].View.Layout, f.Panels[0].View.Pictures[1] = shown.SideBySide, checkered(80, 60)
	f.Panels[1].View.Layout, f.Panels[1].View.Pictures[1] = shown.Blended, checkered(80, 60)
	f.Panels[2].View.Frame = 99
	for k := range f.Panels {
		f.Panels[k].Matrix = MatrixView{}
	}
	var b bytes.Buffer
	if err := f.Write(context.Background(), &b, SVG); err != nil {
		t.Fatal(err)
	}
	page := f.layout()
	checkFormat(t, b.Bytes(), SVG, float64(page.width), float64(page.height))
	if n := strings.Count(b.String(), "<image"); n != 4 {
		t.Errorf("%d images, expected 4", n)
	}
}

func TestFigureErrors(t *testing.T) {
	f := sampleFigure(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := f.Write(ctx, io.Discard, PNG); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, expected the context's", err)
	}
	if err := f.Write(context.Background(), broken{}, PDF); !errors.Is(err, errBroken) {
		t.Errorf("error %v, expected the writer's", err)
	}
	if err := (&Figure{}).Write(context.Background(), io.Discard, PNG); err == nil {
		t.Error("no error without panels")
	}
	f.Panels[1].View.Scene = nil
	if err := f.Write(context.Background(), io.Discard, PNG); err == nil || !strings.Contains(err.Error(), "panel 2") {
		t.Errorf("error %v, expected one that names panel 2", err)
	}
}

func TestFigureIsRepeatable(t *testing.T) {
	f := sampleFigure(t)
	var a, b bytes.Buffer
	for _, w := range []*bytes.Buffer{&a, &b} {
		if err := f.Write(context.Background(), w, SVG); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("the same figure is written differently")
	}
}
