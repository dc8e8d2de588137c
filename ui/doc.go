// Package ui is the window of MotionSeg: two methods side by side over the
// moving picture, with their affinity matrices.
//
// Its state is a session.Session; the widgets here draw it and send commands
// to it. No widget knows another one: each watches the session. Pixels are
// painted by package draw on goroutines of their own (see surface), and what
// other goroutines have for the user interface passes through onUI.
package ui
