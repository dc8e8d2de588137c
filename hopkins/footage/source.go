package footage

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"motionseg/hopkins"
)

// ErrNone is what Open and OpenFS return, wrapped with the name of the
// sequence, when there are no pictures.
var ErrNone = errors.New("no pictures found")

// Kind says where the pictures of a source come from.
type Kind int

const (
	// Preview is one picture, of the first frame, into which Hopkins155 has
	// drawn the points.
	Preview Kind = iota
	// Images are numbered images in a folder, one a frame.
	Images
	// MotionJPEG is an AVI file whose frames are JPEG pictures.
	MotionJPEG
	// Video is any other video, decoded by ffmpeg.
	Video
	// Pair is the two pictures in a file of correspondences.
	Pair
)

// String returns a noun for the kind.
func (k Kind) String() string {
	switch k {
	case Preview:
		return "preview"
	case Images:
		return "images"
	case MotionJPEG:
		return "Motion-JPEG video"
	case Video:
		return "video"
	case Pair:
		return "pair of pictures"
	}
	return "unknown"
}

// reader decodes single pictures.
type reader interface {
	// count returns the number of pictures, 0 when it is known only at the end.
	count() int
	// read returns picture i, which is below count where that is known, and
	// errPastEnd when there is none. Pictures decoded on the way may be handed
	// to pass, which keeps them.
	read(i int, pass func(i int, picture *image.RGBA)) (*image.RGBA, error)
	// Close ends what runs in the background.
	Close() error
}

// errPastEnd is what reader.read returns past the last picture; last, when
// not negative, is the number of the last one.
type errPastEnd struct{ last int }

func (e errPastEnd) Error() string {
	return fmt.Sprintf("the last picture is number %d", e.last+1)
}

// Source holds the pictures of one sequence. Its methods may be called from
// several goroutines.
type Source struct {
	kind   Kind
	reader reader
	rate   float64
	note   string
	cache  *cache
	shown  atomic.Int64 // the frame that a preview shows
}

// Open finds the pictures of an entry of a dataset: its folder of frames, its
// video, its preview, or the two in a file of correspondences, the first of
// these that can be read. Those of a "_g12"
// selection are its parent's. It returns an error that wraps ErrNone when the
// entry has none, and otherwise says which file could not be read and why.
func Open(e hopkins.Entry) (*Source, error) {
	var attempts []func() (*Source, error)
	if e.FrameDir != "" {
		attempts = append(attempts, func() (*Source, error) {
			return openImages(os.DirFS(e.FrameDir), ".", e.FrameDir)
		})
	}
	if e.Video != "" {
		attempts = append(attempts, func() (*Source, error) { return openVideo(e.Video) })
	}
	if e.Preview != "" {
		attempts = append(attempts, func() (*Source, error) {
			folder, name := filepath.Split(e.Preview)
			return openPreview(os.DirFS(filepath.Clean(folder)), name, e.Preview)
		})
	}
	if len(attempts) == 0 && e.Frames == 2 && strings.EqualFold(filepath.Ext(e.Path), ".mat") {
		return openPair(e.Path)
	}
	return firstOf(e.Name, attempts)
}

// OpenSequence finds the pictures of a sequence that was read from a file, as
// Open does.
func OpenSequence(s *hopkins.Sequence) (*Source, error) {
	if s.Path == "" {
		return nil, fmt.Errorf("%s: %w: it was not read from a file", s.Name, ErrNone)
	}
	e, err := hopkins.FindEntry(s.Path)
	if err != nil {
		return nil, err
	}
	return Open(e)
}

// OpenFS finds the pictures in a folder of a file system, such as one that is
// embedded in the program, as Open does. A video must be Motion-JPEG.
func OpenFS(fsys fs.FS, folder string) (*Source, error) {
	var attempts []func() (*Source, error)
	if frames := path.Join(folder, "frames"); hasImages(fsys, frames) {
		attempts = append(attempts, func() (*Source, error) { return openImages(fsys, frames, frames) })
	}
	items, err := fs.ReadDir(fsys, folder)
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		if strings.EqualFold(path.Ext(item.Name()), ".avi") && !item.IsDir() {
			name := path.Join(folder, item.Name())
			attempts = append(attempts, func() (*Source, error) {
				f, err := fsys.Open(name)
				if err != nil {
					return nil, err
				}
				return openAVI(f, name)
			})
		}
	}
	if preview := path.Join(folder, "preview.jpg"); isFile(fsys, preview) {
		attempts = append(attempts, func() (*Source, error) { return openPreview(fsys, preview, preview) })
	}
	return firstOf(folder, attempts)
}

// firstOf returns the first source that opens; the reasons why better ones did
// not become its note. When none opens they are the error.
func firstOf(name string, attempts []func() (*Source, error)) (*Source, error) {
	if len(attempts) == 0 {
		return nil, fmt.Errorf("%s: %w", name, ErrNone)
	}
	var reasons []error
	for _, open := range attempts {
		s, err := open()
		if err == nil {
			if reasons != nil {
				s.note = errors.Join(reasons...).Error()
			}
			return s, nil
		}
		reasons = append(reasons, err)
	}
	return nil, errors.Join(reasons...)
}

func newSource(kind Kind, r reader) *Source {
	return &Source{kind: kind, reader: r, cache: newCache(DefaultBudget)}
}

// Kind says where the pictures come from.
func (s *Source) Kind() Kind { return s.kind }

// Len returns the number of pictures, 0 when it is known only at their end.
func (s *Source) Len() int { return s.reader.count() }

// Rate returns the number of frames a second that a Motion-JPEG video states, 0
// for other sources and when it is not stated.
func (s *Source) Rate() float64 { return s.rate }

// Note says why better pictures of the sequence could not be used, such as a
// video that needs ffmpeg; empty when there are none.
func (s *Source) Note() string { return s.note }

// Exact tells whether Frame(i) shows frame i, counted from 0, and not another
// one in its stead. Of a source whose Len is not known it tells so once the
// frame has been asked for.
func (s *Source) Exact(i int) bool {
	if i < 0 {
		return false
	}
	if s.kind == Preview {
		return int64(i) == s.shown.Load()
	}
	if n := s.reader.count(); n > 0 {
		return i < n
	}
	return s.cache.exact(i)
}

// SetShown says which frame a preview shows, as DirectionOf finds it: for that
// one Exact is true. It is 0 at first; −1 means none. Other sources ignore it.
func (s *Source) SetShown(frame int) { s.shown.Store(int64(frame)) }

// Frame returns the picture of frame i, counted from 0. Past the last picture
// it returns the last: of a preview always the same. The picture is an
// *image.RGBA, opaque, with its origin at (0, 0); it is shared and must not be
// changed. The error names the file.
func (s *Source) Frame(i int) (image.Image, error) {
	picture, err := s.frame(i)
	if err != nil {
		return nil, err
	}
	return picture, nil
}

func (s *Source) frame(i int) (*image.RGBA, error) {
	if i < 0 {
		return nil, fmt.Errorf("frame %d: expected 0 or more", i)
	}
	if n := s.reader.count(); n > 0 {
		i = min(i, n-1)
	}
	picture, err := s.cache.get(i, s.reader.read)
	var end errPastEnd
	if errors.As(err, &end) && end.last >= 0 && end.last < i {
		picture, err = s.cache.get(end.last, s.reader.read)
	}
	return picture, err
}

// SetBudget sets how many bytes of decoded pictures are kept, DefaultBudget at
// first. The picture that was used last is always kept.
func (s *Source) SetBudget(bytes int64) { s.cache.setBudget(bytes) }

// Close ends what runs in the background and forgets the decoded pictures.
// Frame must not be called afterwards.
func (s *Source) Close() error {
	s.cache.clear()
	return s.reader.Close()
}

// opaque returns the picture as an *image.RGBA with its origin at (0, 0).
func opaque(m image.Image) *image.RGBA {
	size := m.Bounds().Size()
	out := image.NewRGBA(image.Rectangle{Max: size})
	if o, ok := m.(interface{ Opaque() bool }); !ok || !o.Opaque() {
		draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Over)
		return out
	}
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

// hasImages tells whether there is an image in a folder.
func hasImages(fsys fs.FS, folder string) bool {
	names, err := imagesIn(fsys, folder)
	return err == nil && len(names) > 0
}

func isFile(fsys fs.FS, name string) bool {
	info, err := fs.Stat(fsys, name)
	return err == nil && info.Mode().IsRegular()
}

// imageExtensions are the files that count as images of frames.
var imageExtensions = []string{".png", ".jpg", ".jpeg"}

// imagesIn returns the names of the images in a folder in the order of the
// numbers in them, so that 9.png comes before 10.png.
func imagesIn(fsys fs.FS, folder string) ([]string, error) {
	items, err := fs.ReadDir(fsys, folder)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, item := range items {
		if !item.IsDir() && slices.Contains(imageExtensions, strings.ToLower(path.Ext(item.Name()))) {
			names = append(names, item.Name())
		}
	}
	slices.SortStableFunc(names, compareNumbered)
	return names, nil
}

// compareNumbered compares names with runs of digits by their value.
func compareNumbered(a, b string) int {
	for a != "" && b != "" {
		na, nb := digits(a), digits(b)
		if na == "" || nb == "" {
			if a[0] != b[0] {
				return int(a[0]) - int(b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		va, vb := strings.TrimLeft(na, "0"), strings.TrimLeft(nb, "0")
		if len(va) != len(vb) {
			return len(va) - len(vb)
		}
		if c := strings.Compare(va, vb); c != 0 {
			return c
		}
		a, b = a[len(na):], b[len(nb):]
	}
	return len(a) - len(b)
}

// digits returns the digits that s begins with.
func digits(s string) string {
	end := 0
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	return s[:end]
}
