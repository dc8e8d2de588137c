package kit

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"motionseg/ui/workers"
)

// Job paints the whole of dst at scale device pixels per
// device-independent pixel. It runs on a goroutine of its own and must own
// everything that it reads.
type Job func(dst *image.RGBA, scale float64)

// Surface is a rectangle of painted pixels. Jobs paint into a back buffer
// off the goroutine of the user interface, one at a time; when jobs come
// faster than they are painted, the ones between are dropped.
type Surface struct {
	Raster  *canvas.Raster
	Run     func(func())     // runs on the goroutine of the user interface
	Workers *workers.Workers // paint; others prepare on them what is to be painted
	Scale   float64          // device pixels per device-independent pixel

	// What follows belongs to the goroutine of the user interface.
	front, back *image.RGBA
	size        image.Point // device pixels, as last asked for
	next        Job         // waits for the painter
	last        Job         // what is shown, painted again when the size changes
	busy        bool
}

// NewSurface returns a surface on which nothing is painted.
func NewSurface(k *Kit) *Surface {
	s := &Surface{Run: k.Run, Workers: k.Workers("Painting"), Scale: 1}
	s.Raster = canvas.NewRaster(s.generate)
	s.Raster.ScaleMode = canvas.ImageScalePixels
	return s
}

// generate hands the painted pixels to the toolkit, and has them painted again
// when their size is another one.
func (s *Surface) generate(w, h int) image.Image {
	size := image.Pt(w, h)
	if size != s.size && w > 0 && h > 0 {
		s.size = size
		s.Scale = 1
		if width := s.Raster.Size().Width; width > 0 {
			s.Scale = float64(w) / float64(width)
		}
		if s.last != nil {
			s.Paint(s.last)
		}
	}
	if s.front == nil {
		return image.NewRGBA(image.Rect(0, 0, 1, 1))
	}
	return s.front
}

// Paint has a job painted and shown.
func (s *Surface) Paint(job Job) {
	s.next, s.last = job, job
	if !s.busy {
		s.start()
	}
}

// start hands the waiting job to a goroutine.
func (s *Surface) start() {
	if s.next == nil || s.size.X < 2 || s.size.Y < 2 {
		return
	}
	job, scale := s.next, s.Scale
	s.next, s.busy = nil, true
	if s.back == nil || s.back.Rect.Size() != s.size {
		s.back = image.NewRGBA(image.Rectangle{Max: s.size})
	}
	back := s.back
	s.Workers.Go(func() {
		painted := false
		// Also when the job panics: the next one may not.
		defer s.Run(func() {
			s.busy = false
			if painted {
				s.back, s.front = s.front, back
				s.Raster.Refresh()
			}
			s.start()
		})
		job(back, scale)
		painted = true
	})
}

// Picture paints what is shown in another size, at one device pixel per
// device-independent pixel; nil before there is anything to show.
func (s *Surface) Picture(size image.Point) *image.RGBA {
	if s.last == nil {
		return nil
	}
	// Jobs are painted one at a time.
	s.Workers.Wait()
	m := image.NewRGBA(image.Rectangle{Max: size})
	s.last(m, 1)
	return m
}

// Pixels returns the size in device pixels.
func (s *Surface) Pixels() image.Point { return s.size }

// ToPixels returns the device pixel at a position in the surface.
func (s *Surface) ToPixels(p fyne.Position) (x, y float64) {
	return float64(p.X) * s.Scale, float64(p.Y) * s.Scale
}
