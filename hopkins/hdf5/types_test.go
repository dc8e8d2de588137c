package hdf5

import (
	"encoding/binary"
	"strings"
	"testing"
)

// TestEnumOfAnotherSize: an enumeration has the size of its numbers, which are read from what it takes.
func TestEnumOfAnotherSize(t *testing.T) {
	number := func(class Class, size int) []byte {
		return append([]byte{1<<4 | byte(class), 0, 0, 0}, binary.LittleEndian.AppendUint32(nil, uint32(size))...)
	}
	for size, want := range map[int]string{8: "", 1: "expected an enumeration of 8 bytes, as its numbers, found 1"} {
		base := append(number(Integer, 8), make([]byte, 4)...)
		_, err := new(File).datatype(&cursor{b: append(number(Enum, size), base...)}, 0)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("an enumeration of %d bytes: error %v, expected %q", size, err, want)
		}
	}
}
