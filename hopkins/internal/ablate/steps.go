package main

// allSteps takes each step of LRKSC auto, of outliers, gaps and the number of motions out,
// one at a time.
var allSteps = []change{
	// LRKSC auto on complete tracks and on two frames.
	{
		"auto: gross errors replaced", "segment/auto/corrupted.go",
		"if in.Data.X, gross, err = lowrank.RepairTracks(ctx, in.Data, in.Seed, in.Workers); err != nil {",
		"if err = ctx.Err(); err != nil {",
	},
	{
		"auto: outlier tracks set aside", "segment/auto/corrupted.go",
		"if auto.retained == nil && !in.Searched {", "if false {",
	},
	{"auto: judged by the retained tracks", "segment/auto/corrupted.go", "if len(in.Trimmed) > 0 {", "if false {"},
	{
		"auto, number: long films of noisy tracks pooled", "segment/geometry/pooled.go",
		"if together < 2 || !NoisyTracks(data) {", "if together < 2 || !NoisyTracks(data) || true {",
	},
	{
		"auto: rivals compared", "segment/auto/rivals.go",
		"if r.In.Data.Kind != core.Trajectories || ", "if r.In.Data.Kind != core.Trajectories || true || ",
	},
	{
		"auto: rivals of filled and noisy tracks compared across epipolar lines", "segment/auto/rivals.go",
		"(r.filled || lowrank.Noisy(r.In.Data, k)) {", "r.filled && false {",
	},
	{
		"auto: groups merged from pieces", "segment/auto/grouping.go",
		`if r.In.Values["merge"] != 0 && `, "if false && ",
	},
	{
		"auto: refined by coding length", "segment/auto/run.go",
		"func (r *Run) refines() bool { return ", "func (r *Run) refines() bool { return false && ",
	},
	{
		"auto: last refinement of two frames", "segment/auto/grouping.go",
		"if in.Data.Kind == core.TwoFrames && r.refines() {", "if false {",
	},
	{
		"auto: cut in the score", "segment/auto/run.go",
		"cut: logCutWeight * math.Log(", "cut: 0 * logCutWeight * math.Log(",
	},
	{
		"auto: bits in the score", "segment/auto/run.go",
		"j.bits = r.where.MotionBits(", "j.bits = 0 * r.where.MotionBits(",
	},
	{"auto: cubic kernel, offset 2.2", "segment/auto/kernels.go", "{2.2, 3, 1.1}, ", ""},
	{"auto: cubic kernel, offset 5", "segment/auto/kernels.go", "{5, 3, 1.1}, ", ""},
	{"auto: square kernel", "segment/auto/kernels.go", "{2, 2, 1.1}, ", ""},
	{"auto: linear kernel", "segment/auto/kernels.go", ", {0, 1, 1.1}", ""},
	{"auto: second kernel of two frames", "segment/auto/kernels.go", ", {2, 2, 0.1}", ""},
	{"auto: 4 and 10 pieces of two frames", "segment/auto/kernels.go", "[]int{2, 4, 10}", "[]int{2}"},
	{
		"coding: epipolar constraint in the bits", "segment/coding/motion.go",
		"if across, ok := leastEigenvalue(s.S, len(s.Mean)); ok {",
		"if across, ok := leastEigenvalue(s.S, len(s.Mean)); ok && false {",
	},

	// Outliers.
	{
		"outliers: inliers reinstated", "segment/outliers/tracks.go",
		"if outliers, err = reinstate(ctx, data, affinity, found, workers); err != nil {",
		"if outliers = found; err != nil {",
	},
	{
		"outliers: threshold at the density valley", "segment/outliers/tracks.go",
		"if limit, ok := densityValley(scores); ok {", "if limit, ok := densityValley(scores); ok && false {",
	},
	{
		"outliers: tracks trimmed", "segment/outliers/tracks.go",
		"return outliers, trimmedBeside(scores, outliers), nil", "return outliers, nil, nil",
	},
	{
		"outliers: none unless apart", "segment/outliers/reinstate.go",
		"if !apart(distances, left) {", "if false && !apart(distances, left) {",
	},
	{
		"outliers: distance to the nearest neighbours", "segment/outliers/tracks.go",
		"toldShare(data.Visible, i)*distanceWeight*", "0*toldShare(data.Visible, i)*distanceWeight*",
	},

	{
		"outliers: pieces of the outliers themselves", "segment/outliers/reinstate.go",
		"{core.Complement(outliers, n), outliers} {", "{core.Complement(outliers, n)} {",
	},
	{
		"outliers: tracks around", "segment/outliers/reinstate.go",
		"few.Offer(i, square)\n", "_ = square\n",
	},
	{
		"complete tracks: pairs of frames", "segment/auto/method.go",
		"\treturn solveComplete(ctx, in)\n", "\ts, _, err := solveCorrupted(ctx, in, false)\n\treturn s, err\n",
	},
	// Tracks with gaps.
	{
		"gaps: shake of the camera taken off", "segment/stabilize/tracks.go",
		"if jerk(stabilized)*smoother >= jerk(data) {", "if true || jerk(stabilized)*smoother >= jerk(data) {",
	},
	{
		"gaps: noisy tracks filled where farther off than others may be", "segment/lowrank/filling.go",
		"noisyFilled = 3", "noisyFilled = 2",
	},
	{
		"gaps: filled tracks grouped too", "segment/auto/gaps.go",
		"!fine && geometry.ExactTracks(in.Data)", "!fine || fine",
	},
	{
		"gaps: filled tracks kept where tracks are noisy", "segment/auto/gaps.go",
		"noisy := lowrank.Noisy(", "noisy := false && lowrank.Noisy(",
	},
	{
		"gaps: pairs asked whether filled tracks are torn", "segment/auto/gaps.go",
		"more := odds.Agreement(e.ordered(filled.Labels)) - odds.Agreement(e.ordered(labels)); {",
		"more := 0 * odds.Agreement(e.ordered(labels)); {",
	},
	{
		"gaps: groupings that pairs agree with most", "segment/auto/kinship.go",
		"found = append(append(found, agreed...), together)", "found = append(found, together)\n\t_ = agreed",
	},
	{
		"gaps: what pairs of tracks tell by themselves", "segment/auto/contracted.go",
		"odds.Agreement(labels) <= before+leastMore", "true || odds.Agreement(labels) <= before+leastMore",
	},
	{
		"gaps: what pairs clearly speak for instead of the best with borders", "segment/auto/choice.go",
		"if bordered(best) && more <= overBorders {", "if _ = more; bordered(best) {",
	},
	{
		"gaps: groups merged from more", "segment/auto/pairwise.go",
		"r.fine && g.Mergeable(in.Motions)", "false && g.Mergeable(in.Motions)",
	},
	{
		"gaps: left-out tracks reassigned", "segment/auto/choice.go",
		"if after, err = g.ReassignLeftOut(ctx, f.Grouping, in.Motions, e.total); err != nil {",
		"if after, err = f.Grouping, ctx.Err(); err != nil {",
	},
	{
		"gaps: chosen by pairs of tracks", "segment/auto/choice.go",
		"if !haveGaps(in.Data) || !slices", "if true || !slices",
	},
	{
		"gaps: fine scale", "segment/auto/refining.go",
		"scale, fine := geometry.FineScale(in.Data, in.Motions)\n",
		"scale, fine := geometry.FineScale(in.Data, in.Motions)\n\tfine = false\n",
	},
	{
		"gaps: refined from the best by motion and by cut", "segment/auto/pairwise.go",
		"\t\tfunc(f *sourceGrouping) float64 { return f.Motion },\n\t\tfunc(f *sourceGrouping) float64 { return f.Cuts },\n",
		"",
	},
	{
		"gaps: refined", "segment/auto/refining.go",
		"return r.g.Refine(ctx, labels, r.in.Motions, r.total)",
		"return r.g.Judge(ctx, labels, r.in.Motions, r.total)",
	},
	{
		"gaps: triples of frames", "segment/geometry/cost.go",
		"if data.Kind == core.Trajectories {\n\t\tfor _, gap", "if false {\n\t\tfor _, gap",
	},
	{"gaps: points that their tracker lost", "segment/geometry/scale.go", "lost: 0.1,", "lost: 0,"},
	{
		"gaps: three frames by places in space", "segment/geometry/threeview.go",
		"if len(members) < FundamentalModel.Fitted() ||", "if true || len(members) < FundamentalModel.Fitted() ||",
	},
	{
		"gaps: places of a part begun from those of all", "segment/geometry/threeview.go",
		"if all := w.all; all != nil && ", "if all := w.all; false && all != nil && ",
	},
	{
		"gaps: either frame may show the parallax", "segment/geometry/threeview.go",
		"range []*groupMotion{m.outer, m.middle} {\n\t\tp := plane", "range []*groupMotion{m.outer} {\n\t\tp := plane",
	},
	{"gaps: exponents 5 and 15", "segment/auto/sources.go", "[]int{5, 10, 15}", "[]int{10}"},
	{"gaps: cut in the score", "segment/geometry/refine.go", "return g.Scale.Cut / ", "return 0 * g.Scale.Cut / "},

	// The number of motions.
	{
		"number: trajectories beyond two dimensions", "segment/motioncount/estimate.go",
		"tailFit: -0.96", "tailFit: 0",
	},
	{"number: epipolar lines", "segment/motioncount/estimate.go", "epipolarFit: -11.7", "epipolarFit: 0"},
	{"number: cut", "segment/motioncount/estimate.go", "logCut: -6.5", "logCut: 0"},
	{"number: labels", "segment/motioncount/estimate.go", "labelCode: -5.2", "labelCode: 0"},
	{"number: neighbours' motion", "segment/motioncount/estimate.go", "fieldFit: -25.7", "fieldFit: 0"},
	{"number: motions' cost", "segment/motioncount/estimate.go", "motionCode: -22", "motionCode: 0"},
	{"number: stability", "segment/motioncount/estimate.go", "addStability(all, ways)", "_ = ways"},
	{"number: least separable pair", "segment/motioncount/estimate.go", "\tsearch.addLead(all, noisy)\n", ""},
	{
		"number: one motion less, where no view tells its groups apart", "segment/motioncount/estimate.go",
		"		search.addTorn(all)\n", "",
	},
	{
		"number: filled tracks", "segment/motioncount/gaps.go",
		"ok := data.Points() <= core.LandmarkLimit", "ok := data.Points() < 0",
	},
	{
		"number: what moves apart, where complete or filled tracks are not credible", "segment/motioncount/gaps.go",
		"if endless || !credible || fewer {", "if _ = endless || credible || fewer; false {",
	},
	{
		"number: fewer, where a motion may be torn", "segment/motioncount/gaps.go",
		"fewer := credible", "fewer := false && credible",
	},
	{
		"number and complete: noise off the motions", "segment/lowrank/affinecameras.go",
		"\treturn geometry.TrackNoise(rest) / span.thirdDifferences()\n",
		"\t_, _ = span, rest\n\treturn geometry.TrackNoise(data)\n",
	},
	{
		"number: groups that move apart, in place of what merging tells", "segment/motioncount/apart.go",
		"best, found, err := largestApart(e.Low, most, oneAlike, ask)\n",
		"var found *auto.MovesApart\n\tbest, _, _ := min(max(merged, e.Low), high), most, ask\n",
	},
	{
		"number: no more than one more than merging tells", "segment/motioncount/apart.go",
		"most = min(max(merged+1, e.Low), high)", "_ = merged",
	},
	{
		"number: borders and what motions take", "segment/kinship/apart.go",
		" && distinct(t, touch, heard, mean+kin, borderJump)", "",
	},
	{
		"number: two groups told apart by the views of both", "segment/kinship/traits.go",
		"if !together {", "if !together || true {",
	},
	{
		"gaps: nothing scattered instead of the best", "segment/auto/choice.go",
		"return !a.Scattered && (", "return (",
	},
	{
		"number: odds of groups beside those of tracks", "segment/kinship/apart.go",
		"kinShare = 0.2", "kinShare = 0",
	},
	{
		"number: pairs that contradict are not heard", "segment/kinship/apart.go",
		"return o.Agreement(labels) >= 0", "return true",
	},
	{
		"number: where pairs are heard of fewer, contradicted groups are bad", "segment/motioncount/apart.go",
		"found.Heard || groups.Alike < kinship.OneAlike", "found.Heard || kinship.OneAlike > 0",
	},
	{
		"number: groups scattered among another are not counted", "segment/motioncount/apart.go",
		"return a.All && !a.Scattered", "return a.All",
	},
	{
		"number: pieces put together, where they move apart", "segment/auto/kinship.go",
		"if err != nil || t == nil {\n\t\treturn found", "if err != nil || t != nil || true {\n\t\treturn found",
	},
	{
		"gaps: a handful is no body", "segment/auto/handful.go",
		"return e.data.MostSeen(group) < geometry.FundamentalModel.Fitted()",
		"return e.data.MostSeen(group) < 0*geometry.FundamentalModel.Fitted()",
	},
	{
		"gaps: cut beside handfuls where the best has one", "segment/auto/kinship.go",
		"if handful {", "if false {",
	},
	{
		"gaps: the best stays where its groups have borders", "segment/auto/choice.go",
		"if bordered(best) && ", "if false && ",
	},
	{
		"gaps: groups that move apart instead of a handful", "segment/auto/choice.go",
		"(first || instead && a.Heard)", "(first || false && instead)",
	},
	{
		"number: two that only pass each other do not touch", "segment/kinship/apart.go",
		"(t[traitJump] <= borderJump || ", "(true || ",
	},
	{
		"landmarks: every pair of frames tells whose tracks the others are", "segment/solve/assign.go",
		"geometry.WideScheme.EveryPair(data)", "geometry.SamplingSchemes[0].FramePairs(data)",
	},
	{
		"number: pairs of a long film count by how often they are together", "segment/kinship/pairs.go",
		"return last > 0 && p", "return last < 0 && p",
	},
	{
		"gaps: pairs that tear the best are not asked for another", "segment/auto/kinship.go",
		"odds.Tear(found[0].Labels)", "odds == nil",
	},
	{
		"gaps: what pairs of tracks agree with most, where groups do not move apart", "segment/auto/kinship.go",
		"\tat, err := e.mostAgreed(ctx, in, found, best)\n\treturn found, at, err\n",
		"\treturn found[:len(found)-1], 0, nil\n",
	},

	// Matches of two pictures.
	{
		"matches: labels renewed between fits", "segment/multimodel/multimodel.go",
		"if d.move() == 0 && round > 0 {", "if round > 0 {",
	},
	{
		"matches: affine cameras", "segment/multimodel/multimodel.go",
		"for _, camera := range cameras {", "for _, camera := range cameras[:1] {",
	},
	{
		"matches: told by the neighbours' labels", "segment/multimodel/multimodel.go",
		"\t\tchances[labels[j]-lowest]++\n", "\t\tchances[labels[j]-lowest] += 0\n",
	},
	{
		"matches: doubt about the line from the other matches", "segment/multimodel/matches.go",
		"doubt := k.f.Leverage(", "doubt := 0 * k.f.Leverage(",
	},
	{
		"matches: proposals without their likes", "segment/multimodel/matches.go",
		"similarity(p.set, q.set) > sameMotion", "similarity(p.set, q.set) > 1 && sameMotion > 0",
	},
	{
		"matches: as many taken for wrong as a motion has numbers", "segment/multimodel/multimodel.go",
		"max(0, count-f.DegreesOfFreedom())", "max(0, count-0*f.DegreesOfFreedom())",
	},
	{
		"matches: for fewer motions two joined", "segment/multimodel/multimodel.go",
		"for a := range b {", "for a := range b * 0 {",
	},

	// Gross errors.
	{
		"gross errors: tracks that jump by themselves left alone", "segment/lowrank/repair.go",
		"if usual > smoothJump*extent {", "if false && usual > smoothJump*extent {",
	},
}
