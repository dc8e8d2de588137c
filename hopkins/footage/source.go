package footage

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"
	"io/fs"
	"path"
	"sync/atomic"

	"motionseg/hopkins/files"
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
	// Animation is an animated GIF.
	Animation
	// Pages is a TIFF with a page for each frame.
	Pages
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
	case Animation:
		return "animated GIF"
	case Pages:
		return "TIFF"
	}
	return "unknown"
}

// reader decodes single pictures. Its methods may be called from several
// goroutines.
type reader interface {
	// count returns the number of pictures, 0 when it is known only at the end.
	count() int
	// read returns picture i, which is below count where that is known, and
	// errPastEnd when there is none. An *image.RGBA is opaque with its origin at
	// (0, 0). Pictures decoded on the way may be handed to pass, which keeps
	// them.
	read(ctx context.Context, i int, pass func(i int, picture image.Image)) (image.Image, error)
	// gray returns the brightness of picture i, as read does.
	gray(ctx context.Context, i int) (*image.Gray, error)
	// Close ends what runs in the background.
	Close() error
}

// timed is a reader that knows when pictures were taken.
type timed interface {
	// time returns the seconds from the first picture to picture i, and whether
	// they are known, which may be only once the picture has been read.
	time(i int) (float64, bool)
	// expected returns about how many pictures there are, 0 when that is not
	// known.
	expected() int
	// meanRate returns the number of pictures a second, 0 when it is not known.
	meanRate() float64
}

// named is a reader whose pictures are files of their own.
type named interface {
	// name returns that of picture i, empty where there is none.
	name(i int) string
}

// errPastEnd is what reader.read returns past the last picture; last, when
// not negative, is the number of the last one.
type errPastEnd struct{ last int }

func (e errPastEnd) Error() string {
	return fmt.Sprintf("the last picture is number %d", e.last+1)
}

func (e errPastEnd) Unwrap() error { return io.EOF }

// Source holds the pictures of one sequence. Its methods may be called from
// several goroutines.
type Source struct {
	living context.Context // ends with Close
	end    context.CancelFunc
	kind   Kind
	reader reader
	rate   float64
	note   string
	film   *ffmpeg // which decodes the pictures, nil where another does
	cache  *cache
	shown  atomic.Int64 // the frame that a preview shows
	late   int          // the first frames, which have no picture
}

func newSource(kind Kind, r reader) *Source {
	s := &Source{kind: kind, reader: r, cache: newCache(defaultBudget)}
	s.living, s.end = context.WithCancel(context.Background())
	return s
}

// Kind says where the pictures come from.
func (s *Source) Kind() Kind { return s.kind }

// Len returns the number of frames up to the last picture, 0 when it is known
// only at their end.
func (s *Source) Len() int {
	if n := s.reader.count(); n > 0 {
		return s.late + n
	}
	return 0
}

// Rate returns the number of frames a second that a film states, on average
// where it varies; 0 for other sources and when it is not stated.
func (s *Source) Rate() float64 {
	if t, ok := s.reader.(timed); ok && s.rate == 0 {
		return t.meanRate()
	}
	return s.rate
}

// Note says why better pictures of the sequence could not be used, such as a
// video that needs ffmpeg, that numbers of pictures are missing, or that a film is cut
// off, which of one that ffmpeg decodes is known once its end has been read; empty
// otherwise.
func (s *Source) Note() string {
	if s.film != nil && s.note == "" {
		return s.film.note()
	}
	return s.note
}

// endsEarly is the note about a film that is cut off after some of the frames
// that it promises, 0 where it does not say how many.
func endsEarly(frames int, promised int64) string {
	if promised > int64(frames) {
		return fmt.Sprintf("the film ends early: %d of %d frames", frames, promised)
	}
	if frames == 1 {
		return "the film ends early, after its first frame"
	}
	return fmt.Sprintf("the film ends early, after %d frames", frames)
}

// Exact reports whether Frame(i) shows frame i, counted from 0, and not another
// one in its stead. Of a source whose Len is not known it tells so once the
// frame has been asked for.
func (s *Source) Exact(i int) bool {
	if i < 0 {
		return false
	}
	if s.kind == Preview {
		return int64(i) == s.shown.Load()
	}
	if i -= s.late; i < 0 {
		return false
	}
	if n := s.reader.count(); n > 0 {
		return i < n
	}
	return s.cache.exact(i)
}

// Name returns the name of the file of frame i where each has one of its own, as
// "0001.jpg"; empty for other sources and past the last frame.
func (s *Source) Name(i int) string {
	n, ok := s.reader.(named)
	if i -= s.late; !ok || i < 0 {
		return ""
	}
	return n.name(i)
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
	i = max(i-s.late, 0)
	if n := s.reader.count(); n > 0 {
		i = min(i, n-1)
	}
	picture, err := s.cache.get(i, s.decode)
	var end errPastEnd
	if errors.As(err, &end) && end.last >= 0 && end.last < i {
		picture, err = s.cache.get(end.last, s.decode)
	}
	return picture, err
}

// decode reads a picture for the cache.
func (s *Source) decode(i int, pass func(int, *image.RGBA)) (*image.RGBA, error) {
	picture, err := s.reader.read(s.living, i, func(j int, m image.Image) { pass(j, opaque(m)) })
	if err != nil {
		return nil, err
	}
	return opaque(picture), nil
}

// firstFrame reads the first picture of a source that is being opened; it ends with
// ctx.Err() soon after ctx has ended, and the source is closed then.
func firstFrame(ctx context.Context) func(*Source) error {
	return func(s *Source) error {
		defer context.AfterFunc(ctx, s.end)()
		_, err := s.Frame(0)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return err
	}
}

// Gray returns the brightness of frame i, counted from 0, as the film holds it:
// the Y of its pictures where they have one, otherwise 0.299 R + 0.587 G +
// 0.114 B. Frames are decoded anew and not kept; asking for one after the other
// is quick. Past the last frame the error wraps io.EOF, and it is ctx.Err() when
// ctx ends first. The error names the file. The picture has its origin at
// (0, 0), may be shared and must not be changed.
func (s *Source) Gray(ctx context.Context, i int) (*image.Gray, error) {
	if i < 0 {
		return nil, fmt.Errorf("frame %d: expected 0 or more", i)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if i -= s.late; i < 0 {
		return nil, fmt.Errorf("frame %d: expected %d or more, where the pictures begin", i+s.late, s.late)
	}
	if n := s.reader.count(); n > 0 && i >= n {
		return nil, errPastEnd{n - 1}
	}
	picture, err := s.reader.gray(ctx, i)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return picture, err
}

// Expected returns Len where that is known, otherwise about how many frames the
// length and the rate of the film promise, 0 when it does not say.
func (s *Source) Expected() int {
	n := s.reader.count()
	if t, ok := s.reader.(timed); ok && n == 0 {
		n = t.expected()
	}
	if n == 0 {
		return 0
	}
	return s.late + n
}

// Time returns the seconds from the first picture to frame i, and whether they
// are known: of a film that ffmpeg decodes once the frame has been read.
func (s *Source) Time(i int) (seconds float64, known bool) {
	if i -= s.late; i < 0 {
		return 0, false
	}
	if t, ok := s.reader.(timed); ok {
		return t.time(i)
	}
	return float64(i) / s.rate, s.rate > 0 && i < s.reader.count()
}

// Close ends what runs in the background and forgets the decoded pictures. A Frame
// that is under way ends with an error soon afterwards; none may be begun.
func (s *Source) Close() error {
	s.end()
	s.cache.clear()
	return s.reader.Close()
}

// opaque returns what a reader read as an *image.RGBA with its origin at (0, 0).
func opaque(m image.Image) *image.RGBA {
	if m, ok := m.(*image.RGBA); ok {
		return m
	}
	return flatten(m)
}

// flatten puts a picture on white.
func flatten(m image.Image) *image.RGBA {
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

// hasImages reports whether there is an image in a folder.
func hasImages(fsys fs.FS, folder string) bool {
	names, err := imagesIn(fsys, folder)
	return err == nil && len(names) > 0
}

func isFile(fsys fs.FS, name string) bool {
	info, err := fs.Stat(fsys, name)
	return err == nil && info.Mode().IsRegular()
}

// imagesIn returns the names of the images in a folder in the order of the
// numbers in them, so that 9.png comes before 10.png.
func imagesIn(fsys fs.FS, folder string) ([]string, error) {
	items, err := fs.ReadDir(fsys, folder)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, item := range items {
		if files.IsPicture(item.Name()) && isFile(fsys, path.Join(folder, item.Name())) {
			names = append(names, item.Name())
		}
	}
	return files.Pictures(names), nil
}
