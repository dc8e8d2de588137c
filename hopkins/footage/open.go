package footage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/container"
	"motionseg/hopkins/files"
)

// Open finds the pictures of an entry of a dataset: its folder of frames, its
// video, its preview, or the two in a file of correspondences, the first of
// these that can be read. Those of a "_g12"
// selection are its parent's. It returns an error that wraps ErrNone when the
// entry has none, otherwise says which file could not be read and why, and is
// ctx.Err() soon after ctx has ended.
func Open(ctx context.Context, e hopkins.Entry) (*Source, error) {
	var attempts []func() (*Source, error)
	if e.FrameDir != "" {
		attempts = append(attempts, func() (*Source, error) {
			return openImages(os.DirFS(e.FrameDir), ".", e.FrameDir, false)
		})
	}
	if e.Video != "" {
		attempts = append(attempts, func() (*Source, error) { return openVideo(ctx, e.Video, 0, 0, firstFrame(ctx)) })
	}
	if e.Preview != "" {
		attempts = append(attempts, func() (*Source, error) {
			folder, name := filepath.Split(e.Preview)
			return openPreview(ctx, os.DirFS(filepath.Clean(folder)), name, e.Preview)
		})
	}
	if len(attempts) == 0 && e.Frames == 2 && strings.EqualFold(filepath.Ext(e.Path), ".mat") {
		return openPair(e.Path)
	}
	return firstOf(ctx, e.Name, attempts)
}

// OpenSequence opens the pictures that a sequence names as its footage, or finds
// those of one that was read from a file, as Open does.
func OpenSequence(ctx context.Context, s *hopkins.Sequence) (*Source, error) {
	if s.Footage != nil {
		return OpenFootage(ctx, *s.Footage)
	}
	if s.Path == "" {
		return nil, fmt.Errorf("%s: %w: it was not read from a file", s.Name, ErrNone)
	}
	return Open(ctx, hopkins.EntryOf(s))
}

// OpenFS finds the pictures in a folder of a file system, such as one that is
// embedded in the program, as Open does. A video must be Motion-JPEG.
func OpenFS(fsys fs.FS, folder string) (*Source, error) {
	var attempts []func() (*Source, error)
	if frames := path.Join(folder, "frames"); hasImages(fsys, frames) {
		attempts = append(attempts, func() (*Source, error) { return openImages(fsys, frames, frames, false) })
	}
	items, err := fs.ReadDir(fsys, folder)
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		if name := path.Join(folder, item.Name()); strings.EqualFold(path.Ext(name), ".avi") && isFile(fsys, name) {
			attempts = append(attempts, func() (*Source, error) {
				f, err := fsys.Open(name)
				if err != nil {
					return nil, err
				}
				return openAVI(f, name)
			})
		}
	}
	if preview := path.Join(folder, "preview.jpg"); isFile(fsys, preview) {
		attempts = append(attempts, func() (*Source, error) {
			return openPreview(context.Background(), fsys, preview, preview)
		})
	}
	return firstOf(context.Background(), folder, attempts)
}

// firstOf returns the first source that opens; the reasons why better ones did
// not become its note. When none opens they are the error; it is ctx.Err() once
// ctx has ended.
func firstOf(ctx context.Context, name string, attempts []func() (*Source, error)) (*Source, error) {
	if len(attempts) == 0 {
		return nil, fmt.Errorf("%s: %w", name, ErrNone)
	}
	var reasons []error
	for _, open := range attempts {
		s, err := open()
		if ctx.Err() != nil {
			if err == nil {
				s.Close()
			}
			return nil, ctx.Err()
		}
		if err == nil {
			if s.note != "" {
				reasons = append(reasons, errors.New(s.note))
			}
			if reasons != nil {
				s.note = errors.Join(reasons...).Error()
			}
			return s, nil
		}
		reasons = append(reasons, err)
	}
	return nil, errors.Join(reasons...)
}

// openVideo opens a film by its path: what the package decodes itself, and
// anything else by ffmpeg, reduced to maxSide pixels on the longer side unless
// that is 0. Of a stack of a microscope it takes one channel, see Range. What ffmpeg is to
// decode must pass first, which reads a frame. ctx is looked at while the package itself
// decodes a page.
func openVideo(ctx context.Context, path string, maxSide, channel int, first func(*Source) error) (*Source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: expected a film, found what is not a regular file", path)
	}
	if info.Size() == 0 {
		return nil, fmt.Errorf("%s: expected a film, found an empty file", path)
	}
	if err := holes(path, info); err != nil {
		return nil, err
	}
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	s, own := openOwn(ctx, f, path, channel)
	if own == nil {
		if channel > 1 && s.kind != Pages {
			s.Close()
			return nil, noChannels(path, channel)
		}
		return s.reduced(maxSide), nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	damaged := !errors.Is(own, errNotAVI) && !errors.Is(own, errCodec)
	if channel > 1 && !damaged {
		own = noChannels(path, channel)
	}
	if channel > 1 || errors.Is(own, errNoProgram) {
		return nil, own
	}
	program, missing := FindFFmpeg()
	if missing != nil {
		if damaged {
			return nil, own
		}
		return nil, needsProgram(path, missing)
	}
	film := newFFmpeg(program, path, maxSide)
	s = newSource(Video, film)
	s.film = film
	if err := first(s); err != nil {
		s.Close()
		if damaged && !errors.Is(err, context.Canceled) {
			err = errors.Join(own, err)
		}
		return nil, err
	}
	return s, nil
}

// noChannels says that a film has no channels in pages of their own.
func noChannels(path string, channel int) error {
	return fmt.Errorf("%s: expected a TIFF with several channels, to take channel %d", path, channel)
}

// openOwn opens a film that the package decodes itself, as its first bytes say.
// It closes the file unless it returns a source.
func openOwn(ctx context.Context, f *os.File, path string, channel int) (*Source, error) {
	head := make([]byte, 4)
	if _, err := f.ReadAt(head, 0); err == nil {
		switch {
		case string(head) == "GIF8":
			return openGIF(f, path)
		case container.IsTIFF(head):
			return openTIFF(ctx, f, path, channel)
		}
	}
	return openAVI(f, path)
}

// needsProgram says for what a film needs ffmpeg, which is missing, or why it
// would not help.
func needsProgram(path string, missing error) error {
	info, err := container.ReadFile(path)
	switch {
	case errors.Is(err, container.ErrUnknown):
		return err
	case info.Codec == "" && err != nil:
		return err
	case info.Codec == "":
		return fmt.Errorf("%s: a film in %s: %w", path, info.Format, missing)
	}
	return fmt.Errorf("%s: %s in %s: %w", path, info.Codec, info.Format, missing)
}
