package filmset

import (
	"context"
	"image"
	"slices"
	"time"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/mask"
	"motionseg/hopkins/track"
	"motionseg/segment"
)

// LargeRegion is how many pixels a region of a truth picture must have more than,
// to count as one of the motions of its film.
const LargeRegion = 1000

// Benchmark tracks points in films, runs methods on the tracks and judges them.
type Benchmark struct {
	Films   []Film
	Methods []segment.Spec // ByTruth is one too
	// Tracking says how points are found and followed.
	Tracking track.Options
	// Motions is 0 to take the number of motions of each film from its truth, the
	// regions of more than LargeRegion pixels or the motions of its labelled tracks,
	// or hopkins.EstimatedMotions.
	Motions int
	Seed    uint64
	// Workers is how many films a batch looks at side by side, each on one core; 0
	// takes one for every processor. It changes nothing but the time.
	Workers int
	// Finished, when not nil, is called as each row is there, one call at a
	// time, in the order in which they finish.
	Finished func(Row)
}

// Row is the outcome of one method on one film.
type Row struct {
	Film    files.Name
	Method  string // segment.Spec.Name
	Frames  int
	Tracks  int
	Motions int // K, given or estimated
	Judgement
	// Sparse are figures by truth pictures of regions, nil where there are none, and
	// Object those by pictures of one object.
	Sparse *SparseFigures
	Object *ObjectFigures
	// Dense are the figures of masks made of the labels, nil where there are no truth
	// pictures.
	Dense *DenseJudgement
	// TrackSeconds is the time of tracking, Seconds that of the method, MaskSeconds that
	// of the masks.
	TrackSeconds, Seconds, MaskSeconds float64
	// Failure says why there is no result; empty when there is one.
	Failure string
	// Table holds the labels; nil when there are none.
	Table *hopkins.LabelTable
}

// Select returns the films whose name matches the shell pattern filter, all when
// it is empty. The error is for a malformed pattern.
func Select(films []Film, filters ...string) ([]Film, error) {
	var matching []Film
	for _, f := range films {
		ok, err := files.Matches(f.Name, filters)
		if err != nil {
			return nil, err
		}
		if ok {
			matching = append(matching, f)
		}
	}
	return matching, nil
}

// Total returns the number of rows that a whole run has.
func (b Benchmark) Total() int { return len(b.Films) * len(b.Methods) }

// Run runs every method on one film after another and returns the rows in the order
// of the films, and for each film in the order of the methods. A film that fails has
// rows with the reason. When ctx ends first, the rows that are finished come back with
// ctx.Err(). batch.FilmRows does the same side by side.
func (b Benchmark) Run(ctx context.Context) ([]Row, error) {
	var rows []Row
	for _, f := range b.Films {
		b.runFilm(ctx, f, func(row Row) {
			rows = append(rows, row)
			if b.Finished != nil {
				b.Finished(row)
			}
		})
	}
	return rows, ctx.Err()
}

// runFilm hands over the row of every method on a film.
func (b Benchmark) runFilm(ctx context.Context, f Film, done func(Row)) {
	start := time.Now()
	truth, err := readReference(ctx, f)
	var sequence *hopkins.Sequence
	if err == nil {
		o := b.Tracking
		o.Workers = 1
		sequence, err = track.Open(ctx, f.Path, footage.Range{Count: truth.frames()}, o, nil)
	}
	if err == nil {
		err = truth.fit(ctx, sequence)
	}
	trackSeconds := time.Since(start).Seconds()
	for _, m := range b.Methods {
		if ctx.Err() != nil {
			return
		}
		row := Row{Film: files.Name(f.Name), Method: m.Name, TrackSeconds: trackSeconds}
		failure := err
		if failure == nil {
			row.Tracks, row.Frames = sequence.Points(), sequence.Frames()
			failure = b.runMethod(ctx, f, sequence, truth, m, &row)
		}
		if ctx.Err() != nil {
			return
		}
		if failure != nil {
			row.Failure = failure.Error()
		}
		done(row)
	}
}

// reference is what the tracks of a film are judged by.
type reference interface {
	// frames returns how many frames of the film it is for, 0 for all.
	frames() int
	// motions returns the number of motions that it knows.
	motions() int
	// fit makes it ready to judge tracks of the film, or says why it can't.
	fit(ctx context.Context, s *hopkins.Sequence) error
	// judge compares the groups of tracks, from 1, 0 where undecided, with it.
	judge(s *hopkins.Sequence, labels []int) Judgement
}

// readReference reads what a film is judged by. The error names the file.
func readReference(ctx context.Context, f Film) (reference, error) {
	if f.tracks != "" {
		return readTracks(ctx, f.tracks)
	}
	truth, err := f.Truth()
	return pictures{truth, f.object}, err
}

// runMethod fills in row with the result of one method.
func (b Benchmark) runMethod(
	ctx context.Context, f Film, s *hopkins.Sequence, truth reference, m segment.Spec, row *Row,
) error {
	if m.Name == ByTruth.Name {
		return runByTruth(ctx, f, s, truth, row)
	}
	motions := b.Motions
	if motions == 0 {
		motions = truth.motions()
	}
	g, err := s.Segment(ctx, hopkins.Task{Method: m, Motions: motions, Seed: b.Seed, Workers: 1})
	if err != nil {
		return err
	}
	table := g.LabelTable()
	row.Table = &table
	row.Motions = g.Task.Motions
	row.Seconds = g.Result.Elapsed().Seconds()
	if p, ok := truth.(pictures); ok {
		return p.figures(ctx, f, s, g.Labels, row)
	}
	row.Judgement = truth.judge(s, g.Labels)
	return nil
}

// figures fills in those of labelled tracks and of their masks.
func (p pictures) figures(ctx context.Context, f Film, s *hopkins.Sequence, labels []int, row *Row) (err error) {
	row.Judgement = p.judge(s, labels)
	if p.object {
		figures := objectFigures(s, labels, p.truth)
		row.Object = &figures
	} else {
		figures := sparseFigures(s, labels, p.truth)
		row.Sparse = &figures
	}
	row.Dense, row.MaskSeconds, err = denseFigures(ctx, f, s, labels, p)
	return err
}

// denseFigures judges masks of the frames that have a truth picture. seconds is the time
// without that of judging.
func denseFigures(
	ctx context.Context, f Film, s *hopkins.Sequence, labels []int, truth pictures,
) (figures *DenseJudgement, seconds float64, err error) {
	start, judging := time.Now(), time.Duration(0)
	d := NewDense(truth.truth, truth.object, s.Frames())
	if slices.Max(labels) < 1 {
		j := d.Judge()
		return &j, 0, nil
	}
	source, err := footage.OpenFilm(ctx, f.Path, footage.Range{})
	if err != nil {
		return nil, 0, err
	}
	defer source.Close()
	ground := mask.Background(s, labels)
	film := mask.Film{Sequence: s, Labels: labels, Workers: 1,
		Picture: func(_ context.Context, i int) (image.Image, error) { return source.Frame(i) }}
	if film.Soft, err = mask.FollowSoft(ctx, film, nil); err != nil {
		return nil, 0, err
	}
	solver, err := mask.NewSolver(film)
	if err != nil {
		return nil, 0, err
	}
	for first := 0; first < s.Frames(); first++ {
		last := first
		for last < s.Frames() && truth.truth[last] != nil {
			last++
		}
		err := solver.Range(ctx, first, last, func(m *mask.Mask) error {
			for i, v := range m.Labels.Pix {
				if truth.object && v > 0 {
					m.Labels.Pix[i] = 1
					if int(v) != ground {
						m.Labels.Pix[i] = moving
					}
				}
			}
			made := time.Now()
			d.Add(m.Frame, m.Labels, m.Picture)
			judging += time.Since(made)
			return nil
		})
		if err != nil {
			return nil, 0, err
		}
		first = last
	}
	j := d.Judge()
	return &j, (time.Since(start) - judging).Seconds(), nil
}
