package batch

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"motionseg/hopkins"
	"motionseg/hopkins/synthetic"
	"motionseg/segment"
)

// Variables of TestKills: the folder of a child's batch, and how many kills there
// are, 20 where nothing is said.
const (
	killedFolder = "MOTIONSEG_TEST_BATCH"
	killsWanted  = "MOTIONSEG_TEST_KILLS"
)

// TestKills kills a batch of twelve films at random moments, again and again. At
// every moment each folder of a result is whole, in the end nothing is missing or
// was done twice, and the labels and tables are those of a batch in peace.
func TestKills(t *testing.T) {
	if folder := os.Getenv(killedFolder); folder != "" {
		if _, _, err := killable(t, folder).Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	kills := 20
	if text := os.Getenv(killsWanted); text != "" {
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	root := t.TempDir()
	scenes(t, root)
	peace := killable(t, root)
	peace.Folder = filepath.Join(root, "peace")
	run1(t, *peace, 12, 0, 0)

	landed := 0 // kills in the middle of a batch
	for k := 0; k < kills; {
		os.RemoveAll(filepath.Join(root, "out"))
		for ; ; k++ {
			child := exec.Command(self, "-test.run=^TestKills$")
			child.Env = append(os.Environ(), killedFolder+"="+root)
			if err := child.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- child.Wait() }()
			if k < kills {
				time.Sleep(time.Duration(rand.IntN(120)) * time.Millisecond)
				_ = child.Process.Kill() // it may have ended
			}
			err := <-ended
			whole(t, filepath.Join(root, "out"))
			if err == nil {
				break
			}
			if k >= kills {
				t.Fatalf("the last run failed: %v", err)
			}
			landed++
		}
		same(t, peace.Folder, filepath.Join(root, "out"))
	}
	t.Logf("%d kills in the middle", landed)
}

// scenes writes twelve scenes below a folder.
func scenes(t *testing.T, root string) {
	t.Helper()
	for i := range 12 {
		config := synthetic.Default()
		config.Tracks, config.Frames, config.Bodies, config.Seed = 40, 10, 1, uint64(i+1)
		scene, err := synthetic.New(config)
		if err == nil {
			err = scene.Save(filepath.Join(root, "in"), "scene"+strconv.Itoa(i+1), hopkins.Corruption{}, false)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// killable returns the batch of the scenes below a folder. Items take their time, so
// that there is one to be killed.
func killable(t *testing.T, root string) *Batch {
	t.Helper()
	sources, err := Find([]string{filepath.Join(root, "in")}, "")
	if err != nil {
		t.Fatal(err)
	}
	method, err := segment.ParseSpec("lsr")
	if err != nil {
		t.Fatal(err)
	}
	items, err := Films{Task: hopkins.Task{Method: method, Workers: 1}, Project: true}.Items(sources)
	if err != nil {
		t.Fatal(err)
	}
	for i := range items {
		do := items[i].Do
		items[i].Do = func(ctx context.Context, folder, place string) (Facts, error) {
			facts, err := do(ctx, folder, place)
			time.Sleep(time.Duration(rand.IntN(8)) * time.Millisecond)
			return facts, err
		}
	}
	return &Batch{Folder: filepath.Join(root, "out"), Items: items, Workers: 2}
}

// whole fails where a folder of a result is not whole.
func whole(t *testing.T, folder string) {
	t.Helper()
	items, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, item := range items {
		if !item.IsDir() || item.Name() == stateFolder {
			continue
		}
		rec := readRecord(filepath.Join(folder, item.Name()))
		if rec == nil {
			t.Fatalf("%s has no record", item.Name())
		}
		if ok, mended := rec.whole(filepath.Join(folder, item.Name())); !ok || mended || len(rec.Outputs) != 4 {
			t.Fatalf("%s is not whole: %+v", item.Name(), rec.Outputs)
		}
	}
}

// same fails where the labels, tracks or tables of two batches differ, or a film was
// done twice in the second.
func same(t *testing.T, a, b string) {
	t.Helper()
	var tables [2]string
	for i, folder := range []string{a, b} {
		plan, err := ReadPlan(folder)
		if err != nil {
			t.Fatal(err)
		}
		results, counts := plan.Results(folder)
		if counts != (Counts{12, 0, 0}) {
			t.Fatalf("%s: counts %+v", folder, counts)
		}
		var table strings.Builder
		if err := plan.WriteResults(&table, results); err != nil {
			t.Fatal(err)
		}
		tables[i] = table.String()
		for _, r := range results {
			for _, name := range []string{labelsName, tracksName} {
				want, err1 := os.ReadFile(filepath.Join(a, r.Name, name))
				got, err2 := os.ReadFile(filepath.Join(folder, r.Name, name))
				if err1 != nil || err2 != nil || !bytes.Equal(want, got) {
					t.Fatalf("%s of %s differs, %v, %v", name, r.Name, err1, err2)
				}
			}
		}
	}
	if tables[0] != tables[1] {
		t.Fatalf("tables\n%s\n%s", tables[0], tables[1])
	}
	f, err := os.Open(filepath.Join(b, "log.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	done := map[string]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var e Event
		// The last words of a killed process may be cut off.
		if json.Unmarshal(lines.Bytes(), &e) == nil && e.Event == string(Done) {
			if done[e.Name]++; done[e.Name] > 1 {
				t.Fatalf("%s was done twice", e.Name)
			}
		}
	}
}
