package ui

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/mask"
	"motionseg/segment"
	uidraw "motionseg/ui/draw"
	"motionseg/ui/kit"
	"motionseg/ui/session"
	"motionseg/ui/shown"
)

// withFilm is a window in which a film was just opened, and what it asked of it.
func withFilm(t *testing.T, frames int) (*rig, *[]session.Film) {
	t.Helper()
	var asked []session.Film
	r := newRig(t, func(c *session.Config) {
		c.OpenPictures = openPictures
		c.AskFilm = func(f session.Film, _ footage.Range, _ session.Limits) { asked = append(asked, f) }
	})
	r.session.OpenPath(writeFilm(t, frames))
	r.settle()
	if len(r.problems) > 0 {
		t.Fatal(r.problems)
	}
	return r, &asked
}

// TestFilmOpensAlone: a film is followed, shown alone and bright, with the default
// method run by itself, nothing around it, and one key brings the bench and takes it
// away again, as it was.
func TestFilmOpensAlone(t *testing.T) {
	r, asked := withFilm(t, 12)
	s := r.session
	if s.View.Mode() != session.FilmMode || s.View.Display().Views != session.RightView || s.View.Display().Picture != 1 {
		t.Fatalf("the film is shown in mode %v as %+v", s.View.Mode(), s.View.Display())
	}
	if s.Sides.State(session.Right) != session.Done || s.Sides.State(session.Left) != session.Idle {
		t.Errorf("the sides are %v and %v, expected the right one alone to be done", s.Sides.State(session.Left),
			s.Sides.State(session.Right))
	}
	if r.folding.around() != (around{}) || r.sides[session.Right].truth.Visible() || r.legend.differing.Visible() {
		t.Errorf("around the film %+v is shown", r.folding.around())
	}
	if !s.Playback.Playing() {
		t.Error("the film with its colours does not play")
	}
	if r.toolbar.whole.Visible() || r.toolbar.inspector.Icon.Name() != slidersIcon().Name() {
		t.Error("frames are set in two places, or the parameters look like preferences")
	}
	s.Playback.SetPlaying(false)
	r.keyboard.typedRune('c')
	if s.View.Mode() != session.BenchMode || r.folding.around() != (around{true, true, true}) ||
		s.View.Display().Views != session.BothViews {
		t.Errorf("the bench is %+v with %+v around it", s.View.Display(), r.folding.around())
	}
	if !s.Settings().FilmsInBench || s.Sides.Outcome(session.Right) == nil {
		t.Error("the choice is forgotten, or the result")
	}
	r.keyboard.typedRune('c')
	if s.View.Mode() != session.FilmMode || r.folding.around() != (around{}) || s.Settings().FilmsInBench {
		t.Error("the film view does not come back")
	}
	test.Tap(r.toolbar.again)
	r.settle()
	if len(*asked) != 1 || (*asked)[0].Frames != 12 {
		t.Errorf("tracking again asks of %v", *asked)
	}
	s.OpenExample()
	r.settle()
	if s.View.Mode() != session.BenchMode || !r.panels.left.shown() || r.toolbar.back.Visible() {
		t.Error("a sequence does not open in the bench")
	}
}

// TestCompareWithBringsTheBench: another method beside that of the film.
func TestCompareWithBringsTheBench(t *testing.T) {
	r, _ := withFilm(t, 12)
	items := compareItems(r.session)
	if strings.Contains(items[0].Label, r.session.Plan.Title(r.session.Plan.Setup(session.Right).Method)) {
		t.Errorf("the film's own method is offered: %s", items[0].Label)
	}
	items[0].Action()
	r.settle()
	s := r.session
	if s.View.Mode() != session.BenchMode || s.View.Display().Views != session.BothViews ||
		s.Sides.Outcome(session.Left) == nil && s.Sides.Failure(session.Left) == nil {
		t.Errorf("mode %v, views %v, left %v", s.View.Mode(), s.View.Display().Views, s.Sides.State(session.Left))
	}
}

// TestRunRunsWhatIsSeen: with one view alone its side is run, and no other.
func TestRunRunsWhatIsSeen(t *testing.T) {
	r := withExample(t, nil)
	d := r.session.View.Display()
	d.Views = session.RightView
	r.session.View.SetDisplay(d)
	test.Tap(r.toolbar.run)
	r.settle()
	if s := r.session.Sides; s.State(session.Left) != session.Idle || s.State(session.Right) != session.Done {
		t.Errorf("the left side, which nobody sees, is %v, the right one %v", s.State(session.Left), s.State(session.Right))
	}
}

// TestTrackingInColour: the first frame of a film is there before a point is followed, and in
// its own colours, which it keeps below the points.
func TestTrackingInColour(t *testing.T) {
	r := newRig(t, nil)
	r.session.OpenPath(writeColouredFilm(t, 600))
	for r.follower.tracking == nil {
		r.queue.run()
		time.Sleep(time.Millisecond)
	}
	p := r.follower.tracking
	red := func() int {
		r.win.Canvas().Capture() // shows the pane at its size
		p.surface.Workers.Wait()
		m := p.surface.Picture(image.Pt(240, 180))
		if m == nil { // nothing was drawn yet
			return 0
		}
		n := 0
		for i := 0; i < len(m.Pix); i += 4 {
			if m.Pix[i] > m.Pix[i+2]+50 {
				n++
			}
		}
		return n
	}
	first := red()
	if len(p.trails.frames) > 0 {
		t.Fatal("points were followed before the first frame could be looked at")
	}
	if first < 240*180*9/10 {
		t.Errorf("of a red film %d pixels are red before a point is followed", first)
	}
	for r.follower.tracking != nil && len(p.trails.frames) < 4 {
		r.queue.run()
		time.Sleep(time.Millisecond)
	}
	if r.follower.tracking == nil {
		t.Fatal("the film was done before it could be looked at")
	}
	if n := red(); n < 240*180*6/10 || n > first*98/100 {
		t.Errorf("with points %d pixels are red, without %d", n, first)
	}
	r.session.Tracking.Drop()
	r.settle()
}

// writeColouredFilm writes a folder of red pictures of a texture that moves right by one
// pixel a frame.
func writeColouredFilm(t *testing.T, frames int) string {
	t.Helper()
	dir := t.TempDir()
	m := image.NewRGBA(image.Rect(0, 0, 120, 90))
	for f := range frames {
		for y := range 90 {
			for x := range 120 {
				u, v := uint32(x-f+1000)/4, uint32(y)/4
				light := uint8((u*73856093 ^ v*19349663) * 0x5bd1e995 >> 25)
				m.SetRGBA(x, y, color.RGBA{R: 100 + light, G: light / 2, B: 20, A: 255})
			}
		}
		w, err := os.Create(filepath.Join(dir, fmt.Sprintf("%03d.png", f)))
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(w, m); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestTakeNumber: a click on a small picture shows the grouping that the estimate
// found at once, which passes for no result, and has it segmented.
func TestTakeNumber(t *testing.T) {
	r, _ := withFilm(t, 12)
	s := r.session
	s.Playback.SetPlaying(false)
	if s.Plan.Estimate() == nil {
		t.Skip("the film has no estimate")
	}
	cards := r.film.strip.cards
	if len(cards) < 3 || !r.film.strip.object.Visible() ||
		!strings.Contains(cards[s.Plan.Estimate().Motions-1].note.Text, "estimate") {
		t.Fatalf("%d numbers are shown", len(cards))
	}
	for _, c := range cards {
		if c.number != s.Plan.Estimate().Motions && s.Plan.EstimateLabels(c.number) != nil {
			test.Tap(c)
			if s.Sides.State(session.Right) != session.Running || s.Sides.Labels(session.Right) == nil {
				t.Errorf("%d motions: %v", c.number, s.Sides.State(session.Right))
			}
			s.Sides.Cancel()
			if s.Sides.State(session.Right) == session.Done {
				t.Error("what the estimate found passes for the result")
			}
			test.Tap(c)
			r.settle()
			if s.Sides.State(session.Right) != session.Done || s.Plan.MotionsUsed() != c.number {
				t.Errorf("%d motions: %v", s.Plan.MotionsUsed(), s.Sides.State(session.Right))
			}
			return
		}
	}
}

// TestHeadCountsTheWholeRun: what came before the method is part of its time.
func TestHeadCountsTheWholeRun(t *testing.T) {
	result := &segment.Result{History: []segment.Iteration{{Number: 3}}}
	o := &session.Outcome{Segmentation: &hopkins.Segmentation{Result: result}, Took: 61_000_000_000}
	if got := withIterations(o, "x"); len(got) != 1 || !strings.Contains(got[0], "61.0 s") {
		t.Errorf("after a minute of waiting the head says %v", got)
	}
}

// TestMasksAreExportedAsSeen: the export's preview, a film and a figure have the masks that
// are seen, a film in every frame.
func TestMasksAreExportedAsSeen(t *testing.T) {
	r, _ := withFilm(t, 12)
	s := r.session
	r.masked(0)
	at := firstFrame(s)
	plain, err := s.Doc.Pictures().Frame(at)
	if err != nil {
		t.Fatal(err)
	}
	a := newFilmDialog(r.exporter).animation()
	if dim := r.sides[session.Right].view.view.Dim; dim != 0 || a.Views[0].Dim != dim || a.Views[0].Style != kit.Style() {
		t.Errorf("the film is dimmed by %v on %v, the view by %v", a.Views[0].Dim, a.Views[0].Style.Background, dim)
	}
	film := func(frame int) image.Image {
		a := newFilmDialog(r.exporter).animation()
		if _, err := a.makeMasks(t.Context(), func(int, int) {}); err != nil {
			t.Fatal(err)
		}
		picture, err := a.Picture(frame)
		if err != nil {
			t.Fatal(err)
		}
		return a.Over(0, frame, picture)
	}
	for frame := range s.Doc.FrameCount() {
		if seen, _ := s.Doc.Pictures().Frame(frame); reflect.DeepEqual(film(frame), seen) {
			t.Errorf("the film has no masks over frame %d", frame+1)
		}
	}
	over := r.sides[session.Right].view.overlay()(plain, labelStyle(s, kit.Style()))
	if reflect.DeepEqual(over, plain) {
		t.Error("figures and the preview have no masks")
	}
	if !reflect.DeepEqual(film(at), over) {
		t.Error("the film's picture is another one than the view's")
	}
	if got := (exportOf{side: session.Right}).name(s); got != "LRKSC auto" {
		t.Errorf("of the only result is exported %q", got)
	}
	// The preview is painted with them.
	preview := func() *image.RGBA {
		d := newExportDialog(r.exporter)
		r.settle()
		return d.picture.Picture(image.Pt(200, 150))
	}
	with := preview()
	d := s.View.Display()
	d.Masks = shown.MaskOnBlack
	s.View.SetDisplay(d)
	if a := newFilmDialog(r.exporter).animation(); a.Views[0].StillFaint != 1 {
		t.Error("points of the background lie over what is cut out")
	}
	d.Masks = shown.MaskOff
	s.View.SetDisplay(d)
	if !reflect.DeepEqual(film(at), plain) {
		t.Error("the film has masks that are not seen")
	}
	if without := preview(); with == nil || reflect.DeepEqual(with.Pix, without.Pix) {
		t.Error("the preview is the same with masks and without")
	}
}

// TestMasksAreNamedAsPictures: the masks that the window writes have the names of the pictures, by which they are found
// again as those of the command line.
func TestMasksAreNamedAsPictures(t *testing.T) {
	r, _ := withFilm(t, 12)
	pictures := r.session.Doc.Sequence().Path
	rightHalfMoves(r)
	folder := filepath.Join(t.TempDir(), "masks")
	r.exporter.exportMasks(exportOf{mine: true})
	r.opener.chooser.Type(folder)
	r.settle()
	names := func(folder string) []string {
		var all []string
		items, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range items {
			all = append(all, strings.TrimSuffix(item.Name(), filepath.Ext(item.Name())))
		}
		return all
	}
	if found, want := names(folder), names(pictures); !slices.Equal(found, want) {
		t.Errorf("the masks are %q, expected names as of the pictures %q", found, want)
	}
}

// TestPreviewFollowsMasks: the export holds the film where it is, offers masks right after the
// film itself, and its preview gets masks that come later.
func TestPreviewFollowsMasks(t *testing.T) {
	r, _ := withFilm(t, 12)
	s := r.session
	r.masked(0)
	s.Playback.SetPlaying(true)
	r.keyboard.typedRune('e')
	x := r.exporter.exporting
	if s.Playback.Playing() || x.choices[1].label != "Masks for every frame" {
		t.Errorf("the film plays on, or below itself is offered %q", x.choices[1].label)
	}
	x.picture.Paint(func(dst *image.RGBA, _ float64) { clear(dst.Pix) })
	r.settle()
	x.picture.Picture(image.Pt(200, 150))
	r.window.changed(session.Change{Event: session.MasksChanged})
	r.settle()
	if slices.Max(x.picture.Picture(image.Pt(200, 150)).Pix) == 0 {
		t.Error("masks that come do not show in the preview")
	}
	r.keyboard.typedKey(fyne.KeyEscape)
}

// TestFiguresHaveMasks: a figure has the masks that are seen.
func TestFiguresHaveMasks(t *testing.T) {
	r, _ := withFilm(t, 12)
	s := r.session
	r.masked(0)
	written := func() []byte {
		write, err := figure(uidraw.PNG, figureOptions{sides: []session.Side{session.Right}, without: true})(r.exporter)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := write(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	with := written()
	if !bytes.Equal(written(), with) {
		t.Fatal("a figure is another one each time")
	}
	d := s.View.Display()
	d.Masks = shown.MaskOff
	s.View.SetDisplay(d)
	if bytes.Equal(written(), with) {
		t.Error("the figure is the same with masks and without")
	}
}

// TestMasksAreSeenAndClicked: a click between points on a pixel of a mask selects its
// motion, and K shows masks otherwise until they are off.
func TestMasksAreSeenAndClicked(t *testing.T) {
	r, _ := withFilm(t, 12)
	s := r.session
	r.masked(0)
	v := r.sides[session.Right].view
	found, motion := fyne.Position{}, 0
	for y := float32(4); y < v.Size().Height && motion == 0; y += 4 {
		for x := float32(4); x < v.Size().Width && motion == 0; x += 4 {
			if p := fyne.NewPos(x, y); v.pointAt(p) == uidraw.NoTrack {
				found, motion = p, v.motionAt(p)
			}
		}
	}
	if motion == 0 {
		t.Fatal("no pixel of a mask away from the points")
	}
	click := func() {
		e := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: found}, Button: desktop.MouseButtonPrimary}
		v.MouseDown(e)
		v.MouseUp(e)
	}
	click()
	count := 0
	for i, label := range s.View.Labels(session.Right) {
		if label == motion {
			count++
			if !s.Selection.Has(i) {
				t.Fatalf("track %d of the motion that was clicked is not selected", i+1)
			}
		}
	}
	if s.Selection.Count() != count {
		t.Errorf("found %d tracks selected, expected the %d of the motion", s.Selection.Count(), count)
	}
	// B makes a brush of the pointer: a drag begins labels by hand with a stroke, with the right
	// button it is the background's, the wheel sizes it, and Esc takes it back.
	s.Selection.Hover(0)
	r.keyboard.typedRune('b')
	v.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: found}})
	if s.Selection.Hovered() != uidraw.NoTrack {
		t.Error("a track is pointed at below the brush")
	}
	radius := s.Brush.Radius()
	v.Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: found}, Scrolled: fyne.NewDelta(0, 10)})
	if s.Brush.Radius() <= radius || len(v.view.Lasso) == 0 {
		t.Errorf("the wheel made a radius of %v into %v; %d corners of the brush are seen", radius, s.Brush.Radius(),
			len(v.view.Lasso))
	}
	v.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: found}, Button: desktop.MouseButtonPrimary})
	v.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: found.AddXY(20, 0)}, Dragged: fyne.NewDelta(20, 0)})
	v.DragEnd()
	r.settle()
	dragRight(v, found, found.AddXY(20, 0))
	r.settle()
	x, y, scale := v.placeAt(found)
	if text := mineText(s); !strings.HasSuffix(text, "2 strokes") {
		t.Errorf("after two strokes the tab says %q", text)
	}
	switch strokes := s.View.Strokes(session.Right); {
	case len(strokes) != 2 || len(strokes[0].Path) != 2 || strokes[0].Motion == strokes[1].Motion:
		t.Errorf("found strokes %+v", strokes)
	case strokes[0].Path[0] != [2]float64{x, y} || strokes[0].Path[1][0]-x < 19*float64(v.surface.Scale)/scale ||
		strokes[0].Radius != s.Brush.Radius():
		t.Errorf("found a stroke %+v from %v, %v", strokes[0], x, y)
	case len(strokes[1].Path) != 3 || strokes[1].Path[2] != strokes[0].Path[1]:
		t.Errorf("the stroke with the right button is %+v", strokes[1])
	}
	r.queue.turn()
	if r.window.question.object.Visible() {
		t.Error("a stroke moves the picture")
	}
	r.keyboard.typedKey(fyne.KeyEscape)
	r.queue.turn()
	if !r.window.question.object.Visible() {
		t.Error("after the brush nothing leads to doubtful tracks")
	}
	if s.Brush.On() || len(v.view.Lasso) != 0 || s.Selection.Count() != count {
		t.Error("the brush is still there, or Esc did more than take it back")
	}
	s.Mine.ClearStrokes(-1)
	r.settle()
	s.Masks.Of(session.Right, firstFrame(s))
	r.settle()
	for _, want := range []shown.MaskView{
		shown.MaskOutline, shown.MaskOnBlack, shown.MaskOnWhite, shown.MaskOnChecks, shown.MaskOff, shown.MaskOverlay,
		shown.MaskOutline,
	} {
		r.keyboard.typedRune('k')
		if got := s.View.Display().Masks; got != want {
			t.Fatalf("found view %v after K, expected %v", got, want)
		}
		if (v.motionAt(found) == motion) != (want != shown.MaskOff) {
			t.Errorf("view %v: the pixel is of motion %d", want, v.motionAt(found))
		}
	}
	// A hidden motion is not clicked.
	s.View.ToggleLabel(motion)
	click()
	if s.Selection.Count() != 0 {
		t.Errorf("found %d tracks selected of a motion that is hidden", s.Selection.Count())
	}
}

// masked shows a frame of a film of which the right half moves by itself, with its masks.
func (r *rig) masked(frame int) {
	s := r.session
	s.Playback.SetPlaying(false)
	s.Playback.SetFrame(frame)
	r.capture()
	rightHalfMoves(r)
	s.Masks.Of(session.Right, frame)
	r.settle()
}

// rightHalfMoves gives the points of the right half of a film a motion of their own by hand and shows
// that on the right.
func rightHalfMoves(r *rig) {
	s := r.session
	var right []int
	for i := range s.Doc.Points() {
		if s.Doc.Sequence().Pixels.At(0, i) > 60 {
			right = append(right, i)
		}
	}
	s.Mine.SetFollowing(false)
	s.Mine.Give(right, 2)
	showMine(s, session.Right)
	r.settle()
}

// TestSoftPointsAreShown: the soft points that masks were made by are shown, those of hidden
// motions not, and how far they are followed stands in the status line.
func TestSoftPointsAreShown(t *testing.T) {
	r := newRig(t, func(c *session.Config) { c.OpenPictures = openPictures })
	s := r.session
	told := ""
	s.Watch(func(c session.Change) {
		if c.Event == session.SoftFollowed && strings.Contains(r.status.text(), "followed for the masks") {
			told = r.status.text()
		}
	})
	s.OpenPath(writeFilmOf(t, 12, image.Rect(0, 0, 200, 150)))
	r.settle()
	at := 0
	r.masked(at)
	if !strings.HasSuffix(told, " %") || strings.Contains(r.status.text(), "followed for") {
		t.Errorf("while soft points were followed the status line said %q, then %q", told, r.status.text())
	}
	made := s.Masks.Of(session.Right, at)
	made.Soft = []mask.SoftPoint{{X: 0.5, Y: 0.5, Motion: 2}, {X: 0.25, Y: 0.5, Motion: 1}}
	want := uidraw.SoftPoint{X: 0.25, Y: 0.5, Label: 1}
	if got := softPoints(made, s.View.MaskLook()); len(got) != 2 || got[1] != want {
		t.Errorf("shown are %+v", got)
	}
	s.View.ToggleLabel(2)
	if got := softPoints(made, s.View.MaskLook()); len(got) != 1 || got[0].Label != 1 {
		t.Errorf("with motion 2 hidden shown are %+v", got)
	}
}
