// Package footage finds and decodes the pictures that belong to a sequence:
// numbered images in a folder, the Motion-JPEG videos of Hopkins155 and their
// preview of the first frame, the two pictures in a file of AdelaideRMF, and,
// where ffmpeg is installed, any other video. It also decides from the pictures
// whether the stored pixel y of the tracks runs up or down.
//
// Decoded pictures are kept within a budget of bytes; everything may be called
// from several goroutines.
package footage
