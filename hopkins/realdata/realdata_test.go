package realdata

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestTooLittleTime: where go test gives a package too little time, work on real
// data is skipped rather than killed. The test calls itself with little time.
func TestTooLittleTime(t *testing.T) {
	const variable = "MOTIONSEG_TEST_NO_TIME"
	switch os.Getenv(variable) {
	case "before":
		Folder(t, "hopkins155")
		return
	case "within":
		ctx := Context(t)
		<-ctx.Done()
		SkipEnded(t, ctx)
		return
	}
	for when, timeout := range map[string]string{"before": "59s", "within": "61s"} {
		command := exec.Command(os.Args[0], "-test.run=^TestTooLittleTime$", "-test.v", "-test.timeout="+timeout)
		command.Env = append(os.Environ(), variable+"="+when, Variable+"="+t.TempDir())
		said, err := command.CombinedOutput()
		if err != nil || !strings.Contains(string(said), "SKIP") || !strings.Contains(string(said), "-timeout 60m") {
			t.Errorf("%s: %v\n%s", when, err, said)
		}
	}
	SkipEnded(t, context.Background()) // skips nothing
}
