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

// Frame returns the current frame, from 0.
func (s *Session) Frame() int { return s.frame }

// SetFrame shows a frame, the nearest one there is.
func (s *Session) SetFrame(frame int) {
	frame = max(0, min(frame, s.FrameCount()-1))
	s.position = float64(frame)
	if frame == s.frame {
		return
	}
	s.frame = frame
	s.announce(FrameChanged)
}

// Step moves by a number of frames, around the end when playback loops, and
// stops playback.
func (s *Session) Step(by int) {
	count := s.FrameCount()
	if count == 0 {
		return
	}
	s.SetPlaying(false)
	next := s.frame + by
	if s.loop {
		next = ((next % count) + count) % count
	}
	s.SetFrame(next)
}

// Playing tells whether playback runs.
func (s *Session) Playing() bool { return s.playing }

// SetPlaying starts or stops playback. Starting on the last frame without loop
// begins again.
func (s *Session) SetPlaying(on bool) {
	if on && s.FrameCount() < 2 || on == s.playing {
		return
	}
	s.playing = on
	if on && !s.loop && s.frame == s.FrameCount()-1 {
		s.SetFrame(0)
	}
	s.announce(PlaybackChanged)
}

// Rate returns the number of frames a second at the present speed.
func (s *Session) Rate() float64 { return s.rate * s.speed }

// Advance moves playback on by the time that has passed. Frames for which
// there was no time are passed over.
func (s *Session) Advance(passed time.Duration) {
	count := s.FrameCount()
	if !s.playing || count < 2 {
		return
	}
	s.position += passed.Seconds() * s.Rate()
	if s.position >= float64(count) {
		if !s.loop {
			s.SetFrame(count - 1)
			s.SetPlaying(false)
			return
		}
		s.position = math.Mod(s.position, float64(count))
	}
	if frame := int(s.position); frame != s.frame {
		s.frame = frame
		s.announce(FrameChanged)
	}
}

// Speed returns the playback speed, 1 for the rate of the video.
func (s *Session) Speed() float64 { return s.speed }

// SetSpeed sets the playback speed.
func (s *Session) SetSpeed(speed float64) {
	if speed <= 0 || speed == s.speed {
		return
	}
	s.speed = speed
	s.announce(PlaybackChanged)
}

// Loop tells whether playback begins again at the end.
func (s *Session) Loop() bool { return s.loop }

// SetLoop sets whether playback begins again at the end.
func (s *Session) SetLoop(on bool) {
	if on == s.loop {
		return
	}
	s.loop = on
	s.announce(PlaybackChanged)
}
