//go:build linux && (amd64 || arm64)

package hugepages

import (
	"runtime"
	"runtime/debug"
	"testing"

	"golang.org/x/sys/unix"
)

// TestRoomFor: no more addresses than half of a machine's memory, and none where they count as used.
func TestRoomFor(t *testing.T) {
	endless := []uint64{unix.RLIM_INFINITY, unix.RLIM_INFINITY}
	for _, c := range []struct {
		name       string
		memory     uint64
		overcommit string
		limits     []uint64
		want       uint64
	}{
		{"large", 64 << 30, "0", endless, 2 << 30},
		{"small", 1 << 30, "1", endless, 512 << 20},
		{"strict", 64 << 30, "2", endless, 0},
		{"addresses bounded", 64 << 30, "0", []uint64{8 << 30, unix.RLIM_INFINITY}, 0},
		{"data bounded", 64 << 30, "0", []uint64{unix.RLIM_INFINITY, 8 << 30}, 0},
	} {
		if got := roomFor(c.memory, c.overcommit, c.limits); got != c.want {
			t.Errorf("%s: %d bytes, expected %d", c.name, got, c.want)
		}
	}
}

// TestAsk: what was asked for takes no memory, and is the heap's afterwards.
func TestAsk(t *testing.T) {
	Ask()
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	if now.HeapInuse > 64<<20 {
		t.Errorf("%d bytes of the heap are in use after asking", now.HeapInuse)
	}
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil || used.Maxrss > 256<<10 {
		t.Errorf("%d KB of memory were taken, %v", used.Maxrss, err)
	}
}

// TestAskUnderALimit: nothing is asked for where memory is bounded.
func TestAskUnderALimit(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	Ask()
	runtime.ReadMemStats(&after)
	if more := after.TotalAlloc - before.TotalAlloc; more > 1<<20 {
		t.Errorf("%d bytes were asked for under a limit of 1 GB", more)
	}
}
