package match

import (
	"image"
	"math"
	"testing"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/realdata"
)

// realPair is two photographs of AdelaideRMF with labelled correspondences.
type realPair struct {
	name     string
	pictures [2]*image.Gray
	sequence *hopkins.Sequence
}

// realPairs reads the pairs, and skips the test where they are not there.
func realPairs(t testing.TB) []realPair {
	t.Helper()
	d, err := hopkins.OpenDataset(realdata.Folder(t, "adelaidermf"))
	if err != nil {
		t.Fatal(err)
	}
	var pairs []realPair
	for _, e := range d.Entries {
		p := realPair{name: e.Name}
		if p.sequence, err = hopkins.Open(e.Path); err != nil {
			t.Fatal(err)
		}
		source, err := footage.Open(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.pictures {
			if p.pictures[i], err = source.Gray(t.Context(), i); err != nil {
				t.Fatal(err)
			}
		}
		pairs = append(pairs, p)
	}
	return pairs
}

// judge returns how many matches begin within 3 pixels of a labelled point that
// is no outlier, and how many of these end within 5 pixels of where it ends.
func (p realPair) judge(matches []Pair) (judged, right int) {
	for _, m := range matches {
		nearest, least := -1, 3.0
		for i := range p.sequence.Points() {
			if p.sequence.Truth[i] == 0 {
				continue
			}
			if d := math.Hypot(p.sequence.Pixels.At(0, i)-m.X1, p.sequence.Pixels.At(1, i)-m.Y1); d <= least {
				nearest, least = i, d
			}
		}
		if nearest < 0 {
			continue
		}
		judged++
		if math.Hypot(p.sequence.Pixels.At(2, nearest)-m.X2, p.sequence.Pixels.At(3, nearest)-m.Y2) <= 5 {
			right++
		}
	}
	return judged, right
}

func TestAdelaideRMF(t *testing.T) {
	judgedAll, rightAll := 0, 0
	for _, p := range realPairs(t) {
		matches, err := Pictures(t.Context(), p.pictures[0], p.pictures[1])
		if err != nil {
			t.Fatal(err)
		}
		judged, right := p.judge(matches)
		judgedAll, rightAll = judgedAll+judged, rightAll+right
		if len(matches) < 100 {
			t.Errorf("%s: found %d matches, expected 100 or more", p.name, len(matches))
		}
		t.Logf("%-18s %v: %4d matches, %3d begin at a labelled point, %3d right", p.name, p.pictures[0].Rect.Size(),
			len(matches), judged, right)
	}
	if share := float64(rightAll) / float64(judgedAll); share < 0.97 {
		t.Errorf("%.1f %% right, expected 97 or more", 100*share)
	}
	t.Logf("%d of %d right, %.1f %%", rightAll, judgedAll, 100*float64(rightAll)/float64(judgedAll))
}

func BenchmarkAdelaideRMF(b *testing.B) {
	p := realPairs(b)[0]
	for b.Loop() {
		if _, err := Pictures(b.Context(), p.pictures[0], p.pictures[1]); err != nil {
			b.Fatal(err)
		}
	}
}
