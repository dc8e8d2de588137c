package kit

import (
	"bytes"
	"image"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Sheet shows a page of Markdown. Text is the toolkit's own; tables, which there
// do not wrap, code, which can not be copied there, and pictures, which there
// are files, are its own.
type Sheet struct {
	Object fyne.CanvasObject
	Scroll *container.Scroll
	Column *fyne.Container
	Pieces []piece
	text   string // of the page
	follow func(link string) bool
	image  func(name string, dark bool) (fyne.Resource, error)
}

// piece is a part of a page, as high as its width demands.
type piece struct {
	Object fyne.CanvasObject
	Height func(width float32) float32
}

// The width that lines of text stay below, and the space around a page and
// between its pieces.
const (
	sheetWidth  = 964
	sheetMargin = 14
	sheetSpace  = 2
	headSpace   = 8 // more above a heading
	tableSpace  = 8 // more below a table
)

// NewSheet returns an empty page. follow is what a click on a link does; when it
// returns false the link opens in the browser. image returns a picture by name,
// its twin for a dark background where that is asked for and there is one.
func NewSheet(follow func(link string) bool, image func(name string, dark bool) (fyne.Resource, error)) *Sheet {
	s := &Sheet{follow: follow, image: image}
	s.Column = container.New(&SheetLayout{sheet: s})
	s.Scroll = container.NewVScroll(s.Column)
	s.Object = container.New(&sheetFrame{s}, s.Scroll)
	return s
}

// Show shows another page from its top.
func (s *Sheet) Show(text string) {
	s.text = text
	s.Pieces = s.Read(text)
	s.Column.Objects = nil
	for _, p := range s.Pieces {
		s.Column.Objects = append(s.Column.Objects, p.Object)
	}
	s.Column.Layout.(*SheetLayout).Height = 0
	s.Object.Refresh()
	s.Column.Refresh()
	s.Scroll.Refresh()
	s.Scroll.ScrollToTop()
}

// Restyle draws the page anew in the colours of the theme, where it is.
func (s *Sheet) Restyle() {
	at := s.Scroll.Offset
	s.Show(s.text)
	s.Scroll.ScrollToOffset(at)
}

// Turn scrolls by nearly the height of the window, down for by = 1.
func (s *Sheet) Turn(by float32) {
	at := s.Scroll.Offset
	at.Y += by * 0.9 * s.Scroll.Size().Height
	s.Scroll.ScrollToOffset(at)
}

// Read makes the pieces of a page: one for every paragraph.
func (s *Sheet) Read(text string) []piece {
	var pieces []piece
	var prose []widget.RichTextSegment
	end := func() {
		if slices.ContainsFunc(prose, shows) {
			pieces = append(pieces, newProse(prose))
		}
		prose = nil
	}
	for _, part := range widget.NewRichTextFromMarkdown(Legible(text)).Segments {
		s.connect(part)
		switch p := part.(type) {
		case *widget.TableSegment:
			end()
			pieces = append(pieces, newGrid(p))
		case *widget.CodeBlockSegment:
			end()
			pieces = append(pieces, newCode(p.Text))
		case *widget.ImageSegment:
			end()
			pieces = append(pieces, s.newPicture(p.Source.Name()))
		case *widget.ListSegment:
			end()
			prose = append(prose, part)
			end()
		default:
			prose = append(prose, part)
			if !part.Inline() {
				end()
			}
		}
	}
	end()
	return pieces
}

// shows reports whether a part is more than the end of a paragraph.
func shows(part widget.RichTextSegment) bool {
	text, ok := part.(*widget.TextSegment)
	return !ok || strings.TrimSpace(text.Text) != ""
}

// connect makes the links of a part work.
func (s *Sheet) connect(part widget.RichTextSegment) {
	connectAll := func(parts []widget.RichTextSegment) {
		for _, p := range parts {
			s.connect(p)
		}
	}
	switch p := part.(type) {
	case *widget.HyperlinkSegment:
		target := p.URL
		p.OnTapped = func() {
			if target.Scheme == "" && target.Path == "" {
				s.scrollTo(target.Fragment)
				return
			}
			if !s.follow(target.Path) {
				// What can't be opened is reported by the toolkit's log.
				_ = fyne.CurrentApp().OpenURL(target)
			}
		}
	case *widget.ListSegment:
		connectAll(p.Items)
	case *widget.ParagraphSegment:
		connectAll(p.Texts)
	case *widget.TableSegment:
		for _, row := range append([][][]widget.RichTextSegment{p.Headers}, p.Rows...) {
			for _, cell := range row {
				connectAll(cell)
			}
		}
	}
}

// scrollTo shows the heading that a link within the page names, as repositories
// name them: small letters, and a dash for each space.
func (s *Sheet) scrollTo(name string) {
	for _, p := range s.Pieces {
		for _, o := range p.Object.(*fyne.Container).Objects {
			text, ok := o.(*widget.RichText)
			if !ok || len(text.Segments) == 0 {
				continue
			}
			head, ok := text.Segments[0].(*widget.TextSegment)
			if ok && strings.ReplaceAll(strings.ToLower(head.Text), " ", "-") == name {
				s.Scroll.ScrollToOffset(fyne.NewPos(0, p.Object.Position().Y))
				return
			}
		}
	}
}

// Find scrolls to the paragraph or the cell of a table that has most of these words,
// the first of several. They are in small letters.
func (s *Sheet) Find(words []string) {
	most, at := 0, float32(0)
	for _, p := range s.Pieces {
		parts, ok := p.Object.(*fyne.Container)
		if !ok {
			continue
		}
		for _, o := range parts.Objects {
			text, ok := o.(*widget.RichText)
			if !ok {
				continue
			}
			has, content := 0, strings.ToLower(text.String())
			for _, w := range words {
				if strings.Contains(content, w) {
					has++
				}
			}
			if has > most {
				most, at = has, p.Object.Position().Y+o.Position().Y
			}
		}
	}
	if most > 0 {
		s.Scroll.ScrollToOffset(fyne.NewPos(0, at))
	}
}

// newProse returns wrapped text.
func newProse(parts []widget.RichTextSegment) piece {
	text := widget.NewRichText(parts...)
	text.Wrapping = fyne.TextWrapWord
	above := float32(0)
	if first, ok := parts[0].(*widget.TextSegment); ok && first.Style.SizeName == theme.SizeNameSubHeadingText {
		above = headSpace
	}
	object := container.New(layout.NewCustomPaddedLayout(above, 0, 0, 0), text)
	return piece{object, func(width float32) float32 { return above + wrapped(text, width) }}
}

// wrapped returns the height of a text at a width.
func wrapped(text *widget.RichText, width float32) float32 {
	text.Resize(fyne.NewSize(width, text.Size().Height))
	return text.MinSize().Height
}

// newCode returns code, which can be selected and copied.
func newCode(code string) piece {
	label := widget.NewLabelWithStyle(code, fyne.TextAlignLeading, fyne.TextStyle{Monospace: true})
	label.Selectable = true
	back := canvas.NewRectangle(theme.Color(theme.ColorNameInputBackground))
	back.StrokeColor, back.StrokeWidth = theme.Color(theme.ColorNameInputBorder), 1
	back.CornerRadius = theme.Size(theme.SizeNameInputRadius)
	object := container.NewStack(back, container.NewHScroll(label))
	return piece{object, func(float32) float32 { return object.MinSize().Height }}
}

// newPicture returns a picture of the help in its own size, or narrower.
func (s *Sheet) newPicture(name string) piece {
	resource, err := s.image(name, Variant() == theme.VariantDark)
	if err != nil {
		return newProse([]widget.RichTextSegment{
			&widget.TextSegment{Text: name + " is missing.", Style: widget.RichTextStyleParagraph},
		})
	}
	size := image.Pt(1, 1)
	if c, _, err := image.DecodeConfig(bytes.NewReader(resource.Content())); err == nil {
		size = image.Pt(c.Width, c.Height)
	}
	picture := canvas.NewImageFromResource(resource)
	picture.FillMode = canvas.ImageFillContain
	picture.ScaleMode = canvas.ImageScaleSmooth
	// Contained in a rectangle of its own shape, at the left.
	object := container.NewWithoutLayout(picture)
	return piece{object, func(width float32) float32 {
		w := min(width, float32(size.X))
		h := w * float32(size.Y) / float32(size.X)
		picture.Resize(fyne.NewSize(w, h))
		return h
	}}
}

// grid is a table whose cells wrap.
type grid struct {
	columns         int
	natural, narrow []float32 // widths of the columns without a break, and of their longest words
	cells           []*widget.RichText
	lines           []fyne.CanvasObject // one below each row
}

func newGrid(t *widget.TableSegment) piece {
	g := &grid{columns: len(t.Headers)}
	g.natural, g.narrow = make([]float32, g.columns), make([]float32, g.columns)
	var objects []fyne.CanvasObject
	for r, row := range append([][][]widget.RichTextSegment{t.Headers}, t.Rows...) {
		for c := range g.columns {
			var parts []widget.RichTextSegment
			if c < len(row) {
				parts = row[c]
			}
			cell := g.newCell(c, parts, t.Alignments[c], r == 0)
			g.cells = append(g.cells, cell)
			objects = append(objects, cell)
		}
		line := widget.NewSeparator()
		g.lines = append(g.lines, line)
		objects = append(objects, line)
	}
	object := container.NewWithoutLayout(objects...)
	return piece{object, g.arrange}
}

// newCell returns the text of a cell, and widens its column for it.
func (g *grid) newCell(column int, parts []widget.RichTextSegment, align fyne.TextAlign, header bool) *widget.RichText {
	padding := 2*theme.InnerPadding() + 2
	natural, size := padding, theme.TextSize()
	for _, part := range parts {
		style := fyne.TextStyle{}
		switch p := part.(type) {
		case *widget.TextSegment:
			p.Style.Alignment = align
			p.Style.TextStyle.Bold = p.Style.TextStyle.Bold || header
			style = p.Style.TextStyle
		case *widget.HyperlinkSegment:
			p.Alignment = align
		}
		natural += fyne.MeasureText(part.Textual(), size, style).Width + 4
		for _, word := range strings.Fields(part.Textual()) {
			g.narrow[column] = max(g.narrow[column], fyne.MeasureText(word, size, style).Width+padding+8)
		}
	}
	g.natural[column] = max(g.natural[column], natural)
	text := widget.NewRichText(parts...)
	text.Wrapping = fyne.TextWrapWord
	return text
}

// widths shares a width among the columns: their natural ones where these fit,
// otherwise the widest give way first, down to their longest word.
func (g *grid) widths(width float32) []float32 {
	at := func(bound float32) ([]float32, float32) {
		widths, sum := make([]float32, g.columns), float32(0)
		for c := range widths {
			widths[c] = min(g.natural[c], max(bound, g.narrow[c]))
			sum += widths[c]
		}
		return widths, sum
	}
	low, high := float32(0), width
	for range 20 {
		middle := (low + high) / 2
		if _, sum := at(middle); sum > width {
			high = middle
		} else {
			low = middle
		}
	}
	widths, _ := at(low)
	if whole, sum := at(width); sum <= width {
		return whole
	}
	return widths
}

// arrange places the cells for a width and returns the height of the table.
func (g *grid) arrange(width float32) float32 {
	widths := g.widths(width)
	total := float32(0)
	for _, w := range widths {
		total += w
	}
	y := float32(0)
	for r, line := range g.lines {
		row := g.cells[r*g.columns : (r+1)*g.columns]
		height := float32(0)
		for c, cell := range row {
			height = max(height, wrapped(cell, widths[c]))
		}
		x := float32(0)
		for c, cell := range row {
			cell.Move(fyne.NewPos(x, y))
			cell.Resize(fyne.NewSize(widths[c], height))
			x += widths[c]
		}
		y += height
		line.Move(fyne.NewPos(0, y))
		line.Resize(fyne.NewSize(total, 1))
		y++
	}
	return y + tableSpace
}

// sheetFrame gives the page the width of the window before its height is asked
// for.
type sheetFrame struct{ sheet *Sheet }

func (f *sheetFrame) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 100) }

func (f *sheetFrame) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	f.sheet.Column.Layout.(*SheetLayout).arrange(min(size.Width-2*sheetMargin, sheetWidth))
	objects[0].Resize(size)
	objects[0].Refresh()
}

// SheetLayout puts the pieces of a page below each other.
type SheetLayout struct {
	sheet         *Sheet
	Width, Height float32
}

func (l *SheetLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(100, l.Height) }

func (l *SheetLayout) Layout([]fyne.CanvasObject, fyne.Size) {}

// arrange places the pieces for a width.
func (l *SheetLayout) arrange(width float32) {
	if width == l.Width && l.Height > 0 {
		return
	}
	l.Width = width
	y := float32(sheetSpace)
	for _, p := range l.sheet.Pieces {
		height := p.Height(width)
		p.Object.Move(fyne.NewPos(sheetMargin, y))
		p.Object.Resize(fyne.NewSize(width, height))
		y += height + sheetSpace
	}
	l.Height = y + sheetMargin
}
