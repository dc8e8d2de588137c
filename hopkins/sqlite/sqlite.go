// Package sqlite reads the rows of tables in a file of SQLite 3, and nothing else: no
// statements, no indices, no changes. That is what databases of other programs need, at
// some hundred lines in place of a library of megabytes.
//
// The reader trusts nothing in a file: pages are visited a bounded number of times, and
// memory is taken only for what is really there, up to the limit of the caller.
//
// Source of the format: "Database File Format", the documentation of SQLite.
package sqlite

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

const (
	mark       = "SQLite format 3\x00"
	headerSize = 100
	maxDepth   = 40
	maxTables  = 1 << 10
	maxColumns = 1 << 10
)

var errEnd = errors.New("expected more of a database, found the end or damage")

// Recognise reports whether a file that starts with these bytes is of SQLite 3.
func Recognise(head []byte) bool { return bytes.HasPrefix(head, []byte(mark)) }

// Value is a value of a row: nil, int64, float64, string or []byte.
type Value any

// Table is a table of a database.
type Table struct {
	Name    string
	Columns []string // in small letters
	root    uint32
	key     int // the column that is the number of the row, −1 for none
}

// Database is a file of SQLite.
type Database struct {
	Tables []*Table

	r      io.ReaderAt
	size   int64
	page   int // bytes of a page
	usable int // of these, for content
	left   int // pages that may still be visited
}

// Open reads which tables a database of so many bytes has.
func Open(r io.ReaderAt, size int64) (*Database, error) {
	var head [headerSize]byte
	if _, err := r.ReadAt(head[:], 0); err != nil || !Recognise(head[:]) {
		return nil, errors.New("expected a database of SQLite 3, found none")
	}
	d := &Database{r: r, size: size, page: int(binary.BigEndian.Uint16(head[16:]))}
	if d.page == 1 {
		d.page = 1 << 16
	}
	d.usable = d.page - int(head[20])
	if d.page < 512 || d.page&(d.page-1) != 0 || d.usable < 480 {
		return nil, fmt.Errorf("expected pages of 512 to 65536 bytes, found %d", d.page)
	}
	if encoding := binary.BigEndian.Uint32(head[56:]); encoding > 1 {
		return nil, fmt.Errorf("expected a database in UTF-8, found encoding %d", encoding)
	}
	master := &Table{root: 1, key: -1}
	err := d.Rows(master, 1<<22, func(row []Value) error {
		if len(row) < 5 || row[0] != Value("table") {
			return nil
		}
		name, _ := row[1].(string)
		root, _ := row[3].(int64)
		sql, _ := row[4].(string)
		if root < 1 || root > math.MaxUint32 || len(d.Tables) == maxTables {
			return nil
		}
		t := &Table{Name: name, root: uint32(root)}
		t.Columns, t.key = columnsOf(sql)
		d.Tables = append(d.Tables, t)
		return nil
	})
	return d, err
}

// Table returns the table of that name, nil for none.
func (d *Database) Table(name string) *Table {
	for _, t := range d.Tables {
		if strings.EqualFold(t.Name, name) {
			return t
		}
	}
	return nil
}

// Column returns the place of a column, −1 for none.
func (t *Table) Column(name string) int {
	for i, c := range t.Columns {
		if c == name {
			return i
		}
	}
	return -1
}

// columnsOf reads the names of columns in "CREATE TABLE t (a INTEGER PRIMARY KEY, …)".
func columnsOf(sql string) (names []string, key int) {
	key = -1
	_, sql, _ = strings.Cut(sql, "(")
	depth, from := 0, 0
	for i := 0; i <= len(sql); i++ {
		if i < len(sql) {
			switch sql[i] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		if i < len(sql) && !(depth == 0 && sql[i] == ',') && depth >= 0 {
			continue
		}
		part := strings.TrimSpace(sql[from:i])
		words := strings.Fields(part)
		from = i + 1
		if len(words) > 0 && len(names) < maxColumns {
			switch strings.ToUpper(strings.TrimRight(words[0], "(")) {
			case "CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN":
			default:
				if upper := strings.ToUpper(part); strings.Contains(upper, "INTEGER") && strings.Contains(upper, "PRIMARY KEY") {
					key = len(names)
				}
				names = append(names, strings.ToLower(strings.Trim(words[0], "\"`[]'")))
			}
		}
		if depth < 0 {
			break
		}
	}
	return names, key
}

// Rows calls row for every row of a table, whose values it may keep. limit bounds the
// bytes of a row.
func (d *Database) Rows(t *Table, limit int, row func([]Value) error) error {
	d.left = int(d.size/int64(d.page)) + 2
	return d.tree(t, t.root, limit, 0, row)
}

// read returns a page, which are numbered from 1.
func (d *Database) read(number uint32) ([]byte, error) {
	if d.left--; d.left < 0 {
		return nil, errors.New("expected pages that are read once, found circles")
	}
	at := (int64(number) - 1) * int64(d.page)
	if number < 1 || at+int64(d.page) > d.size {
		return nil, errEnd
	}
	b := make([]byte, d.page)
	if _, err := d.r.ReadAt(b, at); err != nil {
		return nil, errEnd
	}
	return b, nil
}

// Kinds of pages.
const (
	interiorPage = 5
	leafPage     = 13
)

// tree visits the rows below a page.
func (d *Database) tree(t *Table, number uint32, limit, depth int, row func([]Value) error) error {
	if depth > maxDepth {
		return errEnd
	}
	b, err := d.read(number)
	if err != nil {
		return err
	}
	head := b
	if number == 1 {
		head = b[headerSize:]
	}
	kind, cells := head[0], int(binary.BigEndian.Uint16(head[3:]))
	pointers := head[8:]
	if kind == interiorPage {
		pointers = head[12:]
	}
	if kind != interiorPage && kind != leafPage || 2*cells > len(pointers) {
		return errEnd
	}
	for i := range cells {
		at := int(binary.BigEndian.Uint16(pointers[2*i:]))
		if at >= d.usable {
			return errEnd
		}
		cell := b[at:d.usable]
		if kind == interiorPage {
			if len(cell) < 4 {
				return errEnd
			}
			err = d.tree(t, binary.BigEndian.Uint32(cell), limit, depth+1, row)
		} else {
			err = d.leaf(t, cell, limit, row)
		}
		if err != nil {
			return err
		}
	}
	if kind == interiorPage {
		return d.tree(t, binary.BigEndian.Uint32(head[8:]), limit, depth+1, row)
	}
	return nil
}

// leaf reads a row.
func (d *Database) leaf(t *Table, cell []byte, limit int, row func([]Value) error) error {
	size, n := varint(cell)
	id, m := varint(cell[n:])
	if n == 0 || m == 0 || size > uint64(limit) {
		if size > uint64(limit) {
			return fmt.Errorf("table %s: expected rows of at most %d bytes, found %d", t.Name, limit, size)
		}
		return errEnd
	}
	payload, err := d.payload(cell[n+m:], int(size))
	if err != nil {
		return err
	}
	values, err := record(payload)
	if err != nil {
		return err
	}
	if t.key >= 0 && t.key < len(values) && values[t.key] == nil {
		values[t.key] = int64(id)
	}
	return row(values)
}

// payload returns the bytes of a row, of which some may be on other pages.
func (d *Database) payload(local []byte, size int) ([]byte, error) {
	most := d.usable - 35
	if size <= most {
		if size > len(local) {
			return nil, errEnd
		}
		return local[:size], nil
	}
	least := (d.usable-12)*32/255 - 23
	here := least + (size-least)%(d.usable-4)
	if here > most {
		here = least
	}
	if here+4 > len(local) {
		return nil, errEnd
	}
	payload := bytes.Clone(local[:here])
	for next := binary.BigEndian.Uint32(local[here:]); len(payload) < size; {
		b, err := d.read(next)
		if err != nil {
			return nil, err
		}
		payload = append(payload, b[4:4+min(size-len(payload), d.usable-4)]...)
		next = binary.BigEndian.Uint32(b)
	}
	return payload, nil
}

// record reads the values of a row.
func record(b []byte) ([]Value, error) {
	size, n := varint(b)
	if n == 0 || size > uint64(len(b)) || size < uint64(n) {
		return nil, errEnd
	}
	head, body := b[n:size], b[size:]
	var values []Value
	for len(head) > 0 && len(values) < maxColumns {
		kind, n := varint(head)
		if n == 0 {
			return nil, errEnd
		}
		head = head[n:]
		width := uint64(0)
		switch {
		case kind >= 12:
			width = (kind - 12) / 2
		case kind < 8:
			width = []uint64{0, 1, 2, 3, 4, 6, 8, 8}[kind]
		}
		if width > uint64(len(body)) {
			return nil, errEnd
		}
		raw := body[:width]
		body = body[width:]
		switch {
		case kind == 0 || kind == 10 || kind == 11:
			values = append(values, nil)
		case kind == 8 || kind == 9:
			values = append(values, int64(kind-8))
		case kind == 7:
			values = append(values, math.Float64frombits(binary.BigEndian.Uint64(raw)))
		case kind < 7:
			v := int64(int8(raw[0]))
			for _, c := range raw[1:] {
				v = v<<8 | int64(c)
			}
			values = append(values, v)
		case kind%2 == 0:
			values = append(values, raw)
		default:
			values = append(values, string(raw))
		}
	}
	return values, nil
}

// varint reads a number of 1 to 9 bytes and returns how many; 0 at the end.
func varint(b []byte) (uint64, int) {
	v := uint64(0)
	for i := range min(len(b), 9) {
		if i == 8 {
			return v<<8 | uint64(b[i]), 9
		}
		v = v<<7 | uint64(b[i]&0x7f)
		if b[i] < 0x80 {
			return v, i + 1
		}
	}
	return 0, 0
}
