// Package hopkins reads point tracks from files and runs benchmarks on them:
// Hopkins155 sequences and folders, KT3DMoSeg and AdelaideRMF files, plain
// correspondences, their pictures, and the tables of clustering errors. It
// knows no user interface.
package hopkins
