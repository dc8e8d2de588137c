// Package mask spreads the labels of point tracks over the pixels of their film:
// a motion for every pixel of every frame.
//
// The labels of a frame are those that cost least together. A pixel near a
// labelled point pays for another label; a label costs as much more than the best
// as the motion of its tracks explains the pixel worse by the frames before and
// after, of which the better side counts, because what is covered on one side is
// seen on the other; two neighbours with different labels cost the more the less
// of an edge there is between them. These costs are minimised by expanding one
// label after the other, each by a minimum cut.
//
// Where hardly a track begins, on what is soft, blurred or of low contrast, soft points
// are followed besides (soft.go). They have no part in the grouping: each takes the motion
// that explains best how it goes, together with those around, or none; and where many go as
// no track does, but alike, theirs is a motion more.
//
// It is done on small pictures, at most workingSide pixels wide and high; then
// once more with what the masks of the two frames before and after say, taken
// along by the motions, so that nothing flickers; and then at twice the size until
// that of the picture is reached, each time near the borders alone. What is then otherwise
// than in the frames around, though their motions agree, is taken from them.
//
// The frames stream through, so that memory does not grow with the film but for the places
// of points. All
// costs are whole numbers and no product is fused with a sum: masks are the same on
// any number of cores and on any processor.
//
// C. Rother, V. Kolmogorov, A. Blake: GrabCut, SIGGRAPH 2004. H. Lombaert et al.: A
// multilevel banded graph cuts method for fast image segmentation, ICCV 2005. What
// was tried stands in measured.md.
package mask
