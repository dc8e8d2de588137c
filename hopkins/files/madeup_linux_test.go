package files

import (
	"strings"
	"testing"
)

// TestMadeUp: what the system makes up is no file: the messages of its kernel never end.
func TestMadeUp(t *testing.T) {
	for _, path := range []string{"/proc/kmsg", "/proc/version"} {
		f, err := Open(path)
		if err == nil {
			f.Close()
			t.Errorf("%s was opened", path)
		} else if !strings.HasPrefix(err.Error(), path+": expected a file, found one that the system") {
			t.Errorf("the error is %v", err)
		}
	}
}
