// Package files opens what users name: regular files only, so that a pipe or a
// device of the name of a file never holds the program up, and names that are
// put in order as people number them.
package files

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Open opens a regular file for reading. Anything else, as a folder, pipe or
// device, is an error that names it, found without waiting for it; so is a file below /proc
// and the like, some of which are read without an end.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: expected a file, found %s", path, kind(info.Mode()))
	}
	if info.Size() == 0 && madeUp(path) {
		return nil, fmt.Errorf("%s: expected a file, found one that the system makes up", path)
	}
	return os.Open(path)
}

// Regular reports whether path names a regular file, or a link to one.
func Regular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Read returns the content of a regular file of at most limit bytes.
func Read(path string, limit int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(content)) > limit {
		return nil, fmt.Errorf("%s: expected at most %d bytes, found more", path, limit)
	}
	return content, nil
}

// kind names what is not a regular file.
func kind(m os.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&os.ModeNamedPipe != 0:
		return "a pipe"
	case m&os.ModeSocket != 0:
		return "a socket"
	case m&os.ModeDevice != 0:
		return "a device"
	}
	return "something else"
}

// WithContext returns a reader of r that ends with ctx.Err() once ctx has ended.
func WithContext(ctx context.Context, r io.Reader) io.Reader { return reader{ctx, r} }

type reader struct {
	ctx context.Context
	r   io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}

// AtWithContext is WithContext for random access.
func AtWithContext(ctx context.Context, r io.ReaderAt) io.ReaderAt { return readerAt{ctx, r} }

type readerAt struct {
	ctx context.Context
	r   io.ReaderAt
}

func (r readerAt) ReadAt(p []byte, off int64) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.ReadAt(p, off)
}

// CompareNames orders names with the numbers in them by value, s2 before s10.
func CompareNames(a, b string) int {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		m, n := i+digits(a[i:]), j+digits(b[j:])
		if m == i || n == j {
			if c := cmp.Compare(a[i], b[j]); c != 0 {
				return c
			}
			i, j = i+1, j+1
			continue
		}
		x, y := strings.TrimLeft(a[i:m], "0"), strings.TrimLeft(b[j:n], "0")
		if c := cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y)); c != 0 {
			return c
		}
		i, j = m, n
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// digits returns how many digits s starts with.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// Matches reports whether a name matches one of some shell patterns, of which empty ones
// do not count; every name does where there is none.
func Matches(name string, patterns []string) (bool, error) {
	none := true
	for _, p := range patterns {
		if p == "" {
			continue
		}
		none = false
		ok, err := filepath.Match(p, name)
		if err != nil {
			return false, fmt.Errorf("filter %q: %w", p, err)
		}
		if ok {
			return true, nil
		}
	}
	return none, nil
}
