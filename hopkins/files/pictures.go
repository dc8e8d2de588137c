package files

import (
	"path/filepath"
	"slices"
	"strings"
)

// pictureKinds are the endings of the names of pictures that are frames, by kinds that
// are not mixed in a film.
var pictureKinds = [][]string{{".png", ".jpg", ".jpeg"}, {".tif", ".tiff"}, {".bmp"}, {".webp"}, {".exr"}, {".dpx"}}

// IsPicture reports whether a file of a folder is a picture of a frame by its name: by its
// ending, and not a hidden one.
func IsPicture(name string) bool { return pictureKind(name) >= 0 && !Hidden(name) }

// Hidden reports whether a file or folder is hidden by its name, as those that a killed
// program, or macOS on the disks of others, leaves beside every file: looking through a
// folder passes over them.
func Hidden(name string) bool {
	base := filepath.Base(name)
	return strings.HasPrefix(base, ".") && base != "." && base != ".."
}

func pictureKind(name string) int {
	extension := strings.ToLower(filepath.Ext(name))
	return slices.IndexFunc(pictureKinds, func(kind []string) bool { return slices.Contains(kind, extension) })
}

// Pictures returns those of some names of files that are pictures of a film, in the
// order of the numbers in them, so that 9.png comes before 10.png. Where there are
// several kinds of pictures it is that with most of them: a preview beside the frames
// is none of these.
func Pictures(names []string) []string {
	kinds := make([][]string, len(pictureKinds))
	for _, name := range names {
		if k := pictureKind(name); k >= 0 {
			kinds[k] = append(kinds[k], name)
		}
	}
	best := kinds[0]
	for _, kind := range kinds[1:] {
		if len(kind) > len(best) {
			best = kind
		}
	}
	slices.SortStableFunc(best, CompareNames)
	return best
}
