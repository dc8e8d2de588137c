package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"motionseg/hopkins"
	"motionseg/hopkins/batch"
	"motionseg/hopkins/files"
	"motionseg/hopkins/project"
	"motionseg/hopkins/track"
	"motionseg/segment"
)

// ClipState is how far a clip of the queue is.
type ClipState int

// The states of a clip.
const (
	ClipWaiting  ClipState = iota // for those before it
	ClipTracking                  // points are followed through it
	ClipRunning                   // its motions are found
	ClipReady                     // to be looked at
	ClipDone                      // ticked
	ClipFailed                    // Clip.Problem says why
)

// String returns the state as the window shows it.
func (s ClipState) String() string {
	return [...]string{"waiting", "tracking", "running", "to look at", "done", "failed"}[s]
}

// Clip is a film of the queue.
type Clip struct {
	Path    string
	Name    string
	State   ClipState
	Note    string // of the user
	Problem string
	Share   float64 // that is done of what is under way, 0…1
	Look    string  // why a result of a batch should be looked at; empty where it is sure

	batch    bool   // it is of a batch, so that it is followed only when it is looked at
	project  string // that the batch wrote; empty for none
	tracks   string // likewise
	labels   string // likewise, of these tracks
	ticked   bool
	sequence *hopkins.Sequence
	outcome  *Outcome // nil before it is segmented
	mine     []int    // its labels by hand when it was left; nil for none
}

// unseen reports whether there is nothing yet to show of a clip.
func (c *Clip) unseen() bool {
	return c.State != ClipFailed && c.State != ClipTracking && c.State != ClipRunning && c.outcome == nil &&
		c.project == ""
}

// Labels returns the tracks of a clip and their labels, those given by hand where
// there are any; nil before it is segmented.
func (c *Clip) Labels() (*hopkins.Sequence, []int) {
	switch {
	case c.mine != nil:
		return c.sequence, c.mine
	case c.outcome != nil:
		return c.sequence, c.outcome.Labels
	}
	return nil, nil
}

// Written returns the tracks and labels that the folder of a batch has of a clip, those by
// hand where they were saved there; nil where it has none. It reads files, and may be
// called from any goroutine.
func (c *Clip) Written(ctx context.Context) (*hopkins.Sequence, []int, error) {
	if c.tracks == "" || c.labels == "" {
		return nil, nil, nil
	}
	sequence, err := hopkins.OpenContext(ctx, c.tracks, hopkins.Options{})
	if err != nil {
		return nil, nil, err
	}
	if c.project != "" {
		p, err := project.Load(c.project)
		if err != nil {
			return nil, nil, err
		}
		if p.Mine != nil && len(p.Mine.Labels) == sequence.Points() {
			return sequence, p.Mine.Labels, nil
		}
	}
	in, err := os.Open(c.labels)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = in.Close() }() // it was only read
	labels, err := hopkins.ReadLabels(in, sequence.Points())
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", c.labels, err)
	}
	return sequence, labels, nil
}

// Queue is films one after another: they are followed and segmented in the
// background by the method of the right side, while the user looks at those that are
// ready.
type Queue struct {
	*core
	session *Session
	paths   []string // that were opened: films, or the folder of a batch
	clips   []*Clip
	at      int   // the clip that is looked at, or waited for; −1 for none
	awaited bool  // it is waited for, and nothing else was opened meanwhile
	taken   *Clip // is being opened
	working *Clip // in the background
	stop    context.CancelFunc
	limit   int // bytes of results that are kept whole
}

// Clips returns the clips. They must not be changed.
func (q *Queue) Clips() []*Clip { return q.clips }

// At returns the number of the clip that is looked at, or waited for; −1 for none.
func (q *Queue) At() int { return q.at }

// Awaited returns the clip that is shown once it is ready, nil where none is waited for.
func (q *Queue) Awaited() *Clip {
	if q.at < 0 || !q.awaited || q.isOpen(q.clips[q.at]) {
		return nil
	}
	return q.clips[q.at]
}

// Open makes a queue of films in place of the one before, and begins with the first.
func (q *Queue) Open(paths []string) {
	var clips []*Clip
	for _, path := range paths {
		clips = append(clips, &Clip{Path: path, Name: track.NameOf(path)})
	}
	q.begin(paths, clips)
}

// openBatch makes a queue of the films of a batch: what is done is shown as it is there,
// and looked at where the batch was not sure; the rest is left to the batch until it is
// looked at.
func (q *Queue) openBatch(b *batch.Opened) {
	var clips []*Clip
	for _, f := range b.Films {
		c := &Clip{Path: f.Input, Name: f.Name, Look: f.Look, batch: true, project: f.Project, tracks: f.Tracks,
			labels: f.Labels}
		switch {
		case f.State == batch.Failed:
			c.State, c.Problem = ClipFailed, f.Reason
		case f.State == batch.Done && f.Look != "":
			c.State = ClipReady
		case f.State == batch.Done:
			c.State, c.ticked = ClipDone, true
		}
		clips = append(clips, c)
	}
	q.begin([]string{b.Folder}, clips)
}

// begin makes a queue of clips, with what is kept of them, and looks at the first that
// is not done.
func (q *Queue) begin(paths []string, clips []*Clip) {
	q.Close()
	q.paths, q.clips = paths, clips
	for i, c := range clips {
		q.recall(c)
		if q.at < 0 && !c.ticked && c.State != ClipFailed {
			q.at = i
		}
	}
	if q.at < 0 && len(clips) > 0 {
		q.at = 0
	}
	q.session.settings.Queue = paths
	q.awaited = true
	q.announce(QueueChanged)
	// Each in a turn of its own: together they would keep the window waiting.
	q.later(q.show)
	q.later(q.work)
}

// Reopen makes the queue of last time again, if that is wanted and there was one, and
// reports whether it does.
func (q *Queue) Reopen() bool {
	paths := q.session.settings.Queue
	if len(paths) == 0 || q.session.settings.NoReopen {
		return false
	}
	if len(paths) == 1 {
		if _, err := os.Stat(paths[0]); err != nil {
			return false
		}
		q.session.OpenPath(paths[0])
		return true
	}
	paths = slices.DeleteFunc(slices.Clone(paths), func(path string) bool { _, err := os.Stat(path); return err != nil })
	if len(paths) > 0 {
		q.Open(paths)
	}
	return len(paths) > 0
}

// mostKept is how many clips the settings keep what was noted of.
const mostKept = 500

// recall gives a clip its tick and note of last time.
func (q *Queue) recall(c *Clip) {
	for _, kept := range q.session.settings.Clips {
		if kept.Path != c.Path {
			continue
		}
		c.Note = kept.Note
		if kept.Done && c.State != ClipFailed {
			c.ticked = true
		}
		if c.ticked && c.State == ClipReady {
			c.State = ClipDone
		}
	}
}

// remember keeps tick and note of a clip in the settings.
func (q *Queue) remember(c *Clip) {
	settings := &q.session.settings
	settings.Clips = slices.DeleteFunc(settings.Clips, func(k KeptClip) bool { return k.Path == c.Path })
	if c.ticked || c.Note != "" {
		settings.Clips = append(settings.Clips, KeptClip{c.Path, c.ticked, c.Note})
	}
	settings.Clips = settings.Clips[max(0, len(settings.Clips)-mostKept):]
}

// noted returns tick and note of the clip that is open; both are empty where no clip is.
func (q *Queue) noted() (note string, done bool) {
	for _, c := range q.clips {
		if q.isOpen(c) {
			return c.Note, c.ticked
		}
	}
	return "", false
}

// isOpen reports whether a clip is what is open.
func (q *Queue) isOpen(c *Clip) bool {
	doc := q.session.Doc
	if doc.sequence == nil {
		return false
	}
	return doc.sequence == c.sequence || c.project != "" && q.session.Keeping.path == c.project
}

// note takes tick and note that a project has of the film at a path.
func (q *Queue) note(path, note string, done bool) {
	if path == "" || note == "" && !done {
		return
	}
	clip := &Clip{Path: path, Note: note, ticked: done}
	for _, c := range q.clips {
		if c.Path == path {
			c.Note, c.ticked = note, done
			clip = c
		}
	}
	q.remember(clip)
	q.announce(QueueChanged)
}

// Close drops the queue. What is open stays.
func (q *Queue) Close() {
	if q.stop != nil {
		q.stop()
	}
	q.paths, q.clips, q.at, q.working, q.stop = nil, nil, -1, nil, nil
	if !q.closed {
		q.session.settings.Queue = nil
		q.announce(QueueChanged)
	}
}

// Go looks at a clip, once it is ready.
func (q *Queue) Go(i int) {
	if i < 0 || i >= len(q.clips) {
		return
	}
	q.leave()
	q.at, q.awaited = i, true
	q.announce(QueueChanged)
	q.show()
	q.work()
}

// Step looks at the next clip, or one before.
func (q *Queue) Step(by int) { q.Go(q.at + by) }

// TickAndNext marks the clip that is looked at as done and goes to the next one.
func (q *Queue) TickAndNext() {
	if q.at < 0 || q.clips[q.at].State != ClipReady && q.clips[q.at].State != ClipDone {
		return
	}
	q.clips[q.at].State, q.clips[q.at].ticked = ClipDone, true
	q.remember(q.clips[q.at])
	if q.at+1 < len(q.clips) {
		q.Step(1) // which announces both
		return
	}
	q.announce(QueueChanged)
}

// SetNote keeps what the user writes about the clip that is looked at.
func (q *Queue) SetNote(text string) {
	if q.at >= 0 {
		q.clips[q.at].Note = text
		q.remember(q.clips[q.at])
	}
}

// Keep takes the labels of the clip that is open over, as for an export of all.
func (q *Queue) Keep() { q.leave() }

// leave keeps the labels by hand of the clip that is open.
func (q *Queue) leave() {
	doc := q.session.Doc
	for _, c := range q.clips {
		if q.isOpen(c) {
			c.sequence, c.mine = doc.sequence, slices.Clone(q.session.Mine.Labels())
		}
	}
}

// show opens the clip that is to be looked at, if it is ready and not open yet.
func (q *Queue) show() {
	if q.at < 0 {
		return
	}
	c, s := q.clips[q.at], q.session
	if c.project != "" && c.State != ClipFailed {
		if s.Keeping.path != c.project {
			s.OpenPath(c.project)
		}
		return
	}
	if c.outcome == nil || s.Doc.sequence == c.sequence {
		return
	}
	s.Doc.tracked[c.Path] = max(s.Doc.tracked[c.Path], 1)
	q.taken = c
	s.setSequence(c.sequence, c.Path)
	q.taken = nil
	if s.Mine.AskingOn() && c.State == ClipReady {
		s.Mine.Ask()
	}
}

// adopt gives a side the result that the clip being opened has, and reports whether
// there is one.
func (q *Queue) adopt(side Side) bool {
	if q.taken == nil || q.taken.outcome == nil {
		return false
	}
	s, o := q.session, q.taken.outcome
	o.key = s.Plan.docKey() + "of the queue" // of other settings than the present ones
	if now := s.Plan.task(s.Plan.Setup(side)); o.Setup.equal(s.Plan.Setup(side)) &&
		now.Incomplete == o.Task.Incomplete && now.Outliers == o.Task.Outliers && now.Seed == o.Task.Seed {
		o.key = s.Plan.resultKey(side)
		if whole := s.Sides.cache.get(o.key); whole != nil && o.Result.W == nil {
			o = whole
		}
		s.Sides.cache.put(o)
	}
	s.Sides.sides[side].outcome = o
	s.Sides.align()
	s.Sides.announceSide(ResultChanged, side)
	s.Sides.finished(side, o)
	s.Plan.estimated(o)
	return true
}

// work begins with the next clip in the background: that which is waited for, or the
// first that is waiting.
func (q *Queue) work() {
	if q.working != nil {
		return
	}
	next := slices.IndexFunc(q.clips, func(c *Clip) bool { return c.State == ClipWaiting && !c.batch && !c.ticked })
	if next < 0 { // those that were ticked last time can wait
		next = slices.IndexFunc(q.clips, func(c *Clip) bool { return c.State == ClipWaiting && !c.batch })
	}
	if q.at >= 0 && q.clips[q.at].unseen() {
		next = q.at
	}
	if next < 0 {
		return
	}
	c, s := q.clips[next], q.session
	ctx, stop := context.WithCancel(q.living)
	q.working, q.stop = c, stop
	options, setup := s.Tracking.options(), s.Plan.Setup(Right)
	task := s.Plan.task(setup)
	task.Motions, task.Frames, task.Constraints = 0, hopkins.FrameSelection{}, hopkins.Constraints{}
	task.Workers = max(1, runtime.GOMAXPROCS(0)/2)
	tracked, found := q.progress(c, ClipTracking), q.progress(c, ClipRunning)
	task.Progress = func(it segment.Iteration) { found(it.Share) }
	c.State, c.Share = ClipTracking, 0
	q.announce(QueueChanged)
	q.workers.Go(func() {
		defer stop()
		start := time.Now()
		sequence, err := track.Open(ctx, c.Path, lookAt(ctx, c.Path).Proposal(), options, func(p track.Progress) {
			if p.Frames > 0 {
				tracked(float64(p.Done) / float64(p.Frames))
			}
		})
		if err != nil {
			q.later(func() { q.finish(c, nil, err) })
			return
		}
		q.later(func() {
			if q.working == c {
				c.State, c.Share, c.sequence = ClipRunning, 0, sequence
				q.announce(QueueChanged)
			}
		})
		g, err := hopkins.Segment(ctx, hopkins.SourceOf(sequence), task)
		var o *Outcome
		if err == nil {
			o = &Outcome{Segmentation: g, Setup: setup, Took: time.Since(start)}
		}
		q.later(func() { q.finish(c, o, err) })
	})
}

// progress returns what takes the share that is done of a clip's work in a state, on any
// goroutine.
func (q *Queue) progress(c *Clip, state ClipState) func(share float64) {
	var mu sync.Mutex
	var posted bool
	var latest float64
	var told time.Time
	return func(share float64) {
		mu.Lock()
		defer mu.Unlock()
		latest = share
		if posted || time.Since(told) < progressInterval {
			return
		}
		posted, told = true, time.Now()
		q.later(func() {
			mu.Lock()
			posted = false
			now := latest
			mu.Unlock()
			if q.working == c && c.State == state {
				c.Share = now
				q.announce(ClipProgressed)
			}
		})
	}
}

// finish takes what came of a clip, and goes on with the next one.
func (q *Queue) finish(c *Clip, o *Outcome, err error) {
	if q.working != c {
		return // the queue was closed
	}
	q.working, q.stop = nil, nil
	c.State, c.outcome = ClipReady, o
	if c.ticked {
		c.State = ClipDone
	}
	if err != nil {
		c.State, c.Problem = ClipFailed, err.Error()
		if errors.Is(err, context.Canceled) {
			c.Problem = "cancelled"
		}
	}
	q.lighten()
	q.announce(QueueChanged)
	q.show()
	q.work()
}

// lighten leaves clips their labels alone, those first that are furthest from the one that is looked at, which stays as
// it is, until their results take no more memory than the limit.
func (q *Queue) lighten() {
	total := 0
	var clips []int // with more than labels
	for i, c := range q.clips {
		if c.outcome != nil && c.outcome.Result.W != nil {
			total += c.outcome.bytes()
			clips = append(clips, i)
		}
	}
	slices.SortStableFunc(clips, func(i, j int) int { return max(j-q.at, q.at-j) - max(i-q.at, q.at-i) })
	for _, i := range clips {
		if total <= q.limit || i == q.at {
			return
		}
		c := q.clips[i]
		total -= c.outcome.bytes()
		c.outcome = c.outcome.labelsOnly()
	}
}

// filmsIn returns the films in a folder: those that are files, folders of pictures called
// "frames", as the folder itself or those in it have one, and folders in it of pictures as large
// as those of films.
func filmsIn(ctx context.Context, folder string) []string {
	if frames := filepath.Join(folder, framesFolder); isFolder(frames) && track.Recognise(frames) {
		return []string{frames}
	}
	items, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var films []string
	for _, item := range items {
		path := filepath.Join(folder, item.Name())
		switch {
		case strings.HasPrefix(item.Name(), "."):
		case isFolder(path): // or a link to one
			frames := filepath.Join(path, framesFolder)
			switch {
			case isFolder(frames) && track.Recognise(frames):
				films = append(films, frames)
			case track.Recognise(path) && lookAt(ctx, path).longer() >= leastFilm:
				films = append(films, path)
			}
		case hopkins.IsVideo(item.Name()):
			films = append(films, path)
		}
	}
	slices.SortFunc(films, files.CompareNames)
	return films
}

// leastFilm is the longer side from which folders of pictures in a folder are films: smaller
// pictures are mostly those of subjects, such as faces.
const leastFilm = 320

// framesFolder is what the folder of the pictures of a film is called, beside that of
// its truth.
const framesFolder = "frames"
