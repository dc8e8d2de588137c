package track

import (
	"fmt"
	"math"
	"slices"
)

const (
	// captionPlay is how far, in pixels, a point of a caption comes from where it began, by
	// errors of the tracker and of compression, and captionFrames in how many frames at least.
	captionPlay, captionFrames = 0.5, 10
	// captionWay is how far half of all points must come for the camera to have moved: where
	// it stands still, so does the world.
	captionWay = 20 * captionPlay
	// captionLeast is how many points a caption has, captionShare the most of all points and
	// captionArea the most of the picture around them: behind a thing that fills a still
	// picture the world shows on all sides.
	captionLeast, captionShare, captionArea = 10, 0.1, 1.0 / 3
)

// leaveCaptionsOut takes out the points that stand still on the picture while the camera
// moves, which are on captions, marks and frames laid over the film, and returns how many
// there were.
func (t *Tracks) leaveCaptionsOut() int {
	ways := make([]float64, len(t.Tracks))
	for i, track := range t.Tracks {
		for _, p := range track.Points {
			ways[i] = max(ways[i], math.Hypot(p.X-track.Points[0].X, p.Y-track.Points[0].Y))
		}
	}
	if len(ways) == 0 {
		return 0
	}
	still := func(track Track, way float64) bool { return way <= captionPlay && len(track.Points) >= captionFrames }
	count := 0
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for i, track := range t.Tracks {
		if still(track, ways[i]) {
			p := track.Points[0]
			count++
			low = Point{min(low.X, p.X), min(low.Y, p.Y)}
			high = Point{max(high.X, p.X), max(high.Y, p.Y)}
		}
	}
	sorted := slices.Sorted(slices.Values(ways))
	if sorted[len(sorted)/2] < captionWay || count < captionLeast || float64(count) > captionShare*float64(len(ways)) ||
		(high.X-low.X)*(high.Y-low.Y) > captionArea*float64(t.Width*t.Height) {
		return 0
	}
	var others []Track
	for i, track := range t.Tracks {
		if !still(track, ways[i]) {
			others = append(others, track)
		}
	}
	t.Tracks = others
	return count
}

// captionNote says what was left out.
func captionNote(points int) string {
	return fmt.Sprintf("%d points that stand still on the picture while the camera moves were left out: a caption or a mark "+
		"laid over the film", points)
}
