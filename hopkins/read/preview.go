package read

import (
	"bufio"
	"fmt"

	"motionseg/hopkins/files"
	"motionseg/hopkins/read/input"
	"motionseg/hopkins/read/tables"
)

// PreviewTable reads the first rows of a text file. The error says why it is not
// a table.
func PreviewTable(path string, rows int) (*TablePreview, error) {
	f, content, err := input.Beginning(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := preview(content, rows)
	if err != nil {
		return nil, files.Message(fmt.Errorf("%s: %w", path, err))
	}
	return p, nil
}

func preview(content *bufio.Reader, rows int) (*TablePreview, error) {
	format, err := formatOf(content)
	if err != nil {
		return nil, err
	}
	if format != &text {
		return nil, fmt.Errorf("expected a text file with a table, found %s", format.Name)
	}
	return tables.Preview(content, rows)
}
