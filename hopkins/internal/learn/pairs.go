package main

import (
	"context"
	"fmt"
	"go/format"
	"math"
	"os"
	"slices"
	"strings"

	"motionseg/segment/auto"
	"motionseg/segment/core"
	"motionseg/segment/kinship"
)

const (
	// pairsOfScene is how many pairs of tracks are drawn in a scene.
	pairsOfScene = 4000
	// pairRidge holds the weights of standardised traits and products near 0, where all
	// examples of a scene together count pairSceneWeight.
	pairRidge, pairSceneWeight = 3, 3000
	// pairRounds are how often the weights are bettered.
	pairRounds = 12
)

// pairExample is one of a scene.
type pairExample struct {
	scene uint64
	kinship.PairExample
}

// learnPairs learns what tells whether two tracks move as one and writes it as Go code.
func learnPairs(out, kept string, first, scenes uint64) error {
	all, err := readPairs(kept)
	if err != nil {
		return err
	}
	for seed := first; seed <= scenes; seed++ {
		if slices.ContainsFunc(all, func(e pairExample) bool { return e.scene == seed }) {
			continue
		}
		some, truth, err := tracksOf(context.Background(), seed)
		if err != nil {
			return fmt.Errorf("scene %d: %w", seed, err)
		}
		if truth == nil {
			continue
		}
		found, err := auto.KinshipPairs(context.Background(), core.Input{Data: some}, truth, pairsOfScene)
		if err != nil {
			return fmt.Errorf("scene %d: %w", seed, err)
		}
		fmt.Fprintf(os.Stderr, "scene %d of %d: %d examples\n", seed, scenes, len(found))
		of := make([]pairExample, len(found))
		for i, e := range found {
			of[i] = roundedPair(pairExample{seed, e})
		}
		all = append(all, of...)
		if err := keepPairs(kept, of); err != nil {
			return err
		}
	}
	slices.SortStableFunc(all, func(a, b pairExample) int { return int(a.scene) - int(b.scene) })
	weights, bias, err := fitPairs(all)
	if err != nil {
		return err
	}
	text, err := format.Source([]byte(pairCode(weights, bias, scenes)))
	if err != nil {
		return err
	}
	return os.WriteFile(out, text, 0o666)
}

// roundedPair returns an example as it is kept.
func roundedPair(e pairExample) pairExample {
	for i, v := range e.Traits {
		e.Traits[i] = math.Round(v*1e4) / 1e4
	}
	e.Counts = math.Round(e.Counts*1e8) / 1e8
	return e
}

// keepPairs adds examples to a file, if there is to be one.
func keepPairs(path string, examples []pairExample) error {
	rows := make([][]float64, len(examples))
	for i, e := range examples {
		rows[i] = append([]float64{float64(e.scene), e.share(), e.Counts}, e.Traits[:]...)
	}
	return keep(path, rows)
}

// readPairs reads kept examples.
func readPairs(path string) ([]pairExample, error) {
	rows, err := readKept(path, 3+len(kinship.PairNames))
	if rows == nil || err != nil {
		return nil, err
	}
	all := make([]pairExample, len(rows))
	for i, row := range rows {
		all[i].scene, all[i].Same, all[i].Counts = uint64(row[0]), row[1] == 1, row[2]
		copy(all[i].Traits[:], row[3:])
	}
	return all, nil
}

// share returns the share of an example that is of one motion, 1 or 0.
func (e pairExample) share() float64 {
	if e.Same {
		return 1
	}
	return 0
}

// products returns the traits of standardised values and their products, two at a time.
func products(z, to []float64) []float64 {
	to = append(to[:0], z...)
	for i, v := range z {
		for _, w := range z[i:] {
			to = append(to, v*w)
		}
	}
	return append(to, 1)
}

// fitPairs returns the weights of the traits and of their products, i ≤ j, row by row, and
// the bias of the logistic regression that makes the examples most likely, by Newton's method.
func fitPairs(all []pairExample) (weights []float64, bias float64, err error) {
	lessons := make([]lesson, len(all))
	for i, e := range all {
		lessons[i] = lesson{e.Traits[:], e.share(), e.Counts * pairSceneWeight}
	}
	mean, deviation := moments(lessons)
	b, err := logistic(lessons, mean, deviation, products, pairRidge, pairRounds)
	if err != nil {
		return nil, 0, err
	}
	weights, bias = plainWeights(b, mean, deviation)
	return weights, bias, nil
}

// plainWeights turns weights of standardised traits and their products into those of the
// traits as they are.
func plainWeights(b, mean, deviation []float64) (weights []float64, bias float64) {
	n := len(mean)
	weights, bias = make([]float64, len(b)-1), b[len(b)-1]
	for i := range n {
		weights[i] += b[i] / deviation[i]
		bias -= b[i] / deviation[i] * mean[i]
	}
	at := n
	for i := range n {
		for j := i; j < n; j++ {
			w := b[at] / (deviation[i] * deviation[j])
			weights[at] = w
			weights[i] -= w * mean[j]
			weights[j] -= w * mean[i]
			bias += w * mean[i] * mean[j]
			at++
		}
	}
	return weights, bias
}

// pairCode returns the weights as Go code.
func pairCode(weights []float64, bias float64, scenes uint64) string {
	var b strings.Builder
	fmt.Fprintf(&b, `package kinship

// Written by "go run ./hopkins/internal/learn --pairs" from %d scenes; motioncount/motions_history.md
// tells how.

// pairWeights, pairProducts and pairBias make traits of two tracks the logarithm of the odds
// that they move as one; products of the traits i ≤ j count.
var pairWeights = pairTraits{
`, scenes)
	for i, name := range kinship.PairNames {
		fmt.Fprintf(&b, "\t%s: %.5f,\n", name, weights[i])
	}
	fmt.Fprintf(&b, "}\n\nvar pairProducts = [pairCount]pairTraits{\n")
	at := len(kinship.PairNames)
	for i, name := range kinship.PairNames {
		fmt.Fprintf(&b, "\t%s: {\n", name)
		for j := i; j < len(kinship.PairNames); j++ {
			fmt.Fprintf(&b, "\t\t%s: %.5f,\n", kinship.PairNames[j], weights[at])
			at++
		}
		fmt.Fprintf(&b, "\t},\n")
	}
	fmt.Fprintf(&b, "}\n\nconst pairBias = %.5f\n", bias)
	return b.String()
}
