package hopkins_test

import (
	"context"
	"fmt"
	"math"
	"strings"

	"motionseg/hopkins"
	"motionseg/segment"
)

// table returns a file of tracks: of two bodies, twenty points each, which turn
// differently in twelve frames.
func table() string {
	var b strings.Builder
	b.WriteString("track,frame,x,y\n")
	for i := range 40 {
		x, y := 200*math.Cos(float64(i)), 150*math.Sin(1.7*float64(i))
		speed, shift := 0.02, 3.0
		if i >= 20 {
			speed, shift = -0.03, -5.0
		}
		for f := range 12 {
			sin, cos := math.Sincos(speed * float64(f))
			fmt.Fprintf(&b, "%d,%d,%.3f,%.3f\n", i+1, f+1, 320+cos*x-sin*y+shift*float64(f), 240+sin*x+cos*y)
		}
	}
	return b.String()
}

// A file of tracks is read, whatever its format, and segmented.
func Example() {
	sequence, err := hopkins.Read(strings.NewReader(table()), "walk.csv") // or hopkins.Open("walk.csv")
	if err != nil {
		fmt.Println(err)
		return
	}
	method, err := segment.Lookup("lrksc")
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := sequence.Segment(context.Background(), hopkins.Task{Method: segment.Spec{Method: method}, Motions: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(sequence.Points(), sequence.Frames(), found.Labels[:3], found.Labels[37:])
	// Output:
	// 40 12 [1 1 1] [2 2 2]
}
