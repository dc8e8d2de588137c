package auto

import (
	"context"
	"slices"

	"motionseg/segment/core"
	"motionseg/segment/geometry"
	"motionseg/segment/spectral"
)

// mostHandfuls is how many handfuls tracks are divided into at the most beside bodies: of a film of 240
// frames up to three are cut off before the second of two small bodies.
const mostHandfuls = 4

// haveGaps reports whether data are tracks that say in which frames they are seen.
func haveGaps(data core.Data) bool { return data.Visible != nil && data.Kind == core.Trajectories }

// handful reports whether of a group never as many tracks are seen together as a fundamental matrix is
// fitted to: some that slipped alike are no body, nor are many over a long film.
func (e *pairEvidence) handful(group []int) bool {
	return e.data.MostSeen(group) < geometry.FundamentalModel.Fitted()
}

// hasHandful reports whether any of the groups 1…k is a handful.
func (e *pairEvidence) hasHandful(labels []int, k int) bool {
	return slices.ContainsFunc(core.Members(labels, k), e.handful)
}

// division is tracks divided into groups 1…groups.
type division struct {
	labels []int
	groups int
}

// cut divides the tracks by a source into geometry.SpareGroups more groups than in.Motions.
func (e *pairEvidence) cut(ctx context.Context, in core.Input, source int) (division, error) {
	return e.cutInto(ctx, in.Motions+geometry.SpareGroups, source, in.Seed)
}

// cutInto divides the tracks by a source into so many groups.
func (e *pairEvidence) cutInto(ctx context.Context, groups, source int, seed uint64) (division, error) {
	rows, _, err := e.embedded(ctx, source, groups)
	if err != nil {
		return division{}, err
	}
	labels, _ := spectral.Cluster(ctx, rows, groups, seed)
	return division{labels, groups}, ctx.Err()
}

// cutBeside divides the tracks by a source into as many groups as cut beside handfuls, which the cut likes
// best and which do not merge with what they slipped from: their tracks join the group that the evidence
// ties them to. It is cut where bodies are fewer than motions.
func (e *pairEvidence) cutBeside(ctx context.Context, in core.Input, source int) (division, error) {
	first, err := e.cut(ctx, in, source)
	if err != nil {
		return division{}, err
	}
	bodies := first.groups
	most := min(bodies+mostHandfuls, in.Data.Points()-1)
	for found := first; ; {
		joined := e.joined(found)
		switch {
		case joined.groups >= bodies, found.groups >= most && joined.groups >= in.Motions:
			return joined, nil
		case found.groups >= most:
			return first, nil
		}
		if found, err = e.cutInto(ctx, found.groups+1, source, in.Seed); err != nil {
			return division{}, err
		}
	}
}

// joined returns a division with the tracks of its handfuls in the others, each in that to which most
// evidence ties its handful in the mean; none where all are handfuls.
func (e *pairEvidence) joined(d division) division {
	members := core.Members(d.labels, d.groups)
	bodies := slices.DeleteFunc(slices.Clone(members), e.handful)
	switch len(bodies) {
	case d.groups:
		return d
	case 0:
		return division{}
	}
	labels := make([]int, len(d.labels))
	for b, of := range bodies {
		for _, i := range of {
			labels[i] = b + 1
		}
	}
	for _, of := range members {
		if !e.handful(of) {
			continue
		}
		ties := make([]float64, len(bodies))
		for b, body := range bodies {
			for _, i := range of {
				row := e.total.RawRowView(i)
				for _, j := range body {
					ties[b] += row[j]
				}
			}
			ties[b] /= float64(len(body))
		}
		best := slices.Index(ties, slices.Max(ties))
		for _, i := range of {
			labels[i] = best + 1
		}
	}
	return division{labels, len(bodies)}
}

// besideHandfuls returns groupings by the sources of some, merged from what is cut beside handfuls and refined
// by r, that it has not refined yet.
func (e *pairEvidence) besideHandfuls(
	ctx context.Context, r *refining, from []*sourceGrouping,
) ([]*sourceGrouping, error) {
	merged, err := mergeGroupings(ctx, r.in, e.cutBeside, e.total, from, r.g, core.Progress{})
	if err != nil {
		return nil, err
	}
	merged = slices.DeleteFunc(merged, func(f *sourceGrouping) bool {
		_, known := r.refined[spectral.LabelKey(f.Labels)]
		return known
	})
	if err := r.refineAll(ctx, merged, core.Progress{}); err != nil {
		return nil, err
	}
	for _, f := range merged {
		f.Grouping = r.refined[spectral.LabelKey(f.Labels)]
	}
	return merged, nil
}
