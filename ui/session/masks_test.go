package session

import (
	"bytes"
	"context"
	"errors"
	"image"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/hopkins/mask"
	"motionseg/hopkins/track"
)

// greyPictures are plain pictures of a sequence, or none of which can be read.
type greyPictures struct {
	size    image.Point
	failure error
}

func (p greyPictures) Frame(int) (image.Image, error) {
	if p.failure != nil {
		return nil, p.failure
	}
	return image.NewRGBA(image.Rectangle{Max: p.size}), nil
}
func (greyPictures) Name(int) string      { return "" }
func (greyPictures) Rate() float64        { return 0 }
func (greyPictures) Upward() (bool, bool) { return false, true }
func (greyPictures) Note() string         { return "" }
func (greyPictures) Still() (int, bool)   { return -1, false }
func (greyPictures) Close() error         { return nil }

// maskBench is a session in the film mode with tracks, labels and pictures.
func maskBench(t *testing.T, p greyPictures) *bench {
	b := newBench(t, func(c *Config) {
		c.OpenPictures = func(context.Context, *hopkins.Sequence) (Pictures, error) { return p, nil }
	})
	b.openFile("a.mat")
	b.View.SetMode(FilmMode)
	b.Sides.RunSide(Right)
	b.settle()
	return b
}

func TestMasks(t *testing.T) {
	b := maskBench(t, greyPictures{size: image.Pt(64, 48)})
	b.events = nil
	if b.Masks.Of(Right, 2) != nil {
		t.Fatal("a mask is there before it was asked for")
	}
	b.settle()
	if !b.saw(MasksChanged) {
		t.Error("nothing tells that masks are there")
	}
	m := b.Masks.Of(Right, 2)
	if m == nil || b.Masks.Of(Right, 3) == nil {
		t.Fatal("no mask of the frame asked for and the one behind it")
	}
	if labels := m.Labels(); labels.Rect.Size() != image.Pt(64, 48) ||
		bytes.Contains(labels.Pix, []byte{1}) && bytes.Contains(labels.Pix, []byte{2}) {
		t.Error("expected a mask of 64×48 pixels without the background")
	}
	// The rest is made when it is looked at, up to what is there.
	b.Masks.Of(Right, 0)
	b.settle()
	if b.Masks.Of(Right, 1) == nil || b.Masks.Of(Right, 2) != m {
		t.Error("the frames before were not made, or one was made again")
	}
	// In the bench there are none.
	b.View.SetMode(BenchMode)
	if b.Masks.Of(Right, 2) != nil {
		t.Error("a mask in the bench")
	}
}

// TestAllMasks: an export gets the masks of every frame, those that are there as they are.
func TestAllMasks(t *testing.T) {
	b := maskBench(t, greyPictures{size: image.Pt(64, 48)})
	frames := b.Doc.FrameCount()
	b.Masks.Of(Right, frames-2)
	b.settle()
	there := b.Masks.Of(Right, frames-2)
	b.Playback.SetFrame(frames - 2)
	told := 0
	all, err := b.Masks.All(Right)(t.Context(), func(done, total int) {
		if told++; done > total || total != frames {
			t.Errorf("%d of %d are done", done, total)
		}
	})
	if err != nil || len(all) != frames || there == nil || all[frames-2] != there || told != frames-2 {
		t.Errorf("%d masks of %d frames, told of %d, kept that which was there: %v, %v", len(all), frames, told,
			all[frames-2] == there, err)
	}
	b.View.SetMode(BenchMode)
	if b.Masks.All(Right) != nil {
		t.Error("masks for an export of the bench, which shows none")
	}
}

// TestMotionsOfMasksAlone: a motion that masks have and no track is named, until there are
// other labels.
func TestMotionsOfMasksAlone(t *testing.T) {
	b := maskBench(t, greyPictures{size: image.Pt(64, 48)})
	b.Masks.Of(Right, 0)
	b.settle()
	if alone := b.Masks.Alone(Right); len(alone) > 0 {
		t.Errorf("motions %v without tracks, expected none", alone)
	}
	four := &image.Gray{Pix: []uint8{0, 7, 2, 0}, Stride: 2, Rect: image.Rect(0, 0, 2, 2)}
	b.Masks.sides[Right].keep(1, pack(four, 0), false)
	if alone := b.Masks.Alone(Right); !slices.Equal(alone, []int{7}) {
		t.Errorf("motions %v without tracks, expected the seventh", alone)
	}
	b.Masks.sides[Right].labels = nil // others than before
	b.Masks.Of(Right, 0)
	if alone := b.Masks.Alone(Right); len(alone) > 0 {
		t.Errorf("motions %v of other labels without tracks", alone)
	}
}

func TestMasksWithoutPictures(t *testing.T) {
	b := maskBench(t, greyPictures{failure: errors.New("unreadable")})
	for range 3 {
		if b.Masks.Of(Right, 0) != nil {
			t.Fatal("a mask of pictures that can't be read")
		}
		b.settle()
	}
	if len(b.problems) > 0 {
		t.Errorf("problems %v", b.problems)
	}
}

func TestPackedMask(t *testing.T) {
	m := image.NewGray(image.Rect(0, 0, 50, 40))
	for i := range m.Pix {
		m.Pix[i] = uint8(i / 37 % 5)
	}
	if got := pack(m, 0).Labels(); !bytes.Equal(got.Pix, m.Pix) || got.Rect != m.Rect {
		t.Error("a mask is another one after packing")
	}
}

// strokeOver is a stroke over much of the pictures of maskBench.
func strokeOver(frame, motion int) mask.Stroke {
	return mask.Stroke{Frame: frame, Motion: motion, Radius: 30, Path: [][2]float64{{32, 24}}}
}

// TestStrokes: a stroke begins labels by hand, makes the masks that it reaches anew, the one
// that is looked at first, and can be undone.
func TestStrokes(t *testing.T) {
	b := maskBench(t, greyPictures{size: image.Pt(64, 48)})
	b.Masks.Of(Right, 0)
	b.settle()
	before := b.Masks.Of(Right, 2)
	if before == nil {
		t.Fatal("no mask")
	}
	ground := mask.Background(b.Doc.Sequence(), b.View.Labels(Right))
	other := 3 - ground
	d := b.View.Display()
	d.Mine[Right] = true
	b.View.SetDisplay(d)
	if err := b.Mine.Stroke(strokeOver(2, other)); err != nil {
		t.Fatal(err)
	}
	if len(b.View.Strokes(Right)) != 1 || len(b.View.Strokes(Left)) != 0 {
		t.Fatalf("found strokes %v and %v", b.View.Strokes(Left), b.View.Strokes(Right))
	}
	if got := b.Masks.Of(Right, 2); got != before {
		t.Error("the mask before is not shown until the new one is there")
	}
	b.settle()
	after := b.Masks.Of(Right, 2)
	x, y := 32*64/b.Doc.Sequence().Width, 24*48/b.Doc.Sequence().Height
	if after == before || after.At(x, y) != other {
		t.Errorf("under the stroke is motion %d, expected %d", after.At(x, y), other)
	}
	for f := range b.Doc.FrameCount() {
		if b.Masks.Of(Right, f) == nil || b.Masks.sides[Right].stale[f] {
			t.Errorf("frame %d was not made again", f)
		}
	}
	// The background brushes it away, and each step goes back.
	if err := b.Mine.Stroke(strokeOver(2, ground)); err != nil {
		t.Fatal(err)
	}
	b.Masks.Of(Right, 2)
	b.settle()
	if got := b.Masks.Of(Right, 2).At(x, y); got != 0 {
		t.Errorf("brushed out is motion %d", got)
	}
	b.History.Undo()
	b.Masks.Of(Right, 2)
	b.settle()
	if got := b.Masks.Of(Right, 2); !bytes.Equal(got.Labels().Pix, after.Labels().Pix) {
		t.Error("undone, the mask is not as it was")
	}
	b.History.Undo()
	if b.Mine.Begun() {
		t.Error("undone twice, there are still labels by hand")
	}
	if err := b.Mine.Stroke(strokeOver(999, 1)); err == nil {
		t.Error("a stroke of a frame that is not there was taken")
	}
}

// TestBrush draws strokes as the pointer does.
func TestBrush(t *testing.T) {
	b := maskBench(t, greyPictures{size: image.Pt(64, 48)})
	b.Masks.Of(Right, 2)
	b.settle()
	ground := mask.Background(b.Doc.Sequence(), b.View.Labels(Right))
	other := 3 - ground
	brush := b.Brush
	brush.Begin(Right, 2, 10, 10, 0, false)
	if brush.Drawing(Right) != nil {
		t.Fatal("a brush that is not on draws")
	}
	brush.SetOn(true)
	if !brush.On() || brush.Motion(Right) != other {
		t.Fatalf("the brush gives motion %d, expected %d, which is not the background", brush.Motion(Right), other)
	}
	before := brush.Radius()
	brush.Resize(2)
	if got := brush.Radius() / before; got < 1.43 || got > 1.45 {
		t.Errorf("two steps larger is %v times, expected 1.44", got)
	}
	brush.Resize(-200)
	if brush.Radius() != 0.5 {
		t.Errorf("found radius %v, expected 0.5 at least", brush.Radius())
	}
	brush.Resize(15)
	q := b.Doc.Sequence()
	x, y := float64(q.Width)/4, float64(q.Height)/4
	brush.Begin(Right, 2, x, y, 0, false)
	brush.Along(x, y)
	brush.Along(2*x, y)
	made := b.Masks.Of(Right, 2)
	if brush.Drawing(Left) != nil || len(brush.Drawing(Right).Path) != 2 {
		t.Fatalf("found %+v being drawn", brush.Drawing(Right))
	}
	if got := brush.Over(Right, 2, made).At(24, 12); got != other {
		t.Errorf("under the stroke being drawn is motion %d, expected %d", got, other)
	}
	if brush.Over(Right, 3, made) != made {
		t.Error("the stroke is drawn over another frame")
	}
	brush.End()
	if strokes := b.View.Strokes(Right); len(strokes) != 1 || strokes[0].Motion != other || strokes[0].Frame != 2 ||
		brush.Drawing(Right) != nil {
		t.Fatalf("found strokes %+v", strokes)
	}
	// Out of it is background.
	brush.Begin(Right, 2, x, y, other, true)
	brush.End()
	if strokes := b.View.Strokes(Right); strokes[1].Motion != ground || brush.Motion(Right) != other {
		t.Errorf("brushed out: found %+v", strokes[1])
	}
	// It goes on with what it begins in, until a motion was chosen.
	for _, chosen := range []int{0, other} {
		brush.SetMotion(chosen)
		brush.Begin(Right, 2, x, y, ground, false)
		want := ground
		if chosen > 0 {
			want = chosen
		}
		if got := brush.Drawing(Right).Motion; got != want {
			t.Errorf("motion %d was chosen: the stroke is of %d, expected %d", chosen, got, want)
		}
		brush.SetOn(false)
		brush.SetOn(true)
	}
	b.Mine.ClearStrokes(1)
	if n := len(b.View.Strokes(Right)); n != 2 {
		t.Errorf("%d strokes left of another frame, expected 2", n)
	}
	b.Mine.ClearStrokes(-1)
	if n := len(b.View.Strokes(Right)); n != 0 {
		t.Errorf("%d strokes left, expected none", n)
	}
	b.View.SetMode(BenchMode)
	if brush.On() {
		t.Error("a brush in the bench")
	}
}

// TestFromMasks: a folder that tells nothing is a problem and changes nothing. What one
// tells is tested where it is read.
func TestFromMasks(t *testing.T) {
	b := maskBench(t, greyPictures{size: image.Pt(64, 48)})
	folder := t.TempDir()
	b.Mine.FromMasks(folder)
	b.settle()
	if len(b.problems) != 1 || b.problems[0].File != folder || b.Mine.Begun() {
		t.Errorf("problems %v, begun %v", b.problems, b.Mine.Begun())
	}
}

// TestMasksBySoftPoints: the frame that is looked at is drawn by its tracks until the soft
// points are there, once for all work, and then by both.
func TestMasksBySoftPoints(t *testing.T) {
	const width, height, frames = 160, 128, 3
	pixels := mat.NewDense(2*frames, 2, nil)
	for f := range frames {
		pixels.SetRow(2*f, []float64{30, 110 + 4*float64(f)})
		pixels.SetRow(2*f+1, []float64{64, 64})
	}
	picture := func(_ context.Context, f int) (image.Image, error) {
		m := image.NewGray(image.Rect(0, 0, width, height))
		for i := range m.Pix {
			x, y := i%width, i/width
			if x >= 80 {
				x -= 4 * f
			}
			m.Pix[i] = uint8(128 + 60*math.Sin(float64(x)/3)*math.Cos(float64(y)/4+float64(x)/17))
		}
		return m, nil
	}
	film := mask.Film{Sequence: hopkins.NewSequence("two", width, height, pixels, nil), Labels: []int{1, 2},
		Picture: picture}
	work := &maskWork{turn: make(chan struct{}, 1)}
	work.turn <- struct{}{}
	drawn := make(chan struct{})
	started, reported := 0, 0
	start := func(follow func()) {
		started++
		go func() { <-drawn; follow() }()
	}
	var handed []bool // drafts
	for range 2 {
		work.follow(t.Context(), film, start, func(track.Progress) { reported++ })
		err := work.masks(t.Context(), film, nil, [][2]int{{1, 2}}, func(_ *mask.Mask, _ uint8, draft bool) {
			if handed = append(handed, draft); len(handed) == 1 {
				close(drawn)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(handed, []bool{true, false, false}) || started != 1 {
		t.Errorf("drafts %v, followed %d times; expected one draft, first, and once", handed, started)
	}
	if reported < frames {
		t.Errorf("told of %d frames of %d", reported, frames)
	}
	if soft := work.solver.SoftIn(1); len(soft) < 20 || soft[0].X <= 0 || soft[0].X >= 1 || soft[0].Motion < 1 {
		t.Errorf("%d soft points are in a frame, such as %+v", len(soft), soft[0])
	}
	if work.soft == nil || len(work.soft.Tracks) < 20 {
		t.Errorf("soft points %v, expected some", work.soft)
	}
}
