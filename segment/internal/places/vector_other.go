//go:build !amd64

package places

const hasVector = false

func findVector(*arguments) { panic("no vector code on this machine") }

func improveVector(*arguments) { panic("no vector code on this machine") }
