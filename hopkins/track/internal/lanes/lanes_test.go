package lanes

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// both calls work with the assembler, where there is any, and without.
func both(t *testing.T, work func(t *testing.T)) {
	was := vectorCode
	defer func() { vectorCode = was }()
	for _, on := range []bool{false, supported()} {
		vectorCode = on
		work(t)
	}
}

func numbers(n int, rng *rand.Rand) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = 255 * rng.Float32()
	}
	return x
}

// lerp is what lies between a and b, each operation rounded by itself.
func lerp(a, b, f float32) float32 { return a + float32(f*(b-a)) }

// sizes are the numbers of rows and columns that are tried.
var sizes = [][2]int{{8, 1}, {8, 7}, {16, 15}, {24, 21}, {64, 63}, {72, 65}}

const stride = 93

func TestSample(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	both(t, func(t *testing.T) {
		for _, size := range sizes {
			rows, columns := size[0], size[1]
			src := numbers(columns*stride+rows+1, rng)
			const fx, fy = 0.3, 0.8
			dst := make([]float32, rows*columns+1)
			dst[rows*columns] = -1
			Sample(dst, rows, columns, src, stride, fx, fy)
			for c := range columns {
				for r := range rows {
					at := c*stride + r
					want := lerp(lerp(src[at], src[at+1], fy), lerp(src[at+stride], src[at+stride+1], fy), fx)
					if got := dst[c*rows+r]; got != want {
						t.Fatalf("%v, column %d, row %d: %v, expected %v", size, c, r, got, want)
					}
				}
			}
			if dst[rows*columns] != -1 {
				t.Errorf("%v: wrote behind the end", size)
			}
		}
	})
}

func TestDerive(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	both(t, func(t *testing.T) {
		for _, size := range sizes {
			rows, columns := size[0], size[1]
			wideRows := rows + 8
			wide := numbers((columns+2)*wideRows, rng)
			patch, dx, dy := make([]float32, rows*columns), make([]float32, rows*columns), make([]float32, rows*columns)
			var sums [5]Sums
			Derive(patch, dx, dy, rows, columns, wide, wideRows, &sums)
			for r := range rows {
				var want [5]float32
				for c := range columns {
					p := func(right, down int) float32 { return wide[(c+1+right)*wideRows+r+1+down] }
					x := float32(5.0/16*(p(1, 0)-p(-1, 0))) + float32(3.0/32*((p(1, -1)-p(-1, -1))+(p(1, 1)-p(-1, 1))))
					y := float32(5.0/16*(p(0, 1)-p(0, -1))) + float32(3.0/32*((p(-1, 1)-p(-1, -1))+(p(1, 1)-p(1, -1))))
					at := c*rows + r
					if patch[at] != p(0, 0) || dx[at] != x || dy[at] != y {
						t.Fatalf("%v, column %d, row %d: %v, %v, %v, expected %v, %v, %v", size, c, r, patch[at],
							dx[at], dy[at], p(0, 0), x, y)
					}
					for k, v := range [5]float32{float32(x * x), float32(x * y), float32(y * y), x, y} {
						want[k] += v
					}
				}
				if got := [5]float32{sums[0][r], sums[1][r], sums[2][r], sums[3][r], sums[4][r]}; got != want {
					t.Fatalf("%v, row %d: sums %v, expected %v", size, r, got, want)
				}
			}
		}
	})
}

func TestSubtract(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	both(t, func(t *testing.T) {
		for _, n := range []int{0, 8, 40, 43, 80} {
			x := numbers(n+1, rng)
			was := slices.Clone(x)
			Subtract(x[:n], 1.7)
			for i, v := range x[:n] {
				if v != was[i]-1.7 {
					t.Fatalf("%d numbers, number %d: %v, expected %v", n, i, v, was[i]-1.7)
				}
			}
			if x[n] != was[n] {
				t.Errorf("%d numbers: wrote behind the end", n)
			}
		}
	})
}

func TestCompare(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	both(t, func(t *testing.T) {
		for _, size := range sizes {
			rows, columns := size[0], size[1]
			n := rows * columns
			patch, dx, dy, src := numbers(n, rng), numbers(n, rng), numbers(n, rng), numbers(columns*stride+rows+1, rng)
			const fx, fy = 0.6, 0.1
			var sums [2]Sums
			Compare(patch, dx, dy, rows, columns, src, stride, fx, fy, &sums)
			for r := range rows {
				var x, y float32
				for c := range columns {
					at := c*stride + r
					d := lerp(lerp(src[at], src[at+1], fy), lerp(src[at+stride], src[at+stride+1], fy), fx) - patch[c*rows+r]
					x += float32(d * dx[c*rows+r])
					y += float32(d * dy[c*rows+r])
				}
				if sums[0][r] != x || sums[1][r] != y {
					t.Fatalf("%v, row %d: %v, %v, expected %v, %v", size, r, sums[0][r], sums[1][r], x, y)
				}
			}
		}
	})
}

// TestWarped lays patches over a picture, turned either way and mirrored, up to
// its last pixels.
func TestWarped(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	const pictureColumns = 120
	src := numbers(pictureColumns*stride, rng)
	// maps turn the column and the row of a pixel into where it lies.
	maps := []Affine{
		{X: 5.25 * One, Y: 3.5 * One, XU: One, YV: One},
		{X: 60*One + 77, Y: 20*One + 5, XU: One + 6553, XV: -13106, YU: 19661, YV: One - 6554},
		{X: 70 * One, Y: 60 * One, XU: -52426, XV: 19661, YU: -13107, YV: -One - 13107},
	}
	both(t, func(t *testing.T) {
		for _, few := range []int{1, 7, 8, 19, 37} {
			rows, columns := Rows(few), few
			planes := numbers(Planes*rows*columns, rng)
			for _, a := range maps {
				var sums [Planes + 2]Sums
				Warped(planes, rows, few, columns, src, stride, a, &sums)
				for r := range few {
					var want [Planes + 2]float32
					for c := range columns {
						x, y := a.X+c*a.XU+r*a.XV, a.Y+c*a.YU+r*a.YV
						at := x/One*stride + y/One
						fx, fy := float32(x%One)/One, float32(y%One)/One
						v := lerp(lerp(src[at], src[at+1], fy), lerp(src[at+stride], src[at+stride+1], fy), fx)
						for k := range Planes {
							want[k] += float32(v * planes[(c*Planes+k)*rows+r])
						}
						want[Planes] += v
						want[Planes+1] += float32(v * v)
					}
					for k := range want {
						if sums[k][r] != want[k] {
							t.Fatalf("%d rows, map %+v, row %d: sum %d is %v, expected %v", few, a, r, k, sums[k][r], want[k])
						}
					}
				}
			}
		}
		// The last pixels of the picture, and those beyond.
		const few = 5
		planes := numbers(Planes*8*few, rng)
		var sums [Planes + 2]Sums
		fits := func(a Affine) (ok bool) {
			defer func() { ok = recover() == nil }()
			Warped(planes, 8, few, few, src, stride, a, &sums)
			return
		}
		last := Affine{X: (pictureColumns-2-(few-1))*One + One - 1, Y: (stride-2-(few-1))*One + One - 1, XU: One, YV: One}
		turned := Affine{X: last.X + (few-1)*One, Y: last.Y + (few-1)*One, XV: -One, YU: -One}
		if !fits(last) || !fits(turned) || !fits(Affine{XU: One, YV: One}) {
			t.Error("a patch within the picture does not fit")
		}
		for _, d := range []Affine{{X: last.X + 1, Y: last.Y, XU: One, YV: One}, {X: One, Y: last.Y + 1, XU: One, YV: One},
			{X: -1, XU: One, YV: One}, {Y: -1, XU: One, YV: One}, {X: (few-1)*One - 1, Y: turned.Y, XV: -One, YU: -One}} {
			if fits(d) {
				t.Errorf("%+v fits", d)
			}
		}
	})
}

func TestSwitch(t *testing.T) {
	for off, want := range map[string]bool{"": true, "0": true, "avx512": true, "1": false, "all": false} {
		if allowed(off) != want {
			t.Errorf("%q: %v", off, !want)
		}
	}
	if math.MaxUint16+1 != One {
		t.Error("the assembler has sixteen binary places")
	}
}
