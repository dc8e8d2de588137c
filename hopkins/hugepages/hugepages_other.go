//go:build !linux || !(amd64 || arm64)

package hugepages

// Ask does nothing: other systems have no large pages, or give them unasked.
func Ask() {}
