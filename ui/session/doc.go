// Package session is the model of the window without any user interface: the
// open sequence or set of pictures, the two sides that segment it, their
// settings and results, the selection, the current frame, the filters and the
// library.
//
// A Session belongs to one goroutine, the user interface's. Long work (reading
// files, solving) runs on goroutines of its own and comes back through
// Config.OnUI. Whoever draws the session watches it: every change is announced
// by an Event, so that only what shows the changed part is drawn again.
package session
