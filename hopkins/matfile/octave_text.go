package matfile

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// isOctaveText reports whether a file begins as what Octave saves as text: behind comments
// with a name and a type.
func isOctaveText(head []byte) bool {
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(line)
		if bytes.HasPrefix(line, []byte("# name: ")) {
			_, rest, _ := bytes.Cut(head, line)
			return bytes.HasPrefix(bytes.TrimSpace(rest), []byte("# type: "))
		}
		if len(line) > 0 && line[0] != '#' {
			return false
		}
	}
	return false
}

// octaveText reads the variables of a file that Octave saved as text.
type octaveText struct {
	*decoder
	r    *bufio.Reader
	line int
}

// octaveText reads all variables.
func (d *decoder) octaveText(r *bufio.Reader) ([]*Array, error) {
	o := &octaveText{decoder: d, r: r, line: 1}
	var vars []*Array
	for {
		name, err := o.find("name")
		if err == io.EOF {
			return vars, nil
		}
		var a *Array
		if err == nil {
			a, err = o.array(name, "", 0)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: variable %s: %w", o.line, name, unexpected(err))
		}
		vars = append(vars, a)
	}
}

// next reads a line, of a long one the beginning.
func (o *octaveText) next() (string, error) {
	var line string
	for first := true; ; first = false {
		part, err := o.r.ReadSlice('\n')
		if first {
			line = string(bytes.TrimSpace(part[:min(len(part), maxName)]))
		}
		switch {
		case err == nil:
			o.line++
			return line, nil
		case err == io.EOF && (line != "" || len(part) > 0):
			return line, nil
		case err != bufio.ErrBufferFull:
			return "", err
		}
	}
}

// find passes over lines up to one such as "# name: W" and returns what it says.
func (o *octaveText) find(key string) (string, error) {
	for {
		line, err := o.next()
		if err != nil {
			return "", err
		}
		if value, ok := strings.CutPrefix(line, "# "+key+": "); ok {
			return value, checkName(value)
		}
	}
}

// whole reads the next line as "# rows: 4".
func (o *octaveText) whole(key string) (int, error) {
	line, err := o.next()
	if err != nil {
		return 0, err
	}
	value, ok := strings.CutPrefix(line, "# "+key+": ")
	n, err := strconv.ParseInt(value, 10, 32)
	if !ok || err != nil || n < 0 {
		return 0, fmt.Errorf("expected %q and a whole number, found %q", "# "+key+":", line)
	}
	return int(n), nil
}

// sizes reads the sizes of an array: rows and columns, or how many there are and they, and
// reports whether the numbers stand row by row.
func (o *octaveText) sizes() (dims []int, rows bool, err error) {
	head, err := o.r.Peek(len("# rows"))
	if err != nil {
		return nil, false, err
	}
	if string(head) == "# rows" {
		dims = make([]int, 2)
		if dims[0], err = o.whole("rows"); err == nil {
			dims[1], err = o.whole("columns")
		}
		return dims, true, err
	}
	n, err := o.whole("ndims")
	if err == nil && (n < 2 || n > maxDims) {
		err = fmt.Errorf("expected 2 to %d dimensions, found %d", maxDims, n)
	}
	for i := 0; i < n && err == nil; i++ {
		var v float64
		if v, err = o.number(); err == nil && (v != math.Trunc(v) || v < 0 || v > math.MaxInt32) {
			err = fmt.Errorf("expected sizes of at least 0, found %v", v)
		}
		dims = append(dims, int(v))
	}
	return dims, false, err
}

// number reads a number and the space before it.
func (o *octaveText) number() (float64, error) {
	const longest = 64
	var word []byte
	for len(word) <= longest {
		b, err := o.r.ReadByte()
		if err == io.EOF && len(word) > 0 {
			break
		} else if err != nil {
			return 0, err
		}
		if space := b == ' ' || b == '\n' || b == '\r' || b == '\t'; space && len(word) > 0 {
			err = o.r.UnreadByte() // a line ends before what follows
			if err != nil {
				return 0, err
			}
			break
		} else if !space {
			word = append(word, b)
		} else if b == '\n' {
			o.line++
		}
	}
	if string(word) == "NA" {
		return math.NaN(), nil
	}
	v, err := strconv.ParseFloat(string(word), 64)
	if err != nil && (len(word) > longest || !math.IsInf(v, 0)) {
		return 0, fmt.Errorf("expected a number, found %q", word)
	}
	return v, nil
}

// array reads an array of that name from its type on; path is the name of what it is
// within, with a dot behind.
func (o *octaveText) array(name, path string, depth int) (*Array, error) {
	kind, err := o.find("type")
	if err != nil {
		return nil, err
	}
	kind = strings.TrimPrefix(kind, "global ")
	switch kind {
	case "cell", "scalar struct", "struct":
		return o.group(name, kind, path, depth)
	}
	a, _, scalar := octaveArray(name, kind)
	if a.Class == Opaque || a.Class == Char {
		a.Class = Opaque
		return a, nil
	}
	rows := false
	if !scalar {
		if a.Dims, rows, err = o.sizes(); err != nil {
			return a, err
		}
	}
	n, err := elements(a.Dims)
	if err != nil || a.Complex || !o.asked(path+name) {
		return a, err
	}
	if err := o.take(n); err != nil {
		return a, fmt.Errorf("size %s: %w", a.Size(), err)
	}
	a.Data = make([]float64, 0, min(n, chunk))
	for range n {
		v, err := o.number()
		if err != nil {
			return a, err
		}
		a.Data = append(a.Data, v)
	}
	if rows && n > 0 {
		a.Data = turned(a.Data, a.Dims[0], a.Dims[1])
	}
	return a, nil
}

// turned brings numbers that stand row by row into MATLAB's order.
func turned(data []float64, rows, columns int) []float64 {
	out := make([]float64, len(data))
	for r := range rows {
		for c := range columns {
			out[c*rows+r] = data[r*columns+c]
		}
	}
	return out
}

// group reads the fields of a struct, or passes over the elements of a cell or an array of
// structs.
func (o *octaveText) group(name, kind, path string, depth int) (*Array, error) {
	a := &Array{Name: name, Class: Struct, Dims: []int{1, 1}}
	if depth >= maxDepth {
		return a, fmt.Errorf("expected at most %d structs within one another, found more", maxDepth)
	}
	var n int
	var err error
	if kind == "cell" {
		a.Class = Cell
		if a.Dims, _, err = o.sizes(); err == nil {
			n, err = elements(a.Dims)
		}
	} else {
		var length string
		if length, err = o.find("length"); err == nil {
			n, err = strconv.Atoi(length)
		}
	}
	for i := 0; i < n && err == nil; i++ {
		var field string
		if field, err = o.find("name"); err != nil {
			break
		}
		var element *Array
		if element, err = o.array(field, path+name+".", depth+1); err == nil && kind == "scalar struct" {
			a.Fields = append(a.Fields, element)
		}
	}
	return a, err
}
