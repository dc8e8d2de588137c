package footage

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"motionseg/hopkins"
)

// Film is what WriteFilm writes.
type Film struct {
	Size   image.Point // of every picture
	Frames int
	Rate   float64 // frames a second, above 0
	// Picture returns the picture of a frame from 0, of the given size. It may
	// use its memory again for the next.
	Picture func(frame int) (*image.RGBA, error)
	// Alpha keeps how opaque every pixel is, with colours that are not multiplied by
	// it: in .mov by ProRes 4444 and in .webm by VP9.
	Alpha bool
}

// FilmEndings are the endings of the names of films that WriteFilm writes; those
// but .avi need ffmpeg.
var FilmEndings = []string{".mp4", ".mov", ".mkv", ".webm", ".avi"}

// DrawnEndings are those of the films that tracks are drawn in: FilmEndings, and GIF, which needs the colours of what
// is drawn.
var DrawnEndings = append([]string{".gif"}, FilmEndings...)

// aviQuality is the JPEG quality of the pictures of an AVI film.
const aviQuality = 90

// WriteFilm writes a new film to path, by the ending of its name: .avi is
// Motion-JPEG; .mp4, .mov, .mkv and .webm are made by ffmpeg where that is found,
// with the best of its encoders. Pictures with an odd number of rows or columns
// get one more there. Progress, which may be nil, is told after every frame. The
// file takes its name when it is complete. The error names it, and is ctx.Err()
// when ctx ends first.
func WriteFilm(ctx context.Context, path string, film Film, progress func(done, total int)) error {
	if film.Size.X < 1 || film.Size.Y < 1 || film.Frames < 1 || !(film.Rate > 0) || math.IsInf(film.Rate, 0) {
		return fmt.Errorf("%s: expected a film with pictures, frames and a rate, found %v, %d and %v", path, film.Size,
			film.Frames, film.Rate)
	}
	var write func(context.Context, string, Film, func(int)) error
	switch ending := strings.ToLower(filepath.Ext(path)); ending {
	case ".avi":
		if max(film.Size.X, film.Size.Y) > math.MaxUint16 {
			return fmt.Errorf("%s: expected pictures of at most %d pixels a side, found %v", path, math.MaxUint16, film.Size)
		}
		write = writeAVI
	case ".mp4", ".mov", ".mkv", ".webm":
		if film.Alpha && ending != ".mov" && ending != ".webm" {
			return fmt.Errorf("%s: expected a name that ends in .mov or .webm for a film with alpha", path)
		}
		program, err := FindFFmpeg()
		if err != nil {
			return fmt.Errorf("%s: a film in this format: %w; .avi and .gif can be written without", path, err)
		}
		encoder, err := findEncoder(ctx, program, encodersFor(ending, film.Alpha))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		write = func(ctx context.Context, path string, film Film, done func(int)) error {
			return writeFFmpeg(ctx, program, encoder, path, film, done)
		}
	default:
		return fmt.Errorf("%s: expected a name that ends in %s", path, strings.Join(FilmEndings, ", "))
	}
	err := hopkins.ReplaceFile(path, func(temporary string) error {
		return write(ctx, temporary, film, func(frame int) {
			if progress != nil {
				progress(frame, film.Frames)
			}
		})
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// picture returns a picture of the film and makes sure of its size.
func (f *Film) picture(frame int) (*image.RGBA, error) {
	m, err := f.Picture(frame)
	if err != nil {
		return nil, err
	}
	if m.Rect.Size() != f.Size {
		return nil, fmt.Errorf("frame %d: expected a picture of %v, found %v", frame+1, f.Size, m.Rect.Size())
	}
	return m, nil
}

// writeAVI writes Motion-JPEG: a header with the sizes filled in at the end, one
// chunk "00dc" a picture, and an index of them.
func writeAVI(ctx context.Context, path string, film Film, done func(int)) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if closing := file.Close(); err == nil {
			err = closing
		}
	}()
	header := aviHeader(film, 0, 0)
	if _, err := file.Write(header); err != nil {
		return err
	}
	// AVI counts bytes in 32 bits, programs often in 31.
	const most = math.MaxInt32
	var index []byte
	offset, largest := uint32(4), 0 // from the letters "movi"
	for frame := range film.Frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		m, err := film.picture(frame)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		b.WriteString("00dc\x00\x00\x00\x00")
		if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: aviQuality}); err != nil {
			return err
		}
		length := b.Len() - 8
		binary.LittleEndian.PutUint32(b.Bytes()[4:], uint32(length))
		if length%2 == 1 {
			b.WriteByte(0)
		}
		const keyFrame = 0x10
		index = append(index, "00dc"...)
		index = binary.LittleEndian.AppendUint32(index, keyFrame)
		index = binary.LittleEndian.AppendUint32(index, offset)
		index = binary.LittleEndian.AppendUint32(index, uint32(length))
		if uint64(offset)+uint64(b.Len()+len(index)+len(header)) > most {
			return fmt.Errorf("frame %d: expected at most %d bytes in an AVI file, found more: write fewer or "+
				"smaller frames", frame+1, most)
		}
		if _, err := file.Write(b.Bytes()); err != nil {
			return err
		}
		offset += uint32(b.Len())
		largest = max(largest, length)
		done(frame + 1)
	}
	tail := binary.LittleEndian.AppendUint32([]byte("idx1"), uint32(len(index)))
	if _, err := file.Write(append(tail, index...)); err != nil {
		return err
	}
	_, err = file.WriteAt(aviHeader(film, offset, largest), 0)
	return err
}

// aviHeader returns what stands before the pictures of a Motion-JPEG film; movi
// is the length of the list of pictures, largest that of the largest of them.
//
// Source: Microsoft's reference of the AVI RIFF file.
func aviHeader(film Film, movi uint32, largest int) []byte {
	numbers := func(values ...uint32) []byte {
		var b []byte
		for _, v := range values {
			b = binary.LittleEndian.AppendUint32(b, v)
		}
		return b
	}
	chunk := func(id string, parts ...[]byte) []byte {
		body := bytes.Join(parts, nil)
		return append(append([]byte(id), numbers(uint32(len(body)))...), body...)
	}
	// The rate is a ratio of whole numbers.
	const scale = 1000
	rate := uint32(math.Round(film.Rate * scale))
	w, h, frames := uint32(film.Size.X), uint32(film.Size.Y), uint32(film.Frames)
	const hasIndex, quality = 0x10, 0xFFFFFFFF
	list := chunk("LIST", []byte("hdrl"),
		chunk("avih", numbers(uint32(math.Round(1e6/film.Rate)), 0, 0, hasIndex, frames, 0, 1, uint32(largest), w, h, 0,
			0, 0, 0)),
		chunk("LIST", []byte("strl"),
			chunk("strh", []byte("vidsMJPG"), numbers(0, 0, 0, scale, rate, 0, frames, uint32(largest), quality, 0, 0, w|h<<16)),
			chunk("strf", numbers(40, w, h, 1|24<<16), []byte("MJPG"), numbers(3*w*h, 0, 0, 0, 0))))
	index := 8 + 16*frames
	riff := append([]byte("RIFF"), numbers(uint32(4+len(list)+8)+movi+index)...)
	riff = append(append(riff, "AVI "...), list...)
	return append(append(append(riff, "LIST"...), numbers(movi)...), "movi"...)
}

// encoder is one of ffmpeg's, with the arguments for good quality.
type encoder struct {
	name      string
	arguments []string
}

// encodersFor returns the encoders for films of that ending, the best first, or
// those that keep alpha.
func encodersFor(ending string, alpha bool) []encoder {
	if alpha && ending == ".webm" {
		return []encoder{
			{"libvpx-vp9", []string{"-crf", "24", "-b:v", "0", "-row-mt", "1", "-cpu-used", "4", "-auto-alt-ref", "0"}},
		}
	}
	if alpha {
		return []encoder{{"prores_ks", []string{"-profile:v", "4444", "-alpha_bits", "16", "-vendor", "apl0"}}}
	}
	rate := []string{"-b:v", "8M"}
	if ending == ".webm" {
		return []encoder{
			{"libvpx-vp9", []string{"-crf", "24", "-b:v", "0", "-row-mt", "1", "-cpu-used", "4"}},
			{"libsvtav1", []string{"-crf", "28"}},
			{"libvpx", []string{"-crf", "8", "-b:v", "8M"}},
		}
	}
	return []encoder{
		{"libx264", []string{"-crf", "18", "-preset", "medium"}},
		{"libopenh264", rate},
		{"h264_videotoolbox", rate},
		{"h264_mf", rate},
		{"libx265", []string{"-crf", "20"}},
		{"mpeg4", []string{"-q:v", "3"}},
	}
}

// pixels is what ffmpeg calls the pixels of the film in a file of this name.
func (f *Film) pixels(path string) string {
	switch {
	case !f.Alpha:
		return "yuv420p"
	case strings.EqualFold(filepath.Ext(path), ".mov"):
		return "yuva444p10le"
	}
	return "yuva420p"
}

// findEncoder returns the best encoder that this ffmpeg has.
func findEncoder(ctx context.Context, program string, wanted []encoder) (encoder, error) {
	command := child(ctx, program, "-hide_banner", "-v", "error", "-encoders")
	var list strings.Builder
	command.Stdout = &list
	wait, err := start(command)
	if err == nil {
		err = wait()
	}
	if err != nil {
		return encoder{}, fmt.Errorf("ffmpeg: %w", err)
	}
	// Lines " V..... libx264    libx264 H.264 / AVC".
	has := map[string]bool{}
	for line := range strings.Lines(list.String()) {
		if fields := strings.Fields(line); len(fields) >= 2 && strings.HasPrefix(fields[0], "V") {
			has[fields[1]] = true
		}
	}
	var names []string
	for _, e := range wanted {
		if has[e.name] {
			return e, nil
		}
		names = append(names, e.name)
	}
	return encoder{}, fmt.Errorf("ffmpeg (%s): expected one of the encoders %s, found none of them", program,
		strings.Join(names, ", "))
}

// writeFFmpeg writes the pictures into a pipe to ffmpeg.
func writeFFmpeg(ctx context.Context, program string, e encoder, path string, film Film, done func(int)) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	arguments := append([]string{"-hide_banner", "-v", "error", "-nostats", "-y",
		"-f", "rawvideo", "-pix_fmt", "rgba", "-s", fmt.Sprintf("%dx%d", film.Size.X, film.Size.Y), "-r",
		fmt.Sprintf("%.6g", film.Rate), "-i", "pipe:0",
		"-an", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt",
		film.pixels(path),
		"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv", "-c:v",
		e.name}, e.arguments...)
	if ending := strings.ToLower(filepath.Ext(path)); ending == ".mp4" || ending == ".mov" {
		arguments = append(arguments, "-movflags", "+faststart")
	}
	command := child(ctx, program, append(arguments, "file:"+path)...)
	said := &report{}
	command.Stderr = said
	in, err := command.StdinPipe()
	if err != nil {
		return err
	}
	wait, err := start(command)
	if err != nil {
		return err
	}
	feed := func() error {
		for frame := range film.Frames {
			if err := ctx.Err(); err != nil {
				return err
			}
			m, err := film.picture(frame)
			if err != nil {
				return err
			}
			for y := range film.Size.Y {
				if _, err := in.Write(m.Pix[y*m.Stride : y*m.Stride+4*film.Size.X]); err != nil {
					return errPipe
				}
			}
			done(frame + 1)
		}
		return in.Close()
	}
	fed := feed()
	if fed != nil && !errors.Is(fed, errPipe) {
		stop()
	}
	in.Close()
	failed := wait()
	switch {
	case fed != nil && !errors.Is(fed, errPipe):
		return fed
	case failed != nil || fed != nil:
		return fmt.Errorf("ffmpeg: %s", said.reason(failed))
	}
	return nil
}

// errPipe says that ffmpeg has stopped reading; why, it says itself.
var errPipe = fmt.Errorf("ffmpeg: %w", io.ErrClosedPipe)
