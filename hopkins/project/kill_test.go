package project

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// savesForEver names the file that a child of TestKilledWhileSaving saves.
const savesForEver = "MOTIONSEG_TEST_SAVES"

// TestKilledWhileSaving kills a program that saves the same project again and
// again, each time at another moment: the file is always one of those that were
// saved, whole, and its lock can be taken.
func TestKilledWhileSaving(t *testing.T) {
	if path := os.Getenv(savesForEver); path != "" {
		saveForEver(path)
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "work"+Ending)
	seen := map[int]int{}
	for k := range 20 {
		child := exec.Command(self, "-test.run=^TestKilledWhileSaving$")
		child.Env = append(os.Environ(), savesForEver+"="+path)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(out).ReadString('\n'); err != nil { // it has saved once
			t.Fatal(err)
		}
		time.Sleep(time.Duration(k) * 731 * time.Microsecond)
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // it was killed
		p, err := Load(path)
		if err != nil {
			t.Fatalf("killed %d: %v", k, err)
		}
		for track, label := range p.Mine.Labels {
			if label != p.Plan.Motions {
				t.Fatalf("killed %d: track %d of save %d has label %d", k, track+1, p.Plan.Motions, label)
			}
		}
		seen[p.Plan.Motions]++
		lock, err := Acquire(path)
		if err != nil {
			t.Fatalf("killed %d: %v", k, err)
		}
		lock.Release()
	}
	if len(seen) < 2 {
		t.Errorf("only saves %v were seen", seen)
	}
}

// saveForEver saves projects of different sizes in turn, all labels of each with
// its own number.
func saveForEver(path string) {
	if _, err := Acquire(path); err != nil {
		fmt.Println("not locked:", err)
		return
	}
	for k := 0; ; k++ {
		motion := 1 + k%7
		tracks := 1000 * motion
		p := &Project{Data: Data{Path: path, Tracks: tracks, Frames: 2}, Plan: Plan{Motions: motion},
			Mine: &Labelling{Labels: make([]int, tracks)}}
		for i := range p.Mine.Labels {
			p.Mine.Labels[i] = motion
		}
		if err := p.Save(path); err != nil {
			fmt.Println(err)
			return
		}
		if k == 0 {
			fmt.Println("saved")
		}
	}
}
