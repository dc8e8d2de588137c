package hopkins

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"motionseg/segment"
)

// A film is cut before a frame where at most one in cutShare of the tracks on the side with fewer
// goes on: a tracker that loses most of its points to a flash or a blur keeps more.
const cutShare = 20

// scenes returns the stretches of frames between the cuts of a film, without those in which
// no track is seen twice; all of the film where it is not cut or there are no others.
func (s *Sequence) scenes() []window {
	frames := s.Frames()
	there, lasting := make([]int, frames+1), make([]int, frames+1)
	for i := range s.Points() {
		if first, last := s.span(i); first <= last {
			there[first]++
			there[last+1]--
			lasting[first+1]++ // from the frame before
			lasting[last+1]--
		}
	}
	var all []window
	scene, lasts := window{}, false
	for f := 1; f <= frames; f++ {
		if f < frames {
			there[f] += there[f-1]
			lasting[f] += lasting[f-1]
			if lasting[f]*cutShare > min(there[f-1], there[f]) {
				lasts = lasts || lasting[f] > 0
				continue
			}
		}
		if scene.last = f - 1; lasts {
			all = append(all, scene)
		}
		scene, lasts = window{first: f}, false
	}
	if len(all) == 0 {
		return []window{{0, frames - 1}}
	}
	return all
}

// windowsOf returns the windows of all scenes of a film.
func windowsOf(scenes []window, length int) []window {
	var all []window
	for _, scene := range scenes {
		for _, w := range windows(scene.last-scene.first+1, length) {
			all = append(all, window{scene.first + w.first, scene.first + w.last})
		}
	}
	return all
}

// How scenes are compared, where no track lasts from one to the other: by where the motions
// are. sceneReach is with how many scenes before it one is compared, so that a film that goes
// to and fro between a few views knows each again. edgeFrames is how many frames at a cut are
// looked at, so that the points which a tracker finds a little later count too. A point has a
// point of another scene beside it where that is nearer than one in nearShare of the diagonal of
// all of them. mostSpots bounds the points of a look.
const (
	sceneReach = 8
	edgeFrames = 5
	nearShare  = 25
	mostSpots  = 400
)

// spot is where a track of a motion is.
type spot struct {
	x, y   float64
	motion int
}

// looks are where the motions of a scene are: when it begins, when it ends, and each track in
// the middle of its frames.
type looks struct{ begin, end, all []spot }

// looksOf returns the looks of a scene that has these windows, whose groups are these motions.
func (j *joining) looksOf(scene window, parts []part, names [][]int) looks {
	motions := map[int]int{} // of tracks, the first that a window says
	for k, p := range parts {
		for c, track := range p.tracks {
			if _, ok := motions[track]; !ok && p.labels[c] != 0 {
				motions[track] = names[k][p.labels[c]-1]
			}
		}
	}
	var l looks
	for _, track := range slices.Sorted(maps.Keys(motions)) {
		motion := motions[track]
		first, last := j.source.Sequence.seenWithin(track, scene)
		at := func(f int) spot {
			x, y := j.source.Sequence.At(track, f)
			return spot{x, y, motion}
		}
		if first < scene.first+edgeFrames {
			l.begin = append(l.begin, at(first))
		}
		if last > scene.last-edgeFrames {
			l.end = append(l.end, at(last))
		}
		middle := (first + last) / 2
		for !j.source.Sequence.Seen(track, middle) {
			middle--
		}
		l.all = append(l.all, at(middle))
	}
	l.begin, l.end, l.all = thinned(l.begin), thinned(l.end), thinned(l.all)
	return l
}

// seenWithin returns the first and the last frame of a stretch in which a track is seen; it
// has to be seen there.
func (s *Sequence) seenWithin(track int, w window) (first, last int) {
	for first = w.first; !s.Seen(track, first); first++ {
	}
	for last = w.last; !s.Seen(track, last); last-- {
	}
	return first, last
}

// thinned returns at most mostSpots of the spots, evenly.
func thinned(spots []spot) []spot {
	if len(spots) <= mostSpots {
		return spots
	}
	some := make([]spot, mostSpots)
	for i := range some {
		some[i] = spots[i*len(spots)/mostSpots]
	}
	return some
}

// alike adds to the gains of the motions of one look by those of another how well they agree
// by the points that have the other's beside them, as agreementOf does by tracks that are in
// both; together for two that are the same, at most 1.
func (g gains) alike(here, there []spot, near float64) {
	if len(here) == 0 || len(there) == 0 {
		return
	}
	rows, columns := motionsOf(here), motionsOf(there)
	counts := make([]float64, len(rows)*len(columns))
	count := func(from, to []spot, add func(from, to int)) {
		for _, p := range from {
			if k := nearest(p, to, near); k >= 0 {
				add(p.motion, to[k].motion)
			}
		}
	}
	place := func(a, b int) int {
		row, _ := slices.BinarySearch(rows, a)
		column, _ := slices.BinarySearch(columns, b)
		return row*len(columns) + column
	}
	count(here, there, func(a, b int) { counts[place(a, b)]++ })
	count(there, here, func(b, a int) { counts[place(a, b)]++ })
	for at, gain := range agreementOf(counts, len(columns)) {
		g.add(rows[at/len(columns)], columns[at%len(columns)], gain/float64(len(here)+len(there)))
	}
}

// motionsOf returns the motions of spots in order.
func motionsOf(spots []spot) []int {
	var motions []int
	for _, p := range spots {
		motions = append(motions, p.motion)
	}
	slices.Sort(motions)
	return slices.Compact(motions)
}

// nearest returns which of the others is nearest to a spot, −1 where none is nearer than this.
func nearest(p spot, others []spot, near float64) int {
	at, least := -1, near*near
	for k, o := range others {
		if d := (o.x-p.x)*(o.x-p.x) + (o.y-p.y)*(o.y-p.y); d < least {
			at, least = k, d
		}
	}
	return at
}

// named returns the motions that the groups of all windows are, see joined: in each scene by the
// tracks that windows share, and from scene to scene by where the motions are.
func (j *joining) named() (names [][]int) {
	limit := max(j.task.Motions, 0)
	m := &joiner{limit: limit}
	var before []looks
	for at := 0; at < len(j.parts); {
		scene := sceneOf(j.scenes, j.parts[at].window)
		var pieces []piece
		for _, p := range j.parts[at:] {
			if sceneOf(j.scenes, p.window) == scene {
				pieces = append(pieces, p.piece)
			}
		}
		parts := j.parts[at : at+len(pieces)]
		of := joined(pieces, j.source.Points(), limit)
		if len(j.scenes) > 1 {
			l := j.looksOf(scene, parts, of)
			numbers := j.recalled(m, before, l, of)
			l.rename(numbers)
			before = append(before, l)
			for _, groups := range of {
				for b, motion := range groups {
					groups[b] = numbers[motion]
				}
			}
		}
		names, at = append(names, of...), at+len(pieces)
	}
	return names
}

// sceneOf returns the scene that a window is in.
func sceneOf(scenes []window, w window) window {
	k, _ := slices.BinarySearchFunc(scenes, w.first, func(scene window, first int) int { return scene.last - first })
	return scenes[k]
}

// recalled returns the numbers of the motions of a scene, as they have names in it: those of
// the motions of scenes before it that they are like, others new ones, or where the number of motions
// is given what is free.
func (j *joining) recalled(m *joiner, before []looks, l looks, names [][]int) map[int]int {
	var motions []int
	for _, groups := range names {
		motions = append(motions, groups...)
	}
	slices.Sort(motions)
	motions = slices.Compact(motions)
	if m.limit > 0 {
		m.limit = max(m.limit, len(motions))
		m.count = m.limit
	}
	gain, near := gains{}, diagonal(l.all)/nearShare
	for _, b := range before[max(len(before)-sceneReach, 0):] {
		gain.alike(l.begin, b.end, near)
		gain.alike(l.begin, b.begin, near)
		gain.alike(l.all, b.all, near)
	}
	numbers := map[int]int{}
	for i, number := range m.match(motions, gain) {
		numbers[motions[i]] = number
		if len(before) > 0 && gain[[2]int{motions[i], number}] <= 0 {
			j.untold++
		}
	}
	return numbers
}

// rename gives the motions of all spots their numbers.
func (l looks) rename(numbers map[int]int) {
	for _, spots := range [][]spot{l.begin, l.end, l.all} {
		for i := range spots {
			spots[i].motion = numbers[spots[i].motion]
		}
	}
}

// diagonal returns that of the box around spots.
func diagonal(spots []spot) float64 {
	var xs, ys []float64
	for _, p := range spots {
		xs, ys = append(xs, p.x), append(ys, p.y)
	}
	if len(spots) == 0 {
		return 0
	}
	return math.Hypot(slices.Max(xs)-slices.Min(xs), slices.Max(ys)-slices.Min(ys))
}

// toldCuts is how many cuts of a film a warning names.
const toldCuts = 5

// cutWarning says where a film is cut, and of how many motions it could not be told which they
// are of those before.
func (j *joining) cutWarning() segment.Warning {
	var at []string
	for _, scene := range j.scenes[1:min(len(j.scenes), 1+toldCuts)] {
		at = append(at, fmt.Sprint(scene.first+1))
	}
	text := fmt.Sprintf("no tracks go on at %s (before frame %s", Counted(len(j.scenes)-1, "cut", "cuts"),
		strings.Join(at, ", "))
	if len(j.scenes)-1 > toldCuts {
		text += ", …"
	}
	text += "): motions have the number of one that was in the same place in a scene before"
	if j.untold > 0 {
		text += fmt.Sprintf("; of %d there was none, so that their number is a new one or the one left over", j.untold)
	}
	return segment.Warning{Code: Windowed, Text: text}
}
