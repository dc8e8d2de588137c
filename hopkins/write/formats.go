package write

import (
	"fmt"
	"io"
	"strings"
)

// registry holds all formats, in the order of menus.
var registry = []*Format{
	&table,
	&napari,
	&trackMate,
	&trackMateXML,
	&coTracker,
	&cvat,
	&coco,
	&motChallenge,
	&blender,
	&nuke,
}

// Formats returns all formats.
func Formats() []Format {
	all := make([]Format, len(registry))
	for i, f := range registry {
		all[i] = *f
	}
	return all
}

// Labelled writes tracks in the format of that name. The error says what was expected
// and what was found.
func Labelled(w io.Writer, format string, t *Tracks) error {
	if len(t.Labels) != t.Points() {
		return fmt.Errorf("expected one label for each of %d tracks, found %d", t.Points(), len(t.Labels))
	}
	var names []string
	for _, f := range registry {
		if f.Name == format {
			return f.write(w, t)
		}
		names = append(names, f.Name)
	}
	return fmt.Errorf("format of labelled tracks: expected %s, found %q", strings.Join(names, ", "), format)
}
