package numpy

import (
	"archive/zip"
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"
)

// file returns an array with this header and these bytes.
func file(header string, data ...byte) []byte {
	out := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), byte(len(header)>>8))
	return append(append(out, header...), data...)
}

func TestTypes(t *testing.T) {
	for descr, c := range map[string]struct {
		data []byte
		want []float64
	}{
		"|b1": {[]byte{0, 1}, []float64{0, 1}},
		"|u1": {[]byte{0, 255}, []float64{0, 255}},
		"|i1": {[]byte{127, 255}, []float64{127, -1}},
		"<u2": {[]byte{1, 2, 0, 0}, []float64{513, 0}},
		">u2": {[]byte{1, 2, 0, 0}, []float64{258, 0}},
		"<i2": {[]byte{255, 255, 1, 0}, []float64{-1, 1}},
		"<i4": {[]byte{254, 255, 255, 255, 1, 0, 0, 0}, []float64{-2, 1}},
		"<u4": {[]byte{255, 255, 255, 255, 1, 0, 0, 0}, []float64{math.MaxUint32, 1}},
		"<i8": {[]byte{253, 255, 255, 255, 255, 255, 255, 255, 1, 0, 0, 0, 0, 0, 0, 0}, []float64{-3, 1}},
		">u8": {[]byte{0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 1}, []float64{9, 1}},
		"<f2": {[]byte{0x00, 0x3c, 0x01, 0x80}, []float64{1, -math.Pow(2, -24)}},
		">f4": {[]byte{0x3f, 0x80, 0, 0, 0xc0, 0, 0, 0}, []float64{1, -2}},
		"<f8": {[]byte{0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0xc0}, []float64{1, -2}},
	} {
		a, err := Read(bytes.NewReader(file("{'descr': '"+descr+"', 'fortran_order': False, 'shape': "+
			"(2,), }\n", c.data...)), 2)
		if err != nil {
			t.Errorf("%s: %v", descr, err)
		} else if !reflect.DeepEqual(a.Data, c.want) || !reflect.DeepEqual(a.Shape, []int{2}) || a.Type != descr {
			t.Errorf("%s: %+v, want %v", descr, a, c.want)
		}
	}
	if v := Half(0x7c00); !math.IsInf(v, 1) {
		t.Errorf("half infinity is %v", v)
	}
	if v := Half(0x7c01); !math.IsNaN(v) {
		t.Errorf("half nan is %v", v)
	}
}

// TestShapes: a single number, an empty array, and the order of columns in three
// dimensions.
func TestShapes(t *testing.T) {
	for header, c := range map[string]struct {
		data  []byte
		shape []int
		want  []float64
	}{
		"{'descr': '|u1', 'fortran_order': False, 'shape': (), }":     {[]byte{7}, nil, []float64{7}},
		"{'descr': '|u1', 'fortran_order': False, 'shape': (0, 3), }": {nil, []int{0, 3}, []float64{}},
		"{'shape': (2L, 3L), \"fortran_order\": False, 'descr': '|u1'}": {[]byte{1, 2, 3, 4, 5, 6}, []int{2, 3},
			[]float64{1, 2, 3, 4, 5, 6}},
		"{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }": {[]byte{1, 4, 2, 5, 3, 6}, []int{2, 3},
			[]float64{1, 2, 3, 4, 5, 6}},
		"{'descr': '|u1', 'fortran_order': True, 'shape': (2, 1, 3), }": {[]byte{1, 4, 2, 5, 3, 6}, []int{2, 1, 3},
			[]float64{1, 2, 3, 4, 5, 6}},
	} {
		a, err := Read(bytes.NewReader(file(header, c.data...)), 10)
		if err != nil {
			t.Errorf("%s: %v", header, err)
		} else if !reflect.DeepEqual(a.Shape, c.shape) || !reflect.DeepEqual(a.Data, c.want) {
			t.Errorf("%s: %v %v", header, a.Shape, a.Data)
		}
	}
}

// TestAsNumPyWrites: numpy.save writes the same bytes for these arrays.
func TestAsNumPyWrites(t *testing.T) {
	for want, a := range map[string]Array{
		"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }" + strings.Repeat(" ", 58) + "\n" +
			"\x00\x00\x00\x00\x00\x00\xf0?\x00\x00\x00\x00\x00\x00\x1a@": {Shape: []int{1, 2}, Type: "<f8",
			Data: []float64{1, 6.5}},
		"\x93NUMPY\x01\x00v\x00{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }" + strings.Repeat(" ", 60) +
			"\n\x01\x00\x01": {Shape: []int{3}, Type: "|b1", Data: []float64{1, 0, 1}},
	} {
		var b bytes.Buffer
		if err := Write(&b, &a); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("written %q, expected %q", b.String(), want)
		}
		back, err := Read(&b, 6)
		if err != nil || !reflect.DeepEqual(back.Data, a.Data) {
			t.Errorf("read back %v, %v", back, err)
		}
	}
}

func TestErrors(t *testing.T) {
	for want, content := range map[string][]byte{
		"expected a NumPy array":             []byte("hello, world"),
		"found the end of the file":          []byte("\x93NUMPY\x01\x00\xff\xff{"),
		"expected at most 5 numbers":         file("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }"),
		"found type a record":                file("{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (2, 3), }"),
		"expected a shape of at most 32":     file("{'descr': '<f8', 'fortran_order': False, 'shape': (2, -3), }"),
		"found type <f1":                     file("{'descr': '<f1', 'fortran_order': False, 'shape': (2, 3), }"),
		"expected descr, fortran_order and ": file("{}"),
	} {
		if _, err := Read(bytes.NewReader(content), 5); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want …%s…", err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(file("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 1, 3), }", 1, 4, 2, 5, 3, 6))
	f.Add(file("{'descr': '>f2', 'fortran_order': False, 'shape': (1,), }", 1, 4))
	f.Fuzz(func(t *testing.T, content []byte) {
		a, err := Read(bytes.NewReader(content), 1<<12)
		if err == nil && (len(a.Data) != a.Len() || len(a.Data) > 1<<12) {
			t.Fatalf("size %s with %d numbers", a.Size(), len(a.Data))
		}
	})
}

func FuzzReadArchive(f *testing.F) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range []string{"tracks.npy", "video.npy"} {
		member, err := w.Create(name)
		if err == nil {
			_, err = member.Write(file("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }", 1, 4, 2, 5, 3, 6))
		}
		if err != nil {
			f.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, content []byte) {
		members, err := ReadArchive(bytes.NewReader(content), int64(len(content)), 1<<12, "tracks")
		if err != nil {
			return
		}
		for _, m := range members {
			if m.Data != nil && len(m.Data) != m.Len() {
				t.Fatalf("%s of size %s with %d numbers", m.Name, m.Size(), len(m.Data))
			}
		}
	})
}
