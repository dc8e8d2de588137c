package files

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

func TestOpen(t *testing.T) {
	folder := t.TempDir()
	path := testfile.Write(t, "content", folder, "a")
	if content, err := Read(path, 7); err != nil || string(content) != "content" || !Regular(path) {
		t.Errorf("read %q, %v", content, err)
	}
	if _, err := Read(path, 6); err == nil || !strings.Contains(err.Error(), "at most 6 bytes") {
		t.Errorf("error %v", err)
	}
	if _, err := Open(folder); err == nil || !strings.Contains(err.Error(), "found a folder") || Regular(folder) {
		t.Errorf("error %v", err)
	}
	if _, err := Open(filepath.Join(folder, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r, at := WithContext(ctx, strings.NewReader("abc")), AtWithContext(ctx, strings.NewReader("abc"))
	if n, err := r.Read(make([]byte, 2)); n != 2 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	cancel()
	if _, err := r.Read(make([]byte, 2)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := at.ReadAt(make([]byte, 2), 0); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestMessage(t *testing.T) {
	plain := errors.New("two\nlines, naïve")
	if Message(plain) != plain || Message(nil) != nil {
		t.Error("a plain message is changed")
	}
	long := errors.New(strings.Repeat("ü", 5000))
	if text := Message(long).Error(); len(text) > maxMessage+10 || !strings.HasSuffix(text, "ü …") ||
		!errors.Is(Message(long), long) {
		t.Errorf("%d bytes, ends %q", len(text), text[len(text)-8:])
	}
	if got := Printable("a\x1b[31mb\xff\u202e\tc"); got != `a\x1b[31mb\xff\u202e\tc` {
		t.Errorf("printable: %q", got)
	}
	if got := Printable("a\ufffdb\xc3"); got != "a\ufffdb\\xc3" {
		t.Errorf("printable: %q", got)
	}
}

func TestCompareNames(t *testing.T) {
	for _, pair := range [][2]string{{"s2", "s10"}, {"a", "b"}, {"s02", "s3"}, {"frame", "frame1"}, {"s2", "s02"},
		{"s2b", "s10a"}, {"9.png", "0010.png"}, {"a1b2", "a1b10"}, {"99999999999999999999998", "99999999999999999999999"}} {
		if CompareNames(pair[0], pair[1]) >= 0 || CompareNames(pair[1], pair[0]) <= 0 || CompareNames(pair[0], pair[0]) != 0 {
			t.Errorf("%s and %s are not in order", pair[0], pair[1])
		}
	}
}
