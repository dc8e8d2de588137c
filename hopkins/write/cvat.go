package write

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
)

var cvat = Format{
	Name: "cvat", Title: "CVAT for video XML", Ending: ".xml",
	Content: "CVAT for video 1.1: a track of points for each track, whose label is `motion 1`, `motion 2` … or `no " +
		"motion`, which the task must have; frames count from 0",
	write: writeCVAT,
}

// writeCVAT writes a file of CVAT for video: every track is one of points, `outside`
// where it is not seen. Tracks and frames count from 0, y runs downwards.
//
// Source: CVAT's documentation of its XML format, version 1.1.
func writeCVAT(w io.Writer, t *Tracks) error {
	b := bufio.NewWriter(w)
	frames := t.Frames()
	b.WriteString(xml.Header + "<annotations>\n  <version>1.1</version>\n  <meta>\n    <task>\n")
	fmt.Fprintf(b, "      <size>%d</size>\n      <mode>interpolation</mode>\n      "+
		"<start_frame>0</start_frame>\n      <stop_frame>%d</stop_frame>\n      <labels>\n", frames, frames-1)
	for _, label := range t.motions() {
		fmt.Fprintf(b,
			"        <label><name>%s</name><color>%s</color><type>points</type><attributes></attributes></label>\n",
			motionName(label), motionColour(label))
	}
	b.WriteString("      </labels>\n")
	if t.Width > 0 && t.Height > 0 {
		fmt.Fprintf(b, "      <original_size><width>%d</width><height>%d</height></original_size>\n", t.Width, t.Height)
	}
	b.WriteString("    </task>\n  </meta>\n")
	for i := range t.Points() {
		fmt.Fprintf(b, "  <track id=\"%d\" label=\"%s\" source=\"auto\">\n", i, motionName(t.Labels[i]))
		t.cvatShapes(b, i)
		b.WriteString("  </track>\n")
	}
	b.WriteString("</annotations>\n")
	return b.Flush()
}

// cvatShapes writes the points of a track. A shape stays until the next one, so that an
// end is one of its own, where the point was last.
func (t *Tracks) cvatShapes(b *bufio.Writer, track int) {
	x, y, there := "", "", false
	for f := range t.Frames() {
		seen := t.Seen(track, f)
		if !seen && !there {
			continue
		}
		outside := 1
		if seen {
			outside, x, y = 0, decimal(t.Pixels.At(2*f, track)), decimal(t.Pixels.At(2*f+1, track))
		}
		fmt.Fprintf(b, "    <points frame=\"%d\" keyframe=\"1\" outside=\"%d\" occluded=\"0\" points=\"%s,%s\" "+
			"z_order=\"0\"></points>\n", f, outside, x, y)
		there = seen
	}
}
