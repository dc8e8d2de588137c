package session

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"motionseg/hopkins/project"
)

// autosaveDelay is Keeping.delay in the program.
const autosaveDelay = 2 * time.Second

// autosavePath is the file for the labels by hand of what is open, empty for
// none. It is that of the project where there is one: opened from it, a film goes
// by another name, and another project of the same tracks has other labels.
func (k *Keeping) autosavePath() string {
	if k.cfg.AutosaveDir == "" || k.session.Doc.sequence == nil {
		return ""
	}
	return filepath.Join(k.cfg.AutosaveDir, nameOf(cmp.Or(k.path, k.session.Doc.key)))
}

// nameOf is the name of a file for what is kept of a path, or of another key.
func nameOf(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:12]) + project.Ending
}

// autosave saves the labels by hand a moment later, unless they are saved.
func (k *Keeping) autosave() {
	if k.waiting || !k.Unsaved() || k.autosavePath() == "" {
		return
	}
	k.waiting = true
	key := k.session.Doc.key
	k.workers.Go(func() {
		ctx, cancel := context.WithTimeout(k.living, k.delay)
		<-ctx.Done()
		cancel()
		k.later(func() {
			k.waiting = false
			if k.session.Doc.key == key {
				k.writeAutosave()
			}
		})
	})
}

// writeAutosave saves the labels by hand that are in no project file, in the background:
// that takes longer than a frame may. That it cannot is no reason to disturb: the project
// file is where they belong.
func (k *Keeping) writeAutosave() {
	path := k.autosavePath()
	if path == "" || !k.Unsaved() {
		return
	}
	p, before, written := k.snapshot(), k.writing[path], make(chan struct{})
	k.writing[path] = written
	k.workers.Go(func() {
		defer close(written)
		if before != nil {
			<-before
		}
		if os.MkdirAll(filepath.Dir(path), 0o700) == nil {
			_ = p.Save(path)
		}
	})
}

// awaitAutosave waits until what was to be saved by itself at a path is written.
func (k *Keeping) awaitAutosave(path string) {
	if written := k.writing[path]; written != nil {
		<-written
		delete(k.writing, path)
	}
}

// recover takes on the labels by hand that were saved by themselves and are in no
// project file, as a step that can be undone.
func (k *Keeping) recover() {
	path := k.autosavePath()
	if path == "" {
		return
	}
	k.awaitAutosave(path)
	p, err := project.Load(path)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			_ = os.Rename(path, path+".damaged") // for the curious; it must not stand in the way
		}
		return
	}
	s := k.session
	if p.Mine == nil || p.Data.Tracks != s.Doc.Points() {
		return
	}
	if len(s.Runs.List()) == 0 {
		s.Runs.restore(p.Runs)
	}
	s.Mine.step(p.Mine)
	s.Mine.fromFile = true
	d := s.View.display
	if side, alone := s.View.Alone(); alone {
		d.Mine[side] = true
	} else {
		d.Mine[Left] = true
	}
	s.View.SetDisplay(d)
	k.announce(Recovered)
}
