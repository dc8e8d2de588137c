package session

import (
	"testing"
	"time"
)

func TestPlaybackDropsFrames(t *testing.T) {
	b := newBench(t, nil)
	b.OpenExample()
	b.settle()
	b.Playback.SetPlaying(true)
	b.Playback.Advance(150 * time.Millisecond) // 2.25 frames at 15 a second
	if b.Playback.Frame() != 2 {
		t.Errorf("frame is %d, want 2", b.Playback.Frame())
	}
	b.Playback.Advance(150 * time.Millisecond)
	if b.Playback.Frame() != 0 {
		t.Errorf("frame is %d, want 0 after the loop", b.Playback.Frame())
	}
	b.Playback.SetLoop(false)
	b.Playback.Advance(10 * time.Second)
	if b.Playback.Frame() != 3 || b.Playback.Playing() {
		t.Errorf("frame %d, playing %v: must stop at the end", b.Playback.Frame(), b.Playback.Playing())
	}
	b.Playback.Step(1)
	if b.Playback.Frame() != 3 {
		t.Error("step beyond the end without loop")
	}
	b.Playback.SetLoop(true)
	b.Playback.Step(1)
	b.Playback.Step(-1)
	if b.Playback.Frame() != 3 {
		t.Errorf("frame is %d, want 3", b.Playback.Frame())
	}
	b.Playback.SetFrame(99)
	if b.Playback.Frame() != 3 {
		t.Error("frame out of range")
	}
}
