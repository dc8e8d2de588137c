package tables

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"motionseg/hopkins/read/input"
)

// TablePreview is the beginning of a text file with a table, to choose columns by.
type TablePreview struct {
	// Header holds the names of the columns as the file writes them; nil where
	// it has none.
	Header []string
	// Rows are the first records below the names, of Width fields each.
	Rows  [][]string
	Width int
	// Columns are those that Open takes, and Preset why; both are zero when it
	// does not recognise them.
	Columns input.Columns
	Preset  string
	// Likely are the columns whose names tell what they hold, where others are
	// missing for Open.
	Likely input.Columns
	// DeepLabCut marks a table of DeepLabCut, whose columns are fixed.
	DeepLabCut bool
}

// Preview reads the first rows of a text file.
func Preview(content *bufio.Reader, rows int) (*TablePreview, error) {
	t := newTextReader(content)
	first, err := t.Next()
	if err == io.EOF {
		return nil, fmt.Errorf("expected a table, found no line")
	}
	if err != nil {
		return nil, err
	}
	p := &TablePreview{Width: len(first), DeepLabCut: isDeepLabCut(first)}
	record := first
	if isHeader(first) {
		lower, next, err := t.header(first)
		if err != nil && err != io.EOF {
			return nil, err
		}
		p.Header, p.Width, record = slices.Clone(first), len(first), next
		if t.tabs {
			p.Header, p.Width = lower, len(lower)
		}
		switch known, ok := recogniseTable(lower); {
		case p.DeepLabCut:
		case ok:
			p.Columns, p.Preset = known.Columns, known.preset
		default:
			p.Likely = known.Columns
		}
	}
	if p.Width > maxPreview && !p.DeepLabCut {
		return nil, fmt.Errorf("expected a table of at most %d columns, found %d", maxPreview, p.Width)
	}
	for record != nil && len(p.Rows) < rows {
		p.Rows = append(p.Rows, record)
		p.Width = max(p.Width, len(record))
		if record, err = t.Next(); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
	}
	if p.Width > maxPreview {
		p.cut()
	}
	return p, nil
}

// maxPreview is how many columns a preview shows: those of a table whose columns
// are to be chosen, and the first of one of DeepLabCut.
const maxPreview = 256

// cut leaves the first columns.
func (p *TablePreview) cut() {
	p.Width = maxPreview
	p.Header = p.Header[:min(maxPreview, len(p.Header))]
	for i, row := range p.Rows {
		p.Rows[i] = row[:min(maxPreview, len(row))]
	}
}

// Check reports whether the columns fit the rows of the preview: they are there,
// and every row that is not about units has a point. It returns how many points
// the rows hold. Reading the whole file may still find lines that do not fit.
func (p *TablePreview) Check(c input.Columns) (points int, err error) {
	var header []string
	width := p.Width
	if p.Header != nil {
		header = columnNames(p.Header)
		width = len(header)
	}
	r := TableReader{Table: Table{Columns: c, untracked: p.Preset == "TrackMate"}, IDs: map[string]int{}}
	if r.Places, err = c.Places(header, width); err != nil {
		return 0, err
	}
	r.begin(header)
	units := header != nil
	for i, record := range p.Rows {
		if len(record) != width {
			return 0, fmt.Errorf("row %d: expected %d fields, found %d", i+1, width, len(record))
		}
		if units = units && i < maxUnits && isUnits(record, r.Places); units {
			continue
		}
		if err := r.Line(record); err != nil {
			return 0, fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	if len(r.points) == 0 {
		return 0, fmt.Errorf("expected points in the first rows, found none")
	}
	return len(r.points), nil
}
