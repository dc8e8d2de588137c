package batch

import (
	"context"
	"fmt"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/segment"
)

// What work takes at its most, in bytes, as measured.md says.
const (
	// baseNeed is for the program, what comes from ffmpeg, and what the collector leaves.
	baseNeed = 100 << 20
	// perPixel is for a picture of a film as it is read, and what points are followed in.
	perPixel = 100
	// perPoint is for a point in a frame in which it is followed.
	perPoint = 24
	// perPlace is for a track and a frame, whether it is seen there or not: the place in
	// pixels and normalised, whether it is seen, and the same of what a method is given.
	perPlace = 66
	// perPair and perGappedPair are for two tracks that a method compares, a dozen
	// matrices at a time, and those of evidence from pairs of frames.
	perPair, perGappedPair = 96, 200
	// lifetime is through how many frames a point is followed, of films in which points
	// are lost soon.
	lifetime = 20
)

// TooLargeError says that work takes more memory than there is for it.
type TooLargeError struct {
	Work        string // as "about 41000 points in 1000 frames of 1920×1080 pixels"
	Need, Limit int64  // in bytes
	Instead     string // what takes less
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("expected work for %s of memory, found %s, for about %s; %s",
		amount(e.Limit), e.Work, amount(e.Need), e.Instead)
}

// takesLess is what a TooLargeError proposes.
const takesLess = "fewer frames (first and last in a list, --track-every) take less"

// amount writes a number of bytes as ParseMemory reads it.
func amount(bytes int64) string {
	if bytes < 1e9 {
		return fmt.Sprintf("%.0fMB", float64(bytes)/1e6)
	}
	return fmt.Sprintf("%.1fGB", float64(bytes)/1e9)
}

// needOf returns about how much memory the way from tracks to labels takes.
func needOf(tracks, frames int, gaps bool) int64 {
	compared := segment.LandmarkLimit
	pair := int64(perPair)
	if gaps {
		compared, pair = segment.DefaultLandmarks, perGappedPair
	}
	n, m := int64(tracks), int64(min(tracks, compared))
	return baseNeed + perPlace*n*int64(frames) + pair*m*m
}

// checkNeed returns a TooLargeError for tracks that take more than the limit, 0 for
// any.
func checkNeed(s *hopkins.Sequence, limit int64) error {
	need := needOf(s.Points(), s.Frames(), s.Visible != nil)
	if s.Long() {
		need = longNeed
	}
	if limit <= 0 || need <= limit {
		return nil
	}
	work := fmt.Sprintf("%d tracks in %d frames", s.Points(), s.Frames())
	return &TooLargeError{Work: work, Need: need, Limit: limit, Instead: takesLess}
}

// longNeed is what is more than its points of a film that is segmented in windows.
var longNeed = needOf(segment.DefaultLandmarks, 2*hopkins.WindowFrames, true)

// filmNeed is what a film takes that was not looked at.
var filmNeed = needOf(segment.DefaultLandmarks, 100, true)

// reckon returns about how much memory a source takes, of a film by its header, and
// what that is. The error is for one that can't be read.
func (f Films) reckon(ctx context.Context, s Source) (need int64, work string, err error) {
	if !s.Film {
		// Whether tracks have gaps, which takes less, is known when they are read.
		return needOf(s.Tracks, 0, true), fmt.Sprintf("%d tracks", s.Tracks), nil
	}
	source, err := footage.OpenFilm(ctx, s.Path, f.Range)
	if err != nil {
		return 0, "", err
	}
	defer source.Close()
	size, err := source.Size(ctx)
	if err != nil {
		return 0, "", err
	}
	frames := source.Expected()
	points := f.Tracking.Most * (1 + frames/lifetime)
	need = longNeed
	if points*frames <= hopkins.LongFrom {
		need = needOf(points, frames, true)
	}
	need += perPixel*int64(size.X)*int64(size.Y) + perPoint*int64(f.Tracking.Most)*int64(frames)
	return need, fmt.Sprintf("about %d points in %d frames of %d×%d pixels", points, frames, size.X, size.Y), nil
}
