package footage

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"sync/atomic"

	"motionseg/hopkins"
)

// Range chooses frames of a film.
type Range struct {
	First   int // the first frame taken, from 0
	Step    int // every Step-th frame is taken; 0 stands for 1
	Count   int // at most so many frames; 0 takes all
	MaxSide int // pictures with more pixels on the longer side are reduced; 0 leaves them
	Channel int // of a TIFF whose channels are pages of their own, from 1; 0 stands for the first
}

// check returns an error that says what is wrong with the range.
func (r Range) check() error {
	if min(r.First, r.Step, r.Count, r.MaxSide, r.Channel) < 0 {
		return fmt.Errorf("frames of a film: expected numbers from 0, found first %d, step %d, count %d, largest "+
			"side %d, channel %d", r.First, r.Step, r.Count, r.MaxSide, r.Channel)
	}
	return nil
}

// OpenFilm opens a film or a folder of pictures by its path and takes the
// frames in the range: frame i of the source is frame First + i·Step of the
// film. The package itself reads folders of pictures, in the order of the
// numbers in their names, and Motion-JPEG AVI; ffmpeg reads the others where it
// is found. All come upright, as the film or its pictures say, and with every
// frame once. The first of the frames has been decoded without error.
func OpenFilm(ctx context.Context, path string, r Range) (*Source, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	var s *Source
	if info.IsDir() {
		if r.Channel > 1 {
			return nil, noChannels(path, r.Channel)
		}
		if s, err = openImages(os.DirFS(path), ".", path, true); err == nil {
			s = s.reduced(r.MaxSide)
		}
	} else {
		s, err = openVideo(ctx, path, r.MaxSide, r.Channel, func(s *Source) error {
			_, err := s.Gray(ctx, 0)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	whole := s.reader
	if r.First > 0 || r.Step > 1 || r.Count > 0 {
		s = s.within(r)
	}
	if _, err := s.Gray(ctx, 0); err != nil {
		s.Close()
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: expected more than %d frames, found %d", path, r.First, whole.count())
		}
		return nil, err
	}
	return s, nil
}

// OpenFootage opens the pictures of a sequence. Where they begin only after its
// first frame, Exact is false for the frames before, which show the first
// picture.
func OpenFootage(ctx context.Context, f hopkins.Footage) (*Source, error) {
	if f.Path == "" {
		return OpenPictures(ctx, f.Files)
	}
	step := max(f.Step, 1)
	late := 0 // frames without a picture
	if f.First < 0 {
		late = (-f.First + step - 1) / step
	}
	s, err := OpenFilm(ctx, f.Path,
		Range{First: f.First + late*step, Step: f.Step, MaxSide: f.MaxSide, Channel: f.Channel})
	if err != nil {
		return nil, err
	}
	s.late = late
	return s, nil
}

// Size returns the size of the first picture.
func (s *Source) Size(ctx context.Context) (image.Point, error) {
	m, err := s.Gray(ctx, s.late)
	if err != nil {
		return image.Point{}, err
	}
	return m.Rect.Size(), nil
}

// Attach returns the sequence with other pictures, which are opened for their size, as
// hopkins.Sequence.WithFootage has it.
func Attach(ctx context.Context, s *hopkins.Sequence, f hopkins.Footage) (*hopkins.Sequence, error) {
	source, err := OpenFootage(ctx, f)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	size, err := source.Size(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path, err)
	}
	return s.WithFootage(f, size.X, size.Y), nil
}

// reduced returns the source with pictures of at most maxSide pixels on the
// longer side, itself for 0.
func (s *Source) reduced(maxSide int) *Source {
	if maxSide > 0 {
		s.reader = &smaller{s.reader, maxSide}
	}
	return s
}

// smaller reduces the pictures of another reader.
type smaller struct {
	reader
	maxSide int
}

func (r *smaller) read(ctx context.Context, i int, pass func(int, image.Image)) (image.Image, error) {
	m, err := r.reader.read(ctx, i, func(j int, m image.Image) { pass(j, reduce(opaque(m), r.maxSide)) })
	if err != nil {
		return nil, err
	}
	return reduce(opaque(m), r.maxSide), nil
}

func (r *smaller) name(i int) string {
	if n, ok := r.reader.(named); ok {
		return n.name(i)
	}
	return ""
}

func (r *smaller) gray(ctx context.Context, i int) (*image.Gray, error) {
	m, err := r.reader.gray(ctx, i)
	if err != nil {
		return nil, err
	}
	return reduce(m, r.maxSide).(*image.Gray), nil
}

// within returns the source with the frames of a range.
func (s *Source) within(r Range) *Source {
	r.Step = max(r.Step, 1)
	rate := s.Rate()
	s.reader = &chosen{reader: s.reader, Range: r, rate: rate}
	s.rate = rate / float64(r.Step)
	return s
}

// chosen takes some frames of another reader.
type chosen struct {
	reader
	Range
	rate float64     // of the other reader
	full atomic.Bool // all of Count frames are there
}

// among returns how many of n frames are chosen.
func (r *chosen) among(n int) int {
	if n = max(0, (n-r.First+r.Step-1)/r.Step); r.Count > 0 {
		n = min(n, r.Count)
	}
	return n
}

func (r *chosen) count() int {
	n := r.reader.count()
	switch {
	case n > 0:
		return r.among(n)
	case r.full.Load():
		return r.Count
	}
	return 0
}

// at returns the other reader's number of a frame.
func (r *chosen) at(i int) (int, error) {
	if r.Count > 0 && i >= r.Count {
		return 0, errPastEnd{r.Count - 1}
	}
	at := r.First + i*r.Step
	if n := r.reader.count(); n > 0 && at >= n {
		return 0, errPastEnd{r.among(n) - 1}
	}
	return at, nil
}

// own notes that frame i was read, or turns the end of the other reader into
// that of this one.
func (r *chosen) own(i int, err error) error {
	if err == nil && i == r.Count-1 {
		r.full.Store(true)
	}
	var end errPastEnd
	if errors.As(err, &end) {
		return errPastEnd{r.among(end.last+1) - 1}
	}
	return err
}

func (r *chosen) read(ctx context.Context, i int, pass func(int, image.Image)) (image.Image, error) {
	at, err := r.at(i)
	if err != nil {
		return nil, err
	}
	m, err := r.reader.read(ctx, at, func(j int, m image.Image) {
		if j >= r.First && (j-r.First)%r.Step == 0 {
			pass((j-r.First)/r.Step, m)
		}
	})
	return m, r.own(i, err)
}

func (r *chosen) gray(ctx context.Context, i int) (*image.Gray, error) {
	at, err := r.at(i)
	if err != nil {
		return nil, err
	}
	m, err := r.reader.gray(ctx, at)
	return m, r.own(i, err)
}

func (r *chosen) name(i int) string {
	n, ok := r.reader.(named)
	at, err := r.at(i)
	if !ok || err != nil {
		return ""
	}
	return n.name(at)
}

func (r *chosen) time(i int) (float64, bool) {
	t, ok := r.reader.(timed)
	if !ok {
		known := r.rate > 0 && i < r.count()
		return float64(i*r.Step) / r.rate, known
	}
	start, ok := t.time(r.First)
	at, err := r.at(i)
	if !ok || err != nil {
		return 0, false
	}
	end, ok := t.time(at)
	return end - start, ok
}

func (r *chosen) expected() int {
	n := r.reader.count()
	if t, ok := r.reader.(timed); ok && n == 0 {
		n = t.expected()
	}
	return r.among(n)
}

func (r *chosen) meanRate() float64 { return r.rate / float64(r.Step) }
