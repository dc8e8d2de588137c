package read

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins/matfile"
	"motionseg/hopkins/numpy"
)

// The scene of these tests: 12 tracks in 7 frames, which move by up to two pixels a
// frame; place is where a track is in a frame.
const sceneTracks, sceneFrames = 12, 7

func place2(track, frame int) (x, y float64) {
	return float64(track*97%640) + 1.5*float64(frame), float64(track*61%480) + float64(frame*(track%3))
}

// isScene checks that tracks are those of the scene, all seen.
func isScene(t *testing.T, name string, s *Tracks, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if s.Points() != sceneTracks || s.Frames() != sceneFrames || s.Visible != nil {
		t.Errorf("%s: %d tracks in %d frames, visible %v, notes %q", name, s.Points(), s.Frames(), s.Visible, s.Notes)
		return
	}
	for i := range sceneTracks {
		for f := range sceneFrames {
			wantX, wantY := place2(i, f)
			if x, y := s.Pixels.At(2*f, i), s.Pixels.At(2*f+1, i); x != wantX || y != wantY {
				t.Errorf("%s: track %d in frame %d is at %g, %g, expected %g, %g (%q)", name, i, f, x, y, wantX, wantY, s.Notes)
				return
			}
		}
	}
}

// built returns a row-major array of this shape.
func built(at func(index []int) float64, shape ...int) numpy.Array {
	a := numpy.Array{Shape: shape, Type: "<f8"}
	index := make([]int, len(shape))
	for range a.Len() {
		a.Data = append(a.Data, at(index))
		for k := len(shape) - 1; k >= 0; k-- {
			if index[k]++; index[k] < shape[k] {
				break
			}
			index[k] = 0
		}
	}
	return a
}

func coordinateOf(track, frame, axis int) float64 {
	x, y := place2(track, frame)
	return []float64{x, y, 1}[axis]
}

// layoutsOfTheScene are the ways in which papers' code has tracks in one array.
func layoutsOfTheScene() map[string]numpy.Array {
	const F, N = sceneFrames, sceneTracks
	return map[string]numpy.Array{
		"2F×N":               built(func(i []int) float64 { return coordinateOf(i[1], i[0]/2, i[0]%2) }, 2*F, N),
		"2F×N, x above y":    built(func(i []int) float64 { return coordinateOf(i[1], i[0]%F, i[0]/F) }, 2*F, N),
		"N×2F":               built(func(i []int) float64 { return coordinateOf(i[0], i[1]/2, i[1]%2) }, N, 2*F),
		"N×2F, x before y":   built(func(i []int) float64 { return coordinateOf(i[0], i[1]%F, i[1]/F) }, N, 2*F),
		"3F×N with ones":     built(func(i []int) float64 { return coordinateOf(i[1], i[0]/3, i[0]%3) }, 3*F, N),
		"2×N×F":              built(func(i []int) float64 { return coordinateOf(i[1], i[2], i[0]) }, 2, N, F),
		"2×F×N":              built(func(i []int) float64 { return coordinateOf(i[2], i[1], i[0]) }, 2, F, N),
		"3×N×F, homogeneous": built(func(i []int) float64 { return coordinateOf(i[1], i[2], i[0]) }, 3, N, F),
		"N×2×F":              built(func(i []int) float64 { return coordinateOf(i[0], i[2], i[1]) }, N, 2, F),
		"F×N×2":              built(func(i []int) float64 { return coordinateOf(i[1], i[0], i[2]) }, F, N, 2),
		"N×F×2":              built(func(i []int) float64 { return coordinateOf(i[0], i[1], i[2]) }, N, F, 2),
	}
}

func npzOf(t testing.TB, members ...numpy.Member) []byte {
	var b bytes.Buffer
	if err := numpy.WriteArchive(&b, members...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// matrixOf returns an array as MATLAB has it, the first index fastest.
func matrixOf(name string, a numpy.Array) *matfile.Array {
	reversed := slices.Clone(a.Shape)
	slices.Reverse(reversed)
	turned := built(func(i []int) float64 {
		at := 0
		for k := range a.Shape {
			at = at*a.Shape[k] + i[len(i)-1-k]
		}
		return a.Data[at]
	}, reversed...)
	return &matfile.Array{Name: name, Class: matfile.Double, Dims: a.Shape, Data: turned.Data}
}

func matOf(t testing.TB, arrays ...*matfile.Array) []byte {
	var b bytes.Buffer
	if err := matfile.Write(&b, arrays...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func reads(t testing.TB, content []byte, path string, o Options) (*Tracks, error) {
	return From(t.Context(), bytes.NewReader(content), path, o)
}

// TestPlainArrays: every layout is read from every container that has it.
func TestPlainArrays(t *testing.T) {
	for name, a := range layoutsOfTheScene() {
		s, err := reads(t, npzOf(t, numpy.Member{Name: "W", Array: a}), "a.npz", Options{})
		isScene(t, name+" in npz", s, err)
		if err == nil && (len(s.Notes) != 1 || !strings.Contains(s.Notes[0], "was read as")) {
			t.Errorf("%s: notes %q", name, s.Notes)
		}
		s, err = reads(t, matOf(t, matrixOf("W", a)), "a.mat", Options{})
		isScene(t, name+" in mat", s, err)
		other := numpy.Member{Name: "features", Array: built(func(i []int) float64 { return float64(i[0] * i[1]) }, 40, 16)}
		s, err = reads(t, npzOf(t, other, numpy.Member{Name: "mine", Array: a}), "a.npz", Options{Array: "mine"})
		isScene(t, name+" chosen", s, err)
		if _, err := reads(t, npzOf(t, other, numpy.Member{Name: "mine", Array: a}), "a.npz", Options{}); err == nil ||
			!strings.Contains(err.Error(), `"features 40×16", "mine `) {
			t.Errorf("%s: not chosen: %v", name, err)
		}
		if len(a.Shape) != 2 {
			continue
		}
		var lone, text bytes.Buffer
		if err := numpy.Write(&lone, &a); err != nil {
			t.Fatal(err)
		}
		s, err = reads(t, lone.Bytes(), "a.npy", Options{})
		isScene(t, name+" in npy", s, err)
		for r := range a.Shape[0] {
			fmt.Fprintln(&text,
				strings.Trim(strings.ReplaceAll(fmt.Sprint(a.Data[r*a.Shape[1]:(r+1)*a.Shape[1]]), " ", ","), "[]"))
		}
		s, err = reads(t, text.Bytes(), "a.csv", Options{})
		isScene(t, name+" in csv", s, err)
	}
}

// TestPlainArraysWithMore: labels and visibility beside a matrix, x and y apart, and
// what is no matrix of tracks.
func TestPlainArraysWithMore(t *testing.T) {
	const F, N = sceneFrames, sceneTracks
	w := matrixOf("W", layoutsOfTheScene()["2F×N"])
	labels := matrixOf("s", built(func(i []int) float64 { return float64(i[0] % 3) }, N, 1))
	mask := matrixOf("mask", built(func(i []int) float64 {
		if i[0] == 2 && i[1] == 5 {
			return 0
		}
		return 1
	}, F, N))
	s, err := reads(t, matOf(t, labels, mask, w), "a.mat", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Points() != N || s.Frames() != F || s.Seen(5, 2) || !s.Seen(5, 1) || !s.Seen(4, 2) ||
		!slices.Equal(s.Truth[:4], []int{0, 1, 2, 0}) {
		t.Errorf("%d tracks, %d frames, truth %v, visible %v", s.Points(), s.Frames(), s.Truth, s.Visible)
	}
	for _, turned := range []bool{false, true} {
		axis := func(name string, k int) *matfile.Array {
			if turned {
				return matrixOf(name, built(func(i []int) float64 { return coordinateOf(i[0], i[1], k) }, N, F))
			}
			return matrixOf(name, built(func(i []int) float64 { return coordinateOf(i[1], i[0], k) }, F, N))
		}
		s, err := reads(t, matOf(t, axis("X", 0), axis("Y", 1)), "a.mat", Options{})
		isScene(t, "X and Y", s, err)
		s, err = reads(t, matOf(t, axis("x", 0), axis("y", 1)), "a.mat", Options{})
		isScene(t, "x and y", s, err)
		s, err = reads(t, matOf(t, axis("rows", 1), axis("columns", 0)), "a.mat", Options{Array: "columns, rows"})
		isScene(t, "columns, rows", s, err)
	}
	for want, content := range map[string][]byte{
		"expected two tracks or more and an even number of rows or columns": npzOf(t,
			numpy.Member{Name: "chosen", Array: built(func([]int) float64 { return 1 }, 5, 7)}),
		`expected an array "chosen", found "other 4×6"`: npzOf(t,
			numpy.Member{Name: "other", Array: built(func([]int) float64 { return 1 }, 4, 6)}),
		"found size 6": npzOf(t, numpy.Member{Name: "chosen", Array: built(func([]int) float64 { return 1 }, 6)}),
	} {
		if _, err := reads(t, content, "a.npz", Options{Array: "chosen"}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected %s", err, want)
		}
	}
	s, err = reads(t, npzOf(t, numpy.Member{Name: "W", Array: layoutsOfTheScene()["2F×N"]},
		numpy.Member{Name: "s", Array: numpy.Array{Type: "<f8", Data: []float64{3}}}), "a.npz", Options{})
	isScene(t, "beside a single number under the name of labels", s, err)
	if _, err := reads(t, []byte("id,frame,x,y\n1,1,2,3\n2,1,3,4\n"), "a.csv", Options{Array: "W"}); err == nil ||
		!strings.Contains(err.Error(), `expected a file with arrays of which one is "W", found a text file`) {
		t.Errorf("an array of a text: %v", err)
	}
}

// TestMatches: points of two pictures as matchers write them.
func TestMatches(t *testing.T) {
	const N = 20
	first := built(func(i []int) float64 { return float64(i[0]*7%50 + 100*i[1]) }, N, 2)
	second := built(func(i []int) float64 { return float64(i[0]*7%50+100*i[1]) + 30 + float64(i[1]) }, N, 2)
	turned := func(a numpy.Array) numpy.Array {
		return built(func(i []int) float64 { return a.Data[2*i[1]+i[0]] }, 2, N)
	}
	// Keypoint i of the first picture belongs to keypoint N−1−i of the second.
	backwards := built(func(i []int) float64 { return second.Data[2*(N-1-i[0])+i[1]] }, N, 2)
	links := built(func(i []int) float64 { return float64(N - 1 - i[0]) }, N)
	links.Data[3] = -1
	rows := built(func(i []int) float64 { return []float64{float64(i[0]), float64(N - 1 - i[0])}[i[1]] }, N, 2)
	for name, c := range map[string]struct {
		members []numpy.Member
		points  int
	}{
		"LoFTR":           {[]numpy.Member{{Name: "mkpts0", Array: first}, {Name: "mkpts1", Array: second}}, N},
		"pts1, pts2":      {[]numpy.Member{{Name: "pts2", Array: second}, {Name: "pts1", Array: first}}, N},
		"x1, x2, columns": {[]numpy.Member{{Name: "x1", Array: turned(first)}, {Name: "x2", Array: turned(second)}}, N},
		"SuperGlue": {[]numpy.Member{{Name: "keypoints0", Array: first}, {Name: "keypoints1", Array: backwards},
			{Name: "matches", Array: links}}, N - 1},
		"LightGlue": {[]numpy.Member{{Name: "keypoints0", Array: first}, {Name: "keypoints1", Array: backwards},
			{Name: "matches", Array: rows}}, N},
	} {
		s, err := reads(t, npzOf(t, c.members...), "a.npz", Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if s.Points() != c.points || !s.TwoFrame || s.Frames() != 2 {
			t.Errorf("%s: %d points in %d frames", name, s.Points(), s.Frames())
			continue
		}
		for i := range c.points {
			if dx, dy := s.Pixels.At(2, i)-s.Pixels.At(0, i), s.Pixels.At(3, i)-s.Pixels.At(1, i); dx != 30 || dy != 31 {
				t.Errorf("%s: match %d moves by %g, %g", name, i, dx, dy)
				break
			}
		}
	}
	links.Data[0] = N
	if _,
		err := reads(t,
		npzOf(t, numpy.Member{Name: "keypoints0", Array: first}, numpy.Member{Name: "keypoints1", Array: second},
			numpy.Member{Name: "matches", Array: links}), "a.npz", Options{}); err == nil ||
		!strings.Contains(err.Error(), "expected keypoints from 0 to 19, found 20") {
		t.Errorf("a keypoint that is none: %v", err)
	}
	four := built(func(i []int) float64 {
		if i[1] < 2 {
			return first.Data[2*i[0]+i[1]] + 0.5
		}
		return second.Data[2*i[0]+i[1]-2] + 0.5
	}, N, 4)
	var b bytes.Buffer
	if err := numpy.Write(&b, &four); err != nil {
		t.Fatal(err)
	}
	s, err := reads(t, b.Bytes(), "a.npy", Options{})
	if err != nil || s.Points() != N || s.Frames() != 2 || s.Pixels.At(2, 1)-s.Pixels.At(0, 1) != 30 {
		t.Errorf("N×4: %+v, %v", s, err)
	}
	path := filepath.Join(t.TempDir(), "a.npz")
	if err := os.WriteFile(path, npzOf(t, numpy.Member{Name: "mkpts0", Array: first},
		numpy.Member{Name: "mkpts1", Array: second}), 0o666); err != nil {
		t.Fatal(err)
	}
	if !Seems(path) {
		t.Error("a folder is not searched for matches")
	}
}

// FuzzArrays reads arrays of any shape and number under any names.
func FuzzArrays(f *testing.F) {
	f.Add("W", 14, 12, 1, "", 12, 1.5)
	f.Add("keypoints0", 5, 2, 1, "matches", 5, 1.0)
	f.Add("x", 7, 12, 1, "y", 7, math.NaN())
	f.Add("pts1", 3, 9, 1, "pts2", 3, 0.5)
	f.Add("P", 3, 9, 5, "mask", 3, 0.5)
	f.Add("W", 14, 12, 0, "", 12, 1.5) // no index of the labels
	f.Fuzz(func(t *testing.T, name string, a, b, c int, other string, d int, step float64) {
		if min(a, b, c, d) < 0 || max(a, b, c, d) > 60 {
			return
		}
		first := built(func(i []int) float64 { return step * float64(3*i[0]+5*i[1]) }, a, b)
		if c > 1 {
			first = built(func(i []int) float64 { return step * float64(3*i[0]+5*i[1]+i[2]) }, a, b, c)
		}
		second := built(func(i []int) float64 { return step * float64(i[0]) }, d, b)
		third := built(func(i []int) float64 { return float64(i[0]) }, d)
		labels := third
		if c == 0 {
			labels = numpy.Array{Type: "<f8", Data: []float64{step}}
		}
		content := npzOf(t, numpy.Member{Name: name, Array: first}, numpy.Member{Name: other, Array: second},
			numpy.Member{Name: "matches", Array: third}, numpy.Member{Name: "s", Array: labels})
		for _, o := range []Options{{}, {Array: name}, {Array: name + "," + other}} {
			if s, err := reads(t, content, "fuzz.npz", o); err == nil {
				checkTracks(t, s)
			}
		}
	})
}
