//go:build unix

package footage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestEndOfTheParent: what a killed program has started ends with it, though it neither
// reads nor writes, by the system where that does it, and by a guard everywhere; a child
// that has ended is not the guard's any more. The test calls itself as that program.
func TestEndOfTheParent(t *testing.T) {
	const variable, way = "MOTIONSEG_TEST_PARENT", "MOTIONSEG_TEST_GUARDED"
	if path := os.Getenv(variable); path != "" {
		guarded = os.Getenv(way) == "true"
		s, err := OpenFilm(t.Context(), path, Range{})
		fmt.Println("opened", s, err)
		select {}
	}
	for _, guard := range []bool{false, true} {
		if !guard && !systemEndsChildren {
			continue
		}
		folder := t.TempDir()
		pid := filepath.Join(folder, "pid")
		pretend(t, fmt.Sprintf("echo $$ > '%s.new'\nmv '%s.new' '%s'\nexec sleep 600\n", pid, pid, pid))
		command := exec.Command(os.Args[0], "-test.run=^TestEndOfTheParent$")
		command.Env = append(os.Environ(), variable+"="+video(t, "clip.mkv"), way+"="+strconv.FormatBool(guard))
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		child := processIn(t, pid)
		if err := command.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = command.Wait() // it was killed
		waitFor(t, fmt.Sprintf("the child to end, guarded %v", guard), func() bool { return !running(child) })
	}
}

// TestEndOfTheGroup: what a child has started itself ends with it when it is given up.
func TestEndOfTheGroup(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	pretend(t, fmt.Sprintf("sleep 600 &\necho $! > '%s.new'\nmv '%s.new' '%s'\nwait\n", pid, pid, pid))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	path := video(t, "clip.mkv")
	go func() {
		_, err := OpenFilm(ctx, path, Range{})
		ended <- err
	}()
	started := processIn(t, pid)
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the film ended with %v", err)
	}
	waitFor(t, "what the child has started to end", func() bool { return !running(started) })
}

// processIn waits for the file in which a child writes the number of a process, and returns it.
func processIn(t *testing.T, path string) (process int) {
	t.Helper()
	waitFor(t, "the child to start", func() bool {
		text, err := os.ReadFile(path)
		if err == nil {
			process, err = strconv.Atoi(strings.TrimSpace(string(text)))
		}
		return err == nil
	})
	return process
}

// running reports whether a process has not ended.
func running(process int) bool {
	if status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process)); err == nil {
		return !strings.Contains(string(status), ") Z ")
	}
	return !errors.Is(syscall.Kill(process, 0), syscall.ESRCH)
}

// TestGuardScript: the guard ends the groups that have begun and not ended, when nobody
// holds its pipe any more, and no other.
func TestGuardScript(t *testing.T) {
	var groups []*exec.Cmd
	var said strings.Builder
	for range 4 {
		command := exec.Command("/bin/sh", "-c", "sleep 600 & exec sleep 600")
		command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		if err := command.Start(); err != nil {
			t.Skip(err)
		}
		t.Cleanup(func() {
			_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
			_ = command.Wait() // it was killed
		})
		groups = append(groups, command)
		fmt.Fprintln(&said, "+", command.Process.Pid)
	}
	fmt.Fprintf(&said, "- %d\n- %d\n", groups[1].Process.Pid, groups[3].Process.Pid)
	fmt.Fprintf(&said, "+ %d\n", groups[3].Process.Pid)
	guard := exec.Command("/bin/sh", "-c", guardScript)
	guard.Stdin = strings.NewReader(said.String())
	if out, err := guard.CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%v: %s", err, out)
	}
	for i, group := range groups {
		ended := i != 1
		if ended {
			waitFor(t, fmt.Sprintf("group %d to end", i), func() bool { return !running(group.Process.Pid) })
		} else if !running(group.Process.Pid) {
			t.Errorf("group %d, which was told to have ended, was ended", i)
		}
	}
}
