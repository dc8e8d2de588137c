// Package synthetic generates scenes whose motions are known: textured rigid
// bodies that rotate and translate in a room, seen by a moving pinhole camera
// with strong perspective.
//
// A [Scene] is made from a [Config], whose seed decides everything: the
// shapes, their textures, their motions and the path of the camera. From the
// scene come point tracks ([Scene.Sequence]) and pictures ([Scene.Render]),
// each without the other, so that large sets of tracks for measurements cost
// no drawing. The same Config gives the same tracks, bit for bit, and the same
// pictures, on any number of cores.
//
// The motions are made like those of the checkerboard sequences of Hopkins155:
// the camera travels a metre or more and the bodies only turn and drift a
// little, so that the motions of all have much in common, while the perspective
// of near bodies and a deep room bends the trajectories out of the affine
// subspaces that linear methods expect.
//
// [Varied] makes scenes of other kinds, rooms and streets with bodies of any size that
// rest, bend and come in late, to learn from: their pictures are drawn quickly
// ([Scene.Draft]), points are followed through these, and [Scene.MotionsOf] tells the
// motion of every track.
//
// Lengths are in metres. The world is right-handed with y up; the camera looks
// along its own −z axis. A body's own frame has its centre as the origin.
// Pixel coordinates have their origin at the centre of the top left pixel, x
// to the right and y down.
package synthetic
