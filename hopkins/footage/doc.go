// Package footage finds and decodes pictures: films and folders of pictures to
// track points in, and the pictures that belong to a sequence of tracks, which
// are numbered images in a folder, a film, the preview of the first frame that
// Hopkins155 has, or the two in a file of AdelaideRMF. It reads Motion-JPEG AVI
// itself and any other film where ffmpeg is installed. It also decides from the
// pictures whether the stored pixel y of the tracks runs up or down.
//
// Decoded pictures are kept within a budget of bytes, never a whole film;
// everything may be called from several goroutines.
package footage
