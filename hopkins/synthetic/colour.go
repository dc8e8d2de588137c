package synthetic

import "math"

// rgb is a colour in linear light, 0…1 a channel.
type rgb struct{ r, g, b float64 }

func (c rgb) times(s float64) rgb { return rgb{c.r * s, c.g * s, c.b * s} }
func (c rgb) plus(d rgb) rgb      { return rgb{c.r + d.r, c.g + d.g, c.b + d.b} }
func (c rgb) filter(d rgb) rgb    { return rgb{c.r * d.r, c.g * d.g, c.b * d.b} }

// mix returns the colour a share t of the way from a to b.
func mix(a, b rgb, t float64) rgb { return a.times(1 - t).plus(b.times(t)) }

// luminance is the brightness that the eye sees (Rec. 709).
func (c rgb) luminance() float64 { return 0.2126*c.r + 0.7152*c.g + 0.0722*c.b }

// hex returns the colour that is written 0xRRGGBB in sRGB.
func hex(code uint32) rgb {
	channel := func(shift uint) float64 {
		v := float64(code>>shift&0xFF) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return rgb{channel(16), channel(8), channel(0)}
}

// encoding is a table from linear light in steps of 1/4095 to sRGB bytes.
var encoding = func() (table [4096]uint8) {
	for i := range table {
		v := float64(i) / 4095
		if v <= 0.0031308 {
			v *= 12.92
		} else {
			v = 1.055*math.Pow(v, 1/2.4) - 0.055
		}
		table[i] = uint8(v*255 + 0.5)
	}
	return table
}()

// encode returns the sRGB byte of a channel of linear light, clipped to 0…1.
func encode(v float64) uint8 { return encoding[int(max(0, min(1, v))*4095+0.5)] }
