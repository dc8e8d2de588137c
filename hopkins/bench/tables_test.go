package bench

import (
	"math"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins"
	"motionseg/hopkins/matfile"
	"motionseg/hopkins/realdata"
	"motionseg/segment"
)

// skipShort skips a test that takes minutes where the run is to be short.
func skipShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("the tables take minutes")
	}
}

// rightMatches returns the matches of a pair that its truth calls no outliers.
func rightMatches(s *hopkins.Sequence) *hopkins.Sequence {
	var kept []int
	for i, motion := range s.Truth {
		if motion != 0 {
			kept = append(kept, i)
		}
	}
	right := *s
	right.Truth = s.TruthOf(kept)
	columns := func(m *mat.Dense) *mat.Dense {
		rows, _ := m.Dims()
		some := mat.NewDense(rows, len(kept), nil)
		for j, i := range kept {
			some.SetCol(j, mat.Col(nil, i, m))
		}
		return some
	}
	right.Pixels, right.Normalized = columns(s.Pixels), columns(s.Normalized)
	return &right
}

// TestAdelaidePairs segments the right matches of the image pairs with strong
// perspective, as the truth tells them, by methods that know no outliers.
func TestAdelaidePairs(t *testing.T) {
	folder := realdata.Folder(t, "adelaidermf")
	ssc := map[string]float64{"toycubecar": 24.2, "cubechips": 2.8, "dinobooks": 1.5}
	for _, name := range []string{"biscuitbook", "breadcube", "cubechips", "dinobooks", "gamebiscuit", "toycubecar"} {
		sequence, err := hopkins.Open(filepath.Join(folder, name+".mat"))
		if err != nil {
			t.Fatal(err)
		}
		for _, method := range []string{"lrksc", "ssc"} {
			spec, err := segment.ParseSpec(method)
			if err != nil {
				t.Fatal(err)
			}
			g, err := rightMatches(sequence).Segment(t.Context(), hopkins.Task{Method: spec, Outliers: hopkins.OutliersNone})
			if err != nil {
				t.Fatal(err)
			}
			want, tolerance := 0.0, 1e-9
			if method == "ssc" {
				want, tolerance = ssc[sequence.Name], 1
			}
			if e := g.Score.Error; math.Abs(e-want) > tolerance {
				t.Errorf("%s on %s errs on %.3f %%, want %.1f ± %g", method, sequence.Name, e, want, tolerance)
			}
		}
	}
}

// TestYaleFaces runs Algorithm 2 on the images of the first ten subjects of
// Extended Yale B.
func TestYaleFaces(t *testing.T) {
	skipShort(t)
	f, err := matfile.ReadFile(filepath.Join(realdata.Folder(t, "faces"), "ExtendedYaleB.mat"))
	if err != nil {
		t.Fatal(err)
	}
	pixels, subjects := f.Var("EYALEB_DATA"), f.Var("EYALEB_LABEL")
	if pixels == nil || subjects == nil || len(pixels.Data) != 2016*subjects.Len() {
		t.Fatalf("variables are %v", f.Names())
	}
	var columns [][]float64
	var truth []int
	for i, subject := range subjects.Data {
		if subject <= 10 {
			columns = append(columns, pixels.Data[2016*i:2016*(i+1)])
			truth = append(truth, int(subject))
		}
	}
	x := mat.NewDense(2016, len(columns), nil)
	for j, column := range columns {
		x.SetCol(j, column)
	}
	method, err := segment.Lookup("lrksc-robust")
	if err != nil {
		t.Fatal(err)
	}
	ctx := realdata.Context(t)
	result, err := segment.Run(ctx, segment.Data{X: x, Kind: segment.Images}, segment.Config{Method: method, Motions: 10})
	if err != nil {
		realdata.SkipEnded(t, ctx)
		t.Fatal(err)
	}
	// 17.97 has been reported for the same settings; poorer starts of k-means
	// end near there on this affinity, see images/measured.md.
	if e := 100 * segment.ClusteringError(result.Labels, truth); math.Abs(e-6.25) > 1 {
		t.Errorf("error on %d images is %.2f %%, want 6.25 ± 1", len(truth), e)
	}
}

// TestEstimatedMotions counts on how many of the 155 sequences, and of the pairs with
// wrong matches, the number of motions is estimated right, and on how many of those
// where it is said to be 90 % sure and more.
func TestEstimatedMotions(t *testing.T) {
	skipShort(t)
	spec, err := segment.ParseSpec("lrksc")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		folder string
		least  float64 // share of the sequences with the right number
		sure   int     // sequences whose number is said to be sure, at least
	}{{"hopkins155", 0.95, 100}, {"adelaidermf", 1, 5}} {
		t.Run(c.folder, func(t *testing.T) {
			dataset, err := hopkins.OpenDataset(realdata.Folder(t, c.folder))
			if err != nil {
				t.Fatal(err)
			}
			entries, err := dataset.Select("")
			if err != nil {
				t.Fatal(err)
			}
			right, sure, sureAndRight := 0, 0, 0
			ctx := realdata.Context(t)
			for _, e := range entries {
				s, err := hopkins.Open(e.Path)
				if err != nil {
					t.Fatal(err)
				}
				g, err := s.Segment(ctx, hopkins.Task{Method: spec, Motions: hopkins.EstimatedMotions})
				if err != nil {
					realdata.SkipEnded(t, ctx)
					t.Fatal(err)
				}
				if g.Estimate.Motions != g.Result.Motions {
					t.Fatalf("%s: %d motions estimated, %d used", e.Name, g.Estimate.Motions, g.Result.Motions)
				}
				found := g.Estimate.Motions == e.Motions
				if found {
					right++
				}
				if g.Estimate.Confidence >= 0.9 {
					sure++
					if found {
						sureAndRight++
					}
				}
			}
			t.Logf("right on %d of %d, on %d of %d sure ones", right, len(entries), sureAndRight, sure)
			if share := float64(right) / float64(len(entries)); share < c.least {
				t.Errorf("the number of motions is right on %.1f %%, want %.0f %%", 100*share, 100*c.least)
			}
			if sure < c.sure || 10*sureAndRight < 9*sure {
				t.Errorf("of %d said to be 90 %% sure %d are right, want nine of ten of at least %d", sure, sureAndRight, c.sure)
			}
		})
	}
}
