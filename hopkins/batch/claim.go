package batch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"motionseg/hopkins/internal/flock"
)

// How old a claim is that nobody keeps any longer, how often one that is held is
// written again, and for how long a claim may be empty, between its making and
// its first words.
const (
	staleAge   = 3 * time.Minute
	heartbeat  = 20 * time.Second
	emptyClaim = 10 * time.Second
)

// claim is a file by which one process tells all others that it works on an item:
// made where there is none, locked by the system and written again every so often
// for as long as it is held. Whoever finds one of this machine that nobody has
// locked, or one of another machine that was not written for long, removes it.
type claim struct {
	path string
	file *os.File
	text []byte
	stop chan struct{}
	done sync.WaitGroup
}

// holder is the content of a claim.
type holder struct {
	Host    string    `json:"host"`
	Process int       `json:"process"`
	Since   time.Time `json:"since"`
	Nonce   string    `json:"nonce"`
}

// errClaimed is in the error for an item that another process works on.
var errClaimed = errors.New("another process works on it")

// take claims the item of a name in a folder of claims. The error wraps errClaimed
// where another process holds it.
func take(folder, name string) (*claim, error) {
	path := filepath.Join(folder, name)
	for range 5 {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			c, err := hold(f, path)
			if c != nil || err != nil {
				return c, err
			}
			continue
		}
		// A folder that vanishes between two attempts is of one who clears up.
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		if err := release(folder, path); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%w", errClaimed)
}

// hold makes a claim of a new file; nil where somebody has taken it away again. The
// error says why the claim can't be written, as on a full disk.
func hold(f *os.File, path string) (*claim, error) {
	host, _ := os.Hostname()
	held, err := flock.Try(f)
	// Locks that the file system does not know are done without.
	if err == nil && !held || !flock.Named(f, path) {
		f.Close()
		return nil, nil
	}
	text, err := json.Marshal(holder{host, os.Getpid(), time.Now(), nonce()})
	if err == nil {
		_, err = f.Write(text)
	}
	if err != nil {
		f.Close()
		os.Remove(path)
		return nil, err
	}
	c := &claim{path: path, file: f, text: text, stop: make(chan struct{})}
	c.done.Go(c.beat)
	return c, nil
}

// beat writes the claim again every so often.
func (c *claim) beat() {
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	for {
		select {
		case <-c.stop:
			return
		case <-tick.C:
			// One that cannot be written grows old, and its work is thrown away then.
			if _, err := c.file.WriteAt(c.text, 0); err == nil {
				_ = c.file.Sync()
			}
		}
	}
}

// held reports whether the claim is still this one.
func (c *claim) held() bool { return flock.Named(c.file, c.path) }

// drop gives the claim back.
func (c *claim) drop() {
	close(c.stop)
	c.done.Wait()
	if c.held() {
		_ = os.Remove(c.path)
	}
	c.file.Close()
}

// release removes a claim that nobody keeps. The error wraps errClaimed where
// somebody does.
func release(folder, path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 1<<12))
	if err != nil {
		return err
	}
	var of holder
	readable := json.Unmarshal(text, &of) == nil
	old, err := age(folder, f)
	if err != nil {
		return err
	}
	stale := old > staleAge
	if !readable {
		stale = old > emptyClaim
	}
	if readable || stale {
		// The lock of a process that has ended is free. Whoever holds it may take the
		// claim away, if it is still this one: others wait for that.
		host, _ := os.Hostname()
		switch held, err := flock.Try(f); {
		case err != nil: // a file system without locks
		case !held:
			stale = false
		case !flock.Named(f, path):
			return nil
		case of.Host == host:
			stale = true
		}
	}
	if !stale {
		return fmt.Errorf("%w (process %d on %s)", errClaimed, of.Process, of.Host)
	}
	return discard(path, text)
}

// discard removes the claim with this content. Where there are no locks several may
// do so at the same time, of whom one succeeds: a new claim that another made
// meanwhile is put back.
func discard(path string, text []byte) error {
	aside := path + "." + nonce()
	if err := os.Rename(path, aside); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	now, err := os.ReadFile(aside)
	if err == nil && !bytes.Equal(now, text) {
		// Not the one that was judged. A link fails where there is yet another.
		if err := os.Link(aside, path); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		return errors.Join(fmt.Errorf("%w", errClaimed), os.Remove(aside))
	}
	return errors.Join(err, os.Remove(aside))
}

// age returns for how long a claim was not written, by the clock of the file
// system: machines need not agree on the time.
func age(folder string, f *os.File) (time.Duration, error) {
	probe, err := os.CreateTemp(folder, ".now-*")
	if err != nil {
		return 0, err
	}
	defer os.Remove(probe.Name())
	defer probe.Close()
	now, err := probe.Stat()
	if err != nil {
		return 0, err
	}
	then, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return now.ModTime().Sub(then.ModTime()), nil
}

// nonce returns a word that no other claim or temporary folder has.
func nonce() string { return fmt.Sprintf("%016x", rand.Uint64()) }
