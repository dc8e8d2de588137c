package write

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"motionseg/hopkins/colours"
)

var blender = Format{
	Name: "blender", Title: "Blender script", Ending: ".py",
	Content: "a script that makes the tracks in the film that is open in Blender's Movie Clip Editor, coloured by " +
		"motions, or in a film that it loads: `blender --python TRACKS.py -- FILM`",
	write: writeBlender,
}

// blenderScript is the script around the tracks.
//
//go:embed blender.py
var blenderScript string

// writeBlender writes a script that makes the tracks in Blender, muted where they are not
// seen. Frames count from 1; places of markers are from 0 to 1, y upwards.
//
// Source: Blender's Python API, MovieTrackingTracks and MovieTrackingMarkers.
func writeBlender(w io.Writer, t *Tracks) error {
	b := bufio.NewWriter(w)
	before, rest, _ := strings.Cut(blenderScript, "{{SIZE}}")
	between, after, _ := strings.Cut(rest, "{{TRACKS}}")
	fmt.Fprintf(b, "%s(%d, %d)%s", before, t.Width, t.Height, between)
	for i := range t.Points() {
		if err := t.blenderTrack(b, i); err != nil {
			return err
		}
	}
	b.WriteString(after)
	return b.Flush()
}

// blenderTrack writes a track as a tuple of Python; one that is never seen is none.
func (t *Tracks) blenderTrack(b *bufio.Writer, track int) error {
	var points strings.Builder
	for f := range t.Frames() {
		if t.Seen(track, f) {
			fmt.Fprintf(&points, "(%d, %s, %s), ", f+1, number(t.Pixels.At(2*f, track)), number(t.Pixels.At(2*f+1, track)))
		}
	}
	if points.Len() == 0 {
		return nil
	}
	// What JSON writes for a text is one for Python too.
	name, err := json.Marshal(motionName(t.Labels[track]) + " track " + t.name(track))
	if err != nil {
		return err
	}
	c := colours.OfLabel(t.Labels[track])
	_, err = fmt.Fprintf(b, "    (%s, (%.4f, %.4f, %.4f), [%s]),\n", name,
		float64(c.R)/255, float64(c.G)/255, float64(c.B)/255, strings.TrimSuffix(points.String(), ", "))
	return err
}
