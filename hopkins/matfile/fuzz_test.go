package matfile

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// checkArray checks what every array that was read promises.
func checkArray(t *testing.T, a *Array) {
	if a.Class != Opaque && len(a.Dims) < 2 {
		t.Fatalf("%s of class %v has dimensions %v", a.Name, a.Class, a.Dims)
	}
	if a.Data != nil && len(a.Data) != a.Len() {
		t.Fatalf("%s of size %s has %d numbers", a.Name, a.Size(), len(a.Data))
	}
	for _, f := range a.Fields {
		checkArray(t, f)
	}
}

func FuzzRead(f *testing.F) {
	var written bytes.Buffer
	if err := Write(&written, sampleArrays()...); err != nil {
		f.Fatal(err)
	}
	f.Add(written.Bytes())
	f.Add(little.file(little.compressed(sampleStruct()), sampleStruct()))
	f.Add(big.file(
		big.structure("Data", []string{"a", "b"}, big.element(miMatrix, nil),
			big.matrix(Char, 0, "", []uint32{1, 2}, big.small(miUTF8, []byte("ab")))),
		big.matrix(Int64, flagComplex, "n", []uint32{2, 1}, big.element(miInt64, big.uint64s(1, 2)),
			big.element(miInt64, big.uint64s(3, 4)))))
	f.Add(little.file(nested(3), little.matrix(Opaque, 0, "o", nil), little.matrix(Cell, 0, "c", []uint32{1, 1})))
	for _, name := range []string{"octave.txt", "octave.bin", "octave_data.mat", "octave_data.txt", "level4.mat"} {
		content, err := os.ReadFile(filepath.Join("..", "read", "testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		const limit = 1 << 24
		all, err := read(bytes.NewReader(content), "fuzz.mat", nil, limit)
		if err == nil {
			for _, a := range all.Vars {
				checkArray(t, a)
			}
		}
		some, someErr := read(bytes.NewReader(content), "fuzz.mat", []string{"s", "Data.b"}, limit)
		if someErr == nil {
			for _, a := range some.Vars {
				checkArray(t, a)
			}
		}
		// Reading less must not fail where reading all succeeds.
		if err == nil && (someErr != nil || len(some.Vars) != len(all.Vars)) {
			t.Fatalf("all is read, but not some: %v", someErr)
		}
	})
}
