package batch

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is a part of a batch: items Index, Index+Count, Index+2·Count, … of the
// stated order, whoever asks and whatever is done already. Of the zero Shard
// there is one: everything.
type Shard struct {
	Index, Count int // Index from 0
}

// ParseShard reads a shard as "2/4", the second of four.
func ParseShard(text string) (Shard, error) {
	first, second, ok := strings.Cut(text, "/")
	i, err1 := strconv.Atoi(first)
	n, err2 := strconv.Atoi(second)
	if !ok || err1 != nil || err2 != nil || n < 1 || i < 1 || i > n {
		return Shard{}, fmt.Errorf("expected a shard as 1/4, from 1/4 to 4/4, found %q", text)
	}
	return Shard{i - 1, n}, nil
}

// SlurmShard returns the shard that the variables of a Slurm array say, and
// everything where there are none. getenv is os.Getenv.
//
// An array must be whole, as 0-9 or 1-7:2: of one like 3,7 Slurm does not tell
// which of its tasks this one is. Each array divides the whole list among its own
// tasks, also one that is submitted again and is smaller: what is done stays done.
func SlurmShard(getenv func(string) string) (Shard, error) {
	if getenv("SLURM_ARRAY_TASK_ID") == "" {
		return Shard{}, nil
	}
	values := map[string]int{"STEP": 1}
	for _, name := range []string{"ID", "MIN", "MAX", "COUNT", "STEP"} {
		text := getenv("SLURM_ARRAY_TASK_" + name)
		if text == "" && name == "STEP" {
			continue
		}
		v, err := strconv.Atoi(text)
		if err != nil || v < 0 {
			return Shard{}, fmt.Errorf("SLURM_ARRAY_TASK_%s: expected a number, found %q; give --shard i/n", name, text)
		}
		values[name] = v
	}
	id, least, most, count, step := values["ID"], values["MIN"], values["MAX"], values["COUNT"], values["STEP"]
	if step < 1 || count < 1 || id < least || id > most || (id-least)%step != 0 || (most-least)/step+1 != count {
		return Shard{},
			fmt.Errorf("expected a whole array, as --array=0-9, found task %d of %d from %d to %d in steps of %d; "+
				"give --shard i/n", id, count, least, most, step)
	}
	return Shard{(id - least) / step, count}, nil
}

// String returns the shard as ParseShard reads it, "1/1" for everything.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index+1, max(s.Count, 1)) }

// Whole reports whether the shard is everything.
func (s Shard) Whole() bool { return s.Count <= 1 }

// has reports whether item i of the stated order is in the shard.
func (s Shard) has(i int) bool { return s.Whole() || i%s.Count == s.Index }
