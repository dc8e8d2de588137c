package command

import (
	"fmt"
	"path/filepath"

	"motionseg/hopkins/synthetic"
)

type sceneCommand struct {
	Name        string  `arg:"" help:"The new folder, named as the sequence."`
	Tracks      int     `default:"300" help:"Number of tracks, shared evenly among bodies and background."`
	Frames      int     `default:"30" help:"Number of frames."`
	Bodies      int     `default:"2" help:"Number of moving bodies; the background is one more motion."`
	Noise       float64 `default:"0.3" help:"Standard deviation of the noise on every coordinate, in pixels."`
	Seed        uint64  `default:"1" help:"Decides shapes, motions and tracks."`
	corruptFlag `embed:""`
	Pictures    bool `help:"Write the picture of every frame too."`
}

// Run writes a scene in the layout of a Hopkins155 sequence.
func (c sceneCommand) Run(con console) error {
	config := synthetic.Default()
	config.Tracks, config.Frames, config.Bodies, config.Noise, config.Seed = c.Tracks, c.Frames, c.Bodies, c.Noise, c.Seed
	corruption, err := c.corruption()
	if err != nil {
		return err
	}
	scene, err := synthetic.New(config)
	if err != nil {
		return usageError{err}
	}
	dir, name := filepath.Split(filepath.Clean(c.Name))
	if err := scene.Save(filepath.Clean(dir), name, corruption, c.Pictures); err != nil {
		return err
	}
	_, err = fmt.Fprintln(con.out, c.Name)
	return err
}
