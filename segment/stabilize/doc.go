// Package stabilize takes the shake of a camera off point tracks.
//
// In: tracks with gaps. Out: the tracks as a camera held steady would have seen them; what is
// seen of them is the same.
//
// The one idea: a similarity of every frame, a turn, a zoom and a shift, changes neither
// affine maps nor homographies nor fundamental matrices between frames, but what is compared
// in pixels besides: noise that grows with how far tracks go, how far neighbours move apart,
// how smooth tracks are. So each frame is moved to where the similarities that most tracks
// follow from frame to frame put it when these are made smooth (Matsushita, Ofek, Ge, Tang &
// Shum, Full-Frame Video Stabilization, IEEE TPAMI 28(7), 2006), and a camera that pans or
// comes nearer evenly changes nothing.
package stabilize
