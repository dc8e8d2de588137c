package assets

import (
	"bytes"
	"context"
	"image/color"
	"image/png"
	"io/fs"
	"math"
	"runtime"
	"slices"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/synthetic"
	"motionseg/segment"
)

func TestIcon(t *testing.T) {
	icon, err := png.Decode(bytes.NewReader(Icon))
	if err != nil {
		t.Fatal(err)
	}
	if size := icon.Bounds().Size(); size.X != 512 || size.Y != 512 {
		t.Errorf("icon is %v, expected 512×512", size)
	}
	if _, _, _, a := icon.At(0, 0).RGBA(); a != 0 {
		t.Errorf("corner has alpha %d, expected the square to be rounded", a)
	}
	// One dot of each motion in its Okabe–Ito colour.
	for _, dot := range []struct {
		name string
		x, y int
		want color.NRGBA
	}{
		{"blue", 140, 206, color.NRGBA{0x56, 0xB4, 0xE9, 0xFF}},
		{"orange", 400, 120, color.NRGBA{0xE6, 0x9F, 0x00, 0xFF}},
		{"green", 384, 410, color.NRGBA{0x00, 0x9E, 0x73, 0xFF}},
	} {
		if got := color.NRGBAModel.Convert(icon.At(dot.x, dot.y)); got != dot.want {
			t.Errorf("%s dot is %v, expected %v", dot.name, got, dot.want)
		}
	}
}

// openExample reads the embedded tracks.
func openExample(t *testing.T) *hopkins.Sequence {
	t.Helper()
	f, err := Example().Open(ExampleName + "/" + ExampleName + "_truth.mat")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := hopkins.Read(f, ExampleName+"_truth.mat")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestExampleIsGenerated makes the tracks again and compares every number with
// the embedded file.
func TestExampleIsGenerated(t *testing.T) {
	scene, err := synthetic.New(synthetic.Example())
	if err != nil {
		t.Fatal(err)
	}
	want, err := scene.Sequence()
	if err != nil {
		t.Fatal(err)
	}
	got := openExample(t)
	if got.Name != ExampleName || got.Points() != 300 || got.Frames() != 30 || got.Motions() != 3 || got.Width != 640 ||
		got.Height != 480 {
		t.Errorf("%s: %d tracks, %d frames, %d motions, %d×%d", got.Name, got.Points(), got.Frames(), got.Motions(),
			got.Width, got.Height)
	}
	if !slices.Equal(got.Truth, want.Truth) {
		t.Error("the truth differs")
	}
	// Only this architecture rounds every operation as the generator did;
	// others may fuse a multiplication with an addition.
	tolerance := 0.0
	if runtime.GOARCH != "amd64" {
		tolerance = 1e-6
	}
	for row := range 60 {
		for i := range 300 {
			if d := math.Abs(got.Pixels.At(row, i) - want.Pixels.At(row, i)); d > tolerance {
				t.Fatalf("y(%d, %d) differs by %g", row, i, d)
			}
			if d := math.Abs(got.Normalized.At(row, i) - want.Normalized.At(row, i)); d > tolerance {
				t.Fatalf("x(%d, %d) differs by %g", row, i, d)
			}
		}
	}
	description, err := fs.ReadFile(Example(), ExampleName+"/description.txt")
	if err != nil || string(description) != want.Description {
		t.Errorf("description is %q, %v, expected %q", description, err, want.Description)
	}
}

func TestExampleIsSmall(t *testing.T) {
	total, files := int64(0), 0
	err := fs.WalkDir(Example(), ".", func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		files++
		total += info.Size()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files != 33 || total > 2_000_000 {
		t.Errorf("%d files of %d bytes, expected 33 of at most 2 000 000", files, total)
	}
}

// TestExampleSeparatesTheMethods is what the scene was chosen for.
func TestExampleSeparatesTheMethods(t *testing.T) {
	s := openExample(t)
	data, tracks, err := s.Data(hopkins.FrameSelection{Mode: hopkins.AllFrames})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method    string
		low, high float64 // error in percent
	}{{"ssc", 30, 100}, {"lrksc", 0, 3}} {
		method, err := segment.Lookup(c.method)
		if err != nil {
			t.Fatal(err)
		}
		result, err := segment.Run(context.Background(), data, segment.Config{Method: method, Motions: 3})
		if err != nil {
			t.Fatal(err)
		}
		if e := 100 * segment.ClusteringError(result.Labels, s.TruthOf(tracks)); e < c.low || e > c.high {
			t.Errorf("%s errs on %.2f %% of the tracks, expected %v to %v %%", c.method, e, c.low, c.high)
		}
	}
}

// TestExamplePictures makes sure that the tracks lie on the pictures.
func TestExamplePictures(t *testing.T) {
	source, err := footage.OpenFS(Example(), ExampleName)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	if source.Kind() != footage.Images || source.Len() != 30 {
		t.Errorf("found %d %v, expected 30 images", source.Len(), source.Kind())
	}
	j, err := footage.DirectionOf(openExample(t), source)
	if err != nil {
		t.Fatal(err)
	}
	if j.Direction != footage.Down || j.Confidence < 0.999 {
		t.Errorf("found %+v, expected y to run down", j)
	}
}
