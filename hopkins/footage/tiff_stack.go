package footage

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A stack of a microscope has, beside the frames, channels and slices, each of
// them a page of its own. How many, and in which order, stands in the description
// of the first page.
//
// Sources: the hyperstacks of ImageJ, whose description is lines "channels=2",
// and the OME-TIFF specification, whose description is XML.

// stack says what the pages of a TIFF are: how many there are along C
// (channels), Z (slices) and T (frames), and in which order they come, the one
// that varies fastest first.
type stack struct {
	channels, slices, frames int
	order                    string
}

// description returns the description of a page, empty without one.
func (f tiffFile) description(at int64) string {
	entries, _, err := f.Entries(at)
	if err != nil {
		return ""
	}
	text, _, err := f.Raw(entries, tagDescription)
	if err != nil {
		return ""
	}
	return string(bytes.TrimRight(text, "\x00"))
}

// parseStack reads a description; it reports false for one that says nothing of
// channels and slices.
func parseStack(description string) (stack, bool) {
	if strings.HasPrefix(description, "ImageJ=") {
		s := stack{1, 1, 1, "CZT"}
		for line := range strings.Lines(description) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			if n, err := strconv.Atoi(value); err == nil && n > 0 {
				switch key {
				case "channels":
					s.channels = n
				case "slices":
					s.slices = n
				case "frames":
					s.frames = n
				}
			}
		}
		return s, true
	}
	if !strings.Contains(description, "<OME") {
		return stack{}, false
	}
	for tokens := xml.NewDecoder(strings.NewReader(description)); ; {
		token, err := tokens.Token()
		if err != nil {
			return stack{}, false
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "Pixels" {
			return stackOfOME(e)
		}
	}
}

// stackOfOME reads the attributes of Pixels.
func stackOfOME(e xml.StartElement) (stack, bool) {
	s := stack{1, 1, 1, ""}
	for _, a := range e.Attr {
		n, err := strconv.Atoi(a.Value)
		switch {
		case a.Name.Local == "DimensionOrder":
			s.order = strings.TrimPrefix(a.Value, "XY")
		case err != nil || n < 1:
		case a.Name.Local == "SizeC":
			s.channels = n
		case a.Name.Local == "SizeZ":
			s.slices = n
		case a.Name.Local == "SizeT":
			s.frames = n
		}
	}
	return s, len(s.order) == 3 && strings.Trim(s.order, "CZT") == ""
}

// take leaves the pages of one channel, from 1, and of the middle slice, and
// notes that the others were passed over. A stack without frames has its slices
// for them. Channels that are in one page, as colours, are left together.
func (r *pages) take(s stack, channel int) error {
	if s.frames == 1 && s.slices > 1 {
		s.frames, s.slices = s.slices, 1
		s.order = strings.Map(func(axis rune) rune { return map[rune]rune{'Z': 'T', 'T': 'Z', 'C': 'C'}[axis] }, s.order)
	}
	total := s.channels * s.slices * s.frames
	if s.channels > math.MaxInt16 || s.slices > math.MaxInt16 || total != len(r.offsets) || s.channels*s.slices == 1 {
		if channel > 1 {
			return fmt.Errorf("expected a TIFF with channels in pages of their own, found none, to take channel %d", channel)
		}
		return nil
	}
	if channel > s.channels {
		return fmt.Errorf("expected a channel from 1 to %d, found %d", s.channels, channel)
	}
	channel = max(channel, 1)
	kept := make([]int64, 0, s.frames)
	at := map[byte]int{'C': channel - 1, 'Z': (s.slices - 1) / 2}
	size := map[byte]int{'C': s.channels, 'Z': s.slices, 'T': s.frames}
	for at['T'] = range s.frames {
		page, stride := 0, 1
		for i := range len(s.order) {
			page += stride * at[s.order[i]]
			stride *= size[s.order[i]]
		}
		kept = append(kept, r.offsets[page])
	}
	r.offsets = kept
	var parts []string
	if s.channels > 1 {
		parts = append(parts, fmt.Sprintf("channel %d of %d", channel, s.channels))
	}
	if s.slices > 1 {
		parts = append(parts, fmt.Sprintf("slice %d of %d", at['Z']+1, s.slices))
	}
	r.taken = "of the stack, " + strings.Join(parts, " and ") + " was taken"
	return nil
}
