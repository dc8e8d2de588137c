package synthetic

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"

	"motionseg/hopkins"
)

// Save writes the scene to the new folder dir/name in the layout of a Hopkins155
// sequence: name_truth.mat, description.txt and, with pictures, every frame as
// frames/0001.jpg and so on. The tracks are corrupted as corruption says, by the
// scene's seed. Its error names the file; the folder is not left half
// written.
func (s *Scene) Save(dir, name string, corruption hopkins.Corruption, pictures bool) error {
	sequence, err := s.Sequence()
	if err != nil {
		return err
	}
	sequence = sequence.Corrupt(corruption, s.config.Seed)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return hopkins.WriteNewFolder(filepath.Join(dir, name), func(folder string) error {
		return s.fill(folder, name, sequence, pictures)
	})
}

// fill writes the files of a scene of that name.
func (s *Scene) fill(folder, name string, sequence *hopkins.Sequence, pictures bool) error {
	if err := hopkins.WriteTruth(sequence, filepath.Join(folder, name+"_truth.mat")); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "description.txt"), []byte(sequence.Description), 0o666); err != nil {
		return err
	}
	if !pictures {
		return nil
	}
	if err := os.Mkdir(filepath.Join(folder, "frames"), 0o777); err != nil {
		return err
	}
	for f := range s.Frames() {
		if err := SavePicture(filepath.Join(folder, "frames", fmt.Sprintf("%04d.jpg", f+1)), s.Render(f)); err != nil {
			return err
		}
	}
	return nil
}

// pictureQuality is the JPEG quality of saved pictures, chosen so that all files
// of the embedded example together stay below two megabytes.
const pictureQuality = 68

// SavePicture writes a picture as JPEG. Its error names the file.
func SavePicture(path string, picture image.Image) error {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, picture, &jpeg.Options{Quality: pictureQuality}); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, b.Bytes(), 0o666)
}
