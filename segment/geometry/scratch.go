package geometry

import (
	"sync"

	"motionseg/segment/internal/moments"
)

// tables are those that nobody uses: fits of small groups would spend much of their time
// on fresh memory.
var tables = sync.Pool{New: func() any { return new(moments.Table) }}

// takeTable returns a table whose numbers are anything.
func takeTable(rows, n int) *moments.Table {
	t := tables.Get().(*moments.Table)
	t.Resize(rows, n)
	return t
}

// giveTables takes back tables that nobody uses any more; nil ones are left out.
func giveTables(used ...*moments.Table) {
	for _, t := range used {
		if t != nil {
			tables.Put(t)
		}
	}
}
