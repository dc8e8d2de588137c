//go:build !amd64

package least

const hasVector = false

func withinVector(*float64, int, uint64, *uint64) int { panic("no vector code on this machine") }

func divideVector(*uint64, int, uint64, *uint64) int { panic("no vector code on this machine") }
