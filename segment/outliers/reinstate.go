package outliers

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/internal/nearest"
	"motionseg/segment/internal/parallel"
	"motionseg/segment/lowrank"
	"motionseg/segment/spectral"
)

const (
	// pieceTracks is how many tracks a piece has on average, and mostPieces how many
	// there are at most, that tracks taken for outliers are compared with.
	pieceTracks = 20
	mostPieces  = 12
	// pieceTolerance bounds the residual of the eigenvectors that pieces are found by.
	pieceTolerance = 1e-5
	// usualDeviation is the standard deviation of the logarithm of distances that
	// is believed before any is known, as much as usualDistances of them.
	usualDeviation = 0.7
	usualDistances = 5
	// valleyWidth is the standard deviation of the normal kernel that the density of the
	// logarithms of distances is estimated with, half of usualDeviation. It is looked at
	// in valleySteps.
	valleyWidth = usualDeviation / 2
	valleySteps = 100
	// turns is how many ways a track is turned in, one of which leaves it as it is.
	turns = 16
	// falseAlarms is how many random paths, on average, may be taken for near.
	falseAlarms = 0.1
)

// reinstate returns those of some outliers among complete tracks, ascending, that
// the motions of the other tracks leave unexplained. What made them outliers was
// said by a few tracks each, some of which may be outliers themselves; once these
// are known, larger pieces say it better, and so do the tracks around: the tracks of
// one rigid motion lie in an affine subspace of dimension three, those of a body that
// bends do so near each other. How near no random path would be is told by the outliers
// themselves, each turned about its own middle: their motion is as fast and as smooth,
// in the same place, and is no other track's. What is nearer is taken back.
//
// Where what is left is not farther off than the other tracks, right and wrong ones
// cannot be told apart, and none is an outlier.
func reinstate(ctx context.Context, data core.Data, affinity eigen.Sparse, outliers []int, workers int) ([]int, error) {
	_, n := data.X.Dims()
	columns := mat.DenseCopyOf(data.X.T())
	suspects := suspectsOf(ctx, columns, outliers, workers)
	for len(suspects) > 0 && len(suspects) < n {
		pieces, err := piecesBeside(ctx, columns, affinity, tracksOf(suspects), workers)
		if err != nil {
			return nil, err
		}
		measureSuspects(ctx, columns, suspects, pieces, workers)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		near := nearLimit(suspects)
		before := len(suspects)
		suspects = slices.DeleteFunc(suspects, func(s suspect) bool { return s.nearness(0) <= near })
		if len(suspects) == before {
			break
		}
	}
	left := tracksOf(suspects)
	if len(left) == 0 || len(left) == n {
		return left, ctx.Err()
	}
	distances, err := distancesToPieces(ctx, columns, affinity, left, workers)
	if err != nil {
		return nil, err
	}
	if !apart(distances, left) {
		return nil, nil
	}
	return left, nil
}

// suspectsOf returns the outliers with how far each, as it is and turned, is from the
// subspace of the tracks that run nearest to it. columns are the tracks, one a row.
func suspectsOf(ctx context.Context, columns *mat.Dense, outliers []int, workers int) []suspect {
	_, rows := columns.Dims()
	suspects := make([]suspect, len(outliers))
	parallel.Blocks(len(suspects), workers, func(_, lo, hi int) {
		turned := make([]float64, rows)
		for k := lo; k < hi && ctx.Err() == nil; k++ {
			s := &suspects[k]
			s.track = outliers[k]
			for t := range turns {
				turnTrack(turned, columns.RawRowView(s.track), t)
				s.around[t] = distanceAround(columns, turned, s.track)
			}
		}
	})
	return suspects
}

// measureSuspects finds how far every suspect, as it is and turned, is from the nearest
// piece or from the tracks around it.
func measureSuspects(ctx context.Context, columns *mat.Dense, suspects []suspect, pieces []piece, workers int) {
	_, rows := columns.Dims()
	parallel.Blocks(len(suspects), workers, func(_, lo, hi int) {
		turned := make([]float64, rows)
		for k := lo; k < hi && ctx.Err() == nil; k++ {
			s := &suspects[k]
			for t := range turns {
				turnTrack(turned, columns.RawRowView(s.track), t)
				own := -1
				if t == 0 {
					own = s.track
				}
				s.distances[t] = s.around[t]
				for _, p := range pieces {
					s.distances[t] = min(s.distances[t], p.distance(turned, own))
				}
			}
		}
	})
}

// distancesToPieces returns how far every track is from the nearest piece of those that
// are not left as outliers, or from the tracks around it.
func distancesToPieces(
	ctx context.Context, columns *mat.Dense, affinity eigen.Sparse, left []int, workers int,
) ([]float64, error) {
	pieces, err := piecesBeside(ctx, columns, affinity, left, workers)
	if err != nil {
		return nil, err
	}
	n, _ := columns.Dims()
	distances := make([]float64, n)
	parallel.Blocks(n, workers, func(_, lo, hi int) {
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			own := columns.RawRowView(i)
			distances[i] = distanceAround(columns, own, i)
			for _, p := range pieces {
				distances[i] = min(distances[i], p.distance(own, i))
			}
		}
	})
	return distances, ctx.Err()
}

// apart reports whether some outliers are farther than the other tracks.
func apart(distances []float64, outliers []int) bool {
	for len(outliers) > 0 {
		limit, ok := valleyAt(distances, outliers)
		if !ok {
			return false
		}
		var left []int
		for _, i := range outliers {
			if distances[i] > limit {
				left = append(left, i)
			}
		}
		if len(left) == len(outliers) {
			return true
		}
		outliers = left
	}
	return false
}

// suspect is a track that was taken for an outlier, with distances of it, the first,
// and of it turned: from the tracks around, and from these or the nearest piece,
// whichever is nearer.
type suspect struct {
	track             int
	around, distances [turns]float64
}

// tracksOf returns the tracks of suspects; nil for none.
func tracksOf(suspects []suspect) []int {
	var tracks []int
	for _, s := range suspects {
		tracks = append(tracks, s.track)
	}
	return tracks
}

// turnTrack sets turned to a trajectory, x and y by turns, turned about its mean in
// one of the ways 0…turns−1: by eighths of a circle, from half of the turns on
// mirrored first. The way 0 leaves it as it is.
func turnTrack(turned, track []float64, way int) {
	if way == 0 {
		copy(turned, track)
		return
	}
	sin, cos := math.Sincos(2 * math.Pi * float64(way%(turns/2)) / (turns / 2))
	mirror := 1.0
	if way >= turns/2 {
		mirror = -1
	}
	var mean [2]float64
	for r, v := range track {
		mean[r%2] += 2 * v / float64(len(track))
	}
	for f := 0; f < len(track); f += 2 {
		x, y := track[f]-mean[0], mirror*(track[f+1]-mean[1])
		turned[f], turned[f+1] = mean[0]+cos*x-sin*y, mean[1]+sin*x+cos*y
	}
}

// nearness returns how near a suspect turned in some way is, the less the nearer: the
// logarithm of its distance over the geometric mean of the distances when turned in
// other ways. A track that is slow is near however it is turned, and one that moves
// far may move with others though it is not as near.
func (s *suspect) nearness(way int) float64 {
	var others, count float64
	for t, d := range s.distances {
		if t != way && t != 0 {
			others += math.Log(d + dense.MachineEpsilon)
			count++
		}
	}
	return math.Log(s.distances[way]+dense.MachineEpsilon) - others/count
}

// nearLimit returns the greatest nearness of a suspect up to which no more than
// falseAlarms of as many turned tracks would be (the number of false alarms of
// Desolneux, Moisan & Morel, Meaningful Alignments, 2000); −∞ where there is none.
func nearLimit(suspects []suspect) float64 {
	own := make([]float64, 0, len(suspects))
	turned := make([]float64, 0, len(suspects)*(turns-1))
	for _, s := range suspects {
		own = append(own, s.nearness(0))
		for t := 1; t < turns; t++ {
			turned = append(turned, s.nearness(t))
		}
	}
	slices.Sort(own)
	slices.Sort(turned)
	limit, nearer := math.Inf(-1), 0
	for _, d := range own {
		for nearer < len(turned) && turned[nearer] <= d+dense.Rounding {
			nearer++
		}
		if float64(nearer) <= falseAlarms*(turns-1) {
			limit = d
		}
	}
	return limit
}

// distanceAround returns how far a trajectory is from the affine subspace of
// dimension affineSpan nearest to the rows of columns, but own, that it is nearest to:
// root mean square over the coordinates.
func distanceAround(columns *mat.Dense, trajectory []float64, own int) float64 {
	n, rows := columns.Dims()
	few := nearest.Few{Most: Neighbours}
	for i := range n {
		if i == own {
			continue
		}
		if square, nearer := squareWithin(columns.RawRowView(i), trajectory, few.Limit()); nearer {
			few.Offer(i, square)
		}
	}
	if len(few.Places) <= affineSpan {
		return math.Inf(1)
	}
	return math.Sqrt(squaredBeyond(columns, few.Places, trajectory, nil) / float64(rows))
}

// squareWithin returns the squared distance of a and b if it is less than most.
func squareWithin(a, b []float64, most float64) (square float64, nearer bool) {
	const step = 16
	for lo := 0; lo < len(a); lo += step {
		for r := lo; r < min(lo+step, len(a)); r++ {
			square += (a[r] - b[r]) * (a[r] - b[r])
		}
		if square >= most {
			return square, false
		}
	}
	return square, true
}

// piecesBeside divides the rows of columns that are no outliers into pieces by their
// affinity, and the outliers too: a whole body that was taken for outliers explains
// itself, which random paths do not.
func piecesBeside(
	ctx context.Context, columns *mat.Dense, affinity eigen.Sparse, outliers []int, workers int,
) ([]piece, error) {
	n, _ := columns.Dims()
	var pieces []piece
	for _, tracks := range [][]int{core.Complement(outliers, n), outliers} {
		m := min(len(tracks)/pieceTracks, mostPieces)
		if m == 0 {
			continue
		}
		e, err := spectral.EmbedSparse(ctx, affinityOf(affinity, tracks), nil, m, pieceTolerance, workers)
		if err != nil {
			return nil, err
		}
		assigned, _ := spectral.Kmeans(ctx, spectral.LeadingRows(e.Rows, m), m, 0, spectral.PieceRestarts)
		members := make([][]int, m)
		for k, piece := range assigned {
			members[piece] = append(members[piece], tracks[k])
		}
		for _, some := range members {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if len(some) >= Neighbours {
				pieces = append(pieces, pieceOf(columns, some))
			}
		}
	}
	return pieces, nil
}

// piece is the affine subspace of dimension affineSpan nearest to some tracks.
type piece struct {
	lowrank.AffineSubspace
	leverage map[int]float64 // of its tracks
}

// pieceOf returns the piece of some rows.
func pieceOf(columns *mat.Dense, some []int) piece {
	_, rows := columns.Dims()
	own := mat.NewDense(len(some), rows, nil)
	for k, i := range some {
		own.SetRow(k, columns.RawRowView(i))
	}
	p := piece{lowrank.FitAffineSubspace(own, affineSpan), make(map[int]float64, len(some))}
	for k, i := range some {
		p.leverage[i] = p.Leverages[k]
	}
	return p
}

// distance returns how far a trajectory is from the piece, root mean square over the
// coordinates. Where it is that of track own of the piece it is about what it would be
// without the track.
func (p *piece) distance(trajectory []float64, own int) float64 {
	distance := p.Distance(trajectory) / math.Sqrt(float64(len(trajectory)))
	if leverage, ok := p.leverage[own]; ok {
		// A track draws the subspace to itself by its leverage.
		distance /= max(1-leverage, 1/float64(len(p.leverage)))
	}
	return distance
}

// LowerToPiece lowers distances, one for every row of columns, to those from the
// affine subspace of some rows.
func LowerToPiece(distances []float64, columns *mat.Dense, some []int) {
	p := pieceOf(columns, some)
	for i := range distances {
		distances[i] = min(distances[i], p.distance(columns.RawRowView(i), i))
	}
}

// valleyAt returns the distance beyond which a track is more like the outliers
// than like the others: where, between their means, the density of the logarithms of
// all distances has its valley, since what is wrong with a few right tracks is not of
// one kind, and no usual distribution tells how far the last of them is. Where there is
// no valley it is where normal distributions of the logarithms cross. It is false
// where the outliers are no farther than the others, or these do not cross between the means.
func valleyAt(distances []float64, outliers []int) (limit float64, ok bool) {
	kind := make([]int, len(distances)) // 1 for an outlier
	for _, i := range outliers {
		kind[i] = 1
	}
	var mean, variance, count [2]float64
	logarithms := make([]float64, len(distances))
	for i, k := range kind {
		logarithms[i] = math.Log(distances[i] + dense.MachineEpsilon)
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
	if nats(1, high) <= nats(0, high) {
		return 0, false // they cross nowhere between
	}
	for high-low > dense.Rounding {
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
	modes := min(slices.Max(density[:deepest+1]), slices.Max(density[deepest:]))
	return place(deepest), modes > valleyDepth*density[deepest]
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
