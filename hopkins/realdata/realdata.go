// Package realdata finds the public data sets that some tests read and that are
// not part of the program. Only tests use it.
package realdata

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Variable is the environment variable with the folder of Hopkins155; the other
// sets are looked for beside it.
const Variable = "HOPKINS155_DIR"

// Folder returns the folder of a set, as "hopkins155" or "faces", or skips the test
// where Variable is not set or the set is missing: these tests take minutes, and run
// only where they are asked for.
func Folder(t testing.TB, set string) string {
	t.Helper()
	folder := os.Getenv(Variable)
	if folder == "" {
		t.Skipf("no real data: set %s to the folder of Hopkins155, beside which the other sets are looked for", Variable)
	}
	if set != "hopkins155" {
		folder = filepath.Join(filepath.Dir(filepath.Clean(folder)), set)
	}
	if limit, ok := deadline(t); ok && time.Now().After(limit) {
		t.Skip(noTime)
	}
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("no real data: %v (set %s to the folder of Hopkins155)", err, Variable)
	}
	return folder
}

// Work on real data takes minutes, on a busy machine as many as go test gives a
// package, which kills it then: it ends so long before.
const margin = time.Minute

// noTime says why a test was skipped.
const noTime = "no time left for work on real data: go test -timeout 60m gives more"

// errNoTime is the cause of the end of a Context.
var errNoTime = errors.New(noTime)

// deadline returns when work on real data ends, if it does.
func deadline(t testing.TB) (limit time.Time, ok bool) {
	limited, ok := t.(interface{ Deadline() (time.Time, bool) })
	if !ok {
		return limit, false
	}
	limit, ok = limited.Deadline()
	return limit.Add(-margin), ok
}

// Context returns a context for work on real data, which ends before go test kills
// the package. What fails then is to be followed by SkipEnded.
func Context(t testing.TB) context.Context {
	limit, ok := deadline(t)
	if !ok {
		return t.Context()
	}
	ctx, stop := context.WithDeadlineCause(t.Context(), limit, errNoTime)
	t.Cleanup(stop)
	return ctx
}

// SkipEnded skips the test where the time for ctx, a Context, is over: how busy the
// machine is fails no test.
func SkipEnded(t testing.TB, ctx context.Context) {
	t.Helper()
	if errors.Is(context.Cause(ctx), errNoTime) {
		t.Skip(noTime)
	}
}
