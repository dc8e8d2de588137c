package draw

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	stddraw "image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Format is a file format of exports.
type Format string

// The formats that charts and figures are written in.
const (
	PNG Format = "png"
	SVG Format = "svg"
	PDF Format = "pdf"
)

// Formats returns all formats, in the order in which menus list them.
func Formats() []Format { return []Format{PNG, PDF, SVG} }

// exportDPI is the resolution of exported PNG files and of the pictures within
// vector files.
const exportDPI = 300

// writeCanvas writes what paint draws on a page of the given size.
func writeCanvas(w io.Writer, format Format, width, height vg.Length, paint func(draw.Canvas) error) error {
	if !(width > 0 && height > 0) {
		return fmt.Errorf("draw: a page of %g×%g points, expected more than 0", float64(width), float64(height))
	}
	switch format {
	case PNG:
		c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(exportDPI))
		if err := paint(draw.New(c)); err != nil {
			return err
		}
		return writePNG(w, c.Image())
	case SVG:
		c := vgsvg.NewWith(vgsvg.UseWH(width, height), vgsvg.EmbedFonts(true))
		if err := paint(draw.New(c)); err != nil {
			return err
		}
		var b bytes.Buffer
		if _, err := c.WriteTo(&b); err != nil {
			return err
		}
		// vgsvg embeds PNG images but calls them JPEG, which strict readers
		// refuse.
		_, err := w.Write(bytes.ReplaceAll(b.Bytes(), []byte("data:image/jpg;base64,"), []byte("data:image/png;base64,")))
		return err
	case PDF:
		c := vgpdf.New(width, height)
		if err := paint(draw.New(pdfCanvas{c})); err != nil {
			return err
		}
		_, err := c.WriteTo(w)
		return err
	}
	return fmt.Errorf("draw: format %q, expected png, pdf or svg", format)
}

// pdfCanvas makes up for what vgpdf does differently from the other canvases.
type pdfCanvas struct{ *vgpdf.Canvas }

// SetColor sets a colour; vgpdf reads its channels as they are before they are
// multiplied by the opacity.
func (c pdfCanvas) SetColor(colour color.Color) { c.Canvas.SetColor(unmultiplied{colour}) }

// unmultiplied returns the channels of a colour without its opacity in them.
type unmultiplied struct{ color.Color }

func (u unmultiplied) RGBA() (r, g, b, a uint32) {
	if u.Color == nil {
		return 0, 0, 0, math.MaxUint16
	}
	c := color.NRGBA64Model.Convert(u.Color).(color.NRGBA64)
	return uint32(c.R), uint32(c.G), uint32(c.B), uint32(c.A)
}

// DrawImage draws an image; vgpdf has it upside down.
func (c pdfCanvas) DrawImage(area vg.Rectangle, m image.Image) {
	b := m.Bounds()
	flipped := image.NewRGBA(image.Rectangle{Max: b.Size()})
	for y := range b.Dy() {
		row := image.Rect(0, b.Dy()-1-y, b.Dx(), b.Dy()-y)
		stddraw.Draw(flipped, row, m, image.Pt(b.Min.X, b.Min.Y+y), stddraw.Src)
	}
	c.Canvas.DrawImage(area, flipped)
}

// FillString writes a text in the code page that the fonts of vgpdf have;
// characters outside of it become question marks.
func (c pdfCanvas) FillString(f font.Face, at vg.Point, s string) {
	encoded := make([]byte, 0, len(s))
	for _, r := range s {
		b, ok := charmap.Windows1252.EncodeRune(r)
		if !ok {
			b = '?'
		}
		encoded = append(encoded, b)
	}
	c.Canvas.FillString(f, at, string(encoded))
}

// writePNG writes an image with the resolution of exports, which the standard encoder
// leaves out: the chunk pHYs goes right behind the header.
func writePNG(w io.Writer, m image.Image) error {
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		return err
	}
	const header = 8 + 25 // signature and IHDR
	data := b.Bytes()
	for _, part := range [][]byte{data[:header], physChunk(exportDPI), data[header:]} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// physChunk returns the PNG chunk that states a resolution in dots an inch.
func physChunk(dpi float64) []byte {
	chunk := binary.BigEndian.AppendUint32(nil, 9)
	chunk = append(chunk, "pHYs"...)
	perMetre := uint32(dpi/0.0254 + 0.5)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = append(chunk, 1)
	return binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
}
