package track

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
)

// stackExtensions are the endings of the names of pictures that may hold many
// frames.
var stackExtensions = []string{".gif", ".tif", ".tiff"}

// Recognise reports whether path is a film by its name, or a folder with two
// pictures or more but no tracks.
func Recognise(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	if !info.IsDir() {
		return hopkins.IsVideo(path) || slices.Contains(stackExtensions, strings.ToLower(filepath.Ext(path)))
	}
	items, err := os.ReadDir(path)
	if err != nil {
		return false
	}
	pictures := 0
	for _, item := range items {
		if hopkins.IsFrame(item.Name()) {
			pictures++
		}
	}
	if pictures < 2 {
		return false
	}
	_, err = hopkins.FindEntry(path)
	return err != nil
}

// mostPlaces is how many tracks × frames Open lays out, 33 bytes each.
const mostPlaces = 10 * hopkins.LongFrom

// Open follows points through a film or a folder of pictures, as Film does, and
// returns their tracks with the pictures they belong to, all over all frames. When ctx ends or a frame
// can't be read, the tracks up to that frame come with the error, nil where there
// are none. The error names the file.
func Open(
	ctx context.Context, path string, r footage.Range, o Options, report func(Progress),
) (*hopkins.Sequence, error) {
	f := hopkins.Footage{Path: path, First: r.First, Step: r.Step, MaxSide: r.MaxSide, Channel: r.Channel}
	return open(ctx, NameOf(path), f, r.Count, o.Shortest, laidOut, anew(ctx, o, report))
}

// anew follows points that it finds by itself, none of them on a caption.
func anew(ctx context.Context, o Options, report func(Progress)) func(Source) (*Tracks, int, error) {
	return func(source Source) (*Tracks, int, error) {
		tracks, err := Film(ctx, source, o, report)
		if tracks == nil {
			return nil, 0, err
		}
		return tracks, tracks.leaveCaptionsOut(), err
	}
}

// OpenLong is Open for films of any length: one with more tracks × frames than
// hopkins.LongFrom is a long sequence.
func OpenLong(
	ctx context.Context, path string, r footage.Range, o Options, report func(Progress),
) (*hopkins.Sequence, error) {
	f := hopkins.Footage{Path: path, First: r.First, Step: r.Step, MaxSide: r.MaxSide, Channel: r.Channel}
	long := func(tracks *Tracks, name string) (*hopkins.Sequence, error) {
		if len(tracks.Tracks)*tracks.Frames > hopkins.LongFrom {
			return tracks.Long(name), nil
		}
		return tracks.Sequence(name), nil
	}
	return open(ctx, NameOf(path), f, r.Count, o.Shortest, long, anew(ctx, o, report))
}

// laidOut returns tracks all over all frames, as far as that can be.
func laidOut(tracks *Tracks, name string) (*hopkins.Sequence, error) {
	if n := len(tracks.Tracks); n*tracks.Frames > mostPlaces {
		return nil, fmt.Errorf("expected at most %d tracks × frames, found %d × %d; \"motionseg batch\" segments "+
			"such films, or take fewer frames",
			mostPlaces, n, tracks.Frames)
	}
	return tracks.Sequence(name), nil
}

// TrackOn follows the tracks of a sequence that Open returned on from a frame,
// as Continue does, and returns them all.
func TrackOn(
	ctx context.Context, s *hopkins.Sequence, from int, o Options, report func(Progress),
) (*hopkins.Sequence, error) {
	return again(ctx, s, func(source Source, earlier *Tracks) (*Tracks, error) {
		return Continue(ctx, source, o, earlier, from, report)
	})
}

// AddPoints adds points in a region of a frame to a sequence that Open returned,
// as Add does, and returns all tracks.
func AddPoints(
	ctx context.Context, s *hopkins.Sequence, frame int, region Region, o Options, report func(Progress),
) (*hopkins.Sequence, error) {
	return again(ctx, s, func(source Source, earlier *Tracks) (*Tracks, error) {
		return Add(ctx, source, o, earlier, frame, region, report)
	})
}

// CanTrackOn reports whether TrackOn and AddPoints take a sequence: it knows its
// pictures, and its tracks have no gaps.
func CanTrackOn(s *hopkins.Sequence) bool {
	if s == nil || s.Footage == nil || s.Footage.First < 0 || s.TwoFrame {
		return false
	}
	_, ok := TracksOf(s)
	return ok
}

// again tracks in the pictures of a sequence.
func again(
	ctx context.Context, s *hopkins.Sequence, follow func(Source, *Tracks) (*Tracks, error),
) (*hopkins.Sequence, error) {
	earlier, ok := TracksOf(s)
	if !ok || s.Footage == nil {
		return nil, fmt.Errorf("%s: expected tracks without gaps and their pictures", s.Name)
	}
	return open(ctx, s.Name, *s.Footage, s.Frames(), 1, laidOut, func(source Source) (*Tracks, int, error) {
		tracks, err := follow(source, earlier)
		return tracks, 0, err
	})
}

// open tracks in count pictures of a film, all for 0, and makes a sequence of the tracks, each
// of shortest frames at least; follow tells besides how many points it left out as on captions.
func open(
	ctx context.Context, name string, f hopkins.Footage, count, shortest int,
	of func(*Tracks, string) (*hopkins.Sequence, error), follow func(Source) (tracks *Tracks, captions int, err error),
) (*hopkins.Sequence, error) {
	source, err := footage.OpenFilm(ctx, f.Path,
		footage.Range{First: f.First, Step: f.Step, Count: count, MaxSide: f.MaxSide, Channel: f.Channel})
	if err != nil {
		return nil, err
	}
	defer source.Close()
	tracks, captions, err := follow(source)
	var s *hopkins.Sequence
	if tracks != nil {
		var large error
		if s, large = of(tracks, name); large != nil {
			return nil, fmt.Errorf("%s: %w", f.Path, large)
		}
	}
	if s != nil {
		s.Path, s.Footage = f.Path, &f
		if note := source.Note(); note != "" {
			s.Notes = append(s.Notes, note)
		}
		if captions > 0 {
			s.Notes = append(s.Notes, captionNote(captions))
		}
	}
	switch {
	case ctx.Err() != nil:
		return s, ctx.Err()
	case err != nil:
		return s, fmt.Errorf("%s: %w", f.Path, err)
	case s == nil:
		err := fmt.Errorf("%s: expected points that can be followed through a few frames, found none in %d frames",
			f.Path, tracks.Frames)
		if tracks.Frames < shortest {
			err = fmt.Errorf("%s: too few frames: expected at least %d to follow points through, found %d", f.Path, shortest,
				tracks.Frames)
		}
		if note := source.Note(); note != "" {
			err = fmt.Errorf("%w: %s", err, note)
		}
		return nil, err
	}
	return s, nil
}

// NameOf returns what a film is called: its file without the ending, or its
// folder, of "name/frames" name.
func NameOf(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	name := filepath.Base(path)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		if parent := filepath.Base(filepath.Dir(path)); strings.EqualFold(name, "frames") && parent != "." &&
			parent != string(filepath.Separator) {
			return parent
		}
		return name
	}
	return strings.TrimSuffix(name, filepath.Ext(name))
}
