//go:build amd64 || arm64

package nearest

func setVectorCode(on bool) { vectorCode = on }
