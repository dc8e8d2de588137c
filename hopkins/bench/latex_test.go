package bench

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"motionseg/hopkins/internal/testfile"
)

func TestLaTeX(t *testing.T) {
	table := Table{Left: 3, Cells: [][]string{
		{"Method", "Category", "Motions", "Mean %", "Paper", "Seconds"},
		{"a_b", "x & y", "2", "–", "–", "0.1"},
		{"–", "–", "–", "1.5", "–", "–"},
	}}
	var b strings.Builder
	if err := WriteLaTeX(&b, []Table{table}); err != nil {
		t.Fatal(err)
	}
	want := "\\begin{tabular}{lllrr} % \\usepackage{booktabs}\n\\toprule\nMethod & Category & Motions & Mean \\% & " +
		"Seconds \\\\\n\\midrule\n" +
		"a\\_b & x \\& y & 2 & -- & 0.1 \\\\\n-- & -- & -- & 1.5 & -- \\\\\n\\bottomrule\n\\end{tabular}\n"
	if b.String() != want {
		t.Errorf("table is\n%s\nwant\n%s", &b, want)
	}
}

// paperReport is a report on sequences of two and three motions.
func paperReport() Report {
	return Report{Rows: []Row{
		{Sequence: "a", Method: "ssc", Motions: 2, Error: 2}, {Sequence: "b", Method: "ssc", Motions: 3, Error: 4},
		{Sequence: "a", Method: "lrksc:λ=1_é中", Motions: 2, Error: 1},
		{Sequence: "b", Method: "lrksc:λ=1_é中", Motions: 3, Error: 4},
	}}
}

// TestShortLaTeX: the table of a paper, of which the best of every column is bold where
// one is better.
func TestShortLaTeX(t *testing.T) {
	var b strings.Builder
	if err := paperReport().Write(&b, "latex"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\\begin{tabular}{lrrr} % \\usepackage{booktabs}\n\\toprule\nMethod & 2 motions & 3 motions & all \\\\\n\\midrule\n",
		"ssc & 2.00 & 4.00 & 3.00 \\\\\n", "lrksc:$\\lambda$=1\\_éU+4E2D & \\textbf{1.00} & 4.00 & \\textbf{2.50} \\\\\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
	if strings.Count(b.String(), "tabular}") != 2 {
		t.Errorf("found\n%s", &b)
	}
}

// TestLaTeXCompiles: pdflatex takes both tables, and every character.
func TestLaTeXCompiles(t *testing.T) {
	pdflatex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("needs pdflatex")
	}
	if exec.Command("kpsewhich", "booktabs.sty").Run() != nil {
		t.Skip("needs booktabs of LaTeX")
	}
	var b bytes.Buffer
	b.WriteString("\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n")
	for _, format := range []string{"latex", "latex-long"} {
		if err := paperReport().Write(&b, format); err != nil {
			t.Fatal(err)
		}
	}
	var all strings.Builder
	for r := rune(1); r < 0x2300; r++ {
		if r < 0x180 || texSpelled[r] != "" || r%16 == 0 {
			all.WriteRune(r)
		}
	}
	b.WriteString(TeX(all.String()+"中😀") + "\n\\end{document}\n")
	folder := t.TempDir()
	testfile.Write(t, b.Bytes(), folder, "a.tex")
	run := exec.Command(pdflatex, "-interaction=nonstopmode", "-halt-on-error", "a.tex")
	run.Dir = folder
	if said, err := run.CombinedOutput(); err != nil || bytes.Contains(said, []byte("\n! ")) {
		t.Errorf("%v: %s", err, said)
	}
}
