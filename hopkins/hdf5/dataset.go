package hdf5

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Dataset is an array of a file.
type Dataset struct {
	Path       string // as "/group/name"
	Shape      []int  // the last index fastest; empty for a single value
	Type       *Type
	Attributes []*Attribute

	file      *File
	hasLayout bool
	compact   []byte
	address   uint64
	chunks    []int // the size of a chunk along every dimension; nil for data in one piece
	single    bool  // in one chunk
	stored    uint64
	filters   []filter
	unknown   string // why the data cannot be read
}

// Name returns the last part of the path.
func (d *Dataset) Name() string { return d.Path[strings.LastIndexByte(d.Path, '/')+1:] }

// Attribute returns the attribute of that name, nil for none.
func (d *Dataset) Attribute(name string) *Attribute { return findAttribute(d.Attributes, name) }

// findAttribute returns the attribute of that name, nil for none.
func findAttribute(all []*Attribute, name string) *Attribute {
	for _, a := range all {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Size writes the shape as "20×307×2".
func (d *Dataset) Size() string {
	if len(d.Shape) == 0 {
		return "a single value"
	}
	parts := make([]string, len(d.Shape))
	for i, n := range d.Shape {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, "×")
}

// Len returns the number of values, at most math.MaxInt.
func (d *Dataset) Len() int {
	n := 1
	for _, s := range d.Shape {
		if s > 0 && n > math.MaxInt/s {
			return math.MaxInt
		}
		n *= s
	}
	return n
}

// filter is a step that data went through when they were written.
type filter struct {
	id     uint16
	client []uint32
}

// Filters that are known.
const (
	deflate    = 1
	shuffle    = 2
	fletcher32 = 3
)

// setLayout reads where the data are.
func (d *Dataset) setLayout(c *cursor) error {
	f := d.file
	version := c.u8()
	d.hasLayout = true
	if version < 3 || version > 4 {
		d.unknown = fmt.Sprintf("a layout of version %d", version)
		return nil
	}
	switch class := c.u8(); class {
	case 0:
		d.compact = c.take(int(c.u16()))
		if d.compact == nil {
			d.compact = []byte{}
		}
	case 1:
		d.address, d.stored = c.uint(f.offset), c.uint(f.count)
	case 2:
		if version == 4 {
			return d.newChunks(c)
		}
		dims := int(c.u8())
		d.address = c.uint(f.offset)
		if dims < 2 || dims > maxDims+1 {
			return fmt.Errorf("expected chunks of 1 to %d dimensions, found %d", maxDims, dims-1)
		}
		for range dims - 1 {
			d.chunks = append(d.chunks, int(c.u32()))
		}
	default:
		d.unknown = fmt.Sprintf("a layout of class %d", class)
	}
	if c.failed {
		return errEnd
	}
	return nil
}

// newChunks reads a layout of version 4, of which one chunk alone is known.
func (d *Dataset) newChunks(c *cursor) error {
	flags, dims, width := c.u8(), int(c.u8()), int(c.u8())
	if dims < 2 || dims > maxDims+1 || width < 1 || width > 8 {
		return errEnd
	}
	for k := range dims {
		if n := c.uint(width); k < dims-1 {
			if n > math.MaxInt32 {
				return errEnd
			}
			d.chunks = append(d.chunks, int(n))
		}
	}
	if index := c.u8(); index != 1 {
		d.unknown = "an index of chunks of the newest version of HDF5 (libver=\"latest\")"
		return nil
	}
	d.single = true
	if flags&2 != 0 {
		d.stored = c.uint(d.file.count)
		c.skip(4)
	}
	d.address = c.uint(d.file.offset)
	if c.failed {
		return errEnd
	}
	return nil
}

// setFilters reads how the data were compressed.
func (d *Dataset) setFilters(c *cursor) error {
	version, count := c.u8(), int(c.u8())
	if version == 1 {
		c.skip(6)
	}
	for range count {
		f := filter{id: c.u16()}
		name := 0
		if version == 1 || f.id >= 256 {
			name = int(c.u16())
		}
		c.skip(2)
		values := int(c.u16())
		if version == 1 {
			name = (name + 7) / 8 * 8
		}
		label := strings.TrimRight(string(c.take(name)), "\x00")
		for range values {
			f.client = append(f.client, c.u32())
			if c.failed {
				return errEnd
			}
		}
		if version == 1 && values%2 == 1 {
			c.skip(4)
		}
		if f.id != deflate && f.id != shuffle && f.id != fletcher32 {
			d.unknown = fmt.Sprintf("data compressed by filter %d (%s); gzip or none can be read", f.id, label)
		}
		d.filters = append(d.filters, f)
	}
	if c.failed {
		return errEnd
	}
	return nil
}

// Numbers returns the values, at most limit of them, the last index fastest.
func (d *Dataset) Numbers(limit int) ([]float64, error) {
	if !d.Type.IsNumeric() {
		return nil, fmt.Errorf("expected numbers, found values of class %d", d.Type.Class)
	}
	raw, err := d.raw(limit)
	if err != nil {
		return nil, err
	}
	values := make([]float64, len(raw)/d.Type.Size)
	for i := range values {
		values[i] = d.Type.number(raw[i*d.Type.Size:])
	}
	return values, nil
}

// Texts returns texts, at most limit of them.
func (d *Dataset) Texts(limit int) ([]string, error) {
	raw, err := d.raw(limit)
	if err != nil {
		return nil, err
	}
	return d.file.texts(d.Type, raw, d.Len())
}

// Column returns the numbers of a member of a compound, for every value one, or so
// many as its array has, which is width. limit bounds them all.
func (d *Dataset) Column(name string, limit int) (values []float64, width int, err error) {
	for _, m := range d.Type.Members {
		if m.Name != name {
			continue
		}
		of := m.Type
		if of.Class == Array {
			of = of.Base
		}
		if !of.IsNumeric() || of.Size == 0 {
			return nil, 0, fmt.Errorf("column %s: expected numbers, found values of class %d", name, of.Class)
		}
		width = m.Type.Size / of.Size
		if d.Len() > limit/max(width, 1) {
			return nil, 0, fmt.Errorf("column %s: expected at most %d numbers, found %s × %d", name, limit, d.Size(), width)
		}
		raw, err := d.raw(limit)
		if err != nil {
			return nil, 0, err
		}
		for ; len(raw) > 0; raw = raw[d.Type.Size:] {
			for k := range width {
				values = append(values, of.number(raw[m.offset+k*of.Size:]))
			}
		}
		return values, width, nil
	}
	return nil, 0, fmt.Errorf("expected a column %s, found none", name)
}

// raw returns the bytes of the values, at most limit of these.
func (d *Dataset) raw(limit int) ([]byte, error) {
	if d.unknown != "" {
		return nil, fmt.Errorf("expected data that can be read, found %s", d.unknown)
	}
	n, size := d.Len(), d.Type.Size
	// A value of more than eight bytes counts as several. Data inflate to at most 1032
	// times their size, so that what is larger was never written.
	if size < 1 || n > limit || n > max(limit, 1<<17)/max(size/8, 1) {
		return nil, fmt.Errorf("expected at most %d values, found size %s of %d bytes each", limit, d.Size(), size)
	}
	want := n * size
	if uint64(want) > 1032*d.file.size+1<<16 {
		return nil, fmt.Errorf("expected data of size %s, found fewer", d.Size())
	}
	switch {
	case d.compact != nil:
		if len(d.compact) < want {
			return nil, errEnd
		}
		return d.compact[:want], nil
	case d.address == undefined:
		return make([]byte, want), nil // nothing was written: zeros
	case d.chunks == nil:
		return d.piece(d.address, want)
	}
	return d.chunked(want)
}

// piece reads n bytes at an address.
func (d *Dataset) piece(address uint64, n int) ([]byte, error) {
	at := address + d.file.base
	if at < address || at > d.file.size || uint64(n) > d.file.size-at {
		return nil, errEnd
	}
	b := make([]byte, n)
	if _, err := d.file.r.ReadAt(b, int64(at)); err != nil {
		return nil, err
	}
	return b, nil
}

// chunked puts an array together from its chunks.
func (d *Dataset) chunked(want int) ([]byte, error) {
	if len(d.chunks) != len(d.Shape) {
		return nil, fmt.Errorf("expected chunks of %d dimensions, found %d", len(d.Shape), len(d.chunks))
	}
	const most = 1 << 28
	size := d.Type.Size
	for _, n := range d.chunks {
		if n < 1 || size > most/n {
			return nil, fmt.Errorf("expected chunks of at most %d bytes, found more", most)
		}
		size *= n
	}
	// A chunk may reach beyond the array, but not by more than a file can hold.
	if uint64(size) > 1032*d.file.size+1<<16 {
		return nil, errEnd
	}
	out := make([]byte, want)
	if d.single {
		stored := uint64(size)
		if d.stored > 0 {
			stored = d.stored
		}
		return out, d.chunk(out, make([]int, len(d.Shape)), d.address, stored, 0, size)
	}
	filled := 0
	err := d.file.tree(d.address, 1, len(d.Shape)+1, func(key *cursor, child uint64) error {
		if filled += size; filled > 16*want+1<<28 {
			return fmt.Errorf("expected chunks that fill an array, found more")
		}
		stored, mask := key.u32(), key.u32()
		at := make([]int, len(d.Shape))
		for k := range at {
			v := key.uint(8)
			if v > math.MaxInt32 {
				return errEnd
			}
			at[k] = int(v)
		}
		return d.chunk(out, at, child, uint64(stored), mask, size)
	})
	return out, err
}

// chunk reads a chunk of size bytes and copies it to its place.
func (d *Dataset) chunk(out []byte, at []int, address, stored uint64, mask uint32, size int) error {
	if stored > d.file.size {
		return errEnd
	}
	b, err := d.piece(address, int(stored))
	if err != nil {
		return err
	}
	for k := len(d.filters) - 1; k >= 0; k-- {
		if mask>>k&1 != 0 {
			continue
		}
		if b, err = d.filters[k].undo(b, size, d.Type.Size); err != nil {
			return err
		}
	}
	if len(b) < size {
		return fmt.Errorf("expected a chunk of %d bytes, found %d", size, len(b))
	}
	// Row by row along the last dimension.
	last := len(at) - 1
	for k := range at {
		if at[k] >= d.Shape[k] {
			return nil
		}
	}
	run := min(d.chunks[last], d.Shape[last]-at[last]) * d.Type.Size
	index := make([]int, len(at))
	for {
		to, from := 0, 0
		for k := range at {
			to = to*d.Shape[k] + at[k] + index[k]
			from = from*d.chunks[k] + index[k]
		}
		copy(out[to*d.Type.Size:], b[from*d.Type.Size:from*d.Type.Size+run])
		k := last - 1
		for ; k >= 0; k-- {
			if index[k]++; index[k] < min(d.chunks[k], d.Shape[k]-at[k]) {
				break
			}
			index[k] = 0
		}
		if k < 0 {
			return nil
		}
	}
}

// undo brings data back to what they were before the filter, at most size bytes.
func (f filter) undo(b []byte, size, element int) ([]byte, error) {
	switch f.id {
	case deflate:
		z, err := zlib.NewReader(bytes.NewReader(b))
		if err != nil {
			return nil, fmt.Errorf("expected compressed data: %w", err)
		}
		plain, err := io.ReadAll(io.LimitReader(z, int64(size)+4))
		if err != nil {
			return nil, fmt.Errorf("expected compressed data: %w", err)
		}
		return plain, nil
	case shuffle:
		if len(f.client) > 0 && f.client[0] > 0 {
			element = int(min(f.client[0], maxHeader))
		}
		n := len(b) / element
		out := bytes.Clone(b)
		for i := range n {
			for k := range element {
				out[i*element+k] = b[k*n+i]
			}
		}
		return out, nil
	}
	if len(b) < 4 { // a checksum of four bytes stands behind
		return nil, errEnd
	}
	return b[:len(b)-4], nil
}
