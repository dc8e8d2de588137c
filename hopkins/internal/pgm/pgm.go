// Package pgm reads portable grey maps. Source: netpbm, pgm(5).
package pgm

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"motionseg/hopkins/files"
)

// Picture is the values of a grey map, row by row, as they stand in the file.
type Picture struct {
	Width, Height int
	Largest       int // that values are meant to have; some may be above
	Values        []uint16
}

// Read reads a grey map, binary ("P5") or text ("P2"), of at most so many pixels.
func Read(r *bufio.Reader, maxPixels int) (*Picture, error) {
	magic := make([]byte, 2)
	if _, err := io.ReadFull(r, magic); err != nil {
		return nil, fmt.Errorf("expected a PGM picture, found %w", files.Ended(err))
	}
	if string(magic) != "P5" && string(magic) != "P2" {
		return nil, fmt.Errorf("expected a PGM picture (P5 or P2), found %q", magic)
	}
	var p Picture
	for _, field := range []struct {
		name string
		to   *int
	}{{"width", &p.Width}, {"height", &p.Height}, {"largest value", &p.Largest}} {
		var err error
		if *field.to, err = number(r); err != nil {
			return nil, fmt.Errorf("%s: %w", field.name, err)
		}
	}
	if p.Width < 1 || p.Height < 1 || p.Width > maxPixels/p.Height {
		return nil, fmt.Errorf("expected a picture of 1 to %d pixels, found %d×%d", maxPixels, p.Width, p.Height)
	}
	if p.Largest < 1 || p.Largest > 65535 {
		return nil, fmt.Errorf("largest value: expected 1 to 65535, found %d", p.Largest)
	}
	next := number
	if magic[1] == '5' {
		next = p.binary
	}
	// Memory grows with what is there, not with what the header says.
	for i := range p.Width * p.Height {
		v, err := next(r)
		if err != nil {
			return nil, fmt.Errorf("pixel %d of %d×%d: expected a value, found %w", i+1, p.Width, p.Height, files.Ended(err))
		}
		p.Values = append(p.Values, uint16(min(v, 65535)))
	}
	return &p, nil
}

// binary reads a value of one byte or, of larger ones, two.
func (p *Picture) binary(r *bufio.Reader) (int, error) {
	high, err := r.ReadByte()
	if err != nil || p.Largest < 256 {
		return int(high), err
	}
	low, err := r.ReadByte()
	return int(high)<<8 | int(low), err
}

// mostNumber is more than any number in a header may be.
const mostNumber = 1 << 30

// number reads a whole number, the white space and comments before it and
// the one byte of white space after it.
func number(r *bufio.Reader) (int, error) {
	var c byte
	var err error
	for {
		if c, err = r.ReadByte(); err != nil {
			return 0, fmt.Errorf("expected a number, found %w", files.Ended(err))
		}
		if c == '#' {
			for c != '\n' {
				if c, err = r.ReadByte(); err != nil {
					return 0, fmt.Errorf("expected a number, found %w", files.Ended(err))
				}
			}
			continue
		}
		if !strings.ContainsRune(" \t\r\n\v\f", rune(c)) {
			break
		}
	}
	v := 0
	for {
		if c < '0' || c > '9' || v > mostNumber/10 {
			return 0, fmt.Errorf("expected a number, found %q behind %d", c, v)
		}
		v = 10*v + int(c-'0')
		if c, err = r.ReadByte(); err == io.EOF {
			return v, nil
		} else if err != nil {
			return 0, err
		}
		if strings.ContainsRune(" \t\r\n\v\f", rune(c)) {
			return v, nil
		}
	}
}
