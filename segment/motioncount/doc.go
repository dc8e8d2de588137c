// Package motioncount estimates how many motions there are, and which is the background.
//
// In: core.Data. Out: a MotionsEstimate with a score and labels for every number, the best
// one and how sure it is. estimate.go goes through the kinds of data, gaps.go chooses between
// the number of complete or filled tracks and what moves apart; stability.go and separable.go give
// reasons for and against a number; apart.go takes the largest whose groups all move apart,
// spectrum.go the largest gap of images;
// background.go tells the still world from bodies, captions.go what is laid over the picture.
//
// The one idea: groupings of every number are made in several ways, and reasons, weighed
// as was learnt on scenes whose motions are known, say which is credible. motions.md tells
// what they were fitted to.
package motioncount
