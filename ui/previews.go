package ui

import (
	"context"
	"fmt"
	"image"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/image/draw"

	"motionseg/assets"
	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/imageset"
	"motionseg/hopkins/project"
	"motionseg/hopkins/track"
)

// Previews are kept at this size in pixels, twice that of the library's rows,
// and so many of them; only the requests made last wait.
const (
	previewWidth, previewHeight = 72, 54
	previewsKept                = 400
	previewsWaiting             = 40
)

// previewTime is how long reading one may take: a film on a slow drive must not hold
// up those that come after it.
const previewTime = 30 * time.Second

// previews reads small pictures of sequences on a goroutine of its own, those
// asked for last first, and keeps the ones used last.
type previews struct {
	run    func(func())                                      // runs on the goroutine of the user interface
	read   func(ctx context.Context, key string) image.Image // nil when there is no picture
	loaded func(key string, _ image.Image)                   // told of each, on that goroutine

	living context.Context // ends when the window is closed
	stop   context.CancelFunc

	mu      sync.Mutex
	waiting []string // the last one is next
	busy    bool
	idle    *sync.Cond

	// What follows belongs to the goroutine of the user interface.
	kept   map[string]image.Image // nil for one without a picture
	recent []string               // the one used longest ago first
}

func newPreviews(
	run func(func()), read func(context.Context, string) image.Image, loaded func(string, image.Image),
) *previews {
	p := &previews{run: run, read: read, loaded: loaded, kept: map[string]image.Image{}}
	p.idle = sync.NewCond(&p.mu)
	p.living, p.stop = context.WithCancel(context.Background())
	return p
}

// close stops what is being read, and reads nothing more.
func (p *previews) close() {
	p.stop()
	p.mu.Lock()
	p.waiting = nil
	p.mu.Unlock()
}

// get returns the picture of a sequence if it is there already; otherwise it is
// read, and loaded is told.
func (p *previews) get(key string) image.Image {
	if m, ok := p.kept[key]; ok {
		return m
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.living.Err() != nil {
		return nil
	}
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
	ctx, cancel := context.WithTimeout(p.living, previewTime)
	defer cancel()
	return p.read(ctx, key)
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

// readPreview returns a small picture of the sequence, film, project or set in a
// file, of the example for no file; nil when there is none.
func readPreview(ctx context.Context, path string) image.Image {
	source, err := previewSource(ctx, path)
	if err != nil {
		return setPreview(ctx, path)
	}
	if source == nil {
		return nil
	}
	// Nothing was written to it that could be lost. Closing ends what is decoded.
	closed := context.AfterFunc(ctx, func() { _ = source.Close() })
	defer func() {
		if closed() {
			_ = source.Close()
		}
	}()
	full, err := source.Frame(0)
	if err != nil || full == nil {
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
func setPreview(ctx context.Context, path string) image.Image {
	set, err := imageset.Open(ctx, path, imageset.Options{})
	if err != nil || set.Width == 0 {
		return nil
	}
	const shown = 3
	row := image.NewRGBA(image.Rect(0, 0, min(shown, len(set.Classes))*set.Width, set.Height))
	for class := range min(shown, len(set.Classes)) {
		if i := slices.Index(set.Truth, class+1); i >= 0 {
			draw.Draw(row, image.Rect(class*set.Width, 0, (class+1)*set.Width, set.Height), set.Thumbnail(i),
				image.Point{}, draw.Src)
		}
	}
	return reduced(row)
}

// previewSource finds the pictures of a sequence, nil when they are those of
// another one: only the tracks can tell.
func previewSource(ctx context.Context, path string) (*footage.Source, error) {
	// No larger than is needed: a film's program reduces its pictures.
	const side = 2 * previewWidth
	switch {
	case path == "":
		return footage.OpenFS(assets.Example(), assets.ExampleName)
	case strings.EqualFold(filepath.Ext(path), project.Ending):
		p, err := project.Load(path)
		if err != nil {
			return nil, err
		}
		if of := p.Data.Pictures; of != nil {
			of.MaxSide = side
			return footage.OpenFootage(ctx, *of)
		}
		if strings.EqualFold(filepath.Ext(p.Data.Path), project.Ending) {
			return nil, fmt.Errorf("%s: expected tracks, found a project: %s", path, p.Data.Path)
		}
		return previewSource(ctx, p.Data.Path)
	case slices.Contains(photographEndings, strings.ToLower(filepath.Ext(path))):
		return footage.OpenFootage(ctx, hopkins.Footage{Files: []string{path}, MaxSide: side})
	case track.Recognise(path):
		return footage.OpenFilm(ctx, path, footage.Range{Count: 1, MaxSide: side})
	}
	entry, err := hopkins.FindEntry(path)
	if err != nil {
		return nil, err
	}
	source, err := footage.Open(ctx, entry)
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

// photographEndings are the endings of the names of pictures that can be
// matched.
var photographEndings = []string{".jpg", ".jpeg", ".png", ".tif", ".tiff", ".bmp", ".webp", ".gif"}
