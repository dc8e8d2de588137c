package write

import (
	"bufio"
	"fmt"
	"io"
)

var motChallenge = Format{
	Name: "mot", Title: "MOTChallenge", Ending: ".txt",
	Content: "MOTChallenge as `gt.txt`: `frame,id,left,top,width,height,1,class,1`, the class being the motion, 0 " +
		"for none; a box of 8×8 pixels around every point; tracks and frames count from 1",
	write: writeMOT,
}

// boxSide is the side in pixels of the box that stands for a point.
const boxSide = 8

// writeMOT writes a truth file of MOTChallenge, with a box of boxSide around every point
// and the motion as the class. Tracks and frames count from 1, y runs downwards.
//
// Source: P. Dendorfer et al., MOT20: A benchmark for multi object tracking in crowded
// scenes, 2020.
func writeMOT(w io.Writer, t *Tracks) error {
	b := bufio.NewWriter(w)
	for i := range t.Points() {
		for f := range t.Frames() {
			if t.Seen(i, f) {
				fmt.Fprintf(b, "%d,%d,%s,%s,%d,%d,1,%d,1\n", f+1, i+1,
					decimal(t.Pixels.At(2*f, i)-boxSide/2), decimal(t.Pixels.At(2*f+1, i)-boxSide/2), boxSide, boxSide, t.Labels[i])
			}
		}
	}
	return b.Flush()
}
