package session

import "motionseg/ui/shown"

// Arrangement is how the views of both sides are arranged.
type Arrangement int

// The arrangements.
const (
	BothViews    Arrangement = iota // beside each other
	StackedViews                    // below each other, for wide pictures
	LeftView                        // the left one alone
	RightView                       // the right one alone
	WipedViews                      // the right one over the left, beyond a line that is dragged
)

// Display says how the views are drawn.
type Display struct {
	Views   Arrangement  // how they are arranged
	Truth   [2]bool      // draw the truth instead of the side's labels
	Mine    [2]bool      // draw the labels given by hand instead of either
	Trail   int          // past frames of the trails, 0 for none
	Future  bool         // draw the trails into the future too
	Layout  shown.Layout // one frame, or two of them
	Picture float64      // brightness of the picture, 0…1; 0 is a plain background
	Size    float64      // of the points, over what suits the view; 0 is 1
	// Faint and FaintTrails take points and trails back: 0 as they are, 1 invisible.
	Faint, FaintTrails float64
	// Still takes the points and trails of the still world back: 0 as those of the
	// others, 1 invisible.
	Still   float64
	Masks   shown.MaskView // how masks are shown
	Overlay float64        // opacity of the masks over the picture, 0…1
}

// MostSize is the largest Display.Size, and LeastSize the smallest.
const (
	LeastSize = 0.4
	MostSize  = 3
)

// Trails lists the trail lengths that can be chosen.
var Trails = []int{0, 4, 8, 16, 32}

// filmDisplay is how the film mode draws at the very first start: the default
// method alone, the picture as it is, and what moves before what stands still.
var filmDisplay = Display{Views: RightView, Trail: 8, Picture: 1, Overlay: 0.5, Still: stillFirst}

// stillFirst is how much the still world stands back at the very first start.
const stillFirst = 0.45
