//go:build amd64 || arm64

package shrink

func setVectorCode(on bool) { vectorCode = on }
