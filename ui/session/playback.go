package session

import (
	"math"
	"time"
)

// defaultRate is the number of frames a second at speed 1 when the pictures
// do not say.
const defaultRate = 15

// Speeds lists the playback speeds that can be chosen.
var Speeds = []float64{0.25, 0.5, 1, 2, 4}

// Playback is the frame that is shown, and the film as it plays.
type Playback struct {
	*core
	doc *Document

	frame    int
	position float64 // in frames
	playing  bool
	speed    float64
	loop     bool
	rate     float64 // of the pictures, in frames a second
}

// reset shows the first frame, as of what has just been opened.
func (p *Playback) reset() { p.frame, p.position, p.playing, p.rate = 0, 0, false, defaultRate }

// Frame returns the current frame, from 0.
func (p *Playback) Frame() int { return p.frame }

// SetFrame shows a frame, the nearest one there is.
func (p *Playback) SetFrame(frame int) {
	frame = max(0, min(frame, p.doc.FrameCount()-1))
	p.position = float64(frame)
	if frame == p.frame {
		return
	}
	p.frame = frame
	p.announce(FrameChanged)
}

// Step moves by a number of frames, around the end when playback loops, and
// stops playback.
func (p *Playback) Step(by int) {
	count := p.doc.FrameCount()
	if count == 0 {
		return
	}
	p.SetPlaying(false)
	next := p.frame + by
	if p.loop {
		next = ((next % count) + count) % count
	}
	p.SetFrame(next)
}

// Playing reports whether playback runs.
func (p *Playback) Playing() bool { return p.playing }

// SetPlaying starts or stops playback. Starting on the last frame without loop
// begins again.
func (p *Playback) SetPlaying(on bool) {
	if on && p.doc.FrameCount() < 2 || on == p.playing {
		return
	}
	p.playing = on
	if on && !p.loop && p.frame == p.doc.FrameCount()-1 {
		p.SetFrame(0)
	}
	p.announce(PlaybackChanged)
}

// Rate returns the number of frames a second at the present speed.
func (p *Playback) Rate() float64 { return p.rate * p.speed }

// Advance moves playback on by the time that has passed. Frames for which
// there was no time are passed over.
func (p *Playback) Advance(passed time.Duration) {
	count := p.doc.FrameCount()
	if !p.playing || count < 2 {
		return
	}
	p.position += passed.Seconds() * p.Rate()
	if p.position >= float64(count) {
		if !p.loop {
			p.SetFrame(count - 1)
			p.SetPlaying(false)
			return
		}
		p.position = math.Mod(p.position, float64(count))
	}
	if frame := int(p.position); frame != p.frame {
		p.frame = frame
		p.announce(FrameChanged)
	}
}

// Speed returns the playback speed, 1 for the rate of the video.
func (p *Playback) Speed() float64 { return p.speed }

// SetSpeed sets the playback speed.
func (p *Playback) SetSpeed(speed float64) {
	if speed <= 0 || speed == p.speed {
		return
	}
	p.speed = speed
	p.announce(PlaybackChanged)
}

// Loop reports whether playback begins again at the end.
func (p *Playback) Loop() bool { return p.loop }

// SetLoop sets whether playback begins again at the end.
func (p *Playback) SetLoop(on bool) {
	if on == p.loop {
		return
	}
	p.loop = on
	p.announce(PlaybackChanged)
}
