package session

import (
	"math"
	"slices"
	"time"

	"motionseg/hopkins"
	"motionseg/hopkins/project"
	"motionseg/segment"
)

// Runs is the list of what has been computed for every sequence, each with its
// settings and labels. Any of them can be shown again on a side.
type Runs struct {
	*core
	doc   *Document
	plan  *Plan
	sides *Sides

	lists map[string][]Run // by Document.Key, the latest last
}

// Run is a line of the list. Its labels must not be changed.
type Run struct {
	project.Run
	// Now is the error in %, by the truth that results are compared with now; NaN
	// where it is unknown.
	Now float64
	how []hopkins.How
}

// keptRuns is how many runs of a sequence the list keeps.
const keptRuns = 100

// largestRun bounds the numbers that runs keep when they are restored, far below
// that which a project may have: runs to come have larger ones.
const largestRun = 1_000_000

// List returns the runs of the open sequence, the latest last. It must not be
// changed.
func (r *Runs) List() []Run { return r.lists[r.doc.key] }

// Shown returns the number of the run that a side shows, 0 for none.
func (r *Runs) Shown(side Side) int {
	o := r.sides.sides[side].outcome
	if o == nil {
		return 0
	}
	for _, run := range r.List() {
		if o.key == r.plan.docKey()+run.Given {
			return run.Number
		}
	}
	return 0
}

// add puts a result at the end of the list, in place of an earlier one of the
// same settings.
func (r *Runs) add(o *Outcome) {
	if r.doc.sequence == nil {
		return
	}
	list := slices.Clone(r.List())
	run := Run{Now: o.Score.Error, how: o.How, Run: project.Run{
		Number: 1, Method: r.plan.Title(o.Setup.Method), Motions: o.Result.Motions, Frames: o.Task.Frames.String(),
		Seed:    o.Task.Seed,
		Seconds: o.Result.Elapsed().Seconds(), Labels: o.Labels, Given: o.key[len(r.plan.docKey()):],
	}}
	of := saved(o.Setup)
	run.Setup = project.Setup{Method: of.Method, Preset: string(of.Preset), Values: of.Values}
	if e := o.Score.Error; !math.IsNaN(e) {
		run.Error = &e
	}
	if slices.ContainsFunc(o.How, func(h hopkins.How) bool { return h != hopkins.Segmented }) {
		for _, h := range o.How {
			run.How = append(run.How, h.String())
		}
	}
	if n := len(list); n > 0 {
		run.Number = list[n-1].Number + 1
	}
	list = slices.DeleteFunc(list, func(old Run) bool { return old.Given == run.Given })
	if list = append(list, run); len(list) > keptRuns {
		list = list[1:]
	}
	r.lists[r.doc.key] = list
	r.judge()
}

// restore takes the runs of a project.
func (r *Runs) restore(runs []project.Run) {
	var list []Run
	last := 0
	for _, of := range runs {
		run := Run{Run: of}
		run.Number = last + 1 // projects of old have none
		if of.Number > last && of.Number <= largestRun {
			run.Number = of.Number
		}
		last = run.Number
		for _, word := range of.How {
			h, _ := hopkins.ParseHow(word) // checked when it was read
			run.how = append(run.how, h)
		}
		list = append(list, run)
	}
	r.lists[r.doc.key] = list
	r.judge()
}

// keep puts labels that belong to no run at the end of the list, as those of a
// side, and returns the number of the line.
func (r *Runs) keep(side Side, of *project.Result) int {
	run := Run{Now: math.NaN(),
		Run: project.Run{Number: 1, Method: of.Method, Labels: of.Labels, Given: "saved|" + side.String()}}
	run.Setup.Method = of.Method
	for _, m := range r.cfg.Methods {
		if d := m.Describe(); d.Title == of.Method {
			run.Setup.Method = d.Name
		}
	}
	for _, l := range of.Labels {
		run.Motions = max(run.Motions, l)
	}
	list := slices.Clone(r.List())
	if n := len(list); n > 0 {
		run.Number = list[n-1].Number + 1
	}
	r.lists[r.doc.key] = append(list, run)
	r.judge()
	return run.Number
}

// project returns the runs as a project has them.
func (r *Runs) project() []project.Run {
	var runs []project.Run
	for _, run := range r.List() {
		runs = append(runs, run.Run)
	}
	return runs
}

// judge compares every run with the truth of now; with labels by hand a moment
// later.
func (r *Runs) judge() {
	key, by := r.doc.key, r.doc.byHand
	list := slices.Clone(r.List())
	if by == nil {
		for i, run := range list {
			list[i].Now = math.NaN()
			if run.Error != nil {
				list[i].Now = *run.Error
			}
		}
		r.set(key, list)
		return
	}
	points, tasks := r.doc.points, make([]hopkins.Task, len(list))
	for i, run := range list {
		tasks[i] = r.task(run)
		list[i].Now = math.NaN()
	}
	r.set(key, list)
	r.workers.Go(func() {
		judged := slices.Clone(list)
		for i, run := range list {
			if run.Labels != nil {
				judged[i].Now = hopkins.Restored(points, tasks[i], run.Labels, run.how).JudgedBy(by.labels, by.excluded).Score.Error
			}
		}
		r.later(func() {
			// Meanwhile the truth or the list may be another.
			if r.doc.byHand == by && len(r.lists[key]) == len(list) && len(list) > 0 && &r.lists[key][0] == &list[0] {
				r.set(key, judged)
			}
		})
	})
}

func (r *Runs) set(key string, list []Run) {
	r.lists[key] = list
	r.announce(RunsChanged)
}

// task returns what a run was.
func (r *Runs) task(run Run) hopkins.Task {
	task := r.plan.task(r.setup(run))
	task.Motions, task.Seed, task.Constraints = run.Motions, run.Seed, hopkins.Constraints{}
	if f, err := hopkins.ParseFrames(run.Frames); err == nil {
		task.Frames = f
	}
	return task
}

// setup returns the settings of a run: as they are where its method is not known,
// as in a project of another version of the program.
func (r *Runs) setup(run Run) Setup {
	setup := Setup{Method: run.Setup.Method, Preset: Preset(run.Setup.Preset), Values: run.Setup.Values}
	if !r.known(setup.Method) {
		return setup
	}
	return r.plan.settled(setup)
}

// outcome returns a run as a side shows it: as it was computed where that is
// still there, otherwise its labels, without an affinity. It is nil for a run of
// which there are no labels.
func (r *Runs) outcome(run Run) *Outcome {
	key := r.plan.docKey() + run.Given
	if o := r.sides.cache.get(key); o != nil && run.Given != "" {
		return o
	}
	if run.Labels == nil {
		return nil
	}
	g := hopkins.Restored(r.doc.points, r.task(run), run.Labels, run.how)
	g.Result.Stages = []segment.Stage{{Name: "saved", Time: time.Duration(run.Seconds * float64(time.Second))}}
	return &Outcome{Segmentation: g, Setup: r.setup(run), key: key}
}

// find returns the run of a number.
func (r *Runs) find(number int) (run Run, ok bool) {
	i := slices.IndexFunc(r.List(), func(run Run) bool { return run.Number == number })
	if i < 0 {
		return run, false
	}
	return r.List()[i], true
}

// Pin shows a run on a side, whatever the settings of that are, until they change
// or the side is run.
func (r *Runs) Pin(side Side, number int) { r.show(side, number, true) }

func (r *Runs) show(side Side, number int, pinned bool) {
	run, ok := r.find(number)
	if !ok {
		return
	}
	o := r.outcome(run)
	if o == nil {
		return
	}
	r.sides.CancelSide(side)
	p := &r.sides.sides[side]
	p.outcome, p.failure, p.cancelled = o, nil, false
	p.pinned = 0
	if pinned {
		p.pinned = number
	}
	r.sides.judge()
	r.announce(RunsChanged)
}
