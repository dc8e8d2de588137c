package track

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Density says how many points are followed.
type Density int

// The densities. Distances are those in a picture of 640×480, and grow and
// shrink with the picture.
const (
	// Medium follows up to 800 points at least 9 pixels apart.
	Medium Density = iota
	// Sparse follows up to 300 points at least 15 pixels apart.
	Sparse
	// Dense follows up to 2000 points at least 6 pixels apart.
	Dense
)

// DensityNames are the words for the densities, in their order.
var DensityNames = []string{"medium", "sparse", "dense"}

// String returns "sparse", "medium" or "dense".
func (d Density) String() string {
	if d < 0 || int(d) >= len(DensityNames) {
		return fmt.Sprintf("unknown density %d", int(d))
	}
	return DensityNames[d]
}

// ParseDensity reads "sparse", "medium" or "dense".
func ParseDensity(text string) (Density, error) {
	if i := slices.Index(DensityNames, strings.ToLower(strings.TrimSpace(text))); i >= 0 {
		return Density(i), nil
	}
	return 0, fmt.Errorf("expected sparse, medium or dense, found %q", text)
}

// Options say how points are found and followed.
type Options struct {
	// Most is the largest number of points that are followed at a time, from 1.
	Most int
	// Distance is the least distance in pixels of a new point from all others,
	// from 1, in a picture of 640×480; it is scaled by the square root of the
	// picture's area.
	Distance float64
	// Quality is the least strength of a corner as a share of the strongest
	// one's, above 0 and at most 1.
	Quality float64
	// Window is the side in pixels of the square that is followed from frame to
	// frame: odd, 5 to 31. A larger one suits blurred films.
	Window int
	// Levels is the number of resolutions, each half as fine as the one before,
	// 1 to 8. With each the largest step that can be followed doubles.
	Levels int
	// Iterations is the largest number of steps on every level, from 1.
	Iterations int
	// Return is how far from where it came a point may end that is followed to
	// the next frame and back, in pixels; 0 does without that check.
	Return float64
	// Refine corrects each place by comparison with the point's first picture,
	// and ignores changes of brightness.
	Refine bool
	// Accept is the least correlation with the first picture at which the
	// correction is taken, End that below which a point is lost.
	Accept, End float64
	// Margin is how many pixels from the border of the picture points are lost,
	// and new ones are not begun.
	Margin int
	// Shortest is the least number of frames of a track, from 1.
	Shortest int
	// Only has the regions outside of which no point begins; without any,
	// points begin everywhere. A point that leaves them is followed on.
	Only []Region
	// Without has the regions in which no point begins and every point is lost
	// that enters them.
	Without []Region
	// Workers is the number of goroutines; 0 takes all cores.
	Workers int
}

// Default returns the options for segmenting motions.
func Default(d Density) Options {
	o := Options{
		Most: 800, Distance: 9, Quality: 0.005,
		Window: 15, Levels: 4, Iterations: 20, Return: 0.5,
		Refine: true, Accept: 0.8, End: 0.5,
		Margin: 4, Shortest: 5,
	}
	switch d {
	case Sparse:
		o.Most, o.Distance = 300, 15
	case Dense:
		o.Most, o.Distance = 2000, 6
	}
	return o
}

// Plain returns the options that agree with other trackers of Lucas and Kanade:
// a window of 21 pixels and no comparison with the first picture of a point.
func Plain() Options {
	o := Default(Medium)
	o.Window, o.Iterations, o.Refine, o.Margin = 21, 30, false, 0
	return o
}

// Check returns an error that names the option, what was expected and what was
// found.
func (o Options) Check() error {
	whole := func(name string, v, low, high int) error {
		if v < low || v > high {
			return fmt.Errorf("%s: expected %d to %d, found %d", name, low, high, v)
		}
		return nil
	}
	number := func(name string, v, low, high float64) error {
		if !(v >= low && v <= high) {
			return fmt.Errorf("%s: expected %v to %v, found %v", name, low, high, v)
		}
		return nil
	}
	for _, err := range []error{
		whole("most points", o.Most, 1, 1000000),
		number("distance", o.Distance, 1, 1000),
		number("quality", o.Quality, 1e-9, 1),
		whole("window", o.Window, 5, 31),
		whole("levels", o.Levels, 1, 8),
		whole("iterations", o.Iterations, 1, 1000),
		number("return", o.Return, 0, 100),
		number("accept", o.Accept, -1, 1),
		number("end", o.End, -1, 1),
		whole("margin", o.Margin, 0, 1000),
		whole("shortest track", o.Shortest, 1, math.MaxInt32),
	} {
		if err != nil {
			return err
		}
	}
	if o.Window%2 == 0 {
		return fmt.Errorf("window: expected an odd number of pixels, found %d", o.Window)
	}
	for _, r := range slices.Concat(o.Only, o.Without) {
		if err := r.check(); err != nil {
			return err
		}
	}
	return nil
}

// windows returns the sides of the squares by which a point is looked for: the
// next wider one where those before did not lead there and back. Without a
// comparison with the first picture there is only one.
func (o *Options) windows() []int {
	if !o.Refine {
		return []int{o.Window}
	}
	return []int{o.Window, o.Window*7/5 | 1, o.Window*2 | 1}
}

// distance returns the least distance in a picture of this size, in pixels.
func (o Options) distance(width, height int) float64 {
	return max(1, o.Distance*math.Sqrt(float64(width)*float64(height)/(640*480)))
}
