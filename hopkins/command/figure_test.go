package command

import (
	"bytes"
	"context"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFigure: methods side by side in the three formats, in their widths.
func TestFigure(t *testing.T) {
	_, sequence := demo(t)
	out := t.TempDir()
	at := func(name string) string { return filepath.Join(out, name) }
	said := mustRun(t, "figure", sequence, "--method", "lsr", "--against", "ssc", "--frame", "12", "--out", at("a.png"))
	if !strings.Contains(said, "lsr 42.33 %") || !strings.Contains(said, "; ssc ") {
		t.Errorf("said %q", said)
	}
	mustRun(t, "figure", sequence, "--method", "lsr", "--column", "--no-affinities", "--no-title", "--out", at("b.png"))
	for name, want := range map[string][2]int{"a.png": {2100, 1800}, "b.png": {1021, 1000}} { // 300 dots an inch
		raw, err := os.ReadFile(at(name))
		if err != nil {
			t.Fatal(err)
		}
		m, err := png.DecodeConfig(bytes.NewReader(raw))
		if err != nil || m.Width < want[0]-2 || m.Width > want[0]+2 || (m.Height < want[1]) != (name == "b.png") {
			t.Errorf("%s: %d×%d, %v", name, m.Width, m.Height, err)
		}
	}
	mustRun(t, "figure", sequence, "--method", "lsr", "--out", at("c.pdf"))
	if raw, err := os.ReadFile(at("c.pdf")); err != nil || !bytes.HasPrefix(raw, []byte("%PDF-")) {
		t.Errorf("%v", err)
	}
	for said, line := range map[string][]string{
		"ends in .png, .pdf or .svg": {"--out", at("d.jpg")},
		"--frame: expected 1 to 30":  {"--out", at("d.png"), "--frame", "31"},
		"--against":                  {"--out", at("d.png"), "--against", "nonsense"},
	} {
		code, _, stderr := motionseg(t, append([]string{"figure", sequence, "--method", "lsr"}, line...)...)
		if code != ExitUsage || !strings.Contains(stderr, said) {
			t.Errorf("%v: code %d, %s", line, code, stderr)
		}
	}
}

// TestBenchmarkOut: the table for LaTeX and the plot.
func TestBenchmarkOut(t *testing.T) {
	data, _ := demo(t)
	plot := filepath.Join(t.TempDir(), "p.svg")
	said := mustRun(t, "benchmark", data, "--methods", "lsr,ssc", "--latex", "--plot", plot)
	if !strings.Contains(said, "Method & 3 motions & all \\\\\n") || !strings.Contains(said, "lsr & 42.33 & ") {
		t.Errorf("said %q", said)
	}
	if raw, err := os.ReadFile(plot); err != nil || !bytes.Contains(raw, []byte("<svg")) ||
		!bytes.Contains(raw, []byte("ssc error")) {
		t.Errorf("the plot: %v, %.200s", err, raw)
	}
	if code, _, stderr := motionseg(t, "benchmark", data, "--films", "--plot", plot); code != ExitUsage ||
		!strings.Contains(stderr, "--plot") {
		t.Errorf("films: code %d, %s", code, stderr)
	}
}

// TestClicksMethod: where no method is named it is that of segment, and what ran is printed.
func TestClicksMethod(t *testing.T) {
	data, _ := demo(t)
	if said := mustRun(t, "clicks", data, "--clicks", "1", "--repeats", "1"); !strings.Contains(said, "lrksc-auto") {
		t.Errorf("said %q", said)
	}
	if said := mustRun(t, "clicks", data, "--method", "lsr", "--clicks", "1", "--repeats", "1"); strings.Contains(said,
		"lrksc") || !strings.Contains(said, "lsr") {
		t.Errorf("with a method: said %q", said)
	}
}

// TestClicksFailures: what could not be read is said and is no success, and what is there is printed where the rest is
// interrupted.
func TestClicksFailures(t *testing.T) {
	data, _ := demo(t)
	line := []string{"clicks", data, "--method", "lsr", "--clicks", "1", "--repeats", "1"}
	brokenSequence(t, data)
	code, said, problems := motionseg(t, line...)
	if code != ExitFailure || !strings.Contains(said, "box_and_drum") || !strings.Contains(problems,
		"passed over "+filepath.Join(data, "broken")) || !strings.Contains(problems, "1 failed") ||
		!strings.Contains(said, "mean of 1 sequence, ") {
		t.Errorf("code %d, said\n%s%s", code, said, problems)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, err bytes.Buffer
	if code := program.Run(ctx, line, &out, &err); code != ExitFailure ||
		!strings.Contains(out.String(), "lsr, error in %") ||
		!strings.Contains(err.String(), "interrupted after 0 of 1") {
		t.Errorf("interrupted: code %d, said\n%s%s", code, out.String(), err.String())
	}
}
