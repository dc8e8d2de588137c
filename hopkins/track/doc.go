// Package track follows points through a film: corners by Shi and Tomasi are
// found where the picture is empty of points, and followed from each frame to
// the next by the pyramidal method of Lucas and Kanade until they are lost.
//
// Following a point from frame to frame lets it drift. Each step is therefore
// checked by following the point back again, and corrected by comparison with
// the first picture of the point, which may since have been sheared, stretched
// and lit otherwise. [Default] and [Plain] say how, with and without that
// correction.
//
// Black bars at the sides of a film are no part of its picture.
//
// The same film and [Options] give the same tracks on any number of cores and
// on any processor: every point is followed by itself, and no product is fused
// with a sum.
//
// Pixel coordinates have their origin at the centre of the top left pixel, x
// to the right and y down.
//
// B. D. Lucas, T. Kanade: An iterative image registration technique with an
// application to stereo vision, IJCAI 1981. J. Shi, C. Tomasi: Good features to
// track, CVPR 1994. S. Baker, I. Matthews: Lucas-Kanade 20 years on, IJCV 2004.
package track
