// Package session is the model of the window without any user interface: the
// open sequence or set of pictures, the two sides that segment it, their
// settings and results, the selection, the current frame, the filters and the
// library.
//
// A Session belongs to one goroutine, the user interface's. Long work (reading
// files, solving) runs on goroutines of its own and comes back through
// Config.OnUI. Whoever draws the session watches it: every change is announced
// by an Event, so that only what shows the changed part is drawn again.
//
// From the ground up: core.go is what all parts share, with events, problems and what a
// session is made with; display.go, mode.go, setup.go, settings.go and film.go are what is set
// and kept; then a part a file, each of which knows those that it is made of alone;
// session.go puts them together, and open.go, keeping.go, queue.go, subjects.go, footage.go
// and remember.go open, keep and remember what concerns them all.
package session
