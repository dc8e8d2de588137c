package ui

import (
	"context"
	"image"
	"slices"
	"sync"

	"golang.org/x/image/draw"

	"motionseg/assets"
	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/imageset"
)

// Previews are kept at this size in pixels, twice that of the library's rows,
// and so many of them; only the requests made last wait.
const (
	previewWidth, previewHeight = 72, 54
	previewsKept                = 400
	previewsWaiting             = 40
)

// previews reads small pictures of sequences on a goroutine of its own, those
// asked for last first, and keeps the ones used last.
type previews struct {
	run    func(func())                    // runs on the goroutine of the user interface
	read   func(key string) image.Image    // nil when there is no picture
	loaded func(key string, _ image.Image) // told of each, on that goroutine

	mu      sync.Mutex
	waiting []string // the last one is next
	busy    bool
	idle    *sync.Cond

	// What follows belongs to the goroutine of the user interface.
	kept   map[string]image.Image // nil for one without a picture
	recent []string               // the one used longest ago first
}

func newPreviews(run func(func()), read func(string) image.Image, loaded func(string, image.Image)) *previews {
	p := &previews{run: run, read: read, loaded: loaded, kept: map[string]image.Image{}}
	p.idle = sync.NewCond(&p.mu)
	return p
}

// get returns the picture of a sequence if it is there already; otherwise it is
// read, and loaded is told.
func (p *previews) get(key string) image.Image {
	if m, ok := p.kept[key]; ok {
		return m
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, k := range p.waiting {
		if k == key {
			p.waiting = append(p.waiting[:i], p.waiting[i+1:]...)
			break
		}
	}
	p.waiting = append(p.waiting, key)
	if n := len(p.waiting); n > previewsWaiting {
		p.waiting = p.waiting[n-previewsWaiting:]
	}
	if !p.busy {
		p.busy = true
		go p.work()
	}
	return nil
}

// work reads what waits.
func (p *previews) work() {
	for {
		p.mu.Lock()
		n := len(p.waiting)
		if n == 0 {
			p.busy = false
			p.idle.Broadcast()
			p.mu.Unlock()
			return
		}
		key := p.waiting[n-1]
		p.waiting = p.waiting[:n-1]
		p.mu.Unlock()
		m := p.readSafely(key)
		p.run(func() { p.keep(key, m) })
	}
}

// readSafely returns no picture for one whose reader panics.
func (p *previews) readSafely(key string) (m image.Image) {
	defer func() {
		if recover() != nil {
			m = nil
		}
	}()
	return p.read(key)
}

// wait blocks until nothing is being read.
func (p *previews) wait() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.busy {
		p.idle.Wait()
	}
}

func (p *previews) keep(key string, m image.Image) {
	if _, ok := p.kept[key]; !ok {
		p.recent = append(p.recent, key)
	}
	p.kept[key] = m
	if len(p.recent) > previewsKept {
		delete(p.kept, p.recent[0])
		p.recent = p.recent[1:]
	}
	p.loaded(key, m)
}

// readPreview returns a small picture of the sequence or set in a file, of the
// example for no file; nil when there is none.
func readPreview(path string) image.Image {
	source, err := previewSource(path)
	if err != nil {
		return setPreview(path)
	}
	if source == nil {
		return nil
	}
	// Nothing was written to it that could be lost.
	defer func() { _ = source.Close() }()
	full, err := source.Frame(0)
	if err != nil {
		return nil
	}
	return reduced(full)
}

// reduced returns a picture at the size of previews.
func reduced(full image.Image) image.Image {
	size := full.Bounds().Size()
	scale := min(float64(previewWidth)/float64(size.X), float64(previewHeight)/float64(size.Y))
	small := image.NewRGBA(image.Rect(0, 0, max(1, int(scale*float64(size.X))), max(1, int(scale*float64(size.Y)))))
	draw.ApproxBiLinear.Scale(small, small.Rect, full, full.Bounds(), draw.Src, nil)
	return small
}

// setPreview returns the first pictures of a few classes beside each other,
// nil when there is no set of pictures.
func setPreview(path string) image.Image {
	set, err := imageset.Open(context.Background(), path, imageset.Options{})
	if err != nil || set.Width == 0 {
		return nil
	}
	const shown = 3
	row := image.NewRGBA(image.Rect(0, 0, min(shown, len(set.Classes))*set.Width, set.Height))
	for class := range min(shown, len(set.Classes)) {
		if i := slices.Index(set.Truth, class+1); i >= 0 {
			draw.Draw(row, image.Rect(class*set.Width, 0, (class+1)*set.Width, set.Height), set.Thumbnail(i), image.Point{}, draw.Src)
		}
	}
	return reduced(row)
}

// previewSource finds the pictures of a sequence, nil when they are those of
// another one: only the tracks can tell.
func previewSource(path string) (*footage.Source, error) {
	if path == "" {
		return footage.OpenFS(assets.Example(), assets.ExampleName)
	}
	entry, err := hopkins.FindEntry(path)
	if err != nil {
		return nil, err
	}
	source, err := footage.Open(entry)
	if err != nil || source.Kind() != footage.Preview {
		return source, err
	}
	s, err := hopkins.Open(path)
	if err != nil {
		return nil, err
	}
	if judgement, err := footage.DirectionOf(s, source); err != nil || judgement.Shown < 0 {
		return nil, err
	}
	return source, nil
}
