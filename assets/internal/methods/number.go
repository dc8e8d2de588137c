package main

import (
	"context"
	"fmt"
	"image"
	"io"
	"math"

	"motionseg/hopkins/footage"
	"motionseg/hopkins/synthetic"
	"motionseg/hopkins/track"
	"motionseg/segment"
	"motionseg/segment/auto"
	"motionseg/segment/core"
	"motionseg/ui/draw"
)

// toys are the pictures of a scene that the program draws itself.
type toys struct{ *synthetic.Scene }

func (s toys) Len() int { return s.Frames() }

func (s toys) Gray(_ context.Context, i int) (*image.Gray, error) {
	if i >= s.Len() {
		return nil, io.EOF
	}
	return footage.GrayOf(s.Render(i)), nil
}

// numberSteps follows points through a drawn film of two bodies in a room and returns a panel
// each for its grouping into two, three and four motions, with how likely tracks of the two
// groups that are most alike move as one.
func numberSteps() ([]panel, error) {
	drawn, err := synthetic.New(synthetic.Config{Seed: 6, Bodies: 2, Frames: 24, Tracks: 120, Width: 640, Height: 480})
	if err != nil {
		return nil, err
	}
	background := drawn.Render(frame)
	ctx := context.Background()
	tracks, err := track.Film(ctx, toys{drawn}, track.Default(track.Medium), nil)
	if err != nil {
		return nil, err
	}
	s := tracks.Sequence("toys")
	scene, err := draw.NewScene(s.Pixels, s.Visible, s.Width, s.Height, false)
	if err != nil {
		return nil, err
	}
	data := core.Data{X: s.Normalized, Kind: core.Trajectories, Visible: s.Visible}
	in := core.Input{Data: data, Analysis: new(core.Analysis)}
	found := map[int]*auto.MovesApart{}
	best := 0
	for k := 2; k <= 4; k++ {
		in.Motions = k
		if found[k], err = auto.MovesApartOf(ctx, in, core.Progress{}); err != nil {
			return nil, err
		}
		if found[k].All {
			best = k
		}
	}
	var panels []panel
	for k := 2; k <= 4; k++ {
		labels := found[k].Labels
		if k != best {
			labels = segment.Align(labels, found[best].Labels)
		}
		one := 100 / (1 + math.Exp(-found[k].Alike))
		lines := [2]string{fmt.Sprintf("Tracks of the most alike two: %.0f %%", math.Round(one)),
			"likely to move as one."}
		title := fmt.Sprintf("%d motions", k)
		if k == best {
			title += ": all apart"
			lines[1] += " It is taken."
		}
		panels = append(panels, panel{title, lines, func(style draw.Style) image.Image {
			return tracksView(scene, background, labels, style)
		}})
	}
	return panels, nil
}
