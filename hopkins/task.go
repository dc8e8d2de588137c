package hopkins

import (
	"context"

	"motionseg/segment"
)

// Task says how to segment a source.
type Task struct {
	Method segment.Spec
	Frames FrameSelection
	// Motions is the number of groups. 0 takes it from the truth and, where there
	// is none, estimates it; EstimatedMotions always estimates it.
	Motions int
	// Incomplete says what becomes of tracks that are not seen in every frame.
	Incomplete Incomplete
	// Outliers says whether points that belong to no motion are looked for first.
	Outliers Outliers
	// Unassigned keeps tracks that were left out without a label, in place of
	// giving them to the motions afterwards.
	Unassigned bool
	// Window is of how many frames the windows are in which a film is segmented, joined
	// by the tracks that they share; 0 segments it as a whole, unless it is long (see
	// Sequence.Long): then it stands for WindowFrames.
	Window int
	// Constraints is what the user knows of single tracks. Its motions are those
	// of the truth where that is known, else the groups found are named after its
	// seeds as well as they agree.
	Constraints Constraints
	Seed        uint64
	// Workers is the number of goroutines of the solver; 0 takes all cores.
	Workers int
	// Progress, when not nil, is called after every iteration of the method, its
	// Share that of all the work; before, with nothing but a Share, while outliers
	// are looked for and the number of motions is estimated.
	Progress func(segment.Iteration)
	// Interim, when not nil, is called on the way with labels of all tracks as soon as a
	// method that takes its time has some, and again when it has better ones: from 1, 0
	// where nothing is known yet. They are not aligned with the truth.
	Interim func(labels []int)
	// Solve stands in for segment.Run in tests; nil otherwise.
	Solve func(context.Context, segment.Data, segment.Config) (*segment.Result, error)
}

// EstimatedMotions stands for a number of motions that is to be estimated, see
// segment.EstimateMotions.
const EstimatedMotions = -1

// moving tells how far a task has come.
type moving struct {
	task Task
	part float64 // of the work, what the search is
	done float64 // of the work, by the search
}

// moved returns the progress of a task of which the search is a part.
func (t Task) moved(part float64) *moving { return &moving{task: t, part: part} }

// to says that this share of the search is done.
func (m *moving) to(share float64) {
	m.done = m.part * share
	if m.task.Progress != nil {
		m.task.Progress(segment.Iteration{Share: m.done})
	}
}

// then passes on an iteration of what follows the search.
func (m *moving) then(it segment.Iteration) {
	if m.task.Progress != nil {
		it.Share = m.done + (1-m.done)*it.Share
		m.task.Progress(it)
	}
}
