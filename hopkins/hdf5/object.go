package hdf5

import (
	"bytes"
	"fmt"
	"path"
)

// message is a part of the header of an object.
type message struct {
	kind uint16
	data []byte
}

// Kinds of messages.
const (
	dataspaceMessage    = 0x01
	linkInfoMessage     = 0x02
	datatypeMessage     = 0x03
	linkMessage         = 0x06
	layoutMessage       = 0x08
	filterMessage       = 0x0b
	attributeMessage    = 0x0c
	continuationMessage = 0x10
	symbolTableMessage  = 0x11
)

// object reads a group, and what is in it, or a dataset.
func (f *File) object(address uint64, name string, depth int) error {
	if f.objects++; f.objects > maxObjects {
		return fmt.Errorf("expected at most %d groups and arrays, found more", maxObjects)
	}
	if depth > maxDepth {
		return fmt.Errorf("%s: expected at most %d groups within one another, found more", name, maxDepth)
	}
	messages, err := f.header(address)
	if err != nil {
		return fmt.Errorf("%s/: %w", name, err)
	}
	d := &Dataset{Path: name, file: f}
	group := false
	for _, m := range messages {
		c := &cursor{b: m.data}
		switch m.kind {
		case symbolTableMessage:
			group = true
			err = f.symbols(c, name, depth)
		case linkMessage:
			group = true
			err = f.link(c, name, depth)
		case linkInfoMessage:
			group = true
		case attributeMessage:
			if a := f.attribute(c); a != nil {
				d.Attributes = append(d.Attributes, a)
			}
		case dataspaceMessage:
			d.Shape, err = f.dataspace(c)
		case datatypeMessage:
			d.Type, err = f.datatype(c, 0)
		case layoutMessage:
			err = d.setLayout(c)
		case filterMessage:
			err = d.setFilters(c)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	switch {
	case group || name == "":
		f.Groups[name+"/"] = d.Attributes
	case d.Type != nil && d.hasLayout:
		f.Datasets = append(f.Datasets, d)
	}
	return nil
}

// header reads the messages of an object.
func (f *File) header(address uint64) ([]message, error) {
	first, version2, order, err := f.firstBlock(address)
	if err != nil {
		return nil, err
	}
	blocks := []block{first}
	var messages []message
	for total := uint64(0); len(blocks) > 0; blocks = blocks[1:] {
		if total += blocks[0].size; total > maxHeader || blocks[0].size > maxHeader {
			return nil, fmt.Errorf("expected a header of at most %d bytes, found more", maxHeader)
		}
		if err := f.node(); err != nil {
			return nil, err
		}
		b, err := f.bytes(blocks[0].address, int(blocks[0].size))
		if err != nil {
			return nil, err
		}
		for c := (&cursor{b: b}); len(c.b) >= 4; {
			m, ok := readMessage(c, version2, order)
			if !ok {
				break
			}
			if m.kind != continuationMessage {
				messages = append(messages, m)
				continue
			}
			next := &cursor{b: m.data}
			to := block{next.uint(f.offset), next.uint(f.count)}
			if version2 { // between "OCHK" and a checksum
				if to.size < 8 {
					return nil, errEnd
				}
				to.address, to.size = to.address+4, to.size-8
			}
			if next.failed {
				return nil, errEnd
			}
			blocks = append(blocks, to)
		}
	}
	return messages, nil
}

// block is a part of the file that holds messages.
type block struct {
	address, size uint64
}

// firstBlock reads the prefix of a header: its first block, whether it is of version 2, and
// whether messages then have a number of their creation.
func (f *File) firstBlock(address uint64) (first block, version2, order bool, err error) {
	head, err := f.upTo(address, 32)
	if err != nil {
		return first, false, false, err
	}
	if version2 = bytes.HasPrefix(head, []byte("OHDR")); !version2 {
		c := &cursor{b: head}
		if version := c.u8(); version != 1 {
			return first, false, false, fmt.Errorf("expected the header of a group or array, found version %d", version)
		}
		c.skip(7)
		first = block{address + 16, uint64(c.u32())}
		if c.failed {
			err = errEnd
		}
		return first, false, false, err
	}
	c := &cursor{b: head[4:]}
	c.skip(1)
	flags := c.u8()
	if flags&0x20 != 0 {
		c.skip(16)
	}
	if flags&0x10 != 0 {
		c.skip(4)
	}
	size := c.uint(1 << (flags & 3))
	if c.failed {
		err = errEnd
	}
	return block{address + uint64(len(head)-len(c.b)), size}, true, flags&4 != 0, err
}

// readMessage reads a message of a header of either version.
func readMessage(c *cursor, version2, order bool) (message, bool) {
	var m message
	var size int
	if version2 {
		m.kind, size = uint16(c.u8()), int(c.u16())
		c.skip(1)
		if order {
			c.skip(2)
		}
	} else {
		m.kind, size = c.u16(), int(c.u16())
		c.skip(4)
	}
	m.data = c.take(size)
	return m, !c.failed
}

// symbols reads the members of a group by its symbol table.
func (f *File) symbols(c *cursor, name string, depth int) error {
	tree, heapAddress := c.uint(f.offset), c.uint(f.offset)
	if c.failed {
		return errEnd
	}
	head, err := f.bytes(heapAddress, 8+2*f.count+f.offset)
	if err != nil || !bytes.HasPrefix(head, []byte("HEAP")) {
		return fmt.Errorf("expected names of a group, found none")
	}
	h := &cursor{b: head[8:]}
	size := h.uint(f.count)
	h.skip(f.count)
	data := h.uint(f.offset)
	if size > maxHeader {
		return fmt.Errorf("expected names of a group of at most %d bytes, found %d", maxHeader, size)
	}
	names, err := f.bytes(data, int(size))
	if err != nil {
		return err
	}
	return f.tree(tree, 0, 0, func(_ *cursor, child uint64) error {
		return f.symbolNode(child, names, name, depth)
	})
}

// symbolNode reads some members of a group.
func (f *File) symbolNode(address uint64, names []byte, name string, depth int) error {
	head, err := f.bytes(address, 8)
	if err != nil || !bytes.HasPrefix(head, []byte("SNOD")) {
		return fmt.Errorf("expected members of a group, found none")
	}
	count := int((&cursor{b: head[6:]}).u16())
	b, err := f.bytes(address+8, count*(2*f.offset+24))
	if err != nil {
		return err
	}
	for c := (&cursor{b: b}); count > 0; count-- {
		at, object := c.uint(f.offset), c.uint(f.offset)
		kind := c.u32()
		c.skip(20)
		if c.failed || at >= uint64(len(names)) {
			return errEnd
		}
		member := (&cursor{b: names[at:]}).name()
		if kind == 2 { // a symbolic link
			continue
		}
		if err := f.object(object, name+"/"+path.Base(member), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// link reads a member of a group by a link in its header.
func (f *File) link(c *cursor, name string, depth int) error {
	c.skip(1)
	flags := c.u8()
	kind := uint8(0)
	if flags&8 != 0 {
		kind = c.u8()
	}
	if flags&4 != 0 {
		c.skip(8)
	}
	if flags&0x10 != 0 {
		c.skip(1)
	}
	length := c.uint(1 << (flags & 3))
	if length > maxText {
		return errEnd
	}
	member := string(c.take(int(length)))
	if kind != 0 { // a soft or external link
		return nil
	}
	address := c.uint(f.offset)
	if c.failed {
		return errEnd
	}
	return f.object(address, name+"/"+path.Base(member), depth+1)
}

// tree visits the leaves of a B-tree of version 1, of groups (kind 0) or of the
// chunks of an array of so many dimensions (kind 1): leaf gets the key before a child
// and the child.
func (f *File) tree(address uint64, kind, dims int, leaf func(key *cursor, child uint64) error) error {
	return f.treeLevel(address, kind, dims, 256, leaf)
}

func (f *File) treeLevel(address uint64, kind, dims, above int, leaf func(key *cursor, child uint64) error) error {
	if err := f.node(); err != nil {
		return err
	}
	head, err := f.bytes(address, 8+2*f.offset)
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(head, []byte("TREE")) || int(head[4]) != kind {
		return fmt.Errorf("expected an index of kind %d, found none", kind)
	}
	level := int(head[5])
	if level >= above {
		return fmt.Errorf("expected an index of a level below %d, found %d", above, level)
	}
	count := int((&cursor{b: head[6:]}).u16())
	key := f.count
	if kind == 1 {
		key = 8 + 8*dims
	}
	b, err := f.bytes(address+uint64(len(head)), count*(key+f.offset))
	if err != nil {
		return err
	}
	for c := (&cursor{b: b}); count > 0; count-- {
		k := &cursor{b: c.take(key)}
		child := c.uint(f.offset)
		if c.failed {
			return errEnd
		}
		if level > 0 {
			err = f.treeLevel(child, kind, dims, level, leaf)
		} else {
			err = leaf(k, child)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// dataspace reads a shape; that of a single value is empty.
func (f *File) dataspace(c *cursor) ([]int, error) {
	version, dims := c.u8(), int(c.u8())
	switch version {
	case 1:
		c.skip(6)
	case 2:
		c.skip(2)
	default:
		return nil, fmt.Errorf("expected a shape of version 1 or 2, found %d", version)
	}
	if dims > maxDims {
		return nil, fmt.Errorf("expected at most %d dimensions, found %d", maxDims, dims)
	}
	shape := make([]int, dims)
	for i := range shape {
		n := c.uint(f.count)
		if n > 1<<31 {
			return nil, fmt.Errorf("expected a size of at most %d, found %d", 1<<31, n)
		}
		shape[i] = int(n)
	}
	if c.failed {
		return nil, errEnd
	}
	return shape, nil
}

// Attribute is a value that an object bears.
type Attribute struct {
	Name  string
	Shape []int
	Type  *Type
	raw   []byte
	file  *File
}

// attribute reads an attribute, nil for one of an unknown kind.
func (f *File) attribute(c *cursor) *Attribute {
	version := c.u8()
	c.skip(1)
	nameSize, typeSize, spaceSize := int(c.u16()), int(c.u16()), int(c.u16())
	if version == 3 {
		c.skip(1)
	}
	if version < 1 || version > 3 {
		return nil
	}
	padded := func(n int) []byte {
		b := c.take(n)
		if version == 1 {
			c.skip((8 - n%8) % 8)
		}
		return b
	}
	a := &Attribute{Name: (&cursor{b: append(bytes.Clone(padded(nameSize)), 0)}).name(), file: f}
	t, space := padded(typeSize), padded(spaceSize)
	if c.failed {
		return nil
	}
	var err error
	if a.Type, err = f.datatype(&cursor{b: t}, 0); err != nil {
		return nil
	}
	if a.Shape, err = f.dataspace(&cursor{b: space}); err != nil {
		return nil
	}
	a.raw = c.b
	return a
}

// Text returns the text that the attribute is, empty where it is none.
func (a *Attribute) Text() string {
	texts, err := a.file.texts(a.Type, a.raw, 1)
	if err != nil || len(texts) == 0 {
		return ""
	}
	return texts[0]
}
