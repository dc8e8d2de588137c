package synthetic

import (
	"fmt"
	"math"
)

// Config says what scene to make.
type Config struct {
	// Seed decides the shapes, textures and motions of the scene, the places
	// of the tracks and their noise.
	Seed uint64
	// Bodies is the number of moving bodies, 0 to maxBodies. The background is
	// one more motion, because the camera moves.
	Bodies int
	// Frames is F, at least 2. The motions span the whole sequence, whatever
	// its number of frames.
	Frames int
	// Tracks is N, at least 4 for every motion. The background has four parts
	// of them where each body has three.
	Tracks int
	// Width and Height of the picture in pixels, 64 to 8192.
	Width, Height int
	// Noise is the standard deviation of the Gaussian noise added to every
	// pixel coordinate, in pixels, 0 to 100.
	Noise float64
	// Incomplete also takes tracks that are hidden, or out of the picture, in
	// up to half of the frames. Without it every track is seen in every frame.
	Incomplete bool
}

// The largest sizes that New takes.
const (
	maxBodies = 8
	maxFrames = 10000
	MaxTracks = 1000000
)

// Default returns the configuration of the embedded example but for the seed:
// two bodies and the background, 30 frames of 640×480, 300 complete tracks
// with 0.3 px noise.
func Default() Config {
	return Config{Seed: 1, Bodies: 2, Frames: 30, Tracks: 300, Width: 640, Height: 480, Noise: 0.3}
}

// Motions returns the number of motions: the bodies and the background.
func (c Config) Motions() int { return c.Bodies + 1 }

// check returns an error that names the field, what was expected and what was
// found.
func (c Config) check() error {
	whole := func(name string, v, low, high int) error {
		if v < low || v > high {
			return fmt.Errorf("synthetic scene: %s: expected %d to %d, found %d", name, low, high, v)
		}
		return nil
	}
	for _, err := range []error{
		whole("bodies", c.Bodies, 0, maxBodies),
		whole("frames", c.Frames, 2, maxFrames),
		whole("tracks", c.Tracks, 4*c.Motions(), MaxTracks),
		whole("width", c.Width, 64, 8192),
		whole("height", c.Height, 64, 8192),
	} {
		if err != nil {
			return err
		}
	}
	if math.IsNaN(c.Noise) || c.Noise < 0 || c.Noise > 100 {
		return fmt.Errorf("synthetic scene: noise: expected 0 to 100 pixels, found %v", c.Noise)
	}
	return nil
}
