package footage

import (
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"motionseg/hopkins"
)

// number is what the samples of a TIFF are.
type number struct {
	bytes  int // of a sample
	format int // how they are meant
	per    int // samples of a pixel
}

// What samples are, by the tag SampleFormat.
const (
	unsigned = 1
	signed   = 2
	fraction = 3
)

// minTile is the least side of a tile in pixels; the format asks for 16.
const minTile = 8

// isPlain reports whether the decoder of TIFF knows it, or says what is wrong with it.
func (n number) isPlain() bool { return n.format == unsigned && n.bytes <= 2 }

// numberOf returns what the samples of a page are.
func numberOf(t tiffTags) (number, error) {
	bits, format := t.first(tagBits, 1), t.first(tagSampleFormat, unsigned)
	if format != signed && format != fraction {
		format = unsigned // of which 4 says that nothing is known
	}
	n := number{bytes: (bits + 7) / 8, format: format, per: max(t.first(tagSamples, 1), 1)}
	if n.isPlain() {
		return n, nil
	}
	known := []int{8, 16, 32, 64}
	if format == fraction {
		known = known[2:]
	}
	same := func(tag uint16) bool {
		return !slices.ContainsFunc(t[tag], func(v uint64) bool { return v != t[tag][0] })
	}
	apart := n.per > 1 && t.first(tagPlanar, 1) != 1 // red, green and blue stand in pictures of their own
	if !slices.Contains(known, bits) || n.per > 4 || n.per == 2 || apart || !same(tagBits) || !same(tagSampleFormat) {
		return n, fmt.Errorf("expected grey values or colours of 8, 16, 32 or 64 bits, found %s of %d bits: "+
			"save it so, by ImageJ's Image > Type > 8-bit", hopkins.Counted(n.per, "sample", "samples"), bits)
	}
	if w, h := blockSize(t); t[tagTileWidth] != nil && min(w, h) < minTile {
		return n, fmt.Errorf("expected tiles of at least %d×%d pixels, found %d×%d", minTile, minTile, w, h)
	}
	return n, nil
}

const (
	// maxNumberBytes bounds the numbers of a picture, and maxRatio how many times as large as
	// its file they may be: LZW makes at most some 2700 bytes of one, Deflate a thousand.
	maxNumberBytes = 1 << 29
	maxRatio       = 1 << 12
)

// plausible returns an error where the numbers of a page take too much memory, or more than so
// many bytes of a file can hold.
func (n number) plausible(t tiffTags, file int) error {
	if n.isPlain() {
		return nil
	}
	width, height := padded(t)
	if need := int64(width) * int64(height) * int64(n.bytes*n.per); need > maxNumberBytes || need/maxRatio > int64(file) {
		return fmt.Errorf("expected numbers of at most %d bytes that are in the file, found %d×%d pixels of %d bytes "+
			"in a file of %d",
			maxNumberBytes, width, height, n.bytes*n.per, file)
	}
	return nil
}

// blockSize returns the size in pixels of what is compressed at a time: a tile, or the
// strips, which are as wide as the picture.
func blockSize(t tiffTags) (width, height int) {
	return t.first(tagTileWidth, t.first(tagWidth, 0)), t.first(tagTileHeight, t.first(tagHeight, 0))
}

// padded returns a size as whole blocks cover it.
func padded(t tiffTags) (width, height int) {
	w, h := blockSize(t)
	up := func(n, by int) int { return (n + by - 1) / max(by, 1) * by }
	return up(t.first(tagWidth, 0), w), up(t.first(tagHeight, 0), h)
}

// asBytes has a page decoded as grey values, one for each byte of a sample.
func (n number) asBytes(t tiffTags) {
	each := uint64(n.bytes * n.per)
	width, height := padded(t)
	if t[tagTileWidth] != nil {
		t[tagTileWidth] = []uint64{t[tagTileWidth][0] * each}
		t[tagHeight] = []uint64{uint64(height)}
	}
	t[tagWidth] = []uint64{uint64(width) * each}
	t[tagBits], t[tagSamples], t[tagPhotometric] = []uint64{8}, []uint64{1}, []uint64{black}
	for _, tag := range []uint16{tagPredictor, tagColours, tagExtra} {
		t[tag] = nil
	}
}

// numbers is a picture of one sample a pixel, or of three or four, of which the first three
// are red, green and blue.
type numbers struct {
	size   image.Point
	per    int
	values []float32
}

// numbers puts the bytes of a page together: g has those that the page has been decoded to.
func (n number) numbers(g *image.Gray, t tiffTags, order binary.ByteOrder) (*numbers, error) {
	out := &numbers{size: image.Pt(t.first(tagWidth, 0), t.first(tagHeight, 0)), per: n.per}
	block, _ := blockSize(t)
	width := block * n.per * n.bytes
	predictor := t.first(tagPredictor, 1)
	if predictor == 3 && n.format != fraction {
		return nil, fmt.Errorf("expected a predictor for whole numbers, found that for fractions")
	}
	sign := float32(1)
	if t.first(tagPhotometric, black) == whiteIsZero {
		sign = -1
	}
	out.values = make([]float32, 0, out.size.X*out.size.Y*n.per)
	for y := range out.size.Y {
		row := g.Pix[y*g.Stride : y*g.Stride+g.Rect.Dx()]
		read := order
		for at := 0; at+width <= len(row); at += width {
			switch predictor {
			case 2:
				n.addUp(row[at:at+width], order)
			case 3:
				n.gather(row[at : at+width])
				read = binary.BigEndian
			}
		}
		for i := range out.size.X * n.per {
			out.values = append(out.values, sign*n.value(row[i*n.bytes:], read))
		}
	}
	return out, nil
}

// addUp undoes that samples are differences to those of the pixel before.
func (n number) addUp(row []byte, order binary.ByteOrder) {
	back := n.per * n.bytes
	for i := back; i+n.bytes <= len(row); i += n.bytes {
		switch n.bytes {
		case 1:
			row[i] += row[i-back]
		case 2:
			order.PutUint16(row[i:], order.Uint16(row[i:])+order.Uint16(row[i-back:]))
		case 4:
			order.PutUint32(row[i:], order.Uint32(row[i:])+order.Uint32(row[i-back:]))
		default:
			order.PutUint64(row[i:], order.Uint64(row[i:])+order.Uint64(row[i-back:]))
		}
	}
}

// gather undoes the predictor for fractions: all first bytes of a row stand before all
// second ones, each as its difference to the one before.
func (n number) gather(row []byte) {
	for i := n.per; i < len(row); i++ {
		row[i] += row[i-n.per]
	}
	apart := slices.Clone(row)
	samples := len(row) / n.bytes
	for i := range row {
		row[i] = apart[i%n.bytes*samples+i/n.bytes]
	}
}

// value returns a sample.
func (n number) value(b []byte, order binary.ByteOrder) float32 {
	switch n.bytes {
	case 1:
		return float32(int8(b[0]))
	case 2:
		return float32(int16(order.Uint16(b)))
	case 4:
		switch v := order.Uint32(b); n.format {
		case fraction:
			return math.Float32frombits(v)
		case signed:
			return float32(int32(v))
		default:
			return float32(v)
		}
	}
	switch v := order.Uint64(b); n.format {
	case fraction:
		return float32(math.Float64frombits(v))
	case signed:
		return float32(int64(v))
	default:
		return float32(v)
	}
}

func (m *numbers) ColorModel() color.Model { return color.RGBAModel }

func (m *numbers) Bounds() image.Rectangle { return image.Rectangle{Max: m.size} }

// At returns the colour of a pixel of numbers from 0 to 1.
func (m *numbers) At(x, y int) color.Color { return m.at(x, y, span{0, 1}) }

// at returns the colour of a pixel between the lowest number and the highest.
func (m *numbers) at(x, y int, s span) color.RGBA {
	v := m.values[(y*m.size.X+x)*m.per:]
	if m.per == 1 {
		g := s.of(float64(v[0]))
		return color.RGBA{g, g, g, 0xff}
	}
	return color.RGBA{s.of(float64(v[0])), s.of(float64(v[1])), s.of(float64(v[2])), 0xff}
}

// span is the darkest number of a picture and the brightest one.
type span struct{ low, high float64 }

// of brings a number to 0 to 255; what is no number is 0.
func (s span) of(v float64) uint8 {
	width := s.high - s.low
	if !(width > 0) {
		width = 1
	}
	if v = math.Floor(255*(v-s.low)/width + 0.5); !(v > 0) {
		return 0
	}
	return uint8(min(v, 255))
}

// spanOf returns the darkest and the brightest number of a picture, and whether it is one
// that is shown between these: of grey values of 16 bits, or of numbers.
func spanOf(m image.Image) (span, bool) {
	s := span{math.Inf(1), math.Inf(-1)}
	add := func(v float64) {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			s.low, s.high = min(s.low, v), max(s.high, v)
		}
	}
	switch m := m.(type) {
	case *image.Gray16:
		for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
			for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
				add(float64(m.Gray16At(x, y).Y))
			}
		}
	case *numbers:
		for i, v := range m.values {
			if i%m.per < 3 {
				add(float64(v))
			}
		}
	default:
		return span{}, false
	}
	if s.low > s.high {
		s = span{0, 1}
	}
	return s, true
}

// stretched shows a picture for which spanOf reports true between two numbers.
func (s span) stretched(m image.Image) image.Image {
	size := m.Bounds().Size()
	if m, ok := m.(*numbers); ok && m.per > 1 {
		out := image.NewRGBA(image.Rectangle{Max: size})
		for y := range size.Y {
			for x := range size.X {
				out.SetRGBA(x, y, m.at(x, y, s))
			}
		}
		return out
	}
	g := image.NewGray(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			switch m := m.(type) {
			case *image.Gray16:
				g.Pix[y*g.Stride+x] = s.of(float64(m.Gray16At(m.Rect.Min.X+x, m.Rect.Min.Y+y).Y))
			case *numbers:
				g.Pix[y*g.Stride+x] = s.of(float64(m.values[y*size.X+x]))
			}
		}
	}
	return g
}
