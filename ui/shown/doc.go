// Package shown says what of pictures, tracks and matrices is shown: the part of it
// that a camera has, one frame or two, and how masks are seen with them.
//
// In: moves of a user, such as a zoom about a place, and the size of what is shown and of
// where it is drawn. Out: a Transform from the one to the other (camera.go), which frames
// stand where (layout.go), and the weights of picture and mask (masks.go).
//
// The one idea: what is shown is plain values, without a widget, a pixel or a lock. Who
// keeps them (package session) and who draws them (package draw) both import this package,
// and neither the other.
package shown
