package shrink

import "gonum.org/v1/gonum/mat"

// panelWidth is how many columns of a matrix lie together in Panels.
const panelWidth = 8

// Panels is a dense matrix, N×q, cut into panels of 8 columns so that products
// with sparse rows stay in the first-level cache.
type Panels struct {
	rows, cols int
	data       []float64 // panel after panel, N×8 each, the last padded by zeros
}

// NewPanels copies a.
func NewPanels(a *mat.Dense) *Panels {
	rows, cols := a.Dims()
	count := (cols + panelWidth - 1) / panelWidth
	p := &Panels{rows, cols, make([]float64, count*rows*panelWidth)}
	for i := range rows {
		for j, v := range a.RawRowView(i) {
			p.data[(j/panelWidth*rows+i)*panelWidth+j%panelWidth] = v
		}
	}
	return p
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
