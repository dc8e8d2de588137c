// Command icon draws the project's icon: moving dots with trails in three
// colours of the Okabe–Ito palette on a dark rounded square. It writes
// icon.svg and, rasterised from it, icon.png into the current folder.
package main

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"log"
	"math"
	"os"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"
)

// size is the width and height of the icon in pixels.
const size = 512

// point is a place on the icon; y runs down.
type point struct{ x, y float64 }

// motion is a group of dots that move together: every dot trails the same
// curve, shifted.
type motion struct {
	name   string
	colour string
	// from, bend and to are the control points of the quadratic curve that the
	// first dot follows.
	from, bend, to point
	dots           []point // shift of each dot against the first
	radius         float64
}

// motions are the three groups of the icon, each with a direction of its own.
var motions = []motion{
	{
		name: "blue", colour: "#56B4E9",
		from: point{96, 398}, bend: point{92, 300}, to: point{140, 206},
		dots: []point{{0, 0}, {74, 40}, {150, 62}}, radius: 31,
	},
	{
		name: "orange", colour: "#E69F00",
		from: point{206, 92}, bend: point{304, 78}, to: point{400, 120},
		dots: []point{{0, 0}, {-26, 74}}, radius: 31,
	},
	{
		name: "green", colour: "#009E73",
		from: point{436, 244}, bend: point{436, 334}, to: point{384, 410},
		dots: []point{{0, 0}, {-74, -18}}, radius: 31,
	},
}

func main() {
	log.SetFlags(0)
	svg := drawing()
	if err := os.WriteFile("icon.svg", svg, 0o644); err != nil {
		log.Fatal(err)
	}
	picture, err := rasterise(svg)
	if err != nil {
		log.Fatal(err)
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, picture); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("icon.png", out.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
}

// drawing returns the icon as SVG.
func drawing() []byte {
	var defs, shapes bytes.Buffer
	for _, m := range motions {
		for i, shift := range m.dots {
			id := fmt.Sprintf("%s%d", m.name, i+1)
			from, bend, to := m.from.plus(shift), m.bend.plus(shift), m.to.plus(shift)
			fmt.Fprintf(&defs,
				`    <linearGradient id="%s" gradientUnits="userSpaceOnUse" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f">
      <stop offset="0" stop-color="%s" stop-opacity="0"/>
      <stop offset="1" stop-color="%s" stop-opacity="0.75"/>
    </linearGradient>
`, id, from.x, from.y, to.x, to.y, m.colour, m.colour)
			fmt.Fprintf(&shapes, "  <path fill=\"url(#%s)\" d=\"%s\"/>\n", id, trail(from, bend, to, m.radius))
		}
	}
	// Dots lie above every trail.
	for _, m := range motions {
		for _, shift := range m.dots {
			at := m.to.plus(shift)
			fmt.Fprintf(&shapes, "  <circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>\n", at.x, at.y, m.radius, m.colour)
		}
	}
	var svg bytes.Buffer
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">
  <defs>
    <linearGradient id="ground" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="%d">
      <stop offset="0" stop-color="#2B3A4F"/>
      <stop offset="1" stop-color="#141C28"/>
    </linearGradient>
%s  </defs>
  <rect x="16" y="16" width="%d" height="%d" rx="108" ry="108" fill="url(#ground)"/>
%s</svg>
`, size, size, size, size, size, defs.String(), size-32, size-32, shapes.String())
	return svg.Bytes()
}

// trail returns the outline of a trail that follows the quadratic curve and
// widens from a point to the dot's own radius.
func trail(from, bend, to point, radius float64) string {
	const steps = 24
	left := make([]point, 0, steps+1)
	right := make([]point, 0, steps+1)
	for i := 0; i <= steps; i++ {
		t := float64(i) / steps
		at := from.times((1 - t) * (1 - t)).plus(bend.times(2 * t * (1 - t))).plus(to.times(t * t))
		along := bend.plus(from.times(-1)).times(1 - t).plus(to.plus(bend.times(-1)).times(t))
		length := math.Hypot(along.x, along.y)
		half := radius * (0.12 + 0.88*t)
		across := point{-along.y / length * half, along.x / length * half}
		left = append(left, at.plus(across))
		right = append(right, at.plus(across.times(-1)))
	}
	var d bytes.Buffer
	for i, p := range left {
		command := "L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(&d, "%s%.1f %.1f", command, p.x, p.y)
	}
	for i := len(right) - 1; i >= 0; i-- {
		fmt.Fprintf(&d, "L%.1f %.1f", right[i].x, right[i].y)
	}
	d.WriteString("Z")
	return d.String()
}

// rasterise draws the SVG at its own size.
func rasterise(svg []byte) (image.Image, error) {
	icon, err := oksvg.ReadIconStream(bytes.NewReader(svg), oksvg.StrictErrorMode)
	if err != nil {
		return nil, fmt.Errorf("icon.svg: %w", err)
	}
	icon.SetTarget(0, 0, size, size)
	picture := image.NewRGBA(image.Rect(0, 0, size, size))
	scanner := rasterx.NewScannerGV(size, size, picture, picture.Bounds())
	icon.Draw(rasterx.NewDasher(size, size, scanner), 1)
	return picture, nil
}

func (p point) plus(q point) point    { return point{p.x + q.x, p.y + q.y} }
func (p point) times(s float64) point { return point{p.x * s, p.y * s} }
