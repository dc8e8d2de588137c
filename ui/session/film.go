package session

import (
	"context"
	"image"

	"motionseg/hopkins/footage"
	"motionseg/hopkins/track"
)

// Film is what is known of a film before points are followed through it.
type Film struct {
	Path   string
	Frames int         // about how many; 0 when that is not known
	Size   image.Point // of its pictures; (0, 0) when not even the first can be read
}

// The largest film that is tracked without asking how much of it, in frames and
// in pixels of the longer side, and what is proposed of a larger one: ten seconds
// tell motions apart, and finer pictures hardly give better tracks.
const (
	shortFilm      = 300
	smallPicture   = 1280
	proposedFrames = 300
	proposedSide   = 1920
)

// lookAt opens a film for its length and size. What is wrong with it is for the
// tracking to say.
func lookAt(ctx context.Context, path string) Film {
	f := Film{Path: path}
	source, err := footage.OpenFilm(ctx, path, footage.Range{})
	if err != nil {
		return f
	}
	defer source.Close()
	f.Frames = source.Expected()
	if size, err := source.Size(ctx); err == nil {
		f.Size = size
	}
	return f
}

// longer returns the longer side of the pictures.
func (f Film) longer() int { return max(f.Size.X, f.Size.Y) }

// Large reports whether the user should say first how much of a film is to be
// tracked.
func (f Film) Large() bool { return f.Frames > shortFilm || f.longer() > smallPicture }

// Proposal returns what of a film is tracked unless the user says something else.
func (f Film) Proposal() footage.Range {
	var r footage.Range
	if f.Frames > shortFilm {
		r.Count = proposedFrames
	}
	if f.longer() > proposedSide {
		r.MaxSide = proposedSide
	}
	return r
}

// Scaled returns regions of the film's pictures in pixels of those that are
// reduced to maxSide on the longer side, or back again.
func (f Film) Scaled(l Limits, maxSide int, back bool) Limits {
	scale := 1.0
	if maxSide > 0 && maxSide < f.longer() {
		scale = float64(maxSide) / float64(f.longer())
	}
	if back {
		scale = 1 / scale
	}
	scaled := func(regions []track.Region) []track.Region {
		var all []track.Region
		for _, r := range regions {
			var next track.Region
			for _, p := range r {
				// Places count from the centre of the first pixel.
				next = append(next, track.Point{X: scale*(p.X+0.5) - 0.5, Y: scale*(p.Y+0.5) - 0.5})
			}
			all = append(all, next)
		}
		return all
	}
	return Limits{Only: scaled(l.Only), Without: scaled(l.Without)}
}

// Numbers are the numbers behind a density, for who knows what they mean.
type Numbers struct {
	Most     int     // points at a time
	Distance float64 // between new points, in pixels of a picture of 640×480
	Quality  float64 // the least strength of a corner, as a share of the strongest one's
	Window   int     // side of the square that is followed, odd
	Shortest int     // frames of the shortest track
}

// numbersOf returns the numbers of options.
func numbersOf(o track.Options) Numbers {
	return Numbers{Most: o.Most, Distance: o.Distance, Quality: o.Quality, Window: o.Window, Shortest: o.Shortest}
}

// apply takes the numbers over.
func (n Numbers) apply(o *track.Options) {
	o.Most, o.Distance, o.Quality, o.Window, o.Shortest = n.Most, n.Distance, n.Quality, n.Window, n.Shortest
}

// Check returns what is wrong with the numbers.
func (n Numbers) Check() error {
	o := track.Default(track.Medium)
	n.apply(&o)
	return o.Check()
}

// options are those that points are followed with.
func (t *Tracking) options() track.Options {
	o := track.Default(t.Density())
	t.Numbers().apply(&o)
	return o
}

// Numbers returns the numbers that points are followed with: those of the density
// unless the user has said others.
func (t *Tracking) Numbers() Numbers {
	if t.own != nil {
		return *t.own
	}
	return numbersOf(track.Default(t.Density()))
}

// OwnNumbers reports whether the numbers are not those of the density.
func (t *Tracking) OwnNumbers() bool { return t.own != nil }

// SetNumbers says which numbers points are followed with, until another density
// is chosen. A film under way is begun again. The error says what is wrong with
// them.
func (t *Tracking) SetNumbers(n Numbers) error {
	if err := n.Check(); err != nil {
		return err
	}
	t.own = &n
	if n == numbersOf(track.Default(t.Density())) {
		t.own = nil
	}
	t.again(nil)
	return nil
}

// Ask tells the window of the film under way, for the user to say how much of it
// is to be tracked; the tracking ends. Without a window that asks, nothing
// happens.
func (t *Tracking) Ask() {
	if !t.Adjustable() || t.cfg.AskFilm == nil {
		return
	}
	job := t.job
	t.Drop()
	t.cfg.AskFilm(job.film, job.frames, job.film.Scaled(job.limits, job.frames.MaxSide, true))
}

// CanAsk reports whether the user can be asked how much of the film under way is
// to be tracked.
func (t *Tracking) CanAsk() bool {
	return t.Adjustable() && t.cfg.AskFilm != nil && t.job.film.Size != image.Point{}
}

// begin follows points through a film that has just been opened, or asks first
// how much of it.
func (t *Tracking) begin(f Film) {
	if f.Large() && t.cfg.AskFilm != nil {
		t.cfg.AskFilm(f, f.Proposal(), Limits{})
		return
	}
	t.Start(f, footage.Range{}, Limits{})
}

// Taken returns how many frames a range takes, 0 where that is not known.
func (f Film) Taken(r footage.Range) int {
	if f.Frames == 0 {
		return r.Count
	}
	step := max(r.Step, 1)
	n := max(0, (f.Frames-r.First+step-1)/step)
	if r.Count > 0 {
		n = min(n, r.Count)
	}
	return n
}
