package session

import "image"

// Pictures are the frames of a sequence.
type Pictures interface {
	// Frame returns the picture of a frame, nil when there is none for it. It
	// may take a while and is called from any goroutine.
	Frame(frame int) (image.Image, error)
	// Name returns the name of the file of a frame's picture, empty where it has none of its own.
	Name(frame int) string
	// Rate is the number of frames a second, 0 when unknown.
	Rate() float64
	// Upward reports whether the tracks' y grows upwards on these pictures, and
	// whether that could be decided.
	Upward() (up, decided bool)
	// Still returns the frame, from 0, whose picture stands in for those of all frames,
	// and whether there is only that one; −1 for a frame that is not known.
	Still() (frame int, still bool)
	// Note says what the user should know about the pictures; may be empty.
	Note() string
	// Close frees what they hold, without waiting for a Frame that is under way;
	// Frame returns nil afterwards.
	Close() error
}
