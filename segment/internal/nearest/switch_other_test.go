//go:build !amd64 && !arm64

package nearest

func setVectorCode(bool) {}
