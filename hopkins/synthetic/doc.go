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
// Lengths are in metres. The world is right-handed with y up; the camera looks
// along its own −z axis. A body's own frame has its centre as the origin.
// Pixel coordinates have their origin at the centre of the top left pixel, x
// to the right and y down.
package synthetic
