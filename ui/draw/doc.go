// Package draw paints what the window shows and what it exports: tracks over
// their picture, walls of thumbnails, affinity matrices, plots, the figure of the
// paper and animations. It knows pixels only: no toolkit, no files, no
// goroutines of its own. All sizes that a caller gives are device pixels unless
// said otherwise, and every painter writes into an *image.RGBA that the caller
// owns and uses again.
//
// Points count from 0, labels from 1; label 0 is a point without a label.
package draw
