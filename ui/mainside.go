package ui

import "motionseg/ui/session"

// mainSide is the side that is shown without the other, or the given one.
func mainSide(s *session.Session, otherwise session.Side) session.Side {
	if side, alone := s.View.Alone(); alone {
		return side
	}
	return otherwise
}
