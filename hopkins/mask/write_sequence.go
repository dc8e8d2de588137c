package mask

import (
	"context"
	"image"

	"motionseg/hopkins"
	"motionseg/hopkins/track"
)

// WriteSequence is Write for the pictures of a sequence, which name the masks where
// Output.Name is nil. labels are those of all tracks, known is what is known of pixels, nil
// for nothing. The error says where there are no pictures.
func WriteSequence(ctx context.Context, s *hopkins.Sequence, labels []int, known Known, o Output) (Summary, error) {
	// Write says so too, but only once soft points have been followed.
	if err := o.checkBackground(labels); err != nil {
		return Summary{}, err
	}
	pictures, upward, err := picturesOf(ctx, s)
	if err != nil {
		return Summary{}, err
	}
	defer pictures.Close()
	if o.Name == nil {
		o.Name = pictures.Name
	}
	if o.Rate == 0 {
		o.Rate = pictures.Rate()
	}
	picture := func(_ context.Context, i int) (image.Image, error) { return pictures.ExactFrame(i) }
	return WriteFollowing(ctx, Film{Sequence: s, Labels: labels, Upward: upward, Picture: picture, Known: known}, o)
}

// WriteFollowing is Write after points have been followed besides the tracks, see FollowSoft and Output.Following.
func WriteFollowing(ctx context.Context, film Film, o Output) (Summary, error) {
	var follow func(track.Progress)
	if o.Following != nil {
		follow = func(p track.Progress) { o.Following(p.Done, film.Sequence.Frames()) }
	}
	var err error
	if film.Soft, err = FollowSoft(ctx, film, follow); err != nil {
		return Summary{}, err
	}
	return Write(ctx, film, o)
}
