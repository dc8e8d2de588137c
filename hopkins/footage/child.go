package footage

import (
	"context"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"
)

// filmFormats are the demuxers of ffmpeg that films are given to: none of them
// opens another file than the film itself. Playlists, descriptions of streams
// and lists of files (concat, hls, dash, sdp, imf …), numbered pictures (image2),
// devices, scripts and films in parts (mlv, vobsub) are left out, so that what
// a file says is never taken for a path or an address.
var filmFormats = []string{
	// Containers.
	"mov", "matroska", "avi", "mpeg", "mpegts", "flv", "asf", "ogg", "nut", "mxf", "gxf", "lxf", "dv", "rm", "nsv",
	"nuv", "pva", "swf",
	"wtv", "ivf", "dhav", "ty", "yuv4mpegpipe", "cine", "flic", "bink", "smk", "roq",
	// Streams of one codec.
	"h261", "h263", "h264", "hevc", "vvc", "evc", "m4v", "mpegvideo", "mjpeg", "mjpeg_2000", "smjpeg", "mpjpeg", "av1",
	"obu", "dirac", "dnxhd",
	"vc1", "vc1test", "cavsvideo", "avs2", "avs3",
	// Pictures and animations in one file.
	"apng", "gif", "bmp_pipe", "dpx_pipe", "exr_pipe", "gif_pipe", "hdr_pipe", "j2k_pipe", "jpeg_pipe", "jpegls_pipe",
	"jpegxl_anim", "jpegxl_pipe",
	"pbm_pipe", "pgm_pipe", "png_pipe", "ppm_pipe", "tiff_pipe", "webp", "webp_anim", "webp_pipe",
}

// filmInput returns the arguments that make ffmpeg read the film at path, and
// nothing else, whatever is in the film and however it is called.
func filmInput(path string) []string {
	return []string{"-protocol_whitelist", "file", "-format_whitelist", strings.Join(filmFormats, ","), "-i",
		"file:" + path}
}

// child returns a call of a program that ends with ctx, with all that it has
// started, and is to be started by start.
func child(ctx context.Context, program string, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, program, arguments...)
	depend(command)
	command.WaitDelay = time.Second
	return command
}

// start starts a child, which ends when this program ends, however that comes about,
// and returns what waits for its end.
func start(command *exec.Cmd) (wait func() error, err error) {
	done := make(chan error)
	starter() <- func() { done <- command.Start() }
	if err := <-done; err != nil {
		return nil, err
	}
	ended := started(command)
	return func() error {
		defer ended()
		return command.Wait()
	}, nil
}

// starter takes what is to be done on one thread that never ends: to Linux the
// parent of a child is the thread that started it.
var starter = sync.OnceValue(func() chan<- func() {
	jobs := make(chan func())
	go func() {
		runtime.LockOSThread()
		for job := range jobs {
			job()
		}
	}()
	return jobs
})
