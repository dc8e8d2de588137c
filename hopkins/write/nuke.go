package write

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"motionseg/hopkins/colours"
)

var nuke = Format{
	Name: "nuke", Title: "Nuke script", Ending: ".nk",
	Content: "a script of Nuke: a `Tracker4` node for each motion, in its colour; frames count from 1, y upwards " +
		"from the lower edge of the picture, where its height is not known from the lowest point",
	write: writeNuke,
}

// nukeColumns are the columns of a Tracker4, as its own scripts declare them.
var nukeColumns = []string{
	"5 1 20 enable e", "3 1 75 name name", "2 1 58 track_x track_x", "2 1 58 track_y track_y",
	"2 1 63 offset_x offset_x", "2 1 63 offset_y offset_y", "4 1 27 T T", "4 1 27 R R", "4 1 27 S S",
	"2 0 45 error error", "1 1 0 error_min error_min", "1 1 0 error_max error_max",
	"1 1 0 pattern_x pattern_x", "1 1 0 pattern_y pattern_y", "1 1 0 pattern_r pattern_r", "1 1 0 pattern_t pattern_t",
	"1 1 0 search_x search_x", "1 1 0 search_y search_y", "1 1 0 search_r search_r", "1 1 0 search_t search_t",
	"2 1 0 key_track key_track", "2 1 0 key_search_x key_search_x", "2 1 0 key_search_y key_search_y",
	"2 1 0 key_search_r key_search_r", "2 1 0 key_search_t key_search_t", "2 1 0 key_track_x key_track_x",
	"2 1 0 key_track_y key_track_y", "2 1 0 key_track_r key_track_r", "2 1 0 key_track_t key_track_t",
	"2 1 0 key_centre_offset_x key_centre_offset_x", "2 1 0 key_centre_offset_y key_centre_offset_y",
}

// writeNuke writes a script of Nuke with a node of tracks for every motion that occurs.
// A track has keys where it is seen, and is disabled where it is not. Frames count from
// 1, y runs upwards.
//
// Source: scripts that Nuke 12 to 16 write.
func writeNuke(w io.Writer, t *Tracks) error {
	b := bufio.NewWriter(w)
	height := t.nukeHeight()
	fmt.Fprintf(b, "Root {\n inputs 0\n first_frame 1\n last_frame %d\n", t.Frames())
	if t.Width > 0 && t.Height > 0 {
		fmt.Fprintf(b, " format \"%d %d 0 0 %d %d 1 tracks\"\n", t.Width, t.Height, t.Width, t.Height)
	}
	b.WriteString("}\n")
	for k, label := range t.motions() {
		t.nukeNode(b, k, label, height)
	}
	return b.Flush()
}

// nukeNode writes the node of a motion, the k-th from the left.
func (t *Tracks) nukeNode(b *bufio.Writer, k, label int, height float64) {
	var of []int
	for i, l := range t.Labels {
		if l == label {
			of = append(of, i)
		}
	}
	fmt.Fprintf(b, "Tracker4 {\n inputs 0\n tracks { { 1 31 %d }\n{ { %s 1 }\n}\n{\n", len(of),
		strings.Join(nukeColumns, " 1 }\n { "))
	for _, i := range of {
		t.nukeTrack(b, i, height)
	}
	name := "Motion" + strconv.Itoa(label)
	if label <= 0 {
		name = "NoMotion"
	}
	c := colours.OfLabel(label)
	fmt.Fprintf(b, "}\n}\n name %s\n tile_color 0x%02x%02x%02xff\n xpos %d\n ypos 0\n}\n", name, c.R, c.G, c.B, 110*k)
}

// nukeTrack writes a track: every key with its frame, as a curve takes the steps between
// keys without one from those before.
func (t *Tracks) nukeTrack(b *bufio.Writer, track int, height float64) {
	var enabled, x, y strings.Builder
	first, before := 0, false
	for f := range t.Frames() {
		seen := t.Seen(track, f)
		if seen {
			fmt.Fprintf(&x, " x%d %s", f+1, decimal(t.Pixels.At(2*f, track)))
			fmt.Fprintf(&y, " x%d %s", f+1, decimal(height-t.Pixels.At(2*f+1, track)))
		}
		if seen && first == 0 {
			first = f + 1
		}
		if seen != before {
			fmt.Fprintf(&enabled, " x%d %d", f+1, map[bool]int{true: 1}[seen])
			before = seen
		}
	}
	if first == 0 {
		return
	}
	// Without offsets; taken for no transformation; no error; boxes of the usual size.
	fmt.Fprintf(b, " { {curve K%s} \"%s\" {curve%s} {curve%s} {curve K x%d 0} {curve K x%d 0} 0 0 0 {curve x%d 0} 1 "+
		"0 -15 -15 15 15 -10 -10 10 10%s }\n",
		enabled.String(), nukeName.Replace(t.name(track)), x.String(), y.String(), first, first, first,
		strings.Repeat(" {}", 11))
}

// nukeName takes from names what Nuke's language reads as more than text.
var nukeName = strings.NewReplacer(`"`, "_", `\`, "_", "[", "_", "]", "_", "{", "_", "}", "_", "$", "_", "\n", " ")

// nukeHeight returns the height that y is measured from: the picture's, the lowest
// point's where that is not known.
func (t *Tracks) nukeHeight() float64 {
	if t.Height > 0 {
		return float64(t.Height)
	}
	lowest := math.Inf(-1)
	for i := range t.Points() {
		for f := range t.Frames() {
			if t.Seen(i, f) {
				lowest = max(lowest, t.Pixels.At(2*f+1, i))
			}
		}
	}
	return lowest
}
