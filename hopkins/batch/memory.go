package batch

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// ParseMemory reads an amount of memory as "8GB" or "500MB", in bytes; "auto" is
// four fifths of what the machine has or the system grants, 0 where that is not
// known, which sets no bound.
func ParseMemory(text string) (int64, error) {
	if text == "auto" {
		return mostMemory(), nil
	}
	number, unit := strings.TrimSpace(text), float64(1)
	for _, u := range []struct {
		name  string
		bytes float64
	}{{"GB", 1e9}, {"G", 1e9}, {"MB", 1e6}, {"M", 1e6}} {
		if rest, ok := strings.CutSuffix(strings.ToUpper(number), u.name); ok {
			number, unit = strings.TrimSpace(rest), u.bytes
			break
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || unit == 1 || !(v > 0) || v*unit > math.MaxInt64/2 {
		return 0, fmt.Errorf("expected auto or an amount as 8GB or 500MB, found %q", text)
	}
	return int64(v * unit), nil
}

// mostMemory is what "auto" stands for.
func mostMemory() int64 { return int64(0.8 * float64(machineMemory(os.ReadFile))) }

// machineMemory returns how many bytes of memory there are for this program, by
// Linux's files and what Slurm grants; 0 where that is not known.
func machineMemory(read func(string) ([]byte, error)) int64 {
	var least int64
	add := func(v int64) {
		if v > 0 && (least == 0 || v < least) {
			least = v
		}
	}
	if text, err := read("/proc/meminfo"); err == nil {
		for line := range bytes.Lines(text) {
			var kilobytes int64
			if _, err := fmt.Sscanf(string(line), "MemTotal: %d kB", &kilobytes); err == nil {
				add(kilobytes << 10)
			}
		}
	}
	for _, path := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := read(path); err == nil {
			v, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
			add(v)
		}
	}
	megabytes, _ := strconv.ParseInt(os.Getenv("SLURM_MEM_PER_NODE"), 10, 64)
	add(megabytes << 20)
	return least
}
