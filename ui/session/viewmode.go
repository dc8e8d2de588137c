package session

// Mode returns how what is open is shown.
func (v *View) Mode() Mode { return v.mode }

// SetMode shows what is open in another way. What is chosen for a film holds for
// the next ones too.
func (v *View) SetMode(m Mode) {
	if m == v.mode {
		return
	}
	v.setMode(m)
	if v.films {
		v.settings.FilmsInBench = m == BenchMode
	}
	v.announce(ModeChanged, DisplayChanged)
}

// setMode takes the display of a mode in place of the one before.
func (v *View) setMode(m Mode) {
	if m == v.mode {
		return
	}
	v.displays[v.mode] = v.display
	truth, mine, layout := v.display.Truth, v.display.Mine, v.display.Layout
	v.mode, v.display = m, v.displays[m]
	// What the views draw is about what is open, not about the mode.
	v.display.Truth, v.display.Mine, v.display.Layout = truth, mine, layout
}

// opens chooses the mode for what is being opened: tracks that were followed
// through a film or matched in two photographs are for the film mode, unless the
// user wants films in the bench; all else is for the bench.
func (v *View) opens(film bool) {
	v.giveBack()
	v.films = film
	if film && !v.settings.FilmsInBench {
		v.setMode(FilmMode)
	} else {
		v.setMode(BenchMode)
	}
}

// displayOf returns how a mode draws, a look that a project lent aside.
func (v *View) displayOf(m Mode) Display {
	switch {
	case v.own != nil:
		return v.own[m]
	case m == v.mode:
		return v.display
	}
	return v.displays[m]
}

// lend keeps how the modes draw until something else is opened than the project whose look
// they take.
func (v *View) lend() { v.own = &[2]Display{v.displayOf(BenchMode), v.displayOf(FilmMode)} }

// giveBack has the modes draw as before a project was opened.
func (v *View) giveBack() {
	if v.own == nil {
		return
	}
	layout := v.display.Layout // of what is being opened
	v.displays, v.own = *v.own, nil
	v.display = v.displays[v.mode]
	v.display.Layout = layout
}
