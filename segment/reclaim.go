package segment

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"motionseg/segment/internal/eigen"
)

const (
	// pieceTracks is how many tracks a piece has on average, and mostPieces how many
	// there are at most, that tracks taken for outliers are compared with.
	pieceTracks = 20
	mostPieces  = 12
	// reclaimRounds is how often at most outliers are taken back and the pieces
	// renewed.
	reclaimRounds = 6
	// pieceTolerance bounds the residual of the eigenvectors that pieces are found by.
	pieceTolerance = 1e-6
	// usualDeviation is the standard deviation of the logarithm of distances that
	// is believed before any is known, as much as usualDistances of them.
	usualDeviation = 0.7
	usualDistances = 5
	// valleyWidth is the standard deviation of the normal kernel that the density of the
	// logarithms of distances is estimated with, half of usualDeviation. It is looked at
	// in valleySteps.
	valleyWidth = usualDeviation / 2
	valleySteps = 100
	// bisections is how often the interval is halved in which two densities cross.
	bisections = 40
)

// reclaim returns those of some outliers among complete tracks, ascending, that
// the motions of the other tracks leave unexplained. What made them outliers was
// said by a few tracks each, some of which may be outliers themselves; once these
// are known, larger pieces say it better: the tracks of one rigid motion lie in an
// affine subspace of dimension three. A track is taken back whose distance from the
// nearest piece is more like that of the other tracks than that of the outliers.
func reclaim(ctx context.Context, data Data, affinity eigen.Sparse, outliers []int, workers int) ([]int, error) {
	n := data.Points()
	for range reclaimRounds {
		if len(outliers) == 0 || len(outliers) == n {
			break
		}
		distances, err := pieceDistances(ctx, data.X, affinity, outliers, workers)
		if err != nil {
			return nil, err
		}
		limit, ok := partedAt(distances, outliers)
		if !ok {
			break
		}
		var left []int
		for _, i := range outliers {
			if distances[i] > limit {
				left = append(left, i)
			}
		}
		if len(left) == len(outliers) {
			break
		}
		outliers = left
	}
	return outliers, nil
}

// pieceDistances returns how far every track of x is from the nearest piece: from
// its affine subspace of dimension affineSpan, per coordinate. That of a track of
// the piece is about what it would be without the track. The outliers and the
// others are divided into pieces by their affinity, each on their own: a whole body
// that was taken for outliers explains itself, which random paths do not.
func pieceDistances(ctx context.Context, x *mat.Dense, affinity eigen.Sparse, outliers []int, workers int) ([]float64, error) {
	_, n := x.Dims()
	columns := mat.DenseCopyOf(x.T())
	distances := make([]float64, n)
	for i := range distances {
		distances[i] = math.Inf(1)
	}
	for _, tracks := range [][]int{complement(outliers, n), outliers} {
		m := min(len(tracks)/pieceTracks, mostPieces)
		if m == 0 {
			continue
		}
		e, err := embedSparse(ctx, affinityOf(affinity, tracks), nil, m, pieceTolerance, workers)
		if err != nil {
			return nil, err
		}
		assigned, _ := kmeans(ctx, leadingRows(e.rows, m), m, 0, pieceRestarts)
		pieces := make([][]int, m)
		for k, piece := range assigned {
			pieces[piece] = append(pieces[piece], tracks[k])
		}
		for _, piece := range pieces {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if len(piece) >= companions {
				lowerToPiece(distances, columns, piece)
			}
		}
	}
	return distances, nil
}

// lowerToPiece lowers distances, one for every row of columns, to those from the
// affine subspace of some rows.
func lowerToPiece(distances []float64, columns *mat.Dense, piece []int) {
	n, rows := columns.Dims()
	mean := make([]float64, rows)
	for _, i := range piece {
		for r, v := range columns.RawRowView(i) {
			mean[r] += v / float64(len(piece))
		}
	}
	around := mat.NewDense(len(piece), rows, nil)
	for k, i := range piece {
		to := around.RawRowView(k)
		for r, v := range columns.RawRowView(i) {
			to[r] = v - mean[r]
		}
	}
	var svd mat.SVD
	if !svd.Factorize(around, mat.SVDThin) {
		return
	}
	values := svd.Values(nil)
	var directions, weights mat.Dense
	svd.VTo(&directions)
	svd.UTo(&weights)
	span := 0
	for span < min(affineSpan, len(values)) && values[span] > rowSpaceCutoff*values[0] {
		span++
	}
	member := make(map[int]int, len(piece))
	for k, i := range piece {
		member[i] = k
	}
	own := make([]float64, rows)
	for i := range n {
		var square float64
		for r, v := range columns.RawRowView(i) {
			own[r] = v - mean[r]
			square += own[r] * own[r]
		}
		for s := range span {
			var along float64
			for r, v := range own {
				along += v * directions.At(r, s)
			}
			square -= along * along
		}
		distance := math.Sqrt(max(square, 0) / float64(rows))
		if k, ok := member[i]; ok {
			// A track draws the subspace to itself by its leverage.
			leverage := 1 / float64(len(piece))
			for s := range span {
				leverage += weights.At(k, s) * weights.At(k, s)
			}
			distance /= max(1-leverage, 1/float64(len(piece)))
		}
		distances[i] = min(distances[i], distance)
	}
}

// partedAt returns the distance beyond which a track is more like the outliers
// than like the others: where, between their means, the density of the logarithms of
// all distances has its valley, since what is wrong with a few right tracks is not of
// one kind, and no usual distribution tells how far the last of them is. Where there is
// no valley it is where normal distributions of the logarithms cross. It is false
// where the outliers are no farther than the others.
func partedAt(distances []float64, outliers []int) (limit float64, ok bool) {
	kind := make([]int, len(distances)) // 1 for an outlier
	for _, i := range outliers {
		kind[i] = 1
	}
	var mean, variance, count [2]float64
	logarithms := make([]float64, len(distances))
	for i, k := range kind {
		logarithms[i] = math.Log(distances[i] + machineEpsilon)
		mean[k] += logarithms[i]
		count[k]++
	}
	for k := range mean {
		mean[k] /= count[k]
	}
	if mean[1] <= mean[0] {
		return 0, false
	}
	if at, ok := distanceValley(logarithms, mean[0], mean[1]); ok {
		return math.Exp(at), true
	}
	for i, k := range kind {
		variance[k] += (logarithms[i] - mean[k]) * (logarithms[i] - mean[k])
	}
	for k := range variance {
		variance[k] = (variance[k] + usualDistances*usualDeviation*usualDeviation) / (count[k] + usualDistances)
	}
	nats := func(k int, at float64) float64 {
		return math.Log(count[k]) - math.Log(variance[k])/2 - (at-mean[k])*(at-mean[k])/variance[k]/2
	}
	low, high := mean[0], mean[1]
	for range bisections {
		if at := (low + high) / 2; nats(1, at) > nats(0, at) {
			high = at
		} else {
			low = at
		}
	}
	return math.Exp(high), true
}

// distanceValley returns where between low and high the density of logarithms of
// distances is least. ok is false where it is hardly less than on either side.
func distanceValley(logarithms []float64, low, high float64) (at float64, ok bool) {
	density := make([]float64, valleySteps+1)
	place := func(step int) float64 { return low + (high-low)*float64(step)/valleySteps }
	deepest := 0
	for step := range density {
		for _, l := range logarithms {
			z := (l - place(step)) / valleyWidth
			density[step] += math.Exp(-z * z / 2)
		}
		if density[step] < density[deepest] {
			deepest = step
		}
	}
	heaps := min(slices.Max(density[:deepest+1]), slices.Max(density[deepest:]))
	return place(deepest), heaps > valleyDepth*density[deepest]
}

// affinityOf returns the affinity among some points, ascending.
func affinityOf(affinity eigen.Sparse, points []int) eigen.Sparse {
	at := make([]int32, len(affinity.Start)-1)
	for i := range at {
		at[i] = -1
	}
	for k, i := range points {
		at[i] = int32(k)
	}
	among := eigen.Sparse{Start: make([]int, 1, len(points)+1)}
	for _, i := range points {
		column, value := affinity.Row(i)
		for t, j := range column {
			if at[j] >= 0 {
				among.Column, among.Value = append(among.Column, at[j]), append(among.Value, value[t])
			}
		}
		among.Start = append(among.Start, len(among.Column))
	}
	return among
}
