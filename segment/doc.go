// Package segment groups points that lie in a union of subspaces: a data matrix goes in,
// a self-expressive coefficient matrix, an affinity and labels come out.
//
// It is pure computation: it reads no files, knows no user interface and keeps no state
// between calls. Every method is reached in one way:
//
//	m, err := segment.Lookup("lrksc")
//	result, err := segment.Run(ctx, data, segment.Config{Method: m, Motions: 3})
//
// Points are columns throughout: a data matrix X is D×N, a coefficient matrix C is N×N
// with zero diagonal, and column j of C expresses point j by the others. The same data,
// settings and seed give the same labels on any number of cores.
//
// # What most programs need
//
// Data, Lookup or Methods, Config and Run; of a Result its Labels, W and Warnings. Align and
// ClusteringError compare labels with others, EstimateMotions tells how many motions there
// are, CompleteTracks fills gaps, and AssignTracks gives motions to tracks that were left
// out. A method of one's own implements Method, and goes into Config as any other (see the
// example of Method). Files and films are read by motionseg/hopkins and its package track.
//
// This package is the front: the registry of methods and the names that others import.
// Each idea has a package below it, from the ground up: evaluate, spectral, core,
// subspace, lrksc, epipolar, geometry, lowrank, coding, evidence, kinship, stabilize, solve, multimodel,
// outliers, auto, motioncount, interactive. How to add a method stands in package core.
package segment
