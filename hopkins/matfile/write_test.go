package matfile

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

// sampleArrays has every class that can be written, at the edges of every
// width in which numbers are stored.
func sampleArrays() []*Array {
	row := func(name string, class Class, data ...float64) *Array {
		return &Array{Name: name, Class: class, Dims: []int{1, len(data)}, Data: data}
	}
	return []*Array{
		row("uint8InDouble", Double, 0, 255, 3),
		row("int16InDouble", Double, -1, 32767, 3),
		row("uint16InDouble", Double, 0, 32768, 65535),
		row("int32InDouble", Double, -1, 65536, math.MaxInt32),
		row("double", Double, 0.1, math.Inf(-1), 1<<40, math.Copysign(0, -1)),
		{Name: "cube", Class: Double, Dims: []int{3, 2, 2}, Data: []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0.5}},
		{Name: "none", Class: Double, Dims: []int{0, 3}, Data: []float64{}},
		row("single", Single, 0.5, -2),
		row("int8", Int8, -128, 127), row("uint8", Uint8, 0, 255),
		row("int16", Int16, -32768, 32767), row("uint16", Uint16, 0, 65535),
		row("int32", Int32, math.MinInt32, math.MaxInt32), row("uint32", Uint32, 0, math.MaxUint32),
		{Name: "logical", Class: Uint8, Logical: true, Dims: []int{2, 1}, Data: []float64{1, 0}},
		row("text", Char, 'V', 0xe9, 0x2026),
		{Name: "Data", Class: Struct, Dims: []int{1, 1}, Fields: []*Array{
			row("a", Double, 1, 2),
			{Name: "inner", Class: Struct, Dims: []int{1, 1}, Fields: []*Array{row("b", Int8, -1)}},
		}},
	}
}

func TestWriteReadsBack(t *testing.T) {
	var first, second bytes.Buffer
	if err := Write(&first, sampleArrays()...); err != nil {
		t.Fatal(err)
	}
	f, err := Read(bytes.NewReader(first.Bytes()), "test.mat")
	if err != nil {
		t.Fatal(err)
	}
	want := sampleArrays()
	if len(f.Vars) != len(want) {
		t.Fatalf("%d variables, want %d", len(f.Vars), len(want))
	}
	for i, v := range f.Vars {
		if !reflect.DeepEqual(v, want[i]) {
			t.Errorf("%s is %+v, want %+v", want[i].Name, v, want[i])
		}
		for k, x := range v.Data {
			if math.Signbit(x) != math.Signbit(want[i].Data[k]) {
				t.Errorf("%s: sign of entry %d is lost", v.Name, k)
			}
		}
	}
	if err := Write(&second, sampleArrays()...); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same arrays give other bytes")
	}
}

// TestWriteNarrows pins how numbers are stored: as MATLAB does, in the
// narrowest type that holds them all.
func TestWriteNarrows(t *testing.T) {
	for _, c := range []struct {
		data []float64
		want dataType
	}{
		{[]float64{0, 255}, miUint8}, {[]float64{-1}, miInt16}, {[]float64{256}, miInt16}, {[]float64{40000}, miUint16},
		{[]float64{-1, 40000}, miInt32}, {[]float64{0.5}, miDouble}, {[]float64{1 << 31}, miDouble},
		{[]float64{math.NaN()}, miDouble}, {nil, miDouble},
	} {
		raw, err := appendNumbers(nil, &Array{Class: Double, Data: c.data})
		if err != nil {
			t.Fatal(err)
		}
		if got := dataType(uint16(raw[0]) | uint16(raw[1])<<8); got != c.want {
			t.Errorf("%v is stored as type %d, want %d", c.data, got, c.want)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	deep := &Array{Name: "a", Class: Struct, Dims: []int{1, 1}}
	for range maxDepth {
		deep = &Array{Name: "a", Class: Struct, Dims: []int{1, 1}, Fields: []*Array{deep}}
	}
	for want, a := range map[string]*Array{
		`variable "": expected a name`: {Class: Double, Dims: []int{1, 1}, Data: []float64{1}},
		"variable few: expected 6 numbers for size 2×3": {Name: "few", Class: Double, Dims: []int{2, 3},
			Data: []float64{1}},
		"variable flat: expected 2 to 32 dimensions, found 1": {Name: "flat", Class: Double, Dims: []int{1},
			Data: []float64{1}},
		"variable minus: expected dimensions of at least 0": {Name: "minus", Class: Double, Dims: []int{-1, 1}},
		"variable cells: expected an array of real numbers": {Name: "cells", Class: Cell, Dims: []int{1, 1}},
		"expected whole numbers from 0 to 255 in class uint8": {Name: "big", Class: Uint8, Dims: []int{1, 1},
			Data: []float64{256}},
		"expected whole numbers from -128 to 127 in class int8": {Name: "part", Class: Int8, Dims: []int{1, 1},
			Data: []float64{0.5}},
		"expected a struct of size 1×1, found 1×2": {Name: "two", Class: Struct, Dims: []int{1, 2}},
		`field "": expected a name of 1 to 63 bytes`: {Name: "s", Class: Struct, Dims: []int{1, 1},
			Fields: []*Array{{}}},
		"expected at most 16 structs within one another": deep,
	} {
		if err := Write(&bytes.Buffer{}, a); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want %s", err, want)
		}
	}
	nan := &Array{Name: "nan", Class: Uint8, Dims: []int{1, 1}, Data: []float64{math.NaN()}}
	if err := Write(&bytes.Buffer{}, nan); err == nil {
		t.Error("no error for NaN in class uint8")
	}
}

// full is a disk with no room.
type full struct{ room int }

var errFull = errors.New("no room")

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteToFullDisk(t *testing.T) {
	for _, room := range []int{0, headerSize, headerSize + 8} {
		if err := Write(&full{room}, sampleArrays()...); !errors.Is(err, errFull) {
			t.Errorf("room for %d bytes: error is %v", room, err)
		}
	}
}
