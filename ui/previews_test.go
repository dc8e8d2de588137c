package ui

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

// TestPreviewsAreReadOnceLastFirst: those asked for last come first, of many
// that wait the oldest are forgotten, and a kept one is not read again.
func TestPreviewsAreReadOnceLastFirst(t *testing.T) {
	q := &queue{}
	gate := make(chan struct{})
	var mu sync.Mutex
	var read []string
	var told []string
	p := newPreviews(q.add, func(key string) image.Image {
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
	if size := m.Bounds().Size(); size.X > previewWidth || size.Y > previewHeight || size.X < previewWidth && size.Y < previewHeight {
		t.Errorf("size is %v, want it to fit %d×%d", size, previewWidth, previewHeight)
	}
	if readPreview(touch(t, "broken.mat")) != nil {
		t.Error("a broken file has a picture")
	}
}

// TestForeignPreviews: three previews of Hopkins155 show other sequences.
func TestForeignPreviews(t *testing.T) {
	root := os.Getenv("HOPKINS155_DIR")
	if root == "" {
		root = filepath.Join("..", "..", "shared", "data", "hopkins155")
	}
	if _, err := os.Stat(root); err != nil {
		t.Skip("Hopkins155 is not here (HOPKINS155_DIR)")
	}
	for _, name := range []string{"truck1", "people1", "people2", "truck2"} {
		if got, want := readPreview(filepath.Join(root, name, name+"_truth.mat")) != nil, name == "truck2"; got != want {
			t.Errorf("%s has a picture: %v, want %v", name, got, want)
		}
	}
}
