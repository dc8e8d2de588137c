//go:build !amd64

package places

const hasVector = false

func findVector(*arguments) { panic("no vector code on this machine") }

func improveVector(*arguments) { panic("no vector code on this machine") }

func reweighVector(*lists) { panic("no vector code on this machine") }

func lineariseVector(*lists) { panic("no vector code on this machine") }

func followVector(*lists) { panic("no vector code on this machine") }

func reweighLinesVector(*lists) { panic("no vector code on this machine") }

func mappedVector(*lists) { panic("no vector code on this machine") }

func fromLinesVector(*lists) { panic("no vector code on this machine") }

func squaresVector(*lists) { panic("no vector code on this machine") }
