package project

import "os"

// remove closes and removes a file; the system keeps one that another has opened
// meanwhile.
func remove(f *os.File) {
	_ = f.Close()
	_ = os.Remove(f.Name())
}
