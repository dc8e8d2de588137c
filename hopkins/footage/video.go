package footage

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// openVideo opens a video by its path: Motion-JPEG by ourselves, anything else
// by ffmpeg.
func openVideo(path string) (*Source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	s, err := openAVI(f, path)
	if err == nil {
		return s, nil
	}
	program, missing := exec.LookPath("ffmpeg")
	if missing != nil {
		return nil, fmt.Errorf("%s: only Motion-JPEG AVI can be read without the program ffmpeg, which is not installed or not on the PATH", path)
	}
	s = newSource(Video, &ffmpeg{program: program, path: path})
	if _, err := s.Frame(0); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

var _ reader = (*ffmpeg)(nil)

// ffmpeg decodes a video by the program of that name, which writes one frame
// after the other into a pipe. It is started again for a frame that has
// passed.
type ffmpeg struct {
	program, path string

	mu     sync.Mutex
	run    *ffmpegRun // nil when it does not run
	frames int        // the number of frames, 0 until the end has been seen
	closed bool
}

// ffmpegRun is a run of the program.
type ffmpegRun struct {
	stop       context.CancelFunc
	out        *bufio.Reader
	next       int // the number of the frame that comes next
	wait       func() error
	complaints *tail
}

func (v *ffmpeg) count() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.frames
}

func (v *ffmpeg) read(i int, pass func(int, *image.RGBA)) (*image.RGBA, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return nil, fmt.Errorf("%s: %w", v.path, os.ErrClosed)
	}
	if v.frames > 0 && i >= v.frames {
		return nil, errPastEnd{v.frames - 1}
	}
	if v.run != nil && v.run.next > i {
		v.end()
	}
	if v.run == nil {
		if err := v.start(); err != nil {
			return nil, fmt.Errorf("%s: ffmpeg: %w", v.path, err)
		}
	}
	for {
		picture, err := readPPM(v.run.out)
		if err != nil {
			return nil, v.finish(err)
		}
		at := v.run.next
		v.run.next++
		if at == i {
			return picture, nil
		}
		pass(at, picture)
	}
}

// start starts the program at the first frame.
func (v *ffmpeg) start() error {
	ctx, stop := context.WithCancel(context.Background())
	// Timestamps are made even, so that the program neither drops nor repeats
	// frames of a video with a varying rate.
	command := exec.CommandContext(ctx, v.program, "-v", "error", "-nostdin", "-i", "file:"+v.path,
		"-map", "0:v:0", "-vf", "setpts=N/25/TB", "-r", "25",
		"-f", "image2pipe", "-c:v", "ppm", "-pix_fmt", "rgb24", "-")
	hideWindow(command)
	command.WaitDelay = time.Second
	complaints := &tail{}
	command.Stderr = complaints
	out, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		stop()
		return err
	}
	v.run = &ffmpegRun{stop: stop, out: bufio.NewReaderSize(out, 1<<16), wait: command.Wait, complaints: complaints}
	return nil
}

// finish ends the run after the pipe broke off with err, and says why.
func (v *ffmpeg) finish(err error) error {
	run := v.run
	v.run = nil
	if !errors.Is(err, io.EOF) {
		run.stop()
	}
	failed := run.wait()
	run.stop()
	switch {
	case !errors.Is(err, io.EOF):
		return fmt.Errorf("%s: frame %d from ffmpeg: %w", v.path, run.next+1, err)
	case run.next == 0:
		return fmt.Errorf("%s: ffmpeg decoded no frame: %s", v.path, run.complaints.reason(failed))
	}
	v.frames = run.next
	return errPastEnd{run.next - 1}
}

// end stops the run.
func (v *ffmpeg) end() {
	v.run.stop()
	v.run.wait() // the reason is that it was stopped
	v.run = nil
}

// Close stops the program.
func (v *ffmpeg) Close() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.closed = true
	if v.run != nil {
		v.end()
	}
	return nil
}

// readPPM reads one picture in the format PPM (P6, 8 bits), as ffmpeg writes
// it. At the end it returns io.EOF.
func readPPM(r *bufio.Reader) (*image.RGBA, error) {
	if _, err := r.Peek(1); err != nil {
		return nil, err
	}
	magic, err := readWord(r)
	if err != nil {
		return nil, err
	}
	if magic != "P6" {
		return nil, fmt.Errorf("expected a picture (P6), found %q", magic)
	}
	var width, height, most int
	for _, number := range []*int{&width, &height, &most} {
		word, err := readWord(r)
		if err != nil {
			return nil, err
		}
		if *number, err = strconv.Atoi(word); err != nil {
			return nil, fmt.Errorf("expected the size of a picture, found %q", word)
		}
	}
	if most != 255 {
		return nil, fmt.Errorf("expected 255 as the largest value, found %d", most)
	}
	if err := checkSize(width, height); err != nil {
		return nil, err
	}
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	row := make([]byte, 3*width)
	for y := range height {
		if _, err := io.ReadFull(r, row); err != nil {
			return nil, fmt.Errorf("row %d: %w", y+1, noEOF(err))
		}
		out := picture.Pix[y*picture.Stride:]
		for x := range width {
			out[4*x], out[4*x+1], out[4*x+2], out[4*x+3] = row[3*x], row[3*x+1], row[3*x+2], 0xFF
		}
	}
	return picture, nil
}

// readWord reads up to a white space, which it takes, and at most 16 bytes.
func readWord(r *bufio.Reader) (string, error) {
	var word []byte
	for {
		b, err := r.ReadByte()
		switch {
		case err != nil:
			return "", noEOF(err)
		case b == ' ' || b == '\n':
			return string(word), nil
		case len(word) == 16:
			return "", fmt.Errorf("expected the header of a picture, found %q", word)
		}
		word = append(word, b)
	}
}

// noEOF turns an end where there should be none into an error of its own.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// tail keeps the end of what a program says of its errors.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	const most = 2048
	t.text = append(t.text, p...)
	if over := len(t.text) - most; over > 0 {
		t.text = t.text[over:]
	}
	return len(p), nil
}

// reason returns the last line said, or err when nothing was.
func (t *tail) reason(err error) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(string(bytes.TrimSpace(t.text)), "\n")
	if last := lines[len(lines)-1]; last != "" {
		return last
	}
	if err != nil {
		return err.Error()
	}
	return "it gave no reason"
}
