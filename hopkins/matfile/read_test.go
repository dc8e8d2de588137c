package matfile

import (
	"bytes"
	"math"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unicode/utf16"

	"motionseg/hopkins/internal/testfile"
)

func mustRead(t *testing.T, content []byte, names ...string) *File {
	t.Helper()
	f, err := Read(bytes.NewReader(content), "test.mat", names...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestReadTypes reads numbers of every type in which they may be stored, in
// both byte orders, compressed and not.
func TestReadTypes(t *testing.T) {
	for name, b := range map[string]builder{"little-endian": little, "big-endian": big} {
		for _, c := range []struct {
			class Class
			typ   dataType
			raw   []byte
			want  []float64
		}{
			{Double, miInt8, []byte{1, 0xff, 0x80}, []float64{1, -1, -128}},
			{Double, miUint8, []byte{1, 255, 128}, []float64{1, 255, 128}},
			{Double, miInt16, b.uint16s(1, 0xffff, 0x8000), []float64{1, -1, -32768}},
			{Double, miUint16, b.uint16s(1, 0xffff, 0x8000), []float64{1, 65535, 32768}},
			{Double, miInt32, b.uint32s(1, 0xffffffff, 0x80000000), []float64{1, -1, math.MinInt32}},
			{Uint32, miUint32, b.uint32s(1, 0xffffffff, 0x80000000), []float64{1, math.MaxUint32, 1 << 31}},
			{Single, miSingle, b.uint32s(0x3f800000, 0xbf000000, 0x7f800000), []float64{1, -0.5, math.Inf(1)}},
			{Double, miDouble, b.uint64s(0x3ff0000000000000, 0xbfe0000000000000, 1), []float64{1, -0.5, 5e-324}},
			{Int64, miInt64, b.uint64s(1, math.MaxUint64, 1<<63), []float64{1, -1, math.MinInt64}},
			{Uint64, miUint64, b.uint64s(1, math.MaxUint64, 1<<63), []float64{1, math.MaxUint64, 1 << 63}},
		} {
			matrix := b.matrix(c.class, 0, "v", []uint32{1, 3}, b.element(c.typ, c.raw))
			for form, content := range map[string][]byte{"plain": b.file(matrix), "compressed": b.file(b.compressed(matrix))} {
				v := mustRead(t, content).Var("v")
				if v == nil || v.Class != c.class || v.Size() != "1×3" || !reflect.DeepEqual(v.Data, c.want) {
					t.Errorf("%s, %s, %v of type %d: %+v, want %v", name, form, c.class, c.typ, v, c.want)
				}
			}
		}
	}
}

// TestReadSmallElements reads names and numbers that share eight bytes with
// their heads.
func TestReadSmallElements(t *testing.T) {
	for name, b := range map[string]builder{"little-endian": little, "big-endian": big} {
		body := b.element(miUint32, b.uint32s(uint32(Double)|flagLogical, 0))
		body = append(body, b.element(miInt32, b.uint32s(1, 3))...)
		body = append(body, b.small(miInt8, []byte("abc"))...)
		body = append(body, b.small(miUint8, []byte{7, 8, 9})...)
		v := mustRead(t, b.file(b.element(miMatrix, body))).Var("abc")
		if v == nil || !v.Logical || !reflect.DeepEqual(v.Data, []float64{7, 8, 9}) {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

func TestReadText(t *testing.T) {
	const text = "Van, né 5×3 𝄞"
	units := []uint16{}
	for _, r := range "Van, né 5×3 " {
		units = append(units, uint16(r))
	}
	units = append(units, 0xd834, 0xdd1e)
	dims := []uint32{1, uint32(len(units))}
	f := mustRead(t, little.file(
		little.matrix(Char, 0, "wide", dims, little.element(miUint16, little.uint16s(units...))),
		little.matrix(Char, 0, "utf8", dims, little.element(miUTF8, []byte(text))),
		little.matrix(Char, 0, "plain", []uint32{1, 3}, little.small(miUint8, []byte("Van"))),
	))
	for name, want := range map[string]string{"wide": text, "utf8": text, "plain": "Van"} {
		if got := textOf(f.Var(name)); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// sampleStruct holds a struct in a struct, a cell array, an empty field and
// numbers.
func sampleStruct() []byte {
	numbers := little.matrix(Double, 0, "", []uint32{2, 2}, little.small(miUint8, []byte{1, 2, 3, 4}))
	return little.structure("Data", []string{"inner", "cells", "empty", "numbers"},
		little.structure("", []string{"deep"}, numbers),
		little.matrix(Cell, 0, "", []uint32{1, 2}, numbers, numbers),
		little.element(miMatrix, nil),
		numbers)
}

func TestReadStruct(t *testing.T) {
	for form, content := range map[string][]byte{
		"plain": little.file(sampleStruct()), "compressed": little.file(little.compressed(sampleStruct())),
	} {
		data := mustRead(t, content).Var("Data")
		if data == nil || data.Class != Struct || len(data.Fields) != 4 {
			t.Fatalf("%s: %+v", form, data)
		}
		want := []float64{1, 2, 3, 4}
		if f := data.Field("numbers"); f == nil || !reflect.DeepEqual(f.Data, want) {
			t.Errorf("%s: numbers are %+v", form, f)
		}
		if f := data.Field("inner").Field("deep"); f == nil || !reflect.DeepEqual(f.Data, want) {
			t.Errorf("%s: deep is %+v", form, f)
		}
		if f := data.Field("cells"); f == nil || f.Class != Cell || f.Size() != "1×2" || f.Data != nil {
			t.Errorf("%s: cells are %+v", form, f)
		}
		if f := data.Field("empty"); f == nil || f.Len() != 0 || f.Data == nil {
			t.Errorf("%s: empty is %+v", form, f)
		}
		if f := data.Field("none"); f != nil {
			t.Errorf("%s: none is %+v", form, f)
		}
	}
}

// TestReadPassesOver reads a file with one of everything that has no numbers
// here, and a variable behind.
func TestReadPassesOver(t *testing.T) {
	small := little.matrix(Double, 0, "", []uint32{1, 1}, little.small(miUint8, []byte{1}))
	names := [][]byte{little.small(miInt32, little.uint32s(32)), little.element(miInt8, make([]byte, 32))}
	f := mustRead(t, little.file(
		little.matrix(Cell, 0, "cell", []uint32{1, 1}, small),
		little.matrix(Struct, 0, "array", []uint32{1, 2}, append(names, small, small)...),
		little.matrix(Sparse, 0, "sparse", []uint32{3, 3}, little.element(miInt32, little.uint32s(0, 1, 2))),
		little.matrix(Object, 0, "object", []uint32{1, 1}, little.element(miInt8, []byte("class"))),
		little.matrix(Function, 0, "function", []uint32{1, 1}, small),
		little.matrix(Opaque, 0, "opaque", nil),
		little.compressed(little.matrix(Cell, 0, "packed", []uint32{1, 1}, small)),
		little.matrix(Double, flagComplex, "complex", []uint32{1, 1}, little.small(miUint8, []byte{3}),
			little.small(miUint8, []byte{4})),
		little.matrix(Double, 0, "last", []uint32{1, 1}, little.small(miUint8, []byte{5})),
	))
	want := []string{"cell", "array", "sparse", "object", "function", "", "packed", "complex", "last"}
	if got := f.Names(); !reflect.DeepEqual(got, want) {
		t.Errorf("variables are %q, want %q", got, want)
	}
	if v := f.Var("complex"); !v.Complex || !reflect.DeepEqual(v.Data, []float64{3}) {
		t.Errorf("complex is %+v", v)
	}
	if v := f.Var("last"); !reflect.DeepEqual(v.Data, []float64{5}) {
		t.Errorf("last is %+v", v)
	}
}

// TestReadSelected: what is not asked for is listed and not decoded, even when
// its compressed data is broken.
func TestReadSelected(t *testing.T) {
	broken := little.compressed(little.matrix(Double, 0, "x", []uint32{1, 8}, little.element(miDouble, make([]byte, 64))))
	broken[len(broken)-1] ^= 1
	content := little.file(broken, little.compressed(sampleStruct()),
		little.compressed(little.matrix(Double, 0, "s", []uint32{1, 1}, little.small(miUint8, []byte{2}))))

	f := mustRead(t, content, "s", "Data.numbers")
	if x := f.Var("x"); x == nil || x.Data != nil || x.Size() != "1×8" {
		t.Errorf("x is %+v", x)
	}
	if s := f.Var("s"); !reflect.DeepEqual(s.Data, []float64{2}) {
		t.Errorf("s is %+v", s)
	}
	data := f.Var("Data")
	if n := data.Field("numbers"); !reflect.DeepEqual(n.Data, []float64{1, 2, 3, 4}) {
		t.Errorf("numbers are %+v", n)
	}
	if inner := data.Field("inner"); inner.Fields != nil {
		t.Errorf("inner is %+v", inner)
	}
	if f := mustRead(t, content, "Data"); f.Var("Data").Field("inner").Field("deep").Data == nil {
		t.Error("a struct that is asked for is not decoded with all its fields")
	}
	if _, err := Read(bytes.NewReader(content), "test.mat", "x"); err == nil ||
		!strings.Contains(err.Error(), "variable x: expected sound compressed data, found damaged data (zlib: ") {
		t.Errorf("error is %v, want one about the checksum of x", err)
	}
}

// nested is a struct in a struct, depth times.
func nested(depth int) []byte {
	inner := little.matrix(Double, 0, "", []uint32{1, 1}, little.small(miUint8, []byte{1}))
	for range depth - 1 {
		inner = little.structure("", []string{"a"}, inner)
	}
	return little.structure("a", []string{"a"}, inner)
}

func TestReadErrors(t *testing.T) {
	one := little.small(miUint8, []byte{1})
	whole := little.file(little.matrix(Double, 0, "x", []uint32{1, 4}, little.element(miDouble, make([]byte, 32))))
	version := func(v uint16) []byte {
		content := little.file()
		copy(content[124:], little.uint16s(v))
		return content
	}
	for _, c := range []struct {
		name    string
		content []byte
		want    string
	}{
		{"empty", nil, "expected a MATLAB level 5 file, found 0 bytes"},
		{"short header", whole[:100], "expected a MATLAB level 5 file, found 100 bytes"},
		{"foreign", bytes.Repeat([]byte("PNG and so on"), 100), `found no "IM" or "MI" at byte 126`},
		{"version 7.3", version(versionHDF5), "found version 7.3 (HDF5); save it in MATLAB with the option -v7"},
		{"HDF5", []byte("\x89HDF\r\n\x1a\nand more"), "found version 7.3 (HDF5)"},
		{"other version", version(0x0300), "expected MATLAB file version 0x0100, found 0x0300"},
		{"cut in the tag", whole[:132], "variable number 1: the file ends too early"},
		{"cut in the name", whole[:170], "variable number 1: name: the file ends too early"},
		{"cut in the numbers", whole[:200], "variable x: size 1×4: the file ends too early"},
		{"other element", little.file(little.element(miDouble, nil)),
			"expected a matrix or compressed element (type 14 or 15), found type 9"},
		{"other element within", little.file(little.compressed(little.element(miDouble, nil))),
			"expected a matrix (type 14) in the compressed element, found type 9"},
		{"not zlib", little.file(little.element(miCompressed, make([]byte, 64))),
			"expected sound compressed data, found damaged data (zlib: invalid header)"},
		{"two in one", little.file(little.compressed(
			little.matrix(Double, 0, "x", []uint32{1, 1}, one), little.matrix(Double, 0, "y", []uint32{1, 1}, one))),
			"variable x: expected the end of the compressed element after the matrix of"},
		{"too few numbers",
			little.file(little.matrix(Double, 0, "x", []uint32{3, 100, 20}, little.element(miDouble, make([]byte, 80)))),
			"variable x: size 3×100×20: expected 6000 numbers of 8 bytes, found 80 bytes"},
		{"no numbers", little.file(little.matrix(Double, 0, "x", []uint32{1, 1})),
			"variable x: size 1×1: expected 4 more bytes, found 0"},
		{"numbers of no type", little.file(little.matrix(Double, 0, "x", []uint32{1, 1}, little.element(miMatrix, nil))),
			"variable x: size 1×1: expected numbers, found an element of type 14"},
		{"negative size", little.file(little.matrix(Double, 0, "x", []uint32{3, 0xffffffff}, one)),
			"variable x: expected dimensions of at least 0, found 3×-1"},
		{"huge size", little.file(little.matrix(Double, 0, "x", []uint32{1 << 20, 1 << 20}, one)),
			"variable x: expected at most 2147483647 elements, found dimensions 1048576×1048576"},
		{"one dimension", little.file(little.matrix(Double, 0, "x", []uint32{3}, one)),
			"dimensions: expected at least 2 integers of 4 bytes, found 4 bytes"},
		{"many dimensions", little.file(little.matrix(Double, 0, "x", make([]uint32, 33), one)),
			"dimensions: expected at most 128 bytes, found 132"},
		{"long name", little.file(little.matrix(Double, 0, strings.Repeat("x", 1025), []uint32{1, 1}, one)),
			"name: expected at most 1024 bytes, found 1025"},
		{"unprintable name", little.file(little.matrix(Double, 0, "\x1b[2J", []uint32{1, 1}, one)),
			`variable number 1: name: expected printable characters, found "\x1b[2J"`},
		{"unprintable field", little.file(little.structure("x", []string{"\xff"}, one)),
			`variable x: field number 1: name: expected printable characters, found "\xff"`},
		{"big small element", little.file(little.element(miMatrix, little.uint32s(5<<16|1, 0))),
			"array flags: expected at most 4 bytes in a small element, found 5"},
		{"field names",
			little.file(little.matrix(Struct, 0, "x", []uint32{1, 1}, little.small(miInt32, little.uint32s(32)),
				little.element(miInt8, make([]byte, 40)))),
			"variable x: expected field names of 32 bytes each, found 40 bytes"},
		{"field name width",
			little.file(little.matrix(Struct, 0, "x", []uint32{1, 1}, little.small(miInt32, little.uint32s(0)),
				little.element(miInt8, nil))),
			"variable x: expected a length of field names from 1 to 1024, found 0"},
		{"field that is none", little.file(little.structure("x", []string{"a"}, little.element(miDouble, nil))),
			"variable x: field a: expected a matrix (type 14), found type 9"},
		{"field too long", little.file(little.structure("x", []string{"a"}, little.uint32s(uint32(miMatrix), 1000))),
			"variable x: field a: expected 1000 bytes, found 0"},
		{"field too short",
			little.file(little.structure("x", []string{"a"}, little.matrix(Double, 0, "", []uint32{2, 3}, one))),
			"variable x: field a: size 2×3: expected 6 numbers of 1 bytes, found 1 bytes"},
		{"too deep", little.file(nested(maxDepth + 1)), "expected at most 16 structs within one another, found more"},
		{"bad text", little.file(little.matrix(Char, 0, "x", []uint32{1, 2}, little.small(miUTF8, []byte{0xff, 0xfe}))),
			"variable x: size 1×2: expected text in UTF-8"},
		{"long text",
			little.file(little.matrix(Char, 0, "x", []uint32{1, 2}, little.element(miUTF8, []byte("seven b")))),
			"expected at most 6 bytes of text, found 7"},
		{"text of other length",
			little.file(little.matrix(Char, 0, "x", []uint32{1, 3}, little.small(miUTF8, []byte("ab")))),
			"expected 3 characters, found 2"},
	} {
		_, err := Read(bytes.NewReader(c.content), "folder/test.mat")
		if err == nil || !strings.HasPrefix(err.Error(), "folder/test.mat: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is %v, want folder/test.mat: …%s…", c.name, err, c.want)
		}
	}
	mustRead(t, little.file(nested(maxDepth)))
}

// TestReadTruncated cuts a sound file at every byte.
func TestReadTruncated(t *testing.T) {
	whole := little.file(little.compressed(sampleStruct()), sampleStruct())
	first := len(little.file(little.compressed(sampleStruct())))
	for n := range whole {
		_, err := Read(bytes.NewReader(whole[:n]), "test.mat")
		if sound := n == headerSize || n == first; (err == nil) != sound {
			t.Errorf("the first %d of %d bytes: error is %v", n, len(whole), err)
		}
	}
}

// TestReadMemory: a header that promises a gigabyte takes no memory for it,
// and a compressed element that really inflates to it is stopped.
func TestReadMemory(t *testing.T) {
	promise := little.matrix(Double, 0, "x", []uint32{1, 1 << 27}, little.uint32s(uint32(miDouble), 1<<30))
	copy(promise[4:], little.uint32s(1<<31-1))
	zeros := little.matrix(Uint8, 0, "x", []uint32{1, 1 << 24}, little.element(miUint8, make([]byte, 1<<24)))
	few := little.compressed(little.matrix(Uint8, 0, "x", []uint32{1, 1 << 10},
		little.element(miUint8, make([]byte, 1<<10))))
	for _, c := range []struct {
		name    string
		content []byte
		limit   int64
		want    string
	}{
		{"promise", little.file(promise), maxBytes, "the file ends too early"},
		{"compressed promise", little.file(little.compressed(promise)), maxBytes, "the file ends too early"},
		{"bomb", little.file(little.compressed(zeros)), 1 << 22, "the file holds more than"},
		{"bomb of numbers", little.file(little.compressed(zeros)), 1 << 26, "the file holds more than"},
		{"many small ones", little.file(few, few, few, few), 3 << 13, "variable x: size 1×1024: the file holds more than"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := read(bytes.NewReader(c.content), "test.mat", nil, c.limit)
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is %v, want %s", c.name, err, c.want)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
			t.Errorf("%s: took %d bytes of memory", c.name, used)
		}
	}
	f, err := read(bytes.NewReader(little.file(little.compressed(zeros))), "test.mat", nil, 1<<27)
	if err != nil || len(f.Var("x").Data) != 1<<24 {
		t.Errorf("within the limit: error is %v", err)
	}
}

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.mat")
	if _, err := ReadFile(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error is %v, want one that names %s", err, path)
	}
	testfile.Write(t, little.file(sampleStruct()), path)
	f, err := ReadFile(path)
	if err != nil || f.Var("Data") == nil {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestRecognise(t *testing.T) {
	for _, c := range []struct {
		head []byte
		want bool
	}{
		{little.file(), true}, {big.file(), true}, {hdf5Signature, true}, {[]byte("MATLAB 5.0 MAT-file, cut"), true},
		{nil, false}, {[]byte("x1 y1 x2 y2"), false}, {make([]byte, 200), false},
	} {
		if got := Recognise(c.head); got != c.want {
			t.Errorf("Recognise(%.30q) is %v", c.head, got)
		}
	}
}

// textOf returns an array of class Char as a string, column by column.
func textOf(a *Array) string {
	units := make([]uint16, len(a.Data))
	for i, v := range a.Data {
		units[i] = uint16(v)
	}
	return string(utf16.Decode(units))
}
