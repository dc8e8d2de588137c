// Command learn learns what tells whether two groups of tracks, or two tracks, move as one, from
// scenes that the program draws and tracks itself, and writes the weights as Go code. The
// same scenes give the same file. From the repository:
//
//	go run ./hopkins/internal/learn
//	go run ./hopkins/internal/learn --pairs --scenes 120 --out segment/kinship/pairweights.go
//
// With --examples what the scenes tell is kept in a file, and looked up there next time.
package main

import (
	"context"
	"flag"
	"fmt"
	"go/format"
	"image"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/synthetic"
	"motionseg/hopkins/track"
	"motionseg/segment/auto"
	"motionseg/segment/core"
	"motionseg/segment/kinship"
)

const (
	// leastTracks and moreTracks bound how many of the tracks of a scene are looked at:
	// films have few and many.
	leastTracks, moreTracks = 300, 500
	// streamTracks draws which.
	streamTracks = 99
	// ridge holds standardised weights near 0, and sceneWeight is what a scene counts
	// against it.
	ridge, sceneWeight = 1, 50
	// leastApart is how many examples of groups that are not the same motion a scene must
	// have, for them to count as much as the others.
	leastApart = 3
	// rounds are how often the weights are bettered.
	rounds = 30
)

// example is one of a scene.
type example struct {
	scene uint64
	kinship.Example
}

func main() {
	out := flag.String("out", "segment/kinship/weights.go", "file to write")
	kept := flag.String("examples", "", "file that keeps what the scenes tell")
	scenes := flag.Uint64("scenes", 57, "how many scenes, of the seeds from 1")
	first := flag.Uint64("first", 1, "the first of these seeds, of pairs, where others are kept already")
	ofPairs := flag.Bool("pairs", false, "learn what tells two tracks, not two groups")
	flag.Parse()
	var err error
	if *ofPairs {
		err = learnPairs(*out, *kept, *first, *scenes)
	} else {
		err = learn(*out, *kept, *scenes)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "learn:", err)
		os.Exit(1)
	}
}

func learn(out, kept string, scenes uint64) error {
	all, err := readExamples(kept)
	if err != nil {
		return err
	}
	for seed := uint64(1); seed <= scenes; seed++ {
		if slices.ContainsFunc(all, func(e example) bool { return e.scene == seed }) {
			continue
		}
		found, err := examplesOf(context.Background(), seed)
		if err != nil {
			return fmt.Errorf("scene %d: %w", seed, err)
		}
		fmt.Fprintf(os.Stderr, "scene %d of %d: %d examples\n", seed, scenes, len(found))
		all = append(all, found...)
		if err := keepExamples(kept, found); err != nil {
			return err
		}
	}
	slices.SortStableFunc(all, func(a, b example) int { return int(a.scene) - int(b.scene) })
	weights, bias, err := fit(all)
	if err != nil {
		return err
	}
	text, err := format.Source([]byte(code(weights, bias, scenes)))
	if err != nil {
		return err
	}
	return os.WriteFile(out, text, 0o666)
}

// frames are the drawn pictures of a scene.
type frames struct{ *synthetic.Scene }

func (f frames) Len() int { return f.Frames() }

func (f frames) Gray(_ context.Context, i int) (*image.Gray, error) {
	if i >= f.Frames() {
		return nil, io.EOF
	}
	return f.Draft(i), nil
}

// tracksOf draws a scene, follows points through it and returns some of the tracks with their
// motions; none where none are found.
func tracksOf(ctx context.Context, seed uint64) (some core.Data, truth []int, err error) {
	scene := synthetic.Varied(seed)
	tracks, err := track.Film(ctx, frames{scene}, track.Default(track.Medium), nil)
	if err != nil {
		return core.Data{}, nil, err
	}
	s := tracks.Sequence("scene")
	if s == nil {
		return core.Data{}, nil, nil
	}
	motions := scene.MotionsOf(s.Seen, func(i, f int) (x, y float64) {
		return s.Pixels.At(2*f, i), s.Pixels.At(2*f+1, i)
	}, s.Points())
	some, truth = drawn(s, motions, seed)
	return some, truth, nil
}

// examplesOf compares groups of the tracks of a scene.
func examplesOf(ctx context.Context, seed uint64) ([]example, error) {
	some, truth, err := tracksOf(ctx, seed)
	if err != nil || truth == nil {
		return nil, err
	}
	found, err := auto.KinshipExamples(ctx, core.Input{Data: some}, truth)
	examples := make([]example, len(found))
	for i, e := range found {
		examples[i] = rounded(example{seed, e})
	}
	return examples, err
}

// drawn returns some of the tracks of a sequence, and their motions.
func drawn(s *hopkins.Sequence, motions []int, seed uint64) (core.Data, []int) {
	r := rand.New(rand.NewPCG(seed, streamTracks))
	n := s.Points()
	kept := r.Perm(n)[:min(n, leastTracks+r.IntN(moreTracks))]
	slices.Sort(kept)
	truth := make([]int, len(kept))
	for i, track := range kept {
		truth[i] = motions[track]
	}
	return core.Data{X: s.Normalized, Kind: core.Trajectories, Visible: s.Visible}.Columns(kept), truth
}

// rounded returns an example as it is kept.
func rounded(e example) example {
	e.Same = math.Round(e.Same*1e4) / 1e4
	for i, v := range e.Traits {
		e.Traits[i] = math.Round(v*1e5) / 1e5
	}
	return e
}

// readExamples reads kept examples.
func readExamples(path string) ([]example, error) {
	rows, err := readKept(path, 3+len(kinship.Names))
	if rows == nil || err != nil {
		return nil, err
	}
	all := make([]example, len(rows))
	for i, row := range rows {
		all[i].scene, all[i].Same, all[i].Smaller = uint64(row[0]), row[1], int(row[2])
		copy(all[i].Traits[:], row[3:])
	}
	return all, nil
}

// keepExamples adds examples to a file, if there is to be one.
func keepExamples(path string, examples []example) error {
	rows := make([][]float64, len(examples))
	for i, e := range examples {
		rows[i] = append([]float64{float64(e.scene), e.Same, float64(e.Smaller)}, e.Traits[:]...)
	}
	return keep(path, rows)
}

// fit returns the weights and the bias of the logistic regression that makes the
// examples most likely, with a ridge on the weights of standardised traits, by Newton's
// method.
func fit(all []example) (weights []float64, bias float64, err error) {
	counts := counting(all)
	lessons := make([]lesson, len(all))
	for i, e := range all {
		lessons[i] = lesson{e.Traits[:], e.Same, counts[i]}
	}
	mean, deviation := moments(lessons)
	plain := func(z, to []float64) []float64 { return append(append(to[:0], z...), 1) }
	b, err := logistic(lessons, mean, deviation, plain, ridge, rounds)
	if err != nil {
		return nil, 0, err
	}
	d := len(mean)
	bias = b[d]
	for i := range d {
		weights = append(weights, b[i]/deviation[i])
		bias -= weights[i] * mean[i]
	}
	return weights, bias, nil
}

// counting returns what every example counts: as much as the root of its smaller group,
// those of one motion as much as those of two, every scene the same. Most pairs of pieces
// are of the background, but what decides is whether the last groups, which are large, are
// told apart.
func counting(all []example) []float64 {
	type sums struct{ one, two, apart, all float64 }
	counts := make([]float64, len(all))
	inScene := map[uint64]*sums{}
	for i, e := range all {
		counts[i] = math.Sqrt(float64(e.Smaller))
		if inScene[e.scene] == nil {
			inScene[e.scene] = &sums{}
		}
		s := inScene[e.scene]
		s.one += counts[i] * e.Same
		s.two += counts[i] * (1 - e.Same)
		s.apart += 1 - e.Same
	}
	for i, e := range all {
		s := inScene[e.scene]
		if s.apart > leastApart {
			counts[i] *= e.Same/s.one + (1-e.Same)/s.two
		}
		s.all += counts[i]
	}
	for i, e := range all {
		counts[i] *= sceneWeight / inScene[e.scene].all
	}
	return counts
}

// code returns the weights as Go code.
func code(weights []float64, bias float64, scenes uint64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package kinship\n\n// Written by \"go run ./hopkins/internal/learn\" from %d scenes; "+
		"motioncount/motions_history.md tells how.\n\n", scenes)
	fmt.Fprintf(&b, "// kinWeights and kinBias make traits of two groups the logarithm of the odds that they\n// "+
		"move as one.\nvar kinWeights = traits{\n")
	for i, name := range kinship.Names {
		fmt.Fprintf(&b, "\t%s: %.4f,\n", name, weights[i])
	}
	fmt.Fprintf(&b, "}\n\nconst kinBias = %.4f\n", bias)
	return b.String()
}
