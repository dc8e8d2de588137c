package filmset

import (
	"fmt"
	"image"
	"testing"
)

// stripe is a picture of 100×60 with the value in columns from to before to.
func stripe(value uint8, from, to int) *image.Gray {
	m := image.NewGray(image.Rect(0, 0, 100, 60))
	for i := range m.Pix {
		if x := i % 100; x >= from && x < to {
			m.Pix[i] = value
		}
	}
	return m
}

func TestDense(t *testing.T) {
	// The region 40 has columns 0 to 29, 0 the others; a stray of 10 pixels has 90.
	truth := stripe(40, 0, 30)
	for i := range 10 {
		truth.Pix[99-i] = 90
	}
	mask := stripe(5, 0, 30)
	for i, v := range mask.Pix {
		if v == 0 {
			mask.Pix[i] = 3
		}
	}
	d := NewDense(map[int]*image.Gray{4: truth}, false, 9)
	d.Add(3, mask, nil) // has no truth
	d.Add(4, mask, nil)
	j := d.Judge()
	got := fmt.Sprintf("%.4f %.4f %.3f %d/%d %d missing", j.Error, j.Flat, j.IoU, j.Objects, j.ObjectsOf, j.Missing)
	// 10 of 6000 pixels are the stray's; motion 3 has 4200 pixels, 4190 of them right.
	if want := "0.1667 30.1667 99.881 1/1 0 missing"; got != want {
		t.Errorf("found %s, expected %s", got, want)
	}

	// Columns 20 to 39 in place of 0 to 29 overlap by 10: of the object 10 of 40.
	d = NewDense(map[int]*image.Gray{0: stripe(40, 0, 30), 8: stripe(40, 0, 30)}, false, 9)
	off := stripe(5, 20, 40)
	for i, v := range off.Pix {
		if v == 0 {
			off.Pix[i] = 1
		}
	}
	d.Add(0, off, nil)
	d.Add(8, off, nil)
	j = d.Judge()
	got = fmt.Sprintf("%.3f %.3f %.3f %d/%d", j.Error, j.IoU, j.F, j.Objects, j.ObjectsOf)
	// Background: 60 of 90 columns; the sum of what agrees is 70 of 100 columns.
	precision, recall := (10./20+60./80)/2, (10./30+60./70)/2
	if want := fmt.Sprintf("%.3f %.3f %.3f 0/1", 30., 100*(10./40+60./90)/2,
		200*precision*recall/(precision+recall)); got != want {
		t.Errorf("found %s, expected %s", got, want)
	}

	// Missing pictures are undecided, and 0 is never right.
	d = NewDense(map[int]*image.Gray{0: stripe(40, 0, 30), 1: stripe(40, 0, 30)}, false, 9)
	d.Add(1, image.NewGray(image.Rect(0, 0, 100, 60)), nil)
	if j = d.Judge(); j.Error != 100 || j.IoU != 0 || j.F != 0 || j.Missing != 1 {
		t.Errorf("nothing decided: %+v", j)
	}
}

func TestDenseOfOneObject(t *testing.T) {
	truth := map[int]*image.Gray{}
	for f := range 4 {
		truth[f] = stripe(255, 10, 50)
	}
	masks := [4]*image.Gray{stripe(2, 0, 1), stripe(2, 10, 50), stripe(2, 20, 50), stripe(2, 0, 1)}
	d := NewDense(truth, true, 4)
	for f, m := range masks {
		for i, v := range m.Pix {
			m.Pix[i] = max(v, 1)
		}
		d.Add(f, m, nil)
	}
	// The first and the last frame do not count.
	j := d.Judge()
	if got, want := fmt.Sprintf("%.4f", j.J), fmt.Sprintf("%.4f", 100*(1+30./40)/2); got != want {
		t.Errorf("J: found %s, expected %s", got, want)
	}
	// In frame 2 one of the two borders is 10 pixels away, beyond the tolerance of 1.
	if got, want := fmt.Sprintf("%.4f", j.Boundary), fmt.Sprintf("%.4f", 100*(1+0.5)/2); got != want {
		t.Errorf("boundary: found %s, expected %s", got, want)
	}
}

// TestDenseIsTheSameEveryTime: figures are sums over pictures in their order.
func TestDenseIsTheSameEveryTime(t *testing.T) {
	truth := map[int]*image.Gray{}
	for frame := range 30 {
		truth[frame] = stripe(255, 10, 20+frame%9)
	}
	d := NewDense(truth, true, 30)
	for frame := range 30 {
		d.Add(frame, stripe(moving, 9+frame%7, 25), nil)
	}
	first := d.Judge()
	for range 20 {
		if again := d.Judge(); again != first {
			t.Fatalf("%+v, then %+v", first, again)
		}
	}
}
