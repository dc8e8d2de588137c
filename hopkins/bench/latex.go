package bench

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// missing is what stands in a table where there is no figure.
const missing = "–"

// WriteLaTeX writes tables for LaTeX with the package booktabs, each below its title as a
// comment. Columns of numbers that are empty or dashes alone are left out: a page has no
// room to spare.
func WriteLaTeX(w io.Writer, tables []Table) error {
	var b strings.Builder
	for _, t := range tables {
		if len(t.Cells) > 0 {
			t.writeLaTeX(&b)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeLaTeX writes one table.
func (t Table) writeLaTeX(b *strings.Builder) {
	for line := range strings.Lines(t.Title) {
		fmt.Fprintf(b, "%% %s\n", strings.TrimSpace(line))
	}
	var columns []int
	for j := range t.Cells[0] {
		known := func(line []string) bool { return j < len(line) && line[j] != "" && line[j] != missing }
		if j < t.Left || slices.ContainsFunc(t.Cells[1:], known) {
			columns = append(columns, j)
		}
	}
	texts := min(t.Left, len(columns))
	fmt.Fprintf(b, "\\begin{tabular}{%s%s} %% \\usepackage{booktabs}\n\\toprule\n", strings.Repeat("l", texts),
		strings.Repeat("r", len(columns)-texts))
	for i, line := range t.Cells {
		for n, j := range columns {
			if n > 0 {
				b.WriteString(" & ")
			}
			if j >= len(line) {
				continue
			}
			if cell := TeX(line[j]); i > 0 && t.IsBest(line[j], j) {
				fmt.Fprintf(b, "\\textbf{%s}", cell)
			} else {
				b.WriteString(cell)
			}
		}
		b.WriteString(" \\\\\n")
		if i == 0 {
			b.WriteString("\\midrule\n")
		}
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
}

// IsBest reports whether a number is the smallest of its column, as it is printed, where
// that is marked and not all are the same.
func (t Table) IsBest(cell string, column int) bool {
	own, err := strconv.ParseFloat(cell, 64)
	if !t.Best || column < t.Left || err != nil {
		return false
	}
	others := false
	for _, line := range t.Cells[1:] {
		if v, err := strconv.ParseFloat(line[column], 64); err == nil && v < own {
			return false
		} else if err == nil && v > own {
			others = true
		}
	}
	return others
}

// texSpelled are characters that TeX reads as more than text, or that stop pdflatex, and
// how they are spelled.
var texSpelled = map[rune]string{
	'\\': `\textbackslash{}`, '&': `\&`, '%': `\%`, '$': `\$`, '#': `\#`, '_': `\_`, '{': `\{`, '}': `\}`,
	'~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`,
	'"': "''",
	'–': "--", '—': "---", '−': "$-$", '×': `$\times$`, '·': `$\cdot$`, '…': `\dots{}`, '°': `$^{\circ}$`, '±': `$\pm$`,
	'µ': `$\mu$`,
	'→': `$\rightarrow$`, '←': `$\leftarrow$`, '≤': `$\leq$`, '≥': `$\geq$`, '≈': `$\approx$`, '∞': `$\infty$`,
	'√': `$\surd$`,
	'‘': "`", '’': "'", '“': "``", '”': "''", '„': `,,`, '\u00a0': "~", '\u2009': `\,`, '\u202f': `\,`,
	'²': `$^2$`, '³': `$^3$`, '¹': `$^1$`, '₀': `$_0$`, '₁': `$_1$`, '₂': `$_2$`, 'ℓ': `$\ell$`,
	'α': `$\alpha$`, 'β': `$\beta$`, 'γ': `$\gamma$`, 'δ': `$\delta$`, 'ε': `$\varepsilon$`, 'ζ': `$\zeta$`,
	'η': `$\eta$`, 'θ': `$\theta$`,
	'κ': `$\kappa$`, 'λ': `$\lambda$`, 'μ': `$\mu$`, 'ν': `$\nu$`, 'ξ': `$\xi$`, 'π': `$\pi$`, 'ρ': `$\rho$`,
	'σ': `$\sigma$`, 'τ': `$\tau$`,
	'φ': `$\varphi$`, 'χ': `$\chi$`, 'ψ': `$\psi$`, 'ω': `$\omega$`,
	'Γ': `$\Gamma$`, 'Δ': `$\Delta$`, 'Θ': `$\Theta$`, 'Λ': `$\Lambda$`, 'Ξ': `$\Xi$`, 'Π': `$\Pi$`, 'Σ': `$\Sigma$`,
	'Φ': `$\Phi$`, 'Ψ': `$\Psi$`, 'Ω': `$\Omega$`,
}

// TeX spells a text for LaTeX: nothing in it is a command, and nothing stops pdflatex.
// Letters of Western and Central Europe stay; those that pdflatex does not know without
// a package are told by their number, as U+4E2D.
func TeX(text string) string {
	var b strings.Builder
	for _, r := range text {
		spelled, ok := texSpelled[r]
		switch {
		case ok:
			b.WriteString(spelled)
		case r < 0x20 || r == 0x7f:
			b.WriteByte(' ')
		case r < 0x7f, r >= 0xc0 && r < 0x17f && unicode.IsLetter(r) && !strings.ContainsRune("ĄąĘęĮįŲųĦħĸĿŀŉŦŧĐđÐðÞþŊŋſ", r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "U+%04X", r)
		}
	}
	return b.String()
}

// shortTable is the table as a paper prints it.
func (r Report) shortTable() []Table {
	return []Table{r.PaperTable(func(method string) string { return method })}
}

// PaperTable is a table as papers print it: a line a method, which title names, the mean
// error in % of 2 motions, 3 motions and all, the best in bold.
func (r Report) PaperTable(title func(method string) string) Table {
	cells := [][]string{{"Method", "2 motions", "3 motions", "all"}}
	last := ""
	for _, s := range Summaries(r.Rows) {
		if last != s.Method {
			last = s.Method
			cells = append(cells, []string{title(s.Method), missing, missing, missing})
		}
		column := map[int]int{2: 1, 3: 2, 0: 3}[s.Motions]
		if !math.IsNaN(s.Mean) {
			cells[len(cells)-1][column] = fmt.Sprintf("%.2f", s.Mean)
		}
	}
	return Table{Title: r.heading(), Left: 1, Cells: cells, Best: true}
}
