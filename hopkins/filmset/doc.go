// Package filmset measures the whole way from a film to its motions: on films
// of which some frames have a truth picture, as those of the Berkeley motion
// segmentation set, it tracks points, segments them and judges every track by
// the regions that it lies in.
//
// A film is a folder with its frames in frames/0001.jpg and so on, or in a video
// beside it, and truth/0001.pgm and so on for the frames that have one: a grey
// picture of the same size with one value for each region. Or truth/0001.png and so on:
// a picture of the same size with one object in white, as those of DAVIS are.
//
// The films of sequences with labelled tracks, such as those of Hopkins155, are
// judged by the nearest of these tracks.
//
// T. Brox, J. Malik: Object segmentation by long term analysis of point
// trajectories, ECCV 2010.
package filmset
