//go:build linux && (amd64 || arm64)

package hugepages

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"golang.org/x/sys/unix"
)

// mostRoom is how much of the heap is asked for, in bytes: twice what the largest runs need. It is a range of
// addresses, which takes no memory before it is used.
const mostRoom = 2 << 30

// Ask asks for large pages for what the heap is going to be, before there is any: it takes that many
// addresses, says what they are to be, and gives them back to the heap, which goes on with them. It does
// nothing where large pages come unasked or never, or where memory or addresses are bounded.
func Ask() {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return // what is asked for counts for GOMEMLIMIT
	}
	setting, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	if err != nil || !strings.Contains(string(setting), "[madvise]") {
		return
	}
	overcommit, err := os.ReadFile("/proc/sys/vm/overcommit_memory")
	if err != nil {
		return
	}
	var limits []uint64
	for _, resource := range []int{unix.RLIMIT_AS, unix.RLIMIT_DATA} {
		var limit unix.Rlimit
		if unix.Getrlimit(resource, &limit) != nil {
			return
		}
		limits = append(limits, limit.Cur)
	}
	var machine unix.Sysinfo_t
	if unix.Sysinfo(&machine) != nil {
		return
	}
	size := roomFor(machine.Totalram*uint64(machine.Unit), strings.TrimSpace(string(overcommit)), limits)
	if size == 0 {
		return
	}
	room := make([]byte, size)
	// Where it is refused pages are as small as before.
	_ = unix.Madvise(room, unix.MADV_HUGEPAGE)
	room = nil
	runtime.GC()
}

// roomFor returns how many bytes to ask for on a machine with this memory: none where a system counts what
// is asked for and not used, as by the strict setting 2 of vm.overcommit_memory, or under a limit of addresses.
func roomFor(memory uint64, overcommit string, limits []uint64) uint64 {
	if overcommit == "2" {
		return 0
	}
	for _, limit := range limits {
		if limit != unix.RLIM_INFINITY {
			return 0
		}
	}
	return min(mostRoom, memory/2)
}
