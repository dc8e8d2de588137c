package shrink

import (
	"gonum.org/v1/gonum/mat"
	"motionseg/segment/internal/parallel"
)

// panelWidth is how many columns of a matrix lie together in Panels.
const panelWidth = 8

// Panels is a dense matrix, N×q, cut into panels of 8 columns so that products
// with sparse rows stay in the first-level cache.
type Panels struct {
	rows, cols int
	data       []float64 // panel after panel, N×8 each, the last padded by zeros
}

// NewPanels copies a.
func NewPanels(a *mat.Dense) *Panels { return (*Panels)(nil).Renewed(a, 1) }

// Renewed is NewPanels on several goroutines, see parallel.Each, and in the memory of p, which
// is in use no longer and may be nil.
func (p *Panels) Renewed(a *mat.Dense, workers int) *Panels {
	rows, cols := a.Dims()
	count := (cols + panelWidth - 1) / panelWidth
	var data []float64
	if p != nil {
		data = p.data
	}
	if size := count * rows * panelWidth; size <= cap(data) {
		data = data[:size]
	} else {
		data = make([]float64, size)
	}
	parallel.Blocks(rows, workers, func(_, lo, hi int) {
		for panel := range count {
			first := panel * panelWidth
			width := min(panelWidth, cols-first)
			for i := lo; i < hi; i++ {
				to := data[(panel*rows+i)*panelWidth:][:panelWidth]
				clear(to[copy(to, a.RawRowView(i)[first:first+width]):])
			}
		}
	})
	return &Panels{rows, cols, data}
}

// Row is a sparse row vector: entry Value[t] at column Index[t].
type Row struct {
	Index []int32
	Value []float64
}

// Multiply stores rows[i]·P in row first+i of dst, which has q columns.
func (p *Panels) Multiply(dst *mat.Dense, first int, rows []Row) {
	var sum [panelWidth]float64
	for start := 0; start < p.cols; start += panelWidth {
		panel := p.data[start*p.rows:][:p.rows*panelWidth]
		width := min(panelWidth, p.cols-start)
		for i, row := range rows {
			multiplyRow(&sum, panel, row.Index, row.Value)
			copy(dst.RawRowView(first + i)[start:start+width], sum[:width])
		}
	}
}

func multiplyRow(sum *[panelWidth]float64, panel []float64, index []int32, value []float64) {
	if len(index) == 0 {
		*sum = [panelWidth]float64{}
		return
	}
	if vectorCode {
		multiplyRowVector(len(index), &index[0], &value[0], &panel[0], sum)
		return
	}
	*sum = [panelWidth]float64{}
	for t, i := range index {
		v, from := value[t], panel[int(i)*panelWidth:][:panelWidth]
		for j := range sum {
			sum[j] += v * from[j]
		}
	}
}
