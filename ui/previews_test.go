package ui

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/project"
	"motionseg/hopkins/realdata"
)

// TestPreviewsAreReadOnceLastFirst: those asked for last come first, of many
// that wait the oldest are forgotten, and a kept one is not read again.
func TestPreviewsAreReadOnceLastFirst(t *testing.T) {
	q := &queue{}
	gate := make(chan struct{})
	var mu sync.Mutex
	var read []string
	var told []string
	p := newPreviews(q.add, func(_ context.Context, key string) image.Image {
		<-gate
		mu.Lock()
		defer mu.Unlock()
		read = append(read, key)
		if key == "broken" {
			panic("broken")
		}
		return image.NewRGBA(image.Rect(0, 0, 2, 2))
	}, func(key string, _ image.Image) { told = append(told, key) })
	if p.get("first") != nil {
		t.Error("a picture is there before it is read")
	}
	gate <- struct{}{} // "first" is being read
	p.wait()
	q.run()
	for i := range previewsWaiting + 10 {
		p.get(fmt.Sprint(i))
	}
	p.get("broken")
	p.get("5")
	close(gate)
	p.wait()
	q.run()
	// The worker may have taken one before the others came.
	if n := len(read); n < previewsWaiting || n > previewsWaiting+2 || slices.Contains(read[2:], "1") {
		t.Errorf("%d were read: %v", n, read)
	}
	if i, j := slices.Index(read, "broken"), slices.Index(read, "49"); i < 0 || j < i {
		t.Errorf("the order is %v", read)
	}
	before := len(read)
	if p.get("first") == nil || p.get("broken") != nil {
		t.Error("what is kept is wrong")
	}
	p.wait()
	if len(read) != before || !slices.Contains(told, "broken") {
		t.Error("a kept picture was read again")
	}
	for i := range previewsKept {
		p.keep(fmt.Sprint("more", i), nil)
	}
	if len(p.kept) != previewsKept || len(p.recent) != previewsKept {
		t.Errorf("%d are kept, want %d", len(p.kept), previewsKept)
	}
}

// TestLibraryShowsPreview of the example.
func TestLibraryShowsPreview(t *testing.T) {
	r := withExample(t, nil)
	m := r.library.previews.get("")
	if m == nil {
		t.Fatal("no picture of the example")
	}
	if size := m.Bounds().Size(); size.X > previewWidth || size.Y > previewHeight ||
		size.X < previewWidth && size.Y < previewHeight {
		t.Errorf("size is %v, want it to fit %d×%d", size, previewWidth, previewHeight)
	}
	if readPreview(t.Context(), touch(t, "broken.mat")) != nil {
		t.Error("a broken file has a picture")
	}
}

// TestPreviewsOfFilmsAndProjects: a film shows its first picture, and a project that
// of its film or of its tracks.
func TestPreviewsOfFilmsAndProjects(t *testing.T) {
	folder := t.TempDir()
	film := filepath.Join(folder, "film")
	if err := os.Mkdir(film, 0o777); err != nil {
		t.Fatal(err)
	}
	colours := []color.RGBA{{200, 0, 0, 255}, {0, 200, 0, 255}, {0, 0, 200, 255}}
	for i, c := range colours {
		m := image.NewRGBA(image.Rect(0, 0, 320, 240))
		draw.Draw(m, m.Rect, image.NewUniform(c), image.Point{}, draw.Src)
		f, err := os.Create(filepath.Join(film, fmt.Sprintf("%d.png", i+1)))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(png.Encode(f, m), f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	save := func(name string, d project.Data) string {
		d.Tracks, d.Frames = 1, 1
		path := filepath.Join(folder, name+project.Ending)
		if err := (&project.Project{Data: d}).Save(path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	shows := func(path string) color.Color {
		t.Helper()
		m := readPreview(t.Context(), path)
		if m == nil {
			t.Fatalf("%s has no picture", path)
		}
		if size := m.Bounds().Size(); size != image.Pt(72, 54) {
			t.Errorf("%s has a picture of %v", path, size)
		}
		return m.At(36, 27)
	}
	if got := shows(film); got != colours[0] {
		t.Errorf("the film shows %v", got)
	}
	if got := shows(save("late",
		project.Data{Path: film + ".csv", Pictures: &hopkins.Footage{Path: film, First: 1}})); got != colours[1] {
		t.Errorf("the project of the film's second frame shows %v", got)
	}
	if readPreview(t.Context(), save("example", project.Data{})) == nil {
		t.Error("a project of the example has no picture")
	}
	for _, name := range []string{"itself", "lost"} {
		if m := readPreview(t.Context(),
			save(name, project.Data{Path: filepath.Join(folder, "itself"+project.Ending)})); m != nil {
			t.Errorf("a project without tracks has a picture: %s", name)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if readPreview(ended, film) != nil {
		t.Error("a film is read after the window was closed")
	}
}

// TestPreviewsEnd: closing the window ends what is read, and nothing more is.
func TestPreviewsEnd(t *testing.T) {
	q := &queue{}
	started := make(chan string)
	p := newPreviews(q.add, func(ctx context.Context, key string) image.Image {
		started <- key
		<-ctx.Done()
		return nil
	}, func(string, image.Image) {})
	p.get("first")
	<-started
	p.get("second")
	p.close()
	p.wait()
	p.get("third")
	p.wait()
	if len(p.waiting) > 0 {
		t.Errorf("%q wait after closing", p.waiting)
	}
}

// TestForeignPreviews: three previews of Hopkins155 show other sequences.
func TestForeignPreviews(t *testing.T) {
	root := realdata.Folder(t, "hopkins155")
	for _, name := range []string{"truck1", "people1", "people2", "truck2"} {
		if got, want := readPreview(t.Context(), filepath.Join(root, name, name+"_truth.mat")) != nil,
			name == "truck2"; got != want {
			t.Errorf("%s has a picture: %v, want %v", name, got, want)
		}
	}
}
