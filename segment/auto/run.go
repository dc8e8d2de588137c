package auto

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/coding"
	"motionseg/segment/core"
	"motionseg/segment/internal/dense"
	"motionseg/segment/internal/eigen"
	"motionseg/segment/outliers"
	"motionseg/segment/spectral"
)

const (
	// affinitiesLimit is the number of points up to which every candidate keeps
	// its affinity for whoever looks at it, and the chosen one its coefficients; of
	// more only the affinity of the one chosen is kept.
	affinitiesLimit = 3000
	// logCutWeight weighs the logarithm of the normalised cut against a bit per
	// coordinate.
	logCutWeight = 1.0 / 32
)

// gathered is the affinities of the kernels and of their sum, the last, with their names.
type gathered struct {
	Affinities []eigen.Sparse
	names      []string
	converged  bool
}

// Run holds the affinities and judged groupings of one run of lrksc-auto.
type Run struct {
	In     core.Input
	family family
	where  coding.Coordinates
	// Coefficients are those of the members, transposed; none of many points.
	Coefficients []*mat.Dense
	shared       bool         // whether they are others' too, and stay as they are
	Fused        eigen.Sparse // the sum of all members' normalised affinities
	iterations   int          // reported so far
	candidates   []core.Candidate
	embeddings   []spectral.Embedding // of the candidates, N×K, unit rows
	start        *eigen.Start         // of the embedding before
	ways         [][]int              // groupings by every affinity, spectral and merged, before refinement
	// Groupings often repeat: what became of those seen, and the scores of
	// refined ones, by their labels.
	judged    map[string]*judgement
	scores    map[string]*judgement
	met       []*judgement // those that may be chosen, in the order in which they were met
	rivals    rivals
	workspace *dense.Workspace // what the members no longer use; nil of many points
	// retained are the points that motions are known by where not all are to be, see
	// judgeByRetained; nil for all.
	retained []int
	// filled says that the tracks had gaps, but were mostly seen.
	filled bool
}

// NewRun returns a run that has not begun.
func NewRun(in core.Input) *Run {
	return &Run{In: in, family: families[in.Data.Kind], judged: map[string]*judgement{}, scores: map[string]*judgement{}}
}

// rivals is what groupings that bits and cut hardly tell apart are compared by.
type rivals struct {
	// takes returns what the motions of a grouping between pairs of frames count; nil until there are any.
	takes func(ctx context.Context, labels []int) (float64, error)
	// base is which of the groupings met had the least bits and cut then, and least what its motions count.
	base  int
	least float64
}

// refines reports whether points are moved to the groups that fit them.
func (r *Run) refines() bool { return r.In.Values["refine"] != 0 && r.where.Unit > 0 }

// judgement is what became of a grouping.
type judgement struct {
	labels            []int // refined
	bits, cut, motion float64
	compared          bool // with another, which motion is against, see compareRivals
}

// score is smaller for a better grouping.
func (j *judgement) score() float64 { return j.bits + j.cut + j.motion }

// attempt is a grouping by an affinity, and the way it was found.
type attempt struct {
	name string
	*judgement
}

// judge refines labels, named in the order of their first points, and scores
// the result.
func (r *Run) judge(ctx context.Context, labels []int) (*judgement, error) {
	key := spectral.LabelKey(labels)
	if j, ok := r.judged[key]; ok {
		return j, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	refined := labels
	if r.refines() {
		refined = spectral.InOrderOfAppearance(
			coding.RefineLabels(ctx, r.where.All, labels, r.In.Motions, r.In.Values["refine-noise"]*r.where.Unit))
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	same := spectral.LabelKey(refined)
	j, ok := r.scores[same]
	if !ok {
		if r.retained != nil {
			j = r.judgeByRetained(refined)
		} else {
			j = &judgement{
				labels: refined,
				cut: logCutWeight * math.Log(
					spectral.SmallCut+spectral.SparseCut(r.Fused, refined, r.In.Motions, r.In.Workers)),
			}
			if r.where.Unit > 0 {
				j.bits = r.where.MotionBits(refined, r.In.Motions, r.In.Values["noise"]*r.where.Unit)
			}
		}
		r.scores[same] = j
	}
	r.judged[key] = j
	return j, nil
}

// judgeByRetained judges a grouping where outliers are among the points that cannot be
// told from the others. A code of all coordinates pays for outliers as for a motion,
// and is shorter where they have a group; the affinity hardly minds them. So the
// coordinates count by how far most tracks lie from the motions of the retained ones,
// in bits a coordinate of what the method allows for as noise, and the cut counts as
// many bits as its logarithm has. For the same reason groups merged by their code are
// not tried (see attempts).
func (r *Run) judgeByRetained(labels []int) *judgement {
	return &judgement{
		labels: labels,
		bits:   r.unexplained(labels) - math.Log2(r.In.Values["noise"]*r.where.Unit+dense.MachineEpsilon),
		cut:    math.Log2(spectral.SmallCut + spectral.SparseCut(r.Fused, labels, r.In.Motions, r.In.Workers)),
	}
}

// unexplained returns the mean binary logarithm of how far the three quarters of all
// tracks that are nearest lie from the affine subspaces of groups 1…K of labels, each
// known by its retained tracks alone.
func (r *Run) unexplained(labels []int) float64 {
	columns := mat.DenseCopyOf(r.In.Data.X.T())
	distances := slices.Repeat([]float64{math.Inf(1)}, len(labels))
	members := make([][]int, r.In.Motions)
	for _, i := range r.retained {
		members[labels[i]-1] = append(members[labels[i]-1], i)
	}
	for _, group := range members {
		if len(group) >= outliers.Neighbours {
			outliers.LowerToPiece(distances, columns, group)
		}
	}
	slices.Sort(distances)
	nearest := distances[:len(distances)-int(outliers.TrimmedShare*float64(len(distances)))]
	var sum float64
	for _, d := range nearest {
		sum += math.Log2(d + dense.MachineEpsilon)
	}
	return sum / float64(len(nearest))
}

// meet keeps a judgement among those that were met.
func (r *Run) meet(j *judgement) {
	if !slices.Contains(r.met, j) {
		r.met = append(r.met, j)
	}
}
