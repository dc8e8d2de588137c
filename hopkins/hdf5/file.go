package hdf5

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// Signature is how a file begins, at byte 0 or behind a block of 512 bytes or a
// multiple of that by a power of two, as in files of MATLAB.
const Signature = "\x89HDF\r\n\x1a\n"

const (
	maxObjects = 1 << 14 // groups and datasets of a file
	maxDepth   = 16      // groups within groups, and types within types
	maxHeader  = 1 << 22 // bytes of the header of an object, and of a small structure
	maxNodes   = 1 << 20 // nodes of indices that are visited
	maxDims    = 32
	maxText    = 1 << 20 // bytes of a text
)

// undefined is the address of what is not there.
const undefined = math.MaxUint64

// Recognise reports whether a file that starts with these bytes is HDF5.
func Recognise(head []byte) bool { return start(head) >= 0 }

// start returns where the signature is, −1 for none.
func start(head []byte) int {
	for at := 0; at+len(Signature) <= len(head); at = max(512, 2*at) {
		if bytes.HasPrefix(head[at:], []byte(Signature)) {
			return at
		}
	}
	return -1
}

// File is a file in HDF5.
type File struct {
	// Datasets are the arrays of the file, each after the groups it is in.
	Datasets []*Dataset
	// Groups holds the attributes of groups by their paths, "/" for the root.
	Groups map[string][]*Attribute

	r             io.ReaderAt
	size          uint64
	base          uint64 // that addresses count from
	offset, count int    // bytes of an address and of a length
	objects       int
	nodes         int
	used          uint64 // bytes of structures that were read
	heaps         map[uint64][]byte
}

// Open reads what arrays a file of so many bytes has. The error says what was expected
// and what was found.
func Open(r io.ReaderAt, size int64) (*File, error) {
	head := make([]byte, min(size, 1<<14))
	if _, err := io.ReadFull(io.NewSectionReader(r, 0, size), head); err != nil {
		return nil, err
	}
	at := start(head)
	if at < 0 {
		return nil, errors.New("expected a file in HDF5, found no signature")
	}
	f := &File{r: r, size: uint64(size), Groups: map[string][]*Attribute{}, heaps: map[uint64][]byte{}}
	root, err := f.superblock(&cursor{b: head[at+len(Signature):]}, uint64(at))
	if err != nil {
		return nil, err
	}
	if err := f.object(root, "", 0); err != nil {
		return nil, err
	}
	return f, nil
}

// superblock reads how the file is laid out, and returns the address of the root.
func (f *File) superblock(c *cursor, at uint64) (uint64, error) {
	version := c.u8()
	switch version {
	case 0, 1:
		c.skip(4)
		f.offset, f.count = int(c.u8()), int(c.u8())
		c.skip(9)
		if version == 1 {
			c.skip(4)
		}
	case 2, 3:
		f.offset, f.count = int(c.u8()), int(c.u8())
		c.skip(1)
	default:
		return 0, fmt.Errorf("expected version 0 to 3 of HDF5, found %d", version)
	}
	for _, size := range []int{f.offset, f.count} {
		if size != 2 && size != 4 && size != 8 {
			return 0, fmt.Errorf("expected addresses of 2, 4 or 8 bytes, found %d", size)
		}
	}
	f.base = c.uint(f.offset)
	if f.base == undefined || f.base == 0 {
		f.base = at
	}
	c.skip(2 * f.offset)
	if version < 2 {
		c.skip(2 * f.offset) // the driver block, and the name of the root
	}
	root := c.uint(f.offset)
	if c.failed {
		return 0, errEnd
	}
	return root, nil
}

var errEnd = errors.New("expected more, found the end of the file")

// bytes returns n bytes at an address.
func (f *File) bytes(address uint64, n int) ([]byte, error) {
	at := address + f.base
	if n < 0 || n > maxHeader {
		return nil, fmt.Errorf("expected a structure of at most %d bytes, found %d", maxHeader, n)
	}
	if at < address || at > f.size || uint64(n) > f.size-at {
		return nil, errEnd
	}
	// A file may send a reader to the same place again and again.
	if f.used += uint64(n); f.used > 64*f.size+1<<26 {
		return nil, errors.New("expected structures that are read once, found circles")
	}
	b := make([]byte, n)
	if _, err := f.r.ReadAt(b, int64(at)); err != nil {
		return nil, errEnd
	}
	return b, nil
}

// upTo returns n bytes at an address, fewer at the end of the file.
func (f *File) upTo(address uint64, n int) ([]byte, error) {
	at := address + f.base
	if at < address || at >= f.size {
		return nil, errEnd
	}
	return f.bytes(address, int(min(uint64(n), f.size-at)))
}

// node counts a node of an index, of which there may not be endlessly many.
func (f *File) node() error {
	if f.nodes++; f.nodes > maxNodes {
		return fmt.Errorf("expected at most %d nodes of indices, found more", maxNodes)
	}
	return nil
}

// cursor reads little-endian numbers; it has failed once the end was met.
type cursor struct {
	b      []byte
	failed bool
}

func (c *cursor) take(n int) []byte {
	if n < 0 || n > len(c.b) {
		c.failed, c.b = true, nil
		return make([]byte, min(max(n, 0), 8))
	}
	b := c.b[:n]
	c.b = c.b[n:]
	return b
}

func (c *cursor) skip(n int)  { c.take(n) }
func (c *cursor) u8() uint8   { return c.take(1)[0] }
func (c *cursor) u16() uint16 { return binary.LittleEndian.Uint16(c.take(2)) }
func (c *cursor) u32() uint32 { return binary.LittleEndian.Uint32(c.take(4)) }

// uint reads a number of n bytes; all ones are undefined.
func (c *cursor) uint(n int) uint64 {
	b := c.take(n)
	v, ones := uint64(0), true
	for i := n - 1; i >= 0; i-- {
		if i < len(b) {
			v = v<<8 | uint64(b[i])
			ones = ones && b[i] == 0xff
		}
	}
	if ones && n > 1 && !c.failed {
		return undefined
	}
	return v
}

// name reads a text up to its end by a zero.
func (c *cursor) name() string {
	n := bytes.IndexByte(c.b, 0)
	if n < 0 {
		c.failed, c.b = true, nil
		return ""
	}
	s := string(c.b[:n])
	c.b = c.b[n+1:]
	return s
}
