package batch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"motionseg/hopkins/files"
	"motionseg/hopkins/internal/pool"
	"motionseg/segment"
)

// Item is one piece of work, with a result in a folder of its own.
type Item struct {
	// Name is that of its folder, unlike all others however it is written.
	Name string
	// Inputs are the files and folders that are read.
	Inputs []string
	// Settings are all that decides the result beside the inputs and the version of
	// the program, in words that are the same for the same.
	Settings string
	// Memory is about how many bytes the work takes.
	Memory int64
	// Reckon, when not nil, looks at the inputs to say that better, and what it is that
	// takes them, before the work is begun. An item for more than Batch.Memory fails with
	// a TooLargeError; one that can't be looked at is begun, which says why.
	Reckon func(ctx context.Context) (need int64, work string, err error)
	// Do writes the result into a new folder; place is where that will be. The error
	// says why there is none, without making the others fail.
	Do func(ctx context.Context, folder, place string) (Facts, error)
	// Extends, when not nil, reports whether a result with these settings, of the same
	// inputs and version, has the most of this one. Extend then does as Do, with the help
	// of the result at place; errNotKept leaves it to Do.
	Extends func(settings string) bool
	Extend  func(ctx context.Context, before *Record, folder, place string) (Facts, error)
}

// Batch is items and how they are worked on.
type Batch struct {
	// Folder is where results are kept; where it is "", nothing is, so that Item.Do gets
	// no folder either and Inputs and Settings decide nothing.
	Folder string
	Items  []Item // in the stated order, see Sort
	// Kind and Header say what the items are, for those who merge.
	Kind   string
	Header any
	// Version is that of the program: what another one has made is done again.
	Version string
	Shard   Shard
	// Workers is how many items are worked on side by side, 0 for one on every
	// processor, and Memory how many bytes they may take together, by their own
	// estimates, 0 for any number. One is always worked on, unless Item.Reckon says that
	// it takes more.
	Workers int
	Memory  int64
	// RetryFailed does items again that have failed, Force those that are done too,
	// but for those that somebody has changed by hand.
	RetryFailed, Force bool
	// Happened, when not nil, is told of every event, one at a time.
	Happened func(Event)
}

// State says how far an item is.
type State string

// The states of items.
const (
	Done   State = "done"
	Failed State = "failed"
	Left   State = "left"
)

// Counts says how far a batch is: Done + Failed + Left is what was found.
type Counts struct {
	Done   int `json:"done"`
	Failed int `json:"failed"`
	Left   int `json:"left"`
}

// Total returns the number of items.
func (c Counts) Total() int { return c.Done + c.Failed + c.Left }

func (c *Counts) add(s State, n int) {
	switch s {
	case Done:
		c.Done += n
	case Failed:
		c.Failed += n
	case Left:
		c.Left += n
	}
}

// Result is what became of an item.
type Result struct {
	Name   string
	State  State
	Reason string // why it failed or is left
	// Mended says that somebody has changed the result by hand; it stays as it is.
	Mended bool
	Record *Record // nil for one that is left
}

// Names of folders in that of a batch.
const (
	stateFolder  = ".batch"
	workFolder   = "work"
	claimsFolder = "claims"
	failedFolder = "failed"
)

func (b *Batch) state(parts ...string) string {
	return filepath.Join(append([]string{b.Folder, stateFolder}, parts...)...)
}

// run is a batch under way.
type run struct {
	*Batch
	started time.Time
	log     *os.File
	budget  *budget

	mu      sync.Mutex
	results []Result // of the items of the shard
	counts  Counts
	stop    context.CancelCauseFunc
}

// Run does what is left of the batch, and returns what became of the items of the
// shard in their order. The error is ctx.Err() when ctx ends first, or says why
// nothing more can be written to the folder, or that another batch with other settings
// was begun there; items that fail are no error.
func (b *Batch) Run(ctx context.Context) ([]Result, Counts, error) {
	var l *os.File
	if b.Folder != "" {
		var err error
		if l, err = b.begin(); err != nil {
			return nil, Counts{}, err
		}
		defer l.Close()
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &run{Batch: b, started: time.Now(), log: l, budget: newBudget(b.Memory), stop: stop}
	defer context.AfterFunc(ctx, r.budget.wake)()
	items := r.look(ctx)
	if ctx.Err() == nil {
		r.tell(Event{Event: Started, Total: len(items), Counts: r.counts})
		r.work(ctx, items)
	}
	end := Event{Event: Ended, Total: len(items), Counts: r.counts}
	err := context.Cause(ctx)
	if err == nil && b.Folder != "" {
		err = b.undisturbed()
	}
	if err != nil {
		end.Reason = err.Error()
	}
	r.tell(end)
	return r.results, r.counts, err
}

// begin makes the folders of the batch, writes the plan and opens the log.
func (b *Batch) begin() (*os.File, error) {
	for _, folder := range []string{workFolder, claimsFolder, failedFolder} {
		if err := os.MkdirAll(b.state(folder), 0o777); err != nil {
			return nil, err
		}
	}
	if err := b.writePlan(); err != nil {
		return nil, err
	}
	return openLog(b.Folder, b.Shard)
}

// look returns the items of the shard, and notes how far each is.
func (r *run) look(ctx context.Context) []Item {
	var items []Item
	for i, item := range r.Items {
		if r.Shard.has(i) {
			items = append(items, item)
		}
	}
	r.results = make([]Result, len(items))
	for i, item := range items {
		r.results[i] = Result{Name: item.Name, State: Left}
		if ctx.Err() == nil && r.Folder != "" {
			r.results[i] = r.status(ctx, item)
		}
		r.counts.add(r.results[i].State, 1)
	}
	return items
}

// work does the items that are left, waits for those that other processes work
// on, and does what these leave.
func (r *run) work(ctx context.Context, items []Item) {
	const wait = 2 * time.Second
	for {
		var left []int
		for i := range items {
			if r.results[i].State == Left {
				left = append(left, i)
			}
		}
		if len(left) == 0 || ctx.Err() != nil {
			return
		}
		before := r.counts.Left
		pool.Run(ctx, len(left), r.Workers, func(k int) { r.one(ctx, items[left[k]], left[k]) })
		if r.counts.Left == before {
			select {
			case <-ctx.Done():
			case <-time.After(wait):
			}
		}
	}
}

// one claims an item, does it and gives it back.
func (r *run) one(ctx context.Context, item Item, i int) {
	var large error
	if item.Memory, large = r.reckon(ctx, item); !r.budget.take(ctx, item.Memory) {
		return
	}
	defer r.budget.give(item.Memory)
	if r.Folder == "" {
		if result := r.pass(ctx, item); ctx.Err() == nil {
			r.set(i, result, true)
		}
		return
	}
	c, err := take(r.state(claimsFolder), item.Name)
	if err != nil {
		if !errors.Is(err, errClaimed) {
			r.stop(err)
		}
		r.set(i, Result{Name: item.Name, State: Left, Reason: err.Error()}, false)
		return
	}
	defer c.drop()
	err = r.clear(item.Name)
	if err == nil {
		// Another process may have done it since.
		if now := r.status(ctx, item); now.State != Left || ctx.Err() != nil {
			r.set(i, now, false)
			return
		}
		var result Result
		if large != nil {
			item.Do = func(context.Context, string, string) (Facts, error) { return Facts{}, large }
		}
		if result, err = r.do(ctx, item, c); err == nil {
			r.set(i, result, true)
			return
		}
	}
	if ctx.Err() == nil {
		r.stop(err)
	}
}

// reckon returns how much memory an item takes, and an error where that is more than
// there is: nothing of it would be left by trying.
func (r *run) reckon(ctx context.Context, item Item) (need int64, large error) {
	if item.Reckon == nil {
		return item.Memory, nil
	}
	need, work, err := item.Reckon(ctx)
	if err != nil {
		return item.Memory, nil
	}
	if r.Memory > 0 && need > r.Memory {
		return 0, &TooLargeError{Work: work, Need: need, Limit: r.Memory, Instead: takesLess}
	}
	return need, nil
}

// set notes what became of an item, and tells it where it was worked on.
func (r *run) set(i int, result Result, now bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counts.add(r.results[i].State, -1)
	r.results[i] = result
	r.counts.add(result.State, 1)
	if result.State != Left {
		e := Event{Event: string(result.State), Name: result.Name, Reason: result.Reason, Counts: r.counts,
			Total: r.counts.Total()}
		if result.Record != nil && now {
			e.Seconds = result.Record.Seconds
		}
		r.tellLocked(e)
	}
}

// status finds out how far an item is.
func (r *run) status(ctx context.Context, item Item) Result {
	result := Result{Name: item.Name, State: Left}
	place := filepath.Join(r.Folder, item.Name)
	if rec := readRecord(place); rec != nil {
		whole, mended := rec.whole(place)
		again := r.Force && rec.Finished.Before(r.started)
		if mended || whole && !again && rec.matches(item, r.Version) && r.inputsAre(ctx, item, rec) {
			return Result{Name: item.Name, State: Done, Mended: mended, Record: rec}
		}
	}
	rec := readRecord(r.state(failedFolder, item.Name))
	again := (r.Force || r.RetryFailed || rec.fits(r.Memory)) && rec != nil && rec.Finished.Before(r.started)
	if !again && rec.matches(item, r.Version) && r.inputsAre(ctx, item, rec) {
		return Result{Name: item.Name, State: Failed, Reason: rec.Failure, Record: rec}
	}
	return result
}

// inputsAre reports whether the inputs of an item are those of a record. Where
// they cannot be read they are not: doing the item will say why.
func (r *run) inputsAre(ctx context.Context, item Item, rec *Record) bool {
	now, err := fingerprint(ctx, item.Inputs, rec.Inputs)
	if err != nil {
		now = nil
	}
	return rec.unchanged(now)
}

// clear removes what a process that was ended has left of an item, which is
// claimed now. A result that was taken aside for a new one that never came is put
// back.
func (r *run) clear(name string) error {
	items, err := os.ReadDir(r.state(workFolder))
	if err != nil {
		return err
	}
	for _, item := range items {
		rest, ok := strings.CutPrefix(item.Name(), name+".")
		word, old := strings.CutSuffix(rest, ".old")
		if !ok || len(word) != len(nonce()) {
			continue
		}
		path := r.state(workFolder, item.Name())
		if old {
			if _, err := os.Lstat(filepath.Join(r.Folder, name)); errors.Is(err, fs.ErrNotExist) {
				if err := os.Rename(path, filepath.Join(r.Folder, name)); err != nil {
					return err
				}
				continue
			}
		}
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	return nil
}

// do works on an item that is claimed. The error says that the batch can't go on;
// that of the item is in the result.
func (r *run) do(ctx context.Context, item Item, c *claim) (Result, error) {
	r.tell(Event{Event: Begun, Name: item.Name})
	start := time.Now()
	folder := r.state(workFolder, item.Name+"."+nonce())
	defer os.RemoveAll(folder)
	if err := os.Mkdir(folder, 0o777); err != nil {
		return Result{}, err
	}
	place := filepath.Join(r.Folder, item.Name)
	rec := &Record{Format: recordFormat, Name: item.Name, Version: r.Version, Settings: item.Settings}
	rec.Host, _ = os.Hostname()
	err := foreign(place)
	if err == nil {
		err = r.fill(ctx, item, rec, folder, place)
	}
	if ctx.Err() != nil {
		return Result{}, ctx.Err()
	}
	if ofPlace(err) {
		return Result{}, err
	}
	if err != nil {
		rec.Failure = files.Message(err).Error()
		var large *TooLargeError
		if errors.As(err, &large) {
			rec.Need = large.Need
		}
	}
	if rec.Outputs, err = outputsIn(folder, changedByHand); err != nil {
		return Result{}, err
	}
	rec.Finished, rec.Seconds = time.Now(), time.Since(start).Seconds()
	if err := rec.write(folder); err != nil {
		return Result{}, err
	}
	if !c.held() {
		// It was taken for dead, and another works on it.
		return Result{Name: item.Name, State: Left, Reason: errClaimed.Error()}, nil
	}
	if rec.Failure != "" {
		failed := r.state(failedFolder, item.Name)
		return Result{Name: item.Name, State: Failed, Reason: rec.Failure, Record: rec}, r.replace(failed, folder)
	}
	if err := r.replace(place, folder); err != nil {
		return Result{}, err
	}
	return Result{Name: item.Name, State: Done, Record: rec}, os.RemoveAll(r.state(failedFolder, item.Name))
}

// pass does an item of which nothing is kept.
func (r *run) pass(ctx context.Context, item Item) Result {
	r.tell(Event{Event: Begun, Name: item.Name})
	rec, start := &Record{Name: item.Name}, time.Now()
	err := func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = segment.Recovered(item.Name, p)
			}
		}()
		rec.Facts, err = item.Do(ctx, "", "")
		return err
	}()
	rec.Seconds = time.Since(start).Seconds()
	if err != nil {
		rec.Failure = files.Message(err).Error()
		return Result{Name: item.Name, State: Failed, Reason: rec.Failure, Record: rec}
	}
	return Result{Name: item.Name, State: Done, Record: rec}
}

// fill does an item, and makes sure that its inputs are the same at the end.
func (r *run) fill(ctx context.Context, item Item, rec *Record, folder, place string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = segment.Recovered(item.Name, p)
		}
	}()
	if rec.Inputs, err = fingerprint(ctx, item.Inputs, nil); err != nil {
		return err
	}
	if rec.Facts, err = r.make(ctx, item, rec, folder, place); err != nil {
		return err
	}
	after, err := fingerprint(ctx, item.Inputs, rec.Inputs)
	if err != nil {
		return err
	}
	if !rec.unchanged(after) {
		return errors.New("expected inputs that stay as they are, found one that has changed while it was read")
	}
	return nil
}

// make does an item, from the result that is there as far as that has what is wanted.
func (r *run) make(ctx context.Context, item Item, rec *Record, folder, place string) (Facts, error) {
	before := readRecord(place)
	if before == nil || item.Extend == nil || r.Force || before.Version != r.Version ||
		!item.Extends(before.Settings) || !before.unchanged(rec.Inputs) {
		return item.Do(ctx, folder, place)
	}
	if whole, mended := before.whole(place); !whole || mended {
		return item.Do(ctx, folder, place)
	}
	facts, err := item.Extend(ctx, before, folder, place)
	if !errors.Is(err, errNotKept) {
		return facts, err
	}
	return item.Do(ctx, folder, place)
}

// replace gives a folder that is whole its place, in which an older one may be.
func (r *run) replace(place, folder string) error {
	old := folder + ".old"
	err := os.Rename(place, old)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(folder, place); err != nil {
		return errors.Join(err, os.Rename(old, place))
	}
	return os.RemoveAll(old)
}

// foreign returns an error where the place of a result holds something else.
func foreign(place string) error {
	if _, err := os.Lstat(place); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if readRecord(place) == nil {
		return fmt.Errorf("%s: expected a free name or an older result, found something else", place)
	}
	return nil
}

// ofPlace reports whether an error says that nothing can be written any more,
// which is no fault of the item.
func ofPlace(err error) bool {
	for _, e := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// budget is the memory that items may take together.
type budget struct {
	mu          sync.Mutex
	changed     *sync.Cond
	limit, used int64
}

func newBudget(limit int64) *budget {
	b := &budget{limit: limit}
	b.changed = sync.NewCond(&b.mu)
	return b
}

// take waits until there is room for so much, or nothing else is worked on; it
// reports false when ctx ends first.
func (b *budget) take(ctx context.Context, need int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for ctx.Err() == nil && b.limit > 0 && b.used > 0 && b.used+need > b.limit {
		b.changed.Wait()
	}
	if ctx.Err() != nil {
		return false
	}
	b.used += max(need, 1)
	return true
}

func (b *budget) give(need int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= max(need, 1)
	b.changed.Broadcast()
}

func (b *budget) wake() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.changed.Broadcast()
}

// Cores returns how many processors each of so many items has while they are worked
// on by so many workers, 0 for one on every processor.
func Cores(workers, items int) int {
	all := runtime.GOMAXPROCS(0)
	if workers <= 0 {
		workers = all
	}
	return max(all/max(min(workers, items), 1), 1)
}
