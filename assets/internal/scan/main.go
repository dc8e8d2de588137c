// Command scan documents how the scene of the embedded example was chosen. It
// segments the default synthetic scene of every seed from 1 with SSC and with
// LRKSC, both with their published settings for all frames and clustering seed
// 0, prints both errors, and counts the seeds that qualify: SSC errs on at
// least 20 % of the tracks, LRKSC on at most 3 %. The example is the first
// that does.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"runtime"
	"sync"

	"motionseg/hopkins"
	"motionseg/hopkins/synthetic"
	"motionseg/segment"
)

// The errors in percent at which a seed qualifies.
const (
	leastSSC  = 30
	mostLRKSC = 3
)

// outcome is what came of one seed.
type outcome struct {
	ssc, lrksc float64 // error in percent
	err        error
}

func (o outcome) qualifies() bool {
	return o.err == nil && o.ssc >= leastSSC && o.lrksc <= mostLRKSC
}

func main() {
	log.SetFlags(0)
	seeds := flag.Int("seeds", 200, "how many seeds to try, from 1")
	flag.Parse()

	outcomes := make([]outcome, *seeds)
	next := make(chan int)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := range next {
				outcomes[i] = try(uint64(i + 1))
			}
		})
	}
	for i := range outcomes {
		next <- i
	}
	close(next)
	wait.Wait()

	qualified, tried := 0, 0
	var ssc, lrksc float64
	fmt.Println("seed    SSC %  LRKSC %")
	for i, o := range outcomes {
		if o.err != nil {
			fmt.Printf("%4d  %v\n", i+1, o.err)
			continue
		}
		tried++
		ssc += o.ssc
		lrksc += o.lrksc
		mark := ""
		if o.qualifies() {
			qualified++
			mark = "  qualifies"
		}
		fmt.Printf("%4d  %7.2f  %7.2f%s\n", i+1, o.ssc, o.lrksc, mark)
	}
	if tried == 0 {
		log.Fatal("no seed could be tried")
	}
	fmt.Printf("%d of %d seeds qualify; mean error SSC %.2f %%, LRKSC %.2f %%\n",
		qualified, tried, ssc/float64(tried), lrksc/float64(tried))
}

// try segments the scene of a seed with both methods.
func try(seed uint64) outcome {
	c := synthetic.Default()
	c.Seed = seed
	scene, err := synthetic.New(c)
	if err != nil {
		return outcome{err: err}
	}
	sequence, err := scene.Sequence()
	if err != nil {
		return outcome{err: err}
	}
	var o outcome
	o.ssc, o.err = errorOf("ssc", sequence)
	if o.err == nil {
		o.lrksc, o.err = errorOf("lrksc", sequence)
	}
	return o
}

// errorOf returns the clustering error of a method in percent.
func errorOf(name string, s *hopkins.Sequence) (float64, error) {
	method, err := segment.Lookup(name)
	if err != nil {
		return 0, err
	}
	data := segment.Data{X: s.Normalized, Kind: segment.Trajectories}
	result, err := segment.Run(context.Background(), data,
		segment.Config{Method: method, Motions: s.Motions(), Workers: 1})
	if err != nil {
		return 0, fmt.Errorf("%s: %s: %w", s.Name, name, err)
	}
	return 100 * segment.ClusteringError(result.Labels, s.Truth), nil
}
