package footage

import (
	"image"
	"math"
	"slices"

	"motionseg/hopkins"
)

// Direction is the way in which the stored pixel y of a sequence runs over its
// pictures.
type Direction int

const (
	// Undecided means that the pictures do not tell.
	Undecided Direction = iota
	// Down means that y grows from the top of the picture to the bottom.
	Down
	// Up means that y grows from the bottom to the top: the row of a point is
	// H − 1 − y.
	Up
)

// String returns "undecided", "down" or "up".
func (d Direction) String() string {
	switch d {
	case Down:
		return "down"
	case Up:
		return "up"
	}
	return "undecided"
}

// Judgement is what DirectionOf found.
type Judgement struct {
	Direction Direction
	// Confidence is 0…1: 0 when up and down fit the pictures alike.
	Confidence float64
	// Shown is the frame that a preview shows, from 0; −1 when the points
	// drawn into it are those of another sequence. It is 0 for other sources.
	Shown int
	// Frames is the number of pictures that were looked at.
	Frames int
	// Score is the statistic behind the decision, positive when down fits
	// better: standard errors, or 100 times the difference of the shares of
	// points that were found drawn into a preview.
	Score float64
}

const (
	// looks is how many frames are looked at, spread over the sequence.
	looks = 8
	// decisive is the smallest number of standard errors at which a direction
	// is taken.
	decisive = 3
	// cellSize is the side in pixels of the squares whose tracks count as one
	// observation, because tracks close together see the same texture.
	cellSize = 24
	// patchHalf is half the side of the squares that are followed from one
	// frame to the next.
	patchHalf = 3
)

// DirectionOf decides from the pictures whether the stored pixel y of the
// tracks runs up or down.
//
// Two things are compared for every track between its place and its mirror
// image. Trackers choose corners: where the points are drawn the right way, the
// picture has more texture at them, counted as the share of the picture with
// less. And they follow the picture: what lies at a track stays alike from one
// frame to the next. Both differences are averaged over squares of the picture
// and over up to eight frames; their means in standard errors over the squares
// make up the score. Confidence is that of its sign, taken as normal; below 3
// the direction is Undecided. Only frames of which the source has the exact
// picture count.
//
// The previews of Hopkins155 have the points drawn in. Where such marks are
// found they decide alone, and also tell which frame the preview shows, which
// is not always the first, and whether it shows this sequence at all; hand
// Judgement.Shown to Source.SetShown. In a pair of pictures, and in the film in
// which the points were followed, y runs down.
//
// The error is for pictures that cannot be read.
func DirectionOf(s *hopkins.Sequence, source *Source) (Judgement, error) {
	if f := s.Footage; source.Kind() == Pair || f != nil && (f.Path == s.Path || f.Path == "") {
		// The points were found in these very pictures.
		return Judgement{Direction: Down, Confidence: 1, Frames: 2}, nil
	}
	if source.Kind() == Preview {
		picture, err := source.frame(0)
		if err != nil {
			return Judgement{}, err
		}
		if m := findMarks(picture); m != nil {
			return m.judge(s), nil
		}
	}
	var j Judgement
	corners, follows := evidence{}, evidence{}
	for look := range looks {
		f := 0
		if last := s.Frames() - 1; last > 0 {
			f = look * last / (looks - 1)
		}
		if look > 0 && f == 0 {
			continue
		}
		now, err := exactFrame(source, f)
		if err != nil {
			return Judgement{}, err
		}
		if now == nil {
			continue
		}
		j.Frames++
		corners.compareTexture(s, f, now)
		// The frame after it, or at the end the one before.
		g := f + 1
		if g == s.Frames() {
			g = f - 1
		}
		then, err := exactFrame(source, g)
		if err != nil {
			return Judgement{}, err
		}
		if then != nil {
			follows.comparePatches(s, f, g, now, then)
		}
	}
	j.Score = corners.score()
	if len(follows) > 0 {
		j.Score = (j.Score + follows.score()) / math.Sqrt2
	}
	if math.Abs(j.Score) >= decisive {
		j.Direction = sign(j.Score)
	}
	j.Confidence = math.Erf(math.Abs(j.Score) / math.Sqrt2)
	return j, nil
}

// exactFrame returns the picture of frame f, nil when the source has not got
// that very one.
func exactFrame(source *Source, f int) (*image.RGBA, error) {
	if f < 0 {
		return nil, nil
	}
	picture, err := source.frame(f)
	if err != nil || !source.Exact(f) {
		return nil, err
	}
	return picture, nil
}

// sign returns Down for a positive score, Up for a negative one.
func sign(score float64) Direction {
	if score < 0 {
		return Up
	}
	return Down
}

// evidence is what speaks for down (positive) or up, by squares of the
// picture.
type evidence map[image.Point][]float64

// add adds what a track at (x, y) tells.
func (e evidence) add(x, y, value float64) {
	cell := image.Pt(int(x)/cellSize, int(y)/cellSize)
	e[cell] = append(e[cell], value)
}

// compareTexture adds, for every track seen in frame f, the texture at it less
// that at its mirror image.
func (e evidence) compareTexture(s *hopkins.Sequence, f int, picture *image.RGBA) {
	t := newTexture(picture)
	at := placer(s, picture)
	for i := range s.Points() {
		if x, y, ok := at(i, f); ok {
			column, row := int(math.Round(x)), int(math.Round(y))
			e.add(x, y, t.share(column, row)-t.share(column, t.height-1-row))
		}
	}
}

// comparePatches adds, for every track seen in frames f and g, by how much
// better the picture at it stays alike than at its mirror image, −1…1.
func (e evidence) comparePatches(s *hopkins.Sequence, f, g int, now, then *image.RGBA) {
	a, b := newGrey(now), newGrey(then)
	if a.width != b.width || a.height != b.height || a.width < 2 || a.height < 2 {
		return
	}
	at := placer(s, now)
	bottom := float64(a.height - 1)
	for i := range s.Points() {
		x, y, ok := at(i, f)
		u, v, also := at(i, g)
		if !ok || !also {
			continue
		}
		down := patchDifference(a, b, x, y, u, v)
		up := patchDifference(a, b, x, bottom-y, u, bottom-v)
		// A grey level of slack keeps the noise of flat places from counting.
		e.add(x, y, (up-down)/(up+down+1))
	}
}

// placer returns a function that tells where track i lies on a picture of the
// sequence in frame f, with y as if it ran down, and whether it is seen there.
func placer(s *hopkins.Sequence, picture *image.RGBA) func(i, f int) (x, y float64, ok bool) {
	w, h := picture.Rect.Dx(), picture.Rect.Dy()
	// Pictures may be of another size than the one that the tracks mean.
	scaleX, scaleY := 1.0, 1.0
	if s.Width > 0 && s.Height > 0 {
		scaleX, scaleY = float64(w)/float64(s.Width), float64(h)/float64(s.Height)
	}
	return func(i, f int) (x, y float64, ok bool) {
		if !s.Seen(i, f) {
			return 0, 0, false
		}
		x, y = s.At(i, f)
		x, y = x*scaleX, y*scaleY
		return x, y, x >= 0 && y >= 0 && x <= float64(w-1) && y <= float64(h-1)
	}
}

// score is the mean over the squares of their means, in standard errors.
func (e evidence) score() float64 {
	cells := make([]image.Point, 0, len(e))
	for p := range e {
		cells = append(cells, p)
	}
	// In a fixed order, so that the sums are the same every time.
	slices.SortFunc(cells, func(a, b image.Point) int {
		if a.Y != b.Y {
			return a.Y - b.Y
		}
		return a.X - b.X
	})
	sum, squares := 0.0, 0.0
	for _, p := range cells {
		mean := 0.0
		for _, d := range e[p] {
			mean += d
		}
		mean /= float64(len(e[p]))
		sum += mean
		squares += mean * mean
	}
	n := float64(len(cells))
	if n < 2 {
		return 0
	}
	mean := sum / n
	variance := (squares - n*mean*mean) / (n - 1)
	// A floor keeps a handful of squares that agree by chance from deciding.
	return mean / math.Sqrt((variance+0.01)/n)
}
