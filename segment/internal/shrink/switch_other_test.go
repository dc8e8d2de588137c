//go:build !amd64

package shrink

func setVectorCode(bool) {}
