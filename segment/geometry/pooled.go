package geometry

import (
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
)

const (
	// pooledFrames is how many frames a long film of noisy tracks is pooled to at least: as many as the drawn scenes
	// have, 12 to 26, that odds of tracks and groups were learnt from.
	pooledFrames = 20
	// pooledSeen is in how many pooled frames half of the tracks are seen at least: in as many as tell three motions
	// before an affine camera, of four dimensions each.
	pooledSeen = 6
)

// Pooled returns the tracks of a long film, if they are noisy, with as many frames in a row as leave pooledFrames taken
// together: a track is where the line through its places in these has it at their middle. From one frame of such a film
// to the next tracks move apart by little more than their noise lets them; so does more motion tell, with less noise.
// A track is seen in frames of which it is seen in half and two; one that is so seen in fewer than two pooled frames is
// where the line through all of its places has it in the two nearest. Other data is returned as it is.
func Pooled(data core.Data) core.Data {
	if data.Kind != core.Trajectories {
		return data
	}
	rows, n := data.X.Dims()
	frames, together := rows/2, pooledTogether(data)
	if together < 2 || !NoisyTracks(data) {
		return data
	}
	blocks := frames / together
	starts := make([]int, blocks+1)
	for b := range starts {
		starts[b] = b * frames / blocks
	}
	pooled := core.Data{X: mat.NewDense(2*blocks, n, nil), Kind: data.Kind}
	if data.Visible != nil {
		pooled.Visible = make([][]bool, n)
	}
	for i := range n {
		seen := pooledTrack(data, pooled.X, i, starts)
		if data.Visible != nil {
			pooled.Visible[i] = seen
		}
	}
	return pooled
}

// pooledTogether returns how many frames in a row are taken together, if tracks are noisy.
func pooledTogether(data core.Data) int {
	rows, n := data.X.Dims()
	together := rows / 2 / pooledFrames
	if data.Visible == nil || together < 2 {
		return together
	}
	seen := make([]int, n)
	for i, frames := range data.Visible {
		for _, s := range frames {
			if s {
				seen[i]++
			}
		}
	}
	slices.Sort(seen)
	return min(together, seen[n/2]/pooledSeen)
}

// pooledTrack stores where track i is in frames starts[b] up to starts[b+1], and returns in which of these it is seen.
func pooledTrack(data core.Data, to *mat.Dense, i int, starts []int) []bool {
	blocks := len(starts) - 1
	seen, count := make([]bool, blocks), 0
	place := func(b, first, last int) {
		middle := float64(starts[b]+starts[b+1]-1) / 2
		for axis := range 2 {
			to.Set(2*b+axis, i, lineAt(data, i, axis, first, last, middle))
		}
		seen[b], count = true, count+1
	}
	for b := range blocks {
		times := 0
		for f := starts[b]; f < starts[b+1]; f++ {
			if data.Visible == nil || data.Visible[i][f] {
				times++
			}
		}
		if times >= 2 && 2*times >= starts[b+1]-starts[b] {
			place(b, starts[b], starts[b+1])
		}
	}
	if count < 2 && slices.Contains(data.Visible[i], true) {
		b := nearestBlock(data.Visible[i], starts)
		place(b, 0, starts[blocks])
		place(b+1, 0, starts[blocks])
	}
	return seen
}

// nearestBlock returns the first of the two blocks in a row that are nearest to the middle of the frames in which a
// track is seen.
func nearestBlock(visible []bool, starts []int) int {
	first := slices.Index(visible, true)
	last := len(visible) - 1
	for last > first && !visible[last] {
		last--
	}
	for b := 0; b+2 < len(starts)-1; b++ {
		if first+last < starts[b+1]+starts[b+2] {
			return b
		}
	}
	return len(starts) - 3
}

// lineAt returns where the line through the places of track i in frames first up to last has it at a time.
func lineAt(data core.Data, i, axis, first, last int, time float64) float64 {
	var n, times, places float64
	for f := first; f < last; f++ {
		if data.Visible == nil || data.Visible[i][f] {
			n++
			times += float64(f)
			places += data.X.At(2*f+axis, i)
		}
	}
	n = max(n, 1)
	times, places = times/n, places/n
	var square, product float64
	for f := first; f < last; f++ {
		if data.Visible == nil || data.Visible[i][f] {
			square += (float64(f) - times) * (float64(f) - times)
			product += float64((float64(f) - times) * (data.X.At(2*f+axis, i) - places))
		}
	}
	if square == 0 {
		return places
	}
	return places + float64(product/square*(time-times))
}
