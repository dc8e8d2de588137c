package hopkins

import (
	"fmt"
	"image"
	_ "image/jpeg" // frames may be JPEG
	_ "image/png"  // or PNG,
	"os"
	"path/filepath"
	"slices"
	"strings"

	_ "golang.org/x/image/bmp"  // or BMP,
	_ "golang.org/x/image/tiff" // or TIFF,
	_ "golang.org/x/image/webp" // or WebP

	"motionseg/hopkins/container"
	"motionseg/hopkins/files"
)

var (
	videoExtensions = []string{".avi", ".mp4", ".mov", ".mkv", ".webm", ".m4v", ".mpg", ".mpeg", ".ts", ".mts", ".wmv",
		".ogv", ".3gp"}
)

// IsVideo reports whether a file is a film by the ending of its name. An animated
// GIF is not one: exports of this program are such.
func IsVideo(name string) bool {
	return slices.Contains(videoExtensions, strings.ToLower(filepath.Ext(name)))
}

// IsFrame reports whether a file of a folder is a picture of a frame by its name.
func IsFrame(name string) bool {
	return files.IsPicture(name)
}

// frameFolder returns the folder with pictures of the frames beside the tracks
// in folder, empty when there is none.
func frameFolder(folder string) string {
	frames := filepath.Join(folder, "frames")
	if len(picturesIn(frames)) == 0 {
		return ""
	}
	return frames
}

// picturesIn returns the names of the pictures in a folder, in order.
func picturesIn(folder string) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if IsFrame(e.Name()) && files.Regular(filepath.Join(folder, e.Name())) {
			names = append(names, e.Name())
		}
	}
	return files.Pictures(names)
}

// pictureSize returns the size of the first picture in a folder of frames,
// 0 and 0 when folder is empty.
func pictureSize(folder string) (width, height int, err error) {
	if folder == "" {
		return 0, 0, nil
	}
	names := picturesIn(folder)
	if len(names) == 0 {
		return 0, 0, nil
	}
	path := filepath.Join(folder, names[0])
	f, err := files.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	config, _, err := image.DecodeConfig(f)
	var head [4]byte
	if n, _ := f.ReadAt(head[:], 0); err != nil && container.IsTIFF(head[:n]) {
		// The decoder knows less of TIFF than package footage does.
		var info os.FileInfo
		if info, err = f.Stat(); err == nil {
			config.Width, config.Height, err = container.TIFFSize(f, info.Size())
		}
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%s: expected a picture, for the size of the frames: %w", path, err)
	}
	if config.Width < 1 || config.Height < 1 {
		return 0, 0, fmt.Errorf("%s: expected a picture, for the size of the frames, found size %d×%d", path,
			config.Width, config.Height)
	}
	return config.Width, config.Height, nil
}

// filmSize returns the size of the pictures of a film as its header tells it, 0
// and 0 when it does not or path is empty. A film that cannot be read is no
// reason not to read the tracks.
func filmSize(path string) (width, height int) {
	if path == "" {
		return 0, 0
	}
	info, _ := container.ReadFile(path)
	return info.Width, info.Height
}

// findPreview returns the path of the picture of the first frame in a folder,
// empty when there is none.
func findPreview(folder string) string {
	path := filepath.Join(folder, "preview.jpg")
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return path
}

// findVideo returns the path of the video of the sequence of that name in a
// folder: the one that bears its name, or else, where the folder is this
// sequence's alone, its only one. Empty when there is none.
func findVideo(folder, name string, alone bool) string {
	videos := videosIn(folder)
	for _, path := range videos {
		if nameOfVideo(path) == name {
			return path
		}
	}
	if alone && len(videos) == 1 {
		return videos[0]
	}
	return ""
}

func nameOfVideo(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

// videosIn returns the paths of the videos in a folder. A video "…_points.avi" has tracks
// drawn in and does not count.
func videosIn(folder string) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var videos []string
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if IsVideo(e.Name()) && !files.Hidden(path) && !strings.HasSuffix(nameOfVideo(path), "_points") &&
			files.Regular(path) {
			videos = append(videos, path)
		}
	}
	return videos
}

// NoteFilms notes on the tracks of the one file in a folder that there are films too, none
// of them theirs: whoever opens the folder may have meant these.
func (s *Sequence) NoteFilms(folder string) {
	videos := videosIn(folder)
	if len(videos) == 0 || findVideo(folder, s.Name, onlyTrackFile(s.Path)) != "" {
		return
	}
	s.Notes = append(s.Notes, fmt.Sprintf("the folder has %s besides, such as %s; %s was opened alone",
		Counted(len(videos), "film", "films"), filepath.Base(videos[0]), filepath.Base(s.Path)))
}
