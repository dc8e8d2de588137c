package hopkins

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment"
)

func TestParseFrames(t *testing.T) {
	for text, want := range map[string]FrameSelection{
		"all":        {Mode: AllFrames},
		"":           {Mode: AllFrames},
		" All ":      {Mode: AllFrames},
		"first-last": {Mode: FirstLast},
		"1,30":       {Mode: FramePair, I: 0, J: 29},
		"30, 1":      {Mode: FramePair, I: 29, J: 0},
		"2-17":       {Mode: FrameRange, I: 1, J: 16},
		" 5 - 5 ":    {Mode: FrameRange, I: 4, J: 4},
	} {
		got, err := ParseFrames(text)
		if err != nil || got != want {
			t.Errorf("ParseFrames(%q) = %v, %v, want %v", text, got, err, want)
		}
		if back, err := ParseFrames(got.String()); err != nil || back != got {
			t.Errorf("%v is written %q and read as %v, %v", got, got.String(), back, err)
		}
	}
	for text, want := range map[string]string{
		"last":          "found neither a comma nor a hyphen",
		"7":             "found neither a comma nor a hyphen",
		"0,3":           `found "0" in place of a frame number`,
		"1,2,3":         `found "2,3" in place of a frame number`,
		"-1,3":          `found "-1" in place of a frame number`,
		"1-":            `found "" in place of a frame number`,
		"-3":            `found "" in place of a frame number`,
		"1.5,2":         `found "1.5" in place of a frame number`,
		"1,99999999999": `found "99999999999" in place of a frame number`,
		"4,4":           "found the same frame twice",
		"9-3":           "found a range that ends before it begins",
	} {
		if got, err := ParseFrames(text); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), fmt.Sprintf("frames %q: expected", text)) {
			t.Errorf("ParseFrames(%q) = %v, %v, want error %s", text, got, err, want)
		}
	}
}

// numbered returns a sequence of 4 tracks in 3 frames in which x of track i in
// frame f is i+10f and y is −x; track 2 is hidden in the middle, track 4 is an
// outlier.
func numbered() *Sequence {
	s := &Sequence{
		Name: "numbered", Truth: []int{1, 2, 2, 0},
		Pixels: mat.NewDense(6, 4, nil), Normalized: mat.NewDense(6, 4, nil),
		Visible: [][]bool{{true, true, true}, {true, false, true}, {true, true, true}, {true, true, true}},
	}
	for f := range 3 {
		for i := range 4 {
			s.Normalized.Set(2*f, i, float64(i+10*f))
			s.Normalized.Set(2*f+1, i, -float64(i+10*f))
		}
	}
	return s
}

func TestData(t *testing.T) {
	pair := []float64{ // x of tracks 1, 2, 3 is 0, 1, 2 and 20, 21, 22
		0, 21, 44, 0, -21, -44, 0, 1, 2,
		0, -21, -44, 0, 21, 44, 0, -1, -2,
		20, 21, 22, -20, -21, -22, 1, 1, 1,
	}
	back := []float64{ // tracks 1 and 3 from the middle to the first frame
		0, 24, 0, -24, 10, 12,
		0, -24, 0, 24, -10, -12,
		0, 2, 0, -2, 1, 1,
	}
	outlierKnown := numbered()
	outlierUnknown := numbered()
	outlierUnknown.Truth = nil
	for _, c := range []struct {
		s      *Sequence
		frames string
		kind   segment.Kind
		rows   int
		tracks []int
		want   []float64
	}{
		{outlierKnown, "all", segment.Trajectories, 6, []int{0, 2},
			[]float64{0, 2, 0, -2, 10, 12, -10, -12, 20, 22, -20, -22}},
		{outlierUnknown, "1-2", segment.Trajectories, 4, []int{0, 2, 3},
			[]float64{0, 2, 3, 0, -2, -3, 10, 12, 13, -10, -12, -13}},
		{outlierKnown, "first-last", segment.TwoFrames, 9, []int{0, 1, 2}, pair},
		{outlierKnown, "1,3", segment.TwoFrames, 9, []int{0, 1, 2}, pair},
		{outlierKnown, "2,1", segment.TwoFrames, 9, []int{0, 2}, back},
	} {
		selection, err := ParseFrames(c.frames)
		if err != nil {
			t.Fatal(err)
		}
		data, tracks, err := c.s.Data(selection)
		if err != nil {
			t.Errorf("%s: %v", c.frames, err)
			continue
		}
		want := mat.NewDense(c.rows, len(c.tracks), c.want)
		if data.Kind != c.kind || !reflect.DeepEqual(tracks, c.tracks) || !mat.Equal(data.X, want) {
			t.Errorf("%s: %v, tracks %v\n%v\nwant\n%v", c.frames, data.Kind, tracks, mat.Formatted(data.X), mat.Formatted(want))
		}
	}
}

// TestDataTwoFrame: correspondences give the two-view matrix whatever is
// chosen, in the order that is chosen.
func TestDataTwoFrame(t *testing.T) {
	s, err := Read(strings.NewReader("0 0 2 1 1\n8 8 6 4 2\n1 1 1 1 0\n"), "pairs.txt")
	if err != nil {
		t.Fatal(err)
	}
	forth := mat.NewDense(9, 2, []float64{.5, .5, .75, 0, -1, 1, .5, .5, .75, 0, -1, 1, -.5, .5, -.75, 0, 1, 1})
	back := mat.NewDense(9, 2, nil)
	for i := range 3 {
		for j := range 3 {
			back.SetRow(3*j+i, forth.RawRowView(3*i+j))
		}
	}
	for frames, want := range map[string]*mat.Dense{"all": forth, "first-last": forth, "1-2": forth, "1,2": forth,
		"2,1": back} {
		selection, err := ParseFrames(frames)
		if err != nil {
			t.Fatal(err)
		}
		data, tracks, err := s.Data(selection)
		if err != nil || data.Kind != segment.TwoFrames || !mat.Equal(data.X, want) || len(tracks) != 2 {
			t.Errorf("%s: %v, %v, tracks %v\n%v\nwant\n%v", frames, data.Kind, err, tracks, mat.Formatted(data.X),
				mat.Formatted(want))
		}
	}
	if _, _, err := s.Data(FrameSelection{Mode: FrameRange}); err == nil ||
		!strings.Contains(err.Error(), "pairs.txt: frames 1-1: expected at least 2 frames") {
		t.Errorf("error is %v", err)
	}
}

func TestDataErrors(t *testing.T) {
	hidden := numbered()
	for i := range hidden.Visible {
		hidden.Visible[i][1] = i == 0
	}
	one := &Sequence{Name: "one", Pixels: mat.NewDense(2, 2, nil), Normalized: mat.NewDense(2, 2, nil)}
	for _, c := range []struct {
		s      *Sequence
		frames FrameSelection
		want   string
	}{
		{numbered(), FrameSelection{FramePair, 0, 3}, "numbered: frames 1,4: expected frames from 1 to 3, found 4"},
		{numbered(), FrameSelection{FramePair, -1, 1}, "numbered: frames 0,2: expected frames from 1 to 3, found 0"},
		{numbered(), FrameSelection{FramePair, 1, 1},
			"numbered: frames 2,2: expected two different frames, found frame 2 twice"},
		{numbered(), FrameSelection{FrameRange, 2, 1},
			"numbered: frames 3-2: expected a range that ends after it begins, found 3 to 2"},
		{numbered(), FrameSelection{FrameRange, 1, 9}, "numbered: frames 2-10: expected frames from 1 to 3, found 10"},
		{numbered(), FrameSelection{Mode: 7}, "expected one of the frame modes, found number 7"},
		{one, FrameSelection{Mode: FirstLast}, "one: frames first-last: expected two different frames, found frame 1 twice"},
		{hidden, FrameSelection{},
			"numbered: frames all: expected at least 2 tracks that are visible in every chosen frame, found 1 of 4"},
	} {
		_, _, err := c.s.Data(c.frames)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error is %v, want %s", err, c.want)
		}
	}
}
