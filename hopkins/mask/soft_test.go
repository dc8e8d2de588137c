package mask

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"motionseg/hopkins"
	"motionseg/hopkins/track"
)

// enlarged is how many times as many pixels as the tracks' the pictures are wide that the
// soft points of a test are of.
const enlarged = 3

// softScene is a scene with few tracks, and soft points every few pixels that go with it.
func softScene(every int) scene {
	s := newScene(every)
	s.Soft = &track.Tracks{Width: enlarged * sceneWidth, Height: enlarged * sceneHeight, Frames: sceneFrames}
	for y := 3; y < sceneHeight; y += 6 {
		for x := 3; x < sceneWidth; x += 6 {
			motion, p := s.truth(0, x, y), track.Track{}
			for f := range sceneFrames {
				at := x
				if motion == 2 {
					at += 4 * f
				}
				if s.truth(f, at, y) != motion {
					break
				}
				p.Points = append(p.Points, track.Point{X: float64(enlarged * at), Y: float64(enlarged * y)})
			}
			s.Soft.Tracks = append(s.Soft.Tracks, p)
		}
	}
	return s
}

// TestSoftPointsGoWithTheirMotion asks that soft points have the motion of the thing that
// they are on, and none that goes like neither.
func TestSoftPointsGoWithTheirMotion(t *testing.T) {
	s := softScene(16)
	astray := track.Track{}
	for f := range sceneFrames {
		astray.Points = append(astray.Points, track.Point{X: 250 - 31*float64(f), Y: 24 + 30*float64(f)})
	}
	s.Soft.Tracks = append(s.Soft.Tracks, astray)
	labels, err := labelSoft(t.Context(), s.Film, 2)
	if err != nil {
		t.Fatal(err)
	}
	last := len(labels) - 1
	if labels[last] != 0 {
		t.Errorf("a point that goes like nothing around has motion %d", labels[last])
	}
	for i, l := range labels[:last] {
		p := s.Soft.Tracks[i]
		want := 0 // one frame tells nothing
		if len(p.Points) > 1 {
			want = s.truth(0, int(p.Points[0].X)/enlarged, int(p.Points[0].Y)/enlarged)
		}
		if l != want {
			t.Errorf("the soft point from %v through %d frames has motion %d, expected %d", p.Points[0], len(p.Points), l, want)
		}
	}
}

// plain returns the pictures of a scene without a pattern, which tell no motion.
func (s scene) plain(_ context.Context, frame int) (image.Image, error) {
	m := image.NewRGBA(image.Rect(0, 0, sceneWidth, sceneHeight))
	for y := range sceneHeight {
		for x := range sceneWidth {
			v := uint8(90 + 10*s.truth(frame, x, y))
			m.SetRGBA(x, y, color.RGBA{v, v, v, 255})
		}
	}
	return m, nil
}

// TestSoftPointsOfTheirOwn leaves the square no track: what goes there as nothing else is a
// motion more, if it is one, and if it does not reach the border as the world does that is
// still.
func TestSoftPointsOfTheirOwn(t *testing.T) {
	own := func(s scene) (own, wrong int) {
		t.Helper()
		for i := range s.Labels {
			if s.Labels[i] != 1 {
				s.Labels[i] = 0
			}
		}
		labels, err := labelSoft(t.Context(), s.Film, 1)
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range labels {
			p := s.Soft.Tracks[i].Points
			moves := len(p) > 1 && p[0].X != p[1].X
			if l == 2 {
				own++
			}
			if len(p) > 1 && (l == 2) != moves {
				wrong++
			}
		}
		return own, wrong
	}
	s := softScene(12)
	if n, wrong := own(s); n < 20 || wrong > 0 {
		t.Errorf("%d soft points with a motion of their own, %d wrong, expected 20 and more and none", n, wrong)
	}
	s.Picture = s.plain
	if m := all(t, s.Film)[2]; s.wrong(m) > sceneWidth*sceneHeight/20 {
		t.Errorf("%d wrong pixels, expected at most one in twenty", s.wrong(m))
	}
	// As water, each otherwise.
	water := softScene(12)
	for i, p := range water.Soft.Tracks {
		for f := range p.Points {
			if p.Points[0].X != p.Points[len(p.Points)-1].X {
				p.Points[f].Y += float64(f*(i%7-3)) * 5
			}
		}
	}
	if n, _ := own(water); n > 0 {
		t.Errorf("%d soft points that go each otherwise have a motion of their own", n)
	}
	// As a fence near by, from border to border.
	fence := softScene(12)
	for _, p := range fence.Soft.Tracks {
		if p.Points[0].Y > 30*enlarged && p.Points[0].Y < 50*enlarged {
			for f := range p.Points {
				p.Points[f].X = p.Points[0].X + float64(4*enlarged*f)
			}
		}
	}
	if n, _ := own(fence); n > 0 {
		t.Errorf("%d soft points from border to border have a motion of their own", n)
	}
}

// TestSoftPointsOfContradictedMotion labels some tracks of the square by hand as the ground, as
// a reflection that goes with what it shows: soft points then do not tell of the square any
// more, and of the ground as before. Labels of two things that go alike contradict nothing.
func TestSoftPointsOfContradictedMotion(t *testing.T) {
	s := softScene(12)
	before, err := labelSoft(t.Context(), s.Film, 2)
	if err != nil {
		t.Fatal(err)
	}
	every := 0
	for i, l := range s.Labels {
		if l == 2 {
			if every++; every%4 == 0 {
				s.Labels[i] = 1
			}
		}
	}
	after, err := labelSoft(t.Context(), s.Film, 2)
	if err != nil {
		t.Fatal(err)
	}
	counts := func(labels []int) (n [4]int) {
		for _, l := range labels {
			n[l]++
		}
		return n
	}
	if b, a := counts(before), counts(after); b[2] < 20 || a[2] > 0 || a[1] < b[1] {
		t.Errorf("soft points with no motion, on the ground and on the square: %v, and by hand %v", b, a)
	}
	ground := softScene(12)
	every = 0
	for i, l := range ground.Labels {
		if l == 1 {
			if every++; every%9 == 0 {
				ground.Labels[i] = 2
			}
		}
	}
	if after, err = labelSoft(t.Context(), ground.Film, 2); err != nil {
		t.Fatal(err)
	}
	if b, a := counts(before), counts(after); a[1] < b[1]/2 {
		t.Errorf("soft points with no motion, on the ground and on the square: %v, and %v with some of the ground's "+
			"tracks called the square", b, a)
	}
	// A thing that stands still before the ground, with some of its tracks called the ground:
	// both explain them, so nothing is contradicted.
	still := softScene(12)
	every = 0
	for i, l := range still.Labels {
		if x, _ := still.Sequence.At(i, 0); l == 1 && x < sceneWidth/3 {
			if every++; every%4 != 0 {
				still.Labels[i] = 3
			}
		}
	}
	if after, err = labelSoft(t.Context(), still.Film, 3); err != nil {
		t.Fatal(err)
	}
	if a := counts(after); a[3] < 20 {
		t.Errorf("soft points with no motion, on the ground, the square and a thing that stands still: %v, "+
			"expected 20 and more of the last", a)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := labelSoft(ctx, s.Film, 2); err == nil {
		t.Error("a vote whose context has ended is counted")
	}
}

// TestSoftPointsAreTheSame asks for the same labels on one core as on four, and for the
// same masks of a Solver that was given other labels meanwhile as of a new one.
func TestSoftPointsAreTheSame(t *testing.T) {
	s := softScene(16)
	s.Workers = 1
	one, err := labelSoft(t.Context(), s.Film, 2)
	if err != nil {
		t.Fatal(err)
	}
	s.Workers = 4
	four, err := labelSoft(t.Context(), s.Film, 2)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(one, four) {
		t.Error("soft points have other labels on four cores than on one")
	}
	other := slices.Clone(s.Labels)
	for i, l := range other {
		other[i] = 3 - l
	}
	solver, err := NewSolver(s.Film)
	if err != nil {
		t.Fatal(err)
	}
	var masks []*Mask
	take := func(m *Mask) error { masks = append(masks, m); return nil }
	if err := solver.Range(t.Context(), 0, 1, take); err != nil {
		t.Fatal(err)
	}
	if err := solver.SetLabels(other); err != nil {
		t.Fatal(err)
	}
	if err := solver.Range(t.Context(), 0, 1, take); err != nil {
		t.Fatal(err)
	}
	for i, v := range masks[1].Labels.Pix {
		if v != 3-masks[0].Labels.Pix[i] {
			t.Fatalf("pixel %d has motion %d after the motions changed places, expected %d", i, v, 3-masks[0].Labels.Pix[i])
		}
	}
}

// TestNoSoftPointsWithoutPictures asks for none where the film has no pictures.
func TestNoSoftPointsWithoutPictures(t *testing.T) {
	s := newScene(16)
	s.Sequence.Width, s.Sequence.Height = softSide, softSide
	s.Picture = nil
	if soft, err := FollowSoft(t.Context(), s.Film, nil); soft != nil || err != nil {
		t.Errorf("found %v, %v without pictures, expected neither", soft, err)
	}
	s.Picture = func(context.Context, int) (image.Image, error) { return nil, nil }
	if soft, err := FollowSoft(t.Context(), s.Film, nil); soft != nil || err != nil {
		t.Errorf("found %v, %v where frames have no pictures, expected neither", soft, err)
	}
}

// TestFollowingIsTold: whoever waits for masks is told of every frame in which soft points are
// followed before the first mask, and of every mask.
func TestFollowingIsTold(t *testing.T) {
	const frames, side = 4, softSide
	pictures := t.TempDir()
	s := &hopkins.Sequence{Name: "patterns", Width: side, Height: side, Pixels: mat.NewDense(2*frames, 4, nil)}
	for f := range frames {
		m := image.NewGray(image.Rect(0, 0, side, side))
		for i := range m.Pix {
			m.Pix[i] = uint8(pattern((i%side+f)/3, i/side/3, 1))
		}
		put(t, pictures, fmt.Sprintf("%d.png", f), m)
		for i := range 4 {
			s.Pixels.Set(2*f, i, float64(20+20*i-f))
			s.Pixels.Set(2*f+1, i, 60)
		}
	}
	s.Footage = &hopkins.Footage{Path: pictures}
	var told []string
	tell := func(what string) func(done, total int) {
		return func(done, total int) { told = append(told, fmt.Sprintf("%s %d of %d", what, done, total)) }
	}
	o := Output{Folder: t.TempDir(), Following: tell("following"), Progress: tell("mask")}
	if _, err := WriteSequence(t.Context(), s, []int{1, 1, 2, 2}, nil, o); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, what := range []string{"following", "mask"} {
		for f := range frames {
			want = append(want, fmt.Sprintf("%s %d of %d", what, f+1, frames))
		}
	}
	if !slices.Equal(told, want) {
		t.Errorf("told %q, expected %q", told, want)
	}
}

func TestLogOf(t *testing.T) {
	for x := 1.0; x < 1e6; x *= 1.07 {
		if got, want := logOf(x), math.Log(x); math.Abs(got-want) > 1e-5 {
			t.Errorf("logOf(%v) = %v, expected %v", x, got, want)
		}
	}
}
