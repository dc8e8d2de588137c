package session

import (
	"context"
	"errors"
	"image"
	"path/filepath"
	"sync"
	"time"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/track"
)

// Tracking follows points through a film in the background, and opens the tracks
// when they are there.
type Tracking struct {
	*core
	doc      *Document
	playback *Playback
	settings *Settings // hold the density
	open     func(*hopkins.Sequence)
	own      *Numbers     // in place of those of the density; nil without
	job      *trackingJob // nil while none is under way
	last     *trackingJob // of the film that was opened last; nil before
}

// TrackingProgress is how far the tracking of a film has come.
type TrackingProgress struct {
	track.Progress
	Elapsed time.Duration
	// Left is the time that the rest takes, going by what has been done; 0
	// where that is not known.
	Left time.Duration
}

// trackingJob is a film that is being tracked.
type trackingJob struct {
	path    string
	footage hopkins.Footage // the pictures that are looked at
	film    Film
	frames  footage.Range
	limits  Limits
	whole   bool // the whole film, not something added to what is open
	cancel  context.CancelFunc
	start   time.Time
	drop    bool // what there is when it ends is not wanted

	progress TrackingProgress
	mu       sync.Mutex
	latest   track.Progress
	posted   bool
	told     time.Time
}

// Film returns the path of the film that is being tracked, empty when none is.
func (t *Tracking) Film() string {
	if t.job == nil {
		return ""
	}
	return t.job.path
}

// Footage returns the pictures that are looked at while a film is tracked.
func (t *Tracking) Footage() hopkins.Footage {
	if t.job == nil {
		return hopkins.Footage{}
	}
	return t.job.footage
}

// Progress returns how far the film is; Picture is nil before the first frame.
func (t *Tracking) Progress() TrackingProgress {
	if t.job == nil {
		return TrackingProgress{}
	}
	return t.job.progress
}

// Limits returns where points of the film under way are followed.
func (t *Tracking) Limits() Limits {
	if t.job == nil {
		return Limits{}
	}
	return t.job.limits
}

// Adjustable reports whether density and limits can be changed under way: the
// tracking then starts again.
func (t *Tracking) Adjustable() bool { return t.job != nil && t.job.whole }

// Density returns how many points are followed.
func (t *Tracking) Density() track.Density {
	d, err := track.ParseDensity(t.settings.Density)
	if err != nil {
		return track.Medium
	}
	return d
}

// SetDensity says how many points are followed. A film under way is begun again.
func (t *Tracking) SetDensity(d track.Density) {
	if d == t.Density() && t.own == nil {
		return
	}
	t.own = nil
	t.settings.Density = d.String()
	t.again(nil)
}

// SetLimits says where points are followed in the film under way, and begins it
// again.
func (t *Tracking) SetLimits(l Limits) { t.again(&l) }

// again begins the film under way from its first frame.
func (t *Tracking) again(l *Limits) {
	if !t.Adjustable() {
		return
	}
	job := t.job
	if l == nil {
		l = &job.limits
	}
	t.Start(job.film, job.frames, *l)
}

// Start follows points through a range of a film. The limits are in pixels of its
// pictures as they are tracked. A film that is under way is dropped.
func (t *Tracking) Start(f Film, frames footage.Range, l Limits) {
	o := t.options()
	o.Only, o.Without = l.Only, l.Without
	pictures := hopkins.Footage{Path: f.Path, First: frames.First, Step: frames.Step, MaxSide: frames.MaxSide,
		Channel: frames.Channel}
	t.run(&trackingJob{path: f.Path, footage: pictures, film: f, frames: frames, limits: l, whole: true},
		func(ctx context.Context, report func(track.Progress)) (*hopkins.Sequence, error) {
			return track.Open(ctx, f.Path, frames, o, report)
		})
}

// CanTrackOn reports whether the open tracks can be followed on from a frame, and
// points be added.
func (t *Tracking) CanTrackOn() bool { return t.job == nil && track.CanTrackOn(t.doc.sequence) }

// TrackOn follows the open tracks on from the current frame, in place of what
// came after it.
func (t *Tracking) TrackOn() {
	if !t.CanTrackOn() {
		return
	}
	s, from, o := t.doc.sequence, t.playback.frame, t.options()
	t.run(&trackingJob{path: s.Footage.Path, footage: *s.Footage},
		func(ctx context.Context, report func(track.Progress)) (*hopkins.Sequence, error) {
			return track.TrackOn(ctx, s, from, o, report)
		})
}

// AddPoints adds points in a region of the current frame to the open tracks.
func (t *Tracking) AddPoints(region track.Region) {
	if !t.CanTrackOn() {
		return
	}
	s, frame, o := t.doc.sequence, t.playback.frame, track.Default(track.Dense)
	t.run(&trackingJob{path: s.Footage.Path, footage: *s.Footage},
		func(ctx context.Context, report func(track.Progress)) (*hopkins.Sequence, error) {
			return track.AddPoints(ctx, s, frame, region, o, report)
		})
}

// Keep ends the tracking and opens the tracks as far as they are.
func (t *Tracking) Keep() {
	if t.job != nil {
		t.job.cancel()
	}
}

// Drop ends the tracking. What is open stays.
func (t *Tracking) Drop() {
	if t.job == nil {
		return
	}
	t.job.drop = true
	t.job.cancel()
	t.job = nil
	if !t.closed {
		t.announce(TrackingChanged)
	}
}

// run does the work of a job on a goroutine of its own.
func (t *Tracking) run(job *trackingJob, work func(context.Context, func(track.Progress)) (*hopkins.Sequence, error)) {
	if t.job != nil {
		t.job.drop = true
		t.job.cancel()
	}
	ctx, cancel := context.WithCancel(t.living)
	job.cancel, job.start = cancel, time.Now()
	t.job = job
	t.announce(TrackingChanged)
	t.workers.Go(func() {
		defer cancel()
		s, err := work(ctx, func(p track.Progress) { t.report(job, p) })
		t.later(func() { t.finish(job, s, err) })
	})
}

// report is called from the tracker's goroutine after every frame. It announces
// at most one change per progressInterval.
func (t *Tracking) report(job *trackingJob, p track.Progress) {
	job.mu.Lock()
	defer job.mu.Unlock()
	job.latest = p
	now := time.Now()
	if job.posted || now.Sub(job.told) < progressInterval {
		return
	}
	job.posted, job.told = true, now
	t.later(func() {
		job.mu.Lock()
		job.posted = false
		latest := job.latest
		job.mu.Unlock()
		if t.job != job {
			return
		}
		if n := job.film.Taken(job.frames); latest.Frames == 0 && n > 0 {
			// What a film promises, which it may not keep.
			latest.Frames = max(n, latest.Done)
		}
		elapsed := time.Since(job.start)
		job.progress = TrackingProgress{Progress: latest, Elapsed: elapsed}
		if latest.Frames > latest.Done {
			job.progress.Left = elapsed / time.Duration(latest.Done) * time.Duration(latest.Frames-latest.Done)
		}
		t.announce(TrackingProgressed)
	})
}

// finish opens what a job gave. Where it was ended early, or a frame could not be
// read, that is what there was up to there.
func (t *Tracking) finish(job *trackingJob, s *hopkins.Sequence, err error) {
	if t.job != job || job.drop {
		return
	}
	t.job = nil
	if s != nil { // before it is told that the tracking is over: the window then shows this
		if job.whole {
			t.last = job
		}
		t.open(s)
	}
	t.announce(TrackingChanged)
	if err == nil || errors.Is(err, context.Canceled) && s != nil {
		return
	}
	p := Problem{
		Title: "Cannot track points in " + filepath.Base(job.path), File: job.path, Reason: err.Error(),
		Advice: "Choose a film, of more than a few frames, in which things with some texture move, or another density.",
	}
	job.mu.Lock()
	read := job.latest.Done
	job.mu.Unlock()
	switch {
	case errors.Is(err, context.Canceled):
		p.Reason, p.Advice = "No point has been followed through enough frames yet.", "Let it run on for some frames."
	case s != nil:
		p.Title = "Not all of " + filepath.Base(job.path) + " could be tracked"
		p.Advice = "The tracks up to that frame are open."
	case errors.Is(err, footage.ErrNoFFmpeg):
		p.Advice = "Where it is installed already, say where: Find ffmpeg, in the menu File."
	case read == 0:
		p.Advice = "It may be damaged, or no film: see whether another program plays it, or choose another one."
	}
	t.cfg.Problem(p)
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

// CanTrackAgain reports whether the film of the open tracks can be followed
// again, with another density or in another part of it.
func (t *Tracking) CanTrackAgain() bool {
	q := t.doc.sequence
	return t.job == nil && t.cfg.AskFilm != nil && t.doc.fromFilm() && !q.TwoFrame && track.Recognise(q.Footage.Path)
}

// TrackAgain asks how much of the film of the open tracks is to be followed, as
// it was the last time.
func (t *Tracking) TrackAgain() {
	if !t.CanTrackAgain() {
		return
	}
	path := t.doc.sequence.Footage.Path
	if last := t.last; last != nil && last.film.Path == path {
		t.cfg.AskFilm(last.film, last.frames, last.film.Scaled(last.limits, last.frames.MaxSide, true))
		return
	}
	t.workers.Go(func() {
		f := lookAt(t.living, path)
		t.later(func() { t.cfg.AskFilm(f, f.Proposal(), Limits{}) })
	})
}
