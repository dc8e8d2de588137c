package ui

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"motionseg/ui/session"
)

// paintJob paints the whole of dst at scale device pixels per
// device-independent pixel. It runs on a goroutine of its own and must own
// everything that it reads.
type paintJob func(dst *image.RGBA, scale float64)

// surface is a rectangle of painted pixels. Jobs paint into a back buffer
// off the goroutine of the user interface, one at a time; when jobs come
// faster than they are painted, the ones between are dropped.
type surface struct {
	raster  *canvas.Raster
	run     func(func())
	workers session.Workers

	// What follows belongs to the goroutine of the user interface.
	front, back *image.RGBA
	size        image.Point // device pixels, as last asked for
	scale       float64
	next        paintJob // waits for the painter
	last        paintJob // what is shown, painted again when the size changes
	busy        bool
}

func newSurface(run func(func())) *surface {
	s := &surface{run: run, scale: 1}
	s.raster = canvas.NewRaster(s.generate)
	s.raster.ScaleMode = canvas.ImageScalePixels
	return s
}

// generate hands the painted pixels to the toolkit, and has them painted again
// when their size is another one.
func (s *surface) generate(w, h int) image.Image {
	size := image.Pt(w, h)
	if size != s.size && w > 0 && h > 0 {
		s.size = size
		s.scale = 1
		if width := s.raster.Size().Width; width > 0 {
			s.scale = float64(w) / float64(width)
		}
		if s.last != nil {
			s.paint(s.last)
		}
	}
	if s.front == nil {
		return image.NewRGBA(image.Rect(0, 0, 1, 1))
	}
	return s.front
}

// paint has a job painted and shown.
func (s *surface) paint(job paintJob) {
	s.next, s.last = job, job
	if !s.busy {
		s.start()
	}
}

// start hands the waiting job to a goroutine.
func (s *surface) start() {
	if s.next == nil || s.size.X < 2 || s.size.Y < 2 {
		return
	}
	job, scale := s.next, s.scale
	s.next, s.busy = nil, true
	if s.back == nil || s.back.Rect.Size() != s.size {
		s.back = image.NewRGBA(image.Rectangle{Max: s.size})
	}
	back := s.back
	s.workers.Go(func() {
		job(back, scale)
		s.run(func() {
			s.busy = false
			s.back, s.front = s.front, back
			s.raster.Refresh()
			s.start()
		})
	})
}

// pixels returns the size in device pixels.
func (s *surface) pixels() image.Point { return s.size }

// toPixels returns the device pixel at a position in the surface.
func (s *surface) toPixels(p fyne.Position) (x, y float64) {
	return float64(p.X) * s.scale, float64(p.Y) * s.scale
}
