package session

import (
	"context"
	"os"
	"path/filepath"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/track"
)

// advised is an error with what the user can do about it.
type advised struct {
	error
	advice string
}

func (e advised) Unwrap() error { return e.error }

// OpenPhotographs finds the same places in two photographs and opens these as a
// sequence of two frames.
func (s *Session) OpenPhotographs(first, second string) {
	s.load(filepath.Base(first)+" and "+filepath.Base(second), func(ctx context.Context) (found, error) {
		sequence, err := s.cfg.Match(ctx, first, second)
		if err != nil {
			err = advised{err, "Choose two photographs of the same things, from places not too far from each other."}
		}
		return found{sequence: sequence}, err
	}, func(f found) { s.setSequence(f.sequence, pairKey(first, second)) })
}

// pairKey is the key of two photographs.
func pairKey(first, second string) string { return first + " and " + second }

// pairIn returns the pictures of a folder of exactly two, and whether it is one.
func pairIn(folder string) (first, second string, ok bool) {
	if !isFolder(folder) || !track.Recognise(folder) {
		return "", "", false
	}
	items, err := os.ReadDir(folder)
	if err != nil {
		return "", "", false
	}
	var pictures []string
	for _, item := range items {
		if hopkins.IsFrame(item.Name()) {
			pictures = append(pictures, filepath.Join(folder, item.Name()))
		}
	}
	if len(pictures) != 2 {
		return "", "", false
	}
	return pictures[0], pictures[1], true
}

// AttachPictures gives the open tracks a film or a folder of pictures, which is
// remembered for their file. What was computed before is shown no longer where
// the size of the pictures changes the data.
func (s *Session) AttachPictures(a Attachment) {
	sequence, key := s.Doc.sequence, s.Doc.key
	if sequence == nil {
		return
	}
	s.load(filepath.Base(a.Path), func(ctx context.Context) (found, error) {
		with, err := attach(ctx, sequence, a.Footage)
		return found{sequence: with}, err
	}, func(f found) {
		if s.Doc.key != key {
			return
		}
		s.attached(key, a)
		s.setSequence(f.sequence, key)
	})
}

// attached remembers the pictures of a file, and the direction of y on them;
// without a path, the direction alone.
func (s *Session) attached(key string, a Attachment) {
	if a.Path != "" || a.Files != nil {
		if s.settings.Attached == nil {
			s.settings.Attached = map[string]Attachment{}
		}
		s.settings.Attached[key] = a
	}
	delete(s.settings.Upward, key)
	if a.Upward != "" {
		if s.settings.Upward == nil {
			s.settings.Upward = map[string]bool{}
		}
		s.settings.Upward[key] = a.Upward == "up"
	}
}

// attachAdvice says what can be attached.
const attachAdvice = "Choose a film or a folder with a picture for each frame of the tracks."

// attach is footage.Attach with advice.
func attach(ctx context.Context, sequence *hopkins.Sequence, f hopkins.Footage) (*hopkins.Sequence, error) {
	with, err := footage.Attach(ctx, sequence, f)
	if err != nil {
		return nil, advised{err, attachAdvice}
	}
	return with, nil
}

// reattached gives tracks that were read again the pictures that they had.
// Without these, which may be gone, they stay as they were read, and why is said.
func reattached(ctx context.Context, f found, a Attachment, attached bool) found {
	if !attached || f.sequence == nil {
		return f
	}
	with, err := attach(ctx, f.sequence, a.Footage)
	if err != nil {
		f.lost = err.Error()
		return f
	}
	f.sequence = with
	return f
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
