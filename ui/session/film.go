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

// Limits are where points are followed: Only has the regions in which they
// begin, everywhere without any, Without those that are left out.
type Limits struct{ Only, Without []track.Region }

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
