// Package matfile reads and writes MATLAB level 5 files (".mat", saved with
// -v6 or -v7): variables of numbers, text and scalar structs, compressed or
// not, in either byte order. Cell arrays, sparse matrices, struct arrays,
// objects and function handles are passed over with their name and size.
// It reads MATLAB level 4 files (-v4) too, and what Octave saves by itself, as
// text (-text) or not (-binary).
//
// The reader trusts nothing in a file: every size is checked against what is
// there before memory is taken for it, so that a truncated, corrupt or
// malicious file gives an error that names the variable, never a panic, and
// never needs more memory than its own content and at most 1 GiB.
//
// Source of the formats: MathWorks, MAT-File Format, chapter 1, "MAT-File
// Level 5 File Format", and "MAT-File Level 4 File Format"; what Octave saves, in
// variables whose content is known.
package matfile

import (
	"fmt"
	"strings"
)

// Class is the type of a MATLAB array.
type Class uint8

// The classes, with the numbers that they have in a file.
const (
	Cell     Class = 1
	Struct   Class = 2
	Object   Class = 3
	Char     Class = 4
	Sparse   Class = 5
	Double   Class = 6
	Single   Class = 7
	Int8     Class = 8
	Uint8    Class = 9
	Int16    Class = 10
	Uint16   Class = 11
	Int32    Class = 12
	Uint32   Class = 13
	Int64    Class = 14
	Uint64   Class = 15
	Function Class = 16
	Opaque   Class = 17
)

var classNames = map[Class]string{
	Cell: "cell", Struct: "struct", Object: "object", Char: "char", Sparse: "sparse",
	Double: "double", Single: "single", Int8: "int8", Uint8: "uint8", Int16: "int16",
	Uint16: "uint16", Int32: "int32", Uint32: "uint32", Int64: "int64", Uint64: "uint64",
	Function: "function", Opaque: "opaque",
}

// String returns MATLAB's name of the class.
func (c Class) String() string {
	if name, ok := classNames[c]; ok {
		return name
	}
	return fmt.Sprintf("class %d", uint8(c))
}

// numeric reports whether arrays of the class carry numbers in Array.Data.
func (c Class) numeric() bool { return c == Char || c >= Double && c <= Uint64 }

// Array is a variable of a file or a field of a struct.
type Array struct {
	Name string
	// Class of the array in MATLAB; how its numbers were stored in the file
	// does not show.
	Class Class
	// Logical marks true and false, which MATLAB keeps in class uint8.
	Logical bool
	// Complex marks an array with an imaginary part, which is not read.
	Complex bool
	// Dims holds the size along every dimension, at least two of them.
	Dims []int
	// Data holds the numbers (real parts; code units of class Char) in MATLAB's
	// order: the first index varies fastest. Integers beyond ±2⁵³ are rounded.
	// It is nil for an array that was not asked for and for every class
	// without numbers, and empty but not nil for an empty array.
	Data []float64
	// Fields holds the fields of a struct with one element, in the order of
	// the file; nil for everything else.
	Fields []*Array
}

// Len returns the number of elements that Dims describes.
func (a *Array) Len() int {
	n := 1
	for _, d := range a.Dims {
		n *= d
	}
	return n
}

// Field returns the field of that name of a struct, nil when there is none.
func (a *Array) Field(name string) *Array { return find(a.Fields, name) }

// Size writes the dimensions as "3×307×20".
func (a *Array) Size() string { return sizeText(a.Dims) }

// File is the content of a MATLAB file.
type File struct {
	// Vars holds the variables in the order of the file.
	Vars []*Array
}

// Var returns the variable of that name, nil when there is none.
func (f *File) Var(name string) *Array { return find(f.Vars, name) }

// Names returns the names of the variables in the order of the file.
func (f *File) Names() []string {
	names := make([]string, len(f.Vars))
	for i, v := range f.Vars {
		names[i] = v.Name
	}
	return names
}

func find(arrays []*Array, name string) *Array {
	for _, a := range arrays {
		if a.Name == name {
			return a
		}
	}
	return nil
}

func sizeText(dims []int) string {
	parts := make([]string, len(dims))
	for i, d := range dims {
		parts[i] = fmt.Sprint(d)
	}
	return strings.Join(parts, "×")
}
