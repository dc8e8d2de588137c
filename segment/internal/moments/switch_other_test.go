//go:build !amd64

package moments

func setWideVectorCode(bool) {}
