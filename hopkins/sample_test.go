package hopkins

import (
	"bytes"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"motionseg/hopkins/matfile"
)

// sampleSequence returns a sequence of 6 tracks in 4 frames of a 640×480
// picture, with 2 motions.
func sampleSequence() *Sequence {
	s := &Sequence{Width: 640, Height: 480, Truth: []int{1, 1, 2, 2, 1, 2}}
	s.Pixels = mat.NewDense(8, 6, nil)
	for f := range 4 {
		for i := range 6 {
			t := float64(f * s.Truth[i])
			s.Pixels.Set(2*f, i, 100+60*float64(i)+7.5*t+math.Sin(float64(i)))
			s.Pixels.Set(2*f+1, i, 300-20*float64(i*i%5)+3.25*t)
		}
	}
	s.normalize()
	return s
}

// double returns a variable of class double; its dimensions come behind the
// numbers, which are all zero when there is none.
func double(name string, data []float64, dims ...int) *matfile.Array {
	a := &matfile.Array{Name: name, Class: matfile.Double, Dims: dims, Data: data}
	if data == nil {
		a.Data = make([]float64, a.Len())
	}
	return a
}

// matBytes returns the arrays as a MATLAB file.
func matBytes(t testing.TB, arrays ...*matfile.Array) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := matfile.Write(&b, arrays...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
