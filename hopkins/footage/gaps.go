package footage

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"motionseg/hopkins"
)

// numberGaps says that numbers are missing between those of pictures in their order, empty
// where none are: of a film whose pictures were lost what moves seems to jump. Numbers in
// steps, and those that are times, have no gaps.
func numberGaps(names []string) string {
	var steps []int
	for i := 1; i < len(names); i++ {
		before, after, ok := numbersOf(names[i-1], names[i])
		if !ok {
			return ""
		}
		steps = append(steps, after-before)
	}
	least, often := 0, 0
	for _, s := range steps {
		switch {
		case often == 0 || s < least:
			least, often = s, 1
		case s == least:
			often++
		}
	}
	gaps := len(steps) - often
	if gaps == 0 || gaps > often || least < 1 {
		return ""
	}
	for i, s := range steps {
		if s > least {
			return fmt.Sprintf("the numbers of the pictures have %s, the first between %s and %s: frames follow each other "+
				"as if there were none", hopkins.Counted(gaps, "gap", "gaps"), names[i], names[i+1])
		}
	}
	return ""
}

// numbersOf returns the last numbers in two names that are the same otherwise.
func numbersOf(a, b string) (x, y int, ok bool) {
	split := func(name string) (rest string, number int, ok bool) {
		stem := strings.TrimSuffix(name, path.Ext(name))
		end := strings.LastIndexAny(stem, "0123456789") + 1
		begin := len(strings.TrimRight(stem[:end], "0123456789"))
		number, err := strconv.Atoi(stem[begin:end])
		return stem[:begin] + "\x00" + stem[end:], number, err == nil
	}
	before, x, known := split(a)
	after, y, other := split(b)
	return x, y, known && other && before == after
}
