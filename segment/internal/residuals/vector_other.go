//go:build !amd64

package residuals

const hasVector = false

func affineVector(*arguments) { panic("no vector code on this machine") }

func homographyVector(*arguments) { panic("no vector code on this machine") }

func fundamentalVector(*arguments) { panic("no vector code on this machine") }
