package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"motionseg/hopkins"
	"motionseg/hopkins/match"
	"motionseg/hopkins/project"
	"motionseg/ui/shown"
)

// Keeping is where the work on what is open is kept: the project file, and a
// file for the labels by hand until they are in one.
type Keeping struct {
	*core
	session *Session
	path    string             // of the project; empty for none
	lock    *project.Lock      // of that file; nil where its folder cannot be written
	saved   *project.Labelling // as it is in the project file
	delay   time.Duration      // after a step, until labels by hand are saved by themselves
	waiting bool               // for that
	pending *project.Project   // is taken on when its data are open
	from    string             // path of pending
	expects string             // path of its data
	changed bool               // the data are told to be others than those of pending
	copied  bool               // pending is not what is in its file, which cannot be read
	missing *hopkins.Footage   // pictures of the project that could not be opened
	// writing has for each path what was saved by itself the last time; it is closed once written.
	writing map[string]chan struct{}
}

// Path returns the project file, empty for none.
func (k *Keeping) Path() string { return k.path }

// Unsaved reports whether there are labels by hand that are in no project file.
func (k *Keeping) Unsaved() bool { return k.session.Mine.now != nil && k.session.Mine.now != k.saved }

// close lets go of the project file.
func (k *Keeping) close() {
	k.lock.Release()
	k.lock, k.path, k.saved, k.missing = nil, "", nil, nil
}

// snapshot returns the work on the open sequence; its checksum is still missing.
func (k *Keeping) snapshot() *project.Project {
	s := k.session
	q := s.Doc.sequence
	p := &project.Project{Mine: s.Mine.now, Runs: s.Runs.project()}
	p.Note, p.Done = s.Queue.noted()
	p.Data = project.Data{Path: q.Path, Tracks: q.Points(), Frames: q.Frames()}
	if o, ok := s.settings.Tables[s.Doc.key]; ok {
		p.Data.Options = &o
	}
	p.Data.Pictures = k.missing
	p.Plan = project.Plan{Motions: s.Plan.motions, Frames: s.Plan.frames.String(), Seed: s.Plan.seed,
		Unassigned: !s.Plan.gaps.Assign}
	if s.Plan.outliers != hopkins.OutliersAutomatic {
		p.Plan.Outliers = s.Plan.outliers.String()
	}
	if s.Plan.gaps.Incomplete != hopkins.Automatic {
		p.Plan.Incomplete = s.Plan.gaps.Incomplete.String()
	}
	for _, side := range Both {
		of := saved(s.Plan.setups[side].now)
		p.Plan.Sides[side] = project.Setup{Method: of.Method, Preset: string(of.Preset), Values: of.Values}
		if o := s.Sides.Outcome(side); o != nil {
			p.Results[side] = &project.Result{
				Method: s.Plan.Title(o.Setup.Method), Labels: s.Sides.Labels(side), Run: s.Runs.Shown(side),
				Pinned: s.Sides.Pinned(side) > 0,
			}
		}
	}
	c := s.View.camera
	p.View = project.View{Frame: s.Playback.frame + 1, CentreX: c.X, CentreY: c.Y, Zoom: c.Zoom, Labels: new([2]string),
		Film: s.View.mode == FilmMode, Views: arrangementWords[s.View.display.Views], Look: lookOf(s.View.display),
		Hidden: s.View.keptHidden()}
	for _, side := range Both {
		switch {
		case s.View.ShowsMine(side):
			p.View.Labels[side] = drawsMine
		case s.View.display.Truth[side]:
			p.View.Labels[side] = drawsTruth
		default:
			p.View.Labels[side] = drawsMethod
		}
	}
	return p
}

// ownTracks returns the file beside a project for tracks that come from no file of
// tracks but were followed in a film or matched in photographs, and how it is
// written; empty for others.
func (k *Keeping) ownTracks(path string) (file string, write func(file string) error) {
	q := k.session.Doc.sequence
	doc := k.session.Doc
	if q.Footage == nil || doc.key == doc.exampleKey || q.Path != "" && doc.tracked[q.Path] == 0 {
		return "", nil
	}
	if q.TwoFrame {
		write = func(file string) error {
			return hopkins.WriteFile(file, func(w io.Writer) error { return match.WriteCSV(w, q) })
		}
	} else {
		write = q.WriteTracksFile
	}
	return path + ".csv", write
}

// arrangementWords are the arrangements in project.View.Views.
var arrangementWords = [...]string{BothViews: "both", StackedViews: "stacked", LeftView: "left", RightView: "right",
	WipedViews: "wipe"}

// What a side draws, in project.View.Labels.
const (
	drawsMethod = "method"
	drawsMine   = "mine"
	drawsTruth  = "truth"
)

// Save writes the project file at path in the background, and that is the project
// file from then on. done is told of the error on the owner's goroutine.
func (k *Keeping) Save(path string, done func(error)) {
	if k.session.Doc.sequence == nil {
		done(errors.New("no sequence is open"))
		return
	}
	if !strings.EqualFold(filepath.Ext(path), project.Ending) {
		path += project.Ending
	}
	if whole, err := filepath.Abs(path); err == nil {
		path = whole // as it is opened
	}
	p, key, auto, spare := k.snapshot(), k.session.Doc.key, k.autosavePath(), k.copyPath(path)
	held := path == k.path && k.lock != nil
	own, write := k.ownTracks(path)
	if own != "" {
		p.Data.Path, p.Data.Pictures = own, k.session.Doc.sequence.Footage
	}
	k.workers.Go(func() {
		var lock *project.Lock
		var err error
		if !held {
			if lock, err = project.Acquire(path); errors.Is(err, project.ErrLocked) {
				k.later(func() { done(err) })
				return
			}
		}
		if own != "" {
			err = write(own)
		}
		if err == nil && p.Data.Path != "" {
			p.Data.SHA256, err = project.Checksum(context.Background(), p.Data.Path)
		}
		if err == nil {
			err = p.Save(path)
		}
		if err == nil && spare != "" && os.MkdirAll(filepath.Dir(spare), 0o700) == nil {
			_ = p.Save(spare) // the project is saved without it
		}
		k.later(func() {
			if err != nil || k.session.Doc.key != key {
				lock.Release()
				done(err)
				return
			}
			if !held {
				k.lock.Release()
				k.lock = lock
			}
			k.path, k.saved = path, p.Mine
			if auto != "" && (!k.Unsaved() || auto != k.autosavePath()) {
				k.awaitAutosave(auto)
				_ = os.Remove(auto) // it says nothing more
			}
			k.autosave() // of labels that were given meanwhile
			k.session.Library.remember(path)
			k.announce(ProjectChanged)
			done(nil)
		})
	})
}

// Open opens the data of a project file and takes on what it says. Data that have
// moved are asked for by Config.AskMoved.
func (k *Keeping) Open(path string) {
	k.read(path, func(ctx context.Context) (*project.Project, error) { return load(ctx, path) })
}

// load reads a project file and looks at its data. The project is nil where the
// file itself is at fault.
func load(ctx context.Context, path string) (*project.Project, error) {
	p, err := project.Load(path)
	if err != nil {
		return nil, err
	}
	return p, p.Data.Check(ctx)
}

// read reads the project of a file on the goroutine of a worker, and opens its data.
func (k *Keeping) read(path string, read func(context.Context) (*project.Project, error)) {
	ctx, ended := k.session.begin(filepath.Base(path))
	k.workers.Go(func() {
		p, err := read(ctx)
		k.later(func() {
			if ended() {
				k.checked(path, p, err)
			}
		})
	})
}

// checked opens the data of a project, nil for one that could not be read.
func (k *Keeping) checked(path string, p *project.Project, err error) {
	switch {
	case errors.Is(err, project.ErrMoved) && k.cfg.AskMoved != nil:
		k.cfg.AskMoved(p.Data.Path, func(found string) {
			p.Data.Path = found
			k.read(path, func(ctx context.Context) (*project.Project, error) { return p, p.Data.Check(ctx) })
		})
	case err != nil && !errors.Is(err, project.ErrChanged):
		advice := "Choose another project, or the tracks that it is about."
		if errors.Is(err, project.ErrNewer) {
			advice = "Install the latest version of MotionSeg."
		}
		problem := Problem{Title: "Cannot open " + filepath.Base(path), File: path, Reason: err.Error(), Advice: advice}
		spoilt := p == nil && !errors.Is(err, project.ErrNewer) && !errors.Is(err, fs.ErrNotExist)
		if !spoilt || !k.offerCopy(path, problem) {
			k.cfg.Problem(problem)
		}
	default:
		if err != nil {
			k.cfg.Problem(otherData(path, err, takenNevertheless))
		}
		k.openData(path, p, err != nil)
	}
}

// copyPath is the file for a copy of what was saved to a project file, empty for
// none.
func (k *Keeping) copyPath(path string) string {
	if k.cfg.AutosaveDir == "" {
		return ""
	}
	return filepath.Join(k.cfg.AutosaveDir, "copies", nameOf(path))
}

// offerCopy asks whether to open the copy of what was saved to a project file that
// cannot be read, and reports whether there is one.
func (k *Keeping) offerCopy(path string, problem Problem) bool {
	spare := k.copyPath(path)
	if spare == "" || k.cfg.AskCopy == nil {
		return false
	}
	info, err := os.Stat(spare)
	if err != nil {
		return false
	}
	p, err := project.Load(spare)
	if err != nil {
		return false
	}
	k.cfg.AskCopy(problem, info.ModTime(), func() {
		k.copied = true
		k.openData(path, p, false)
	})
	return true
}

// Reopen opens the project of last time, if that is wanted and there was one.
// otherwise is told, on the owner's goroutine, when nothing is opened; why is a
// sentence, empty where there was nothing to open. A project during whose opening
// the program ended is not opened again by itself.
func (k *Keeping) Reopen(otherwise func(why string)) {
	settings := &k.session.settings
	path := settings.Project
	if path == "" || settings.NoReopen {
		otherwise("")
		return
	}
	name := filepath.Base(path)
	if settings.Opening == path {
		k.givenUp()
		otherwise(name + ", the project of last time, was not opened: the program ended while it was being opened.")
		return
	}
	settings.Opening = path
	k.session.saveSettings()
	ctx, ended := k.session.begin(name)
	k.workers.Go(func() {
		p, err := load(ctx, path)
		if err == nil {
			var lock *project.Lock
			if lock, err = project.Acquire(path); !errors.Is(err, project.ErrLocked) {
				err = nil // where the folder cannot be written there is no lock
			}
			lock.Release()
		}
		k.later(func() {
			if !ended() {
				return
			}
			if err == nil {
				k.openData(path, p, false)
				return
			}
			defer k.reopened()
			switch {
			case errors.Is(err, project.ErrLocked):
				otherwise(name + ", the project of last time, is open in another window.")
			case errors.Is(err, project.ErrMoved):
				otherwise("The data of " + name + ", the project of last time, are gone: " + p.Data.Path)
			case errors.Is(err, fs.ErrNotExist):
				otherwise("The project of last time is gone: " + path)
			default:
				otherwise("The project of last time was not opened: " + err.Error())
			}
		})
	})
}

// reopened notes that what Reopen began has come to an end.
func (k *Keeping) reopened() {
	if k.session.settings.Opening != "" {
		k.session.settings.Opening = ""
		k.session.saveSettings()
	}
}

// givenUp notes that what was being opened, such as the project of last time, is
// to be opened no more.
func (k *Keeping) givenUp() {
	k.pending, k.copied = nil, false
	if k.session.settings.Opening != "" {
		k.session.settings.Project = ""
		k.reopened()
	}
}

// openData opens the data of a project; changed says that the user was told that
// they are others.
func (k *Keeping) openData(path string, p *project.Project, changed bool) {
	data := p.Data.Path
	k.pending, k.from, k.expects, k.changed = p, path, data, changed
	var pictures Attachment
	if p.Data.Pictures != nil {
		pictures = Attachment{Footage: *p.Data.Pictures, Upward: "down"}
	}
	switch {
	case data == "":
		k.session.OpenExample()
	case p.Data.Options != nil:
		k.session.openTable(data, *p.Data.Options, pictures, true)
	case p.Data.Pictures != nil:
		k.session.openPath(data, &pictures)
	default:
		k.session.OpenPath(data)
	}
}

// opened takes on a project whose data have just been opened, or the labels by
// hand that were saved by themselves.
func (k *Keeping) opened() {
	k.close()
	p, from, copied := k.pending, k.from, k.copied
	k.pending, k.copied = nil, false
	q := k.session.Doc.sequence
	if q == nil {
		return
	}
	if p != nil && k.expects != "" && k.expects != q.Path &&
		!strings.HasPrefix(q.Path, k.expects+string(filepath.Separator)) {
		p = nil // its data could not be opened, and these are others
	}
	if p == nil {
		k.recover()
		return
	}
	changed := k.changed
	if err := p.Data.Fit(q.Points(), q.Frames()); err != nil {
		if p.Data.Tracks != q.Points() {
			k.cfg.Problem(otherData(from, err, "Open the tracks that the project is about."))
			k.recover()
			return
		}
		if !changed {
			k.cfg.Problem(otherData(from, err, takenNevertheless))
		}
		changed = true
	}
	if left := k.take(p, changed); left != nil {
		k.cfg.Problem(Problem{Title: "Not all of the project can be taken on", File: from, Reason: strings.Join(left, "\n"),
			Advice: "Everything else was. The file stays as it is until the project is saved."})
	}
	k.path = from
	if q.Footage == nil {
		k.missing = p.Data.Pictures
	}
	if copied {
		k.saved = nil
	}
	lock, err := project.Acquire(from)
	k.lock = lock
	if errors.Is(err, project.ErrLocked) {
		k.path = "" // whoever has it would lose what is saved here
		k.cfg.Problem(Problem{Title: "The project is open in another window", File: from, Reason: err.Error(),
			Advice: "Close it there, or save under another name here."})
	}
	k.recover()
	k.session.Library.remember(from)
	k.announce(ProjectChanged)
}

// takenNevertheless says what becomes of the work on data that have changed.
const takenNevertheless = "The labels by hand are taken on where there are as many tracks; results are out of date."

// otherData says that what is open is not what a project file is about.
func otherData(file string, err error, advice string) Problem {
	return Problem{Title: "Other data than those of the project", File: file, Reason: err.Error(), Advice: advice}
}

// take takes on what a project says, of data that have changed since or not. It
// returns what cannot be taken on.
func (k *Keeping) take(p *project.Project, changed bool) (left []string) {
	s := k.session
	left = k.takePlan(p.Plan)
	if q := s.Doc.sequence; q.Footage != nil {
		s.Queue.note(q.Footage.Path, p.Note, p.Done)
	}
	s.History.reset()
	s.Playback.SetFrame(p.View.Frame - 1)
	s.View.SetCamera(cameraOf(p.View, s.Doc.sequence))
	k.takeResults(p, changed)
	if p.Mine != nil {
		s.Mine.set(p.Mine)
		s.Mine.fromFile = true
		k.saved = p.Mine
	}
	s.View.lend()
	if i := slices.Index(arrangementWords[:], p.View.Views); i >= 0 {
		if p.View.Film {
			s.View.setMode(FilmMode)
		} else {
			s.View.setMode(BenchMode)
		}
		s.View.display.Views = Arrangement(i)
		s.announce(ModeChanged, DisplayChanged)
	}
	d := s.View.display
	switch draws := p.View.Labels; {
	case draws != nil:
		for _, side := range Both {
			d.Mine[side], d.Truth[side] = p.Mine != nil && draws[side] == drawsMine, draws[side] == drawsTruth
		}
	case p.Mine != nil:
		d.Mine[Left] = true
	}
	if p.View.Look != nil {
		left = append(left, takeLook(&d, p.View.Look)...)
	}
	s.View.SetDisplay(d)
	s.View.hide(p.View.Hidden)
	return left
}

// takePlan takes on what the next run is to do and returns what of that cannot be.
func (k *Keeping) takePlan(plan project.Plan) (left []string) {
	s := k.session
	failed := func(what string, err error) {
		if err != nil {
			left = append(left, what+": "+err.Error())
		}
	}
	for _, side := range Both {
		switch of := plan.Sides[side]; {
		case of.Method == "":
		case s.known(of.Method):
			s.Plan.useSetup(side, s.Plan.settled(Setup{Method: of.Method, Preset: Preset(of.Preset), Values: of.Values}))
		default:
			left = append(left, fmt.Sprintf("%v side: the method %q is not one of this program", side, of.Method))
		}
	}
	if most := s.Doc.Points(); plan.Motions < 0 || plan.Motions > most {
		left = append(left, fmt.Sprintf("motions: expected 0 to %d, found %d", most, plan.Motions))
	} else {
		s.Plan.SetMotions(plan.Motions)
	}
	if f, err := hopkins.ParseFrames(plan.Frames); err == nil {
		failed("plan", s.Plan.SetFrames(f)) // of another file it may not fit
	}
	s.Plan.SetSeed(plan.Seed)
	o, err := hopkins.ParseOutliers(cmp.Or(plan.Outliers, hopkins.OutliersAutomatic.String()))
	if failed("plan: outliers", err); err == nil {
		s.Plan.SetOutliers(o)
	}
	i, err := hopkins.ParseIncomplete(plan.Incomplete)
	if failed("plan: incomplete", err); err == nil {
		s.Plan.SetGaps(Gaps{Incomplete: i, Assign: !plan.Unassigned})
	}
	return left
}

// cameraOf returns how a project looks at the pictures of a sequence: at all of
// them where it would show something beside them, or nothing that can be told.
func cameraOf(v project.View, q *hopkins.Sequence) shown.Camera {
	c := shown.Camera{X: v.CentreX, Y: v.CentreY, Zoom: v.Zoom}
	box := shown.Rect{MaxX: float64(q.Width), MaxY: float64(q.Height)}
	for i := range q.Points() {
		for f := range q.Frames() {
			if x, y := q.Pixels.At(2*f, i), q.Pixels.At(2*f+1, i); q.Seen(i, f) {
				box.MinX, box.MinY = min(box.MinX, x), min(box.MinY, y)
				box.MaxX, box.MaxY = max(box.MaxX, x), max(box.MaxY, y)
			}
		}
	}
	if q.TwoFrame { // two pictures, side by side
		box.MaxX += 1.1 * (box.MaxX - box.MinX)
	}
	if c.Zoom < shown.MinZoom || c.Zoom > shown.MaxZoom || c.X < box.MinX || c.X > box.MaxX || c.Y < box.MinY ||
		c.Y > box.MaxY {
		return shown.Camera{}
	}
	return c
}

// takeResults takes on the list of runs and what the sides showed.
func (k *Keeping) takeResults(p *project.Project, changed bool) {
	s := k.session
	runs := slices.Clone(p.Runs)
	if changed {
		// They are those of no settings with these data.
		for i := range runs {
			runs[i].Given = "other data|" + runs[i].Given
		}
	}
	s.Runs.restore(runs)
	for _, side := range Both {
		of := p.Results[side]
		if of == nil {
			continue
		}
		at := slices.IndexFunc(p.Runs, func(run project.Run) bool { return run.Number == of.Run && run.Labels != nil })
		if of.Run == 0 || at < 0 {
			s.Runs.show(side, s.Runs.keep(side, of), of.Pinned)
			continue
		}
		s.Runs.show(side, s.Runs.List()[at].Number, of.Pinned) // which may be another than in the file
	}
}
