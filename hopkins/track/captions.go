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
	// captionNear is how near to one that stands still, in pixels, a point is on the caption too:
	// as near as the windows by which points are followed reach. There the edges of letters let
	// points slip, and what passes behind is lost soon.
	captionNear = 15
	// captionLeast is how many points a caption has, captionShare the most of all points and
	// captionArea the most of the picture around them: behind a thing that fills a still
	// picture the world shows on all sides.
	captionLeast, captionShare, captionArea = 10, 0.1, 1.0 / 3
)

// leaveCaptionsOut takes out the points that stand still on a small part of the picture while
// the camera moves, which are on captions and marks laid over the film, and those that are
// beside them for half of their frames, and returns how many there were.
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
	near := captionPlaces{}
	for i, track := range t.Tracks {
		if still(track, ways[i]) {
			near.add(track.Points[0])
		}
	}
	var others []Track
	for _, track := range t.Tracks {
		on := 0
		for _, p := range track.Points {
			if near.reach(p) {
				on++
			}
		}
		if 2*on < len(track.Points) {
			others = append(others, track)
		}
	}
	left := len(t.Tracks) - len(others)
	t.Tracks = others
	return left
}

// captionPlaces are places by the squares of side captionNear that they lie in.
type captionPlaces map[[2]int][]Point

func captionSquare(p Point) [2]int { return [2]int{int(p.X / captionNear), int(p.Y / captionNear)} }

func (c captionPlaces) add(p Point) { c[captionSquare(p)] = append(c[captionSquare(p)], p) }

// reach reports whether one of the places is near p.
func (c captionPlaces) reach(p Point) bool {
	at := captionSquare(p)
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			for _, q := range c[[2]int{at[0] + dx, at[1] + dy}] {
				if math.Hypot(p.X-q.X, p.Y-q.Y) <= captionNear {
					return true
				}
			}
		}
	}
	return false
}

// captionNote says what was left out.
func captionNote(points int) string {
	return fmt.Sprintf("%d points on what stands still on the picture while the camera moves were left out: "+
		"a caption or a mark laid over the film", points)
}
