// Package shown says what of pictures, tracks and matrices is shown: the part of it
// that a camera has, one frame or two, and how masks are seen with them. Who keeps
// that (package session) and who draws it (package draw) both import it.
package shown
