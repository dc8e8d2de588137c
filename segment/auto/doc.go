// Package auto holds LRKSC auto, which chooses its kernel without labels, and the pairwise
// method, by which it groups tracks with gaps.
//
// In: core.Input. Out: core.Solution with all candidates and their scores. method.go says which
// way tracks go: corrupted.go repairs points and sets tracks aside first; complete.go asks
// pairs of frames too where affinities disagree; gaps.go groups by these and by filled tracks.
// run.go has a run on complete tracks and how a grouping is judged, kernels.go the family of
// kernels and members.go solves them, grouping.go groups by each, rivals.go compares groupings
// nearly as good, views.go tells groups apart across their epipolar lines. sources.go and
// pairwise.go turn pairwise evidence into groupings, refining.go and choice.go better and
// choose them, handful.go tells tracks that slipped from bodies, first.go turns a little of it
// into labels for whoever looks on until all is there; kinship.go has the grouping of package
// kinship stand in for one that is more alike, contracted.go what pairs of tracks tell by
// themselves, and apart.go asks whether the groups of a number of motions move apart.
//
// The one idea: many groupings are made and the one is kept that describes the points
// shortest at the least cut. lrksc_auto.md and pairwise.md tell what was tried.
package auto
