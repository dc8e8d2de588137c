package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// readKept reads the rows that keep wrote, of so many values each; none from a file that
// there is not. The error names the file and the line.
func readKept(path string, width int) ([][]float64, error) {
	f, err := os.Open(path)
	if path == "" || os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var rows [][]float64
	lines := bufio.NewScanner(f)
	for number := 1; lines.Scan(); number++ {
		fields := strings.Split(lines.Text(), ",")
		if len(fields) != width {
			return nil, fmt.Errorf("%s: line %d: expected %d values, found %d", path, number, width, len(fields))
		}
		row := make([]float64, width)
		for i, text := range fields {
			if row[i], err = strconv.ParseFloat(text, 64); err != nil {
				return nil, fmt.Errorf("%s: line %d: %w", path, number, err)
			}
		}
		rows = append(rows, row)
	}
	return rows, lines.Err()
}

// keep adds rows of values to a file, if there is to be one.
func keep(path string, rows [][]float64) error {
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for _, row := range rows {
		for i, v := range row {
			if i > 0 {
				w.WriteByte(',')
			}
			w.WriteString(strconv.FormatFloat(v, 'g', -1, 64))
		}
		w.WriteByte('\n')
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
