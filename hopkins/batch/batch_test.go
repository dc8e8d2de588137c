package batch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"motionseg/hopkins/internal/testfile"
)

// work is items of a test: each copies its input into its result.
type work struct {
	folder  string // of the inputs
	names   []string
	runs    sync.Map // name → *atomic.Int32
	failing map[string]error
	during  func(name string)
}

func newWork(t *testing.T, n int) *work {
	t.Helper()
	w := &work{folder: t.TempDir(), failing: map[string]error{}}
	for i := range n {
		name := fmt.Sprintf("film%d", i+1)
		w.names = append(w.names, name)
		testfile.Write(t, "content of "+name, w.folder, name)
	}
	return w
}

func (w *work) ran(name string) int {
	n, ok := w.runs.Load(name)
	if !ok {
		return 0
	}
	return int(n.(*atomic.Int32).Load())
}

func (w *work) items() []Item {
	var items []Item
	for _, name := range w.names {
		input := filepath.Join(w.folder, name)
		items = append(items, Item{Name: name, Inputs: []string{input}, Settings: "same",
			Do: func(_ context.Context, folder, _ string) (Facts, error) {
				n, _ := w.runs.LoadOrStore(name, new(atomic.Int32))
				n.(*atomic.Int32).Add(1)
				text, err := os.ReadFile(input)
				if err != nil {
					return Facts{}, err
				}
				if w.during != nil {
					w.during(name)
				}
				if err := w.failing[name]; err != nil {
					return Facts{}, err
				}
				return Facts{Tracks: len(text)}, os.WriteFile(filepath.Join(folder, "labels.csv"), text, 0o666)
			}})
	}
	return items
}

// run runs a batch and wants these counts.
func run1(t *testing.T, b Batch, done, failed, left int) []Result {
	t.Helper()
	results, counts, err := b.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if want := (Counts{done, failed, left}); counts != want {
		t.Fatalf("counts %+v, expected %+v: %+v", counts, want, results)
	}
	return results
}

// TestResume: the same batch again does what is left and no more; a changed input,
// other settings, another version and lost files are done again.
func TestResume(t *testing.T) {
	w := newWork(t, 4)
	w.failing["film2"] = errors.New("no tracks")
	b := Batch{Folder: filepath.Join(t.TempDir(), "out"), Items: w.items(), Version: "1"}
	results := run1(t, b, 3, 1, 0)
	if results[1].State != Failed || results[1].Reason != "no tracks" {
		t.Errorf("film2 is %+v", results[1])
	}
	run1(t, b, 3, 1, 0)
	for _, name := range w.names {
		if w.ran(name) != 1 {
			t.Errorf("%s ran %d times, expected once", name, w.ran(name))
		}
	}
	w.failing = nil
	b.RetryFailed = true
	run1(t, b, 4, 0, 0)
	if _, err := os.Stat(b.state(failedFolder, "film2")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the record of a failure stays: %v", err)
	}

	expect := func(what string, times map[string]int) {
		t.Helper()
		run1(t, b, 4, 0, 0)
		for name, n := range times {
			if w.ran(name) != n {
				t.Errorf("%s: %s ran %d times, expected %d", what, name, w.ran(name), n)
			}
		}
	}
	testfile.Write(t, "content of film9", w.folder, "film1")
	// The same size, and a time that has to differ.
	if err := os.Chtimes(filepath.Join(w.folder, "film1"), time.Now(), time.Now().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	expect("a changed input", map[string]int{"film1": 2, "film2": 2, "film3": 1})
	if err := os.Chtimes(filepath.Join(w.folder, "film3"), time.Now(), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	expect("another time, the same content", map[string]int{"film3": 1})
	if err := os.Truncate(filepath.Join(b.Folder, "film4", "labels.csv"), 3); err != nil {
		t.Fatal(err)
	}
	expect("a file cut off", map[string]int{"film3": 1, "film4": 2})
	if text, err := os.ReadFile(filepath.Join(b.Folder, "film4", "labels.csv")); err != nil ||
		string(text) != "content of film4" {
		t.Errorf("the file is %q, %v", text, err)
	}
	b.Version = "2"
	expect("another version", map[string]int{"film1": 3, "film3": 2})
	b.Items[2].Settings = "other"
	expect("other settings", map[string]int{"film1": 3, "film3": 3})
	b.Force = true
	expect("force", map[string]int{"film1": 4, "film2": 4, "film3": 4, "film4": 4})
}

// TestMended: a project that somebody has changed stays as it is, whatever else
// changes.
func TestMended(t *testing.T) {
	w := newWork(t, 2)
	items := w.items()
	for i := range items {
		do := items[i].Do
		items[i].Do = func(ctx context.Context, folder, place string) (Facts, error) {
			if err := os.WriteFile(filepath.Join(folder, "film.motionseg"), []byte("written"), 0o666); err != nil {
				return Facts{}, err
			}
			return do(ctx, folder, place)
		}
	}
	b := Batch{Folder: t.TempDir(), Items: items, Version: "1"}
	run1(t, b, 2, 0, 0)
	path := testfile.Write(t, "mended!", b.Folder, "film1", "film.motionseg")
	b.Force, b.Version = true, "2"
	results := run1(t, b, 2, 0, 0)
	if text, _ := os.ReadFile(path); string(text) != "mended!" || !results[0].Mended || w.ran("film1") != 1 ||
		w.ran("film2") != 2 {
		t.Errorf("the project is %q, %+v; runs %d and %d", text, results[0], w.ran("film1"), w.ran("film2"))
	}
	plan, err := ReadPlan(b.Folder)
	if err != nil {
		t.Fatal(err)
	}
	if _, counts := plan.Results(b.Folder); counts.Done != 2 {
		t.Errorf("merging counts %+v", counts)
	}
}

// TestInputChangesMeanwhile: what was read of two states of a file is no result.
func TestInputChangesMeanwhile(t *testing.T) {
	w := newWork(t, 1)
	w.during = func(name string) {
		if err := os.WriteFile(filepath.Join(w.folder, name), []byte("something else"), 0o666); err != nil {
			t.Error(err)
		}
	}
	b := Batch{Folder: t.TempDir(), Items: w.items()}
	results := run1(t, b, 0, 1, 0)
	if !strings.Contains(results[0].Reason, "has changed while it was read") {
		t.Errorf("reason %q", results[0].Reason)
	}
	// The record is of the file as it was: as it is now it is done.
	w.during = nil
	run1(t, b, 1, 0, 0)
}

// TestTwoAtOnce: two batches on one folder do everything once, together.
func TestTwoAtOnce(t *testing.T) {
	w := newWork(t, 20)
	w.during = func(string) { time.Sleep(2 * time.Millisecond) }
	folder := t.TempDir()
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			b := Batch{Folder: folder, Items: w.items(), Workers: 3}
			if _, counts, err := b.Run(t.Context()); err != nil || counts != (Counts{20, 0, 0}) {
				t.Errorf("counts %+v, %v", counts, err)
			}
		})
	}
	wait.Wait()
	for _, name := range w.names {
		if w.ran(name) != 1 {
			t.Errorf("%s ran %d times, expected once", name, w.ran(name))
		}
	}
	for _, folder := range []string{filepath.Join(folder, stateFolder, claimsFolder),
		filepath.Join(folder, stateFolder, workFolder)} {
		if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
			t.Errorf("%s: %v is left, %v", folder, left, err)
		}
	}
}

// TestFullDisk: what can't be written for want of room is no fault of the film; the
// batch stops, and goes on later.
func TestFullDisk(t *testing.T) {
	w := newWork(t, 3)
	w.failing["film2"] = fmt.Errorf("labels.csv: cannot be written: %w", syscall.ENOSPC)
	b := Batch{Folder: t.TempDir(), Items: w.items(), Workers: 1}
	results, counts, err := b.Run(t.Context())
	if !errors.Is(err, syscall.ENOSPC) || counts != (Counts{1, 0, 2}) || results[1].State != Left {
		t.Errorf("counts %+v, %v", counts, err)
	}
	w.failing = nil
	run1(t, b, 3, 0, 0)
}

// TestReadOnly: a place that can't be written is said at once.
func TestReadOnly(t *testing.T) {
	w := newWork(t, 1)
	file := testfile.Write(t, "", t.TempDir(), "file")
	b := Batch{Folder: filepath.Join(file, "out"), Items: w.items()}
	if _, _, err := b.Run(t.Context()); err == nil || !strings.Contains(err.Error(), file) || w.ran("film1") != 0 {
		t.Errorf("error %v", err)
	}
}

// TestForeignFolder: a folder that the batch hasn't made is not replaced.
func TestForeignFolder(t *testing.T) {
	w := newWork(t, 2)
	b := Batch{Folder: t.TempDir(), Items: w.items()}
	own := filepath.Join(b.Folder, "film1", "holiday.jpg")
	testfile.Write(t, "mine", own)
	results := run1(t, b, 1, 1, 0)
	if text, _ := os.ReadFile(own); string(text) != "mine" ||
		!strings.Contains(results[0].Reason, "found something else") {
		t.Errorf("the file is %q, %+v", text, results[0])
	}
}

// TestPanic: an item that panics has failed, and the others go on.
func TestPanic(t *testing.T) {
	w := newWork(t, 3)
	w.during = func(name string) {
		if name == "film2" {
			panic("index out of range")
		}
	}
	b := Batch{Folder: t.TempDir(), Items: w.items()}
	results := run1(t, b, 2, 1, 0)
	if !strings.Contains(results[1].Reason, "index out of range") {
		t.Errorf("reason %q", results[1].Reason)
	}
}

// TestStopped: a batch that is stopped counts what is left, and goes on with it.
func TestStopped(t *testing.T) {
	w := newWork(t, 5)
	ctx, stop := context.WithCancel(t.Context())
	w.during = func(name string) {
		if name == "film3" {
			stop()
		}
	}
	b := Batch{Folder: t.TempDir(), Items: w.items(), Workers: 1}
	_, counts, err := b.Run(ctx)
	if !errors.Is(err, context.Canceled) || counts != (Counts{2, 0, 3}) {
		t.Fatalf("counts %+v, %v", counts, err)
	}
	w.during = nil
	run1(t, b, 5, 0, 0)
	if w.ran("film2") != 1 || w.ran("film3") != 2 {
		t.Errorf("film2 ran %d times and film3 %d, expected 1 and 2", w.ran("film2"), w.ran("film3"))
	}
}

// TestShards: shards share all items, none twice, and merging says what is
// missing.
func TestShards(t *testing.T) {
	w := newWork(t, 10)
	items := w.items()
	Sort(items)
	folder := t.TempDir()
	for i := range 3 {
		b := Batch{Folder: folder, Items: items, Shard: Shard{i, 4}}
		if _, _, err := b.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	plan, err := ReadPlan(folder)
	if err != nil {
		t.Fatal(err)
	}
	results, counts := plan.Results(folder)
	if counts != (Counts{8, 0, 2}) || results[3].State != Left || results[7].State != Left {
		t.Errorf("counts %+v, %+v", counts, results)
	}
	var table strings.Builder
	if err := plan.WriteResults(&table, results); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(table.String(), "\n"); len(lines) != 12 || !strings.HasPrefix(lines[4], "film4,") ||
		!strings.Contains(lines[4], ",left,") {
		t.Errorf("table\n%s", table.String())
	}
	run1(t, Batch{Folder: folder, Items: items, Shard: Shard{3, 4}}, 2, 0, 0)
	if _, counts := plan.Results(folder); counts != (Counts{10, 0, 0}) {
		t.Errorf("counts %+v", counts)
	}
	for _, name := range w.names {
		if w.ran(name) != 1 {
			t.Errorf("%s ran %d times, expected once", name, w.ran(name))
		}
	}
}

func TestParseShard(t *testing.T) {
	if s, err := ParseShard("2/4"); err != nil || s != (Shard{1, 4}) || s.String() != "2/4" {
		t.Errorf("%+v, %v", s, err)
	}
	for _, bad := range []string{"", "2", "0/4", "5/4", "a/4", "1/0", "1/4/5"} {
		if _, err := ParseShard(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestSlurmShard(t *testing.T) {
	shard := func(id, least, most, count, step string) (Shard, error) {
		v := map[string]string{"ID": id, "MIN": least, "MAX": most, "COUNT": count, "STEP": step}
		return SlurmShard(func(name string) string { return v[strings.TrimPrefix(name, "SLURM_ARRAY_TASK_")] })
	}
	for _, c := range []struct {
		id, least, most, count, step string
		want                         Shard
		fails                        bool
	}{
		{want: Shard{}}, // no array
		{"0", "0", "9", "10", "1", Shard{0, 10}, false},
		{"9", "0", "9", "10", "", Shard{9, 10}, false},
		{"5", "1", "7", "4", "2", Shard{2, 4}, false},
		{"6", "5", "7", "3", "1", Shard{1, 3}, false}, // a part submitted again
		{"7", "3", "7", "2", "1", Shard{}, true},      // --array=3,7
		{"3", "0", "9", "x", "1", Shard{}, true},
		{"3", "0", "9", "", "1", Shard{}, true},
	} {
		got, err := shard(c.id, c.least, c.most, c.count, c.step)
		if (err != nil) != c.fails || got != c.want {
			t.Errorf("%+v: %+v, %v", c, got, err)
		}
	}
}

// TestOtherSettings: a batch in whose folder another one was begun meanwhile, with other settings, says
// so; the same one again makes the results its own.
func TestOtherSettings(t *testing.T) {
	folder := t.TempDir()
	mine := Batch{Folder: folder, Items: []Item{{Name: "film", Settings: "mine"}}}
	mine.Items[0].Do = func(context.Context, string, string) (Facts, error) {
		other := Batch{Folder: folder, Items: []Item{{Name: "film", Settings: "other"}}}
		return Facts{}, other.writePlan()
	}
	_, _, err := mine.Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "other settings of film") || !strings.Contains(err.Error(), folder) {
		t.Errorf("the error is %v", err)
	}
	mine.Items[0].Do = func(context.Context, string, string) (Facts, error) { return Facts{}, nil }
	if _, counts, err := mine.Run(t.Context()); err != nil || counts.Done != 1 {
		t.Errorf("once more: %+v, %v", counts, err)
	}
}

// TestClaimCannotBeWritten: a claim that can't be written, as on a full disk, is a reason
// to stop, and not one to wait for another process; nothing of it is left.
func TestClaimCannotBeWritten(t *testing.T) {
	path := testfile.Write(t, "", t.TempDir(), "film")
	f, err := os.Open(path) // for reading alone
	if err != nil {
		t.Fatal(err)
	}
	c, err := hold(f, path)
	if c != nil || err == nil || !strings.Contains(err.Error(), path) || errors.Is(err, errClaimed) {
		t.Errorf("claim %v, error %v", c, err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the claim is left: %v", err)
	}
}

// TestClaims: a claim keeps others away, and that of a dead process or of a machine
// that has gone is taken.
func TestClaims(t *testing.T) {
	folder := t.TempDir()
	c, err := take(folder, "film")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := take(folder, "film"); !errors.Is(err, errClaimed) ||
		!strings.Contains(err.Error(), fmt.Sprint(os.Getpid())) {
		t.Errorf("a second claim: %v", err)
	}
	c.drop()
	path := filepath.Join(folder, "film")
	host, _ := os.Hostname()
	for _, left := range []struct {
		text  string
		age   time.Duration
		taken bool
	}{
		{`{"host":"` + host + `","process":1,"nonce":"x"}`, 0, true},      // nobody has locked it
		{`{"host":"elsewhere","process":1,"nonce":"x"}`, 0, false},        // at work
		{`{"host":"elsewhere","process":1,"nonce":"x"}`, time.Hour, true}, // gone
		{``, 0, false},          // being made
		{``, time.Minute, true}, // never made
	} {
		testfile.Write(t, left.text, path)
		then := time.Now().Add(-left.age)
		if err := os.Chtimes(path, then, then); err != nil {
			t.Fatal(err)
		}
		c, err := take(folder, "film")
		if (err == nil) != left.taken || err != nil && !errors.Is(err, errClaimed) {
			t.Errorf("%+v: %v", left, err)
		}
		if c != nil {
			c.drop()
		}
		os.Remove(path)
	}
	// Of many that find a stale claim one takes it.
	for range 50 {
		testfile.Write(t, `{"host":"`+host+`","process":1,"nonce":"x"}`, path)
		var held, most atomic.Int32
		var wait sync.WaitGroup
		for range 8 {
			wait.Go(func() {
				c, err := take(folder, "film")
				if err != nil {
					return
				}
				most.Store(max(most.Load(), held.Add(1)))
				time.Sleep(time.Millisecond)
				held.Add(-1)
				c.drop()
			})
		}
		wait.Wait()
		if most.Load() != 1 {
			t.Fatalf("%d held the claim at once", most.Load())
		}
	}
	if left, _ := os.ReadDir(folder); len(left) != 0 {
		t.Errorf("%v are left", left)
	}
}

// TestBudget: items that would take more memory together wait for one another.
func TestBudget(t *testing.T) {
	w := newWork(t, 6)
	items := w.items()
	var now, most atomic.Int32
	w.during = func(string) {
		n := now.Add(1)
		for {
			m := most.Load()
			if n <= m || most.CompareAndSwap(m, n) {
				break
			}
		}
		time.Sleep(3 * time.Millisecond)
		now.Add(-1)
	}
	for i := range items {
		items[i].Memory = 40
	}
	items[5].Memory = 1000 // more than there is: alone
	run1(t, Batch{Folder: t.TempDir(), Items: items, Workers: 6, Memory: 100}, 6, 0, 0)
	if most.Load() != 2 {
		t.Errorf("%d at once, expected 2", most.Load())
	}
}

func TestParseMemory(t *testing.T) {
	for text, want := range map[string]int64{"8GB": 8e9, "1.5g": 15e8, "500MB": 5e8, "64 M": 64e6} {
		if got, err := ParseMemory(text); err != nil || got != want {
			t.Errorf("%q: %d, %v", text, got, err)
		}
	}
	for _, bad := range []string{"", "8", "GB", "-1GB", "0MB", "NaNGB", "InfGB", "1e30GB"} {
		if got, err := ParseMemory(bad); err == nil {
			t.Errorf("%q is taken as %d", bad, got)
		}
	}
	files := map[string]string{"/proc/meminfo": "MemTotal:       2000 kB\nMemFree: 1 kB\n",
		"/sys/fs/cgroup/memory.max": "1000000\n"}
	read := func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	}
	if got := machineMemory(read); got != 1000000 {
		t.Errorf("memory %d", got)
	}
	files["/sys/fs/cgroup/memory.max"] = "max\n"
	if got := machineMemory(read); got != 2000<<10 {
		t.Errorf("memory %d", got)
	}
}

// TestNames: sources of one name are told apart by their paths, in every order, and
// every name is one of a folder.
func TestNames(t *testing.T) {
	sources := []Source{{Path: "a/clip.mp4"}, {Path: "b/Clip.avi"}, {Path: "c/walk_truth.mat"},
		{Path: "x", Name: "../../etc"}, {Path: "results.csv"}, {Path: "log.mp4"},
		{Path: "y", Name: strings.Repeat("ä", 200)}, {Path: "z", Name: "..."}}
	names := Names(sources)
	slices.Reverse(sources)
	again := Names(sources)
	slices.Reverse(again)
	if !slices.Equal(names, again) {
		t.Errorf("names %q and %q", names, again)
	}
	for i, name := range names {
		if name == "" || strings.ContainsAny(name, `/\`) || name[0] == '.' || len(name) > maxName ||
			slices.Contains(names[:i], name) {
			t.Errorf("name %q", name)
		}
	}
	if !strings.HasPrefix(names[0], "clip_") || names[2] != "walk" {
		t.Errorf("names %q", names)
	}
}
