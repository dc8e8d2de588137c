package footage

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

var _ reader = (*ffmpeg)(nil)

// ffmpeg decodes a film by the program of that name, which writes one frame
// after the other into a pipe: one run of it for colours, another one for
// brightness. A run is started again for a frame that has passed.
type ffmpeg struct {
	program, path string
	maxSide       int
	living        context.Context // ends with Close
	end           context.CancelFunc
	colours, luma *pipe

	mu     sync.Mutex
	frames int // the number of frames, 0 until the end has been seen
	said   report
	// furthest is the run that has come furthest, to so many frames.
	furthest *run
	reached  int
	seekless bool        // runs begin at the first frame alone
	size     image.Point // of the first picture, once it has been read

	patience time.Duration // for how long a run may give no frame
}

func newFFmpeg(program, path string, maxSide int) *ffmpeg {
	v := &ffmpeg{program: program, path: path, maxSide: maxSide, patience: time.Minute}
	v.living, v.end = context.WithCancel(context.Background())
	v.colours = &pipe{film: v, turn: make(chan struct{}, 1),
		output: []string{"-f", "image2pipe", "-c:v", "ppm", "-pix_fmt", "rgb24"},
		decode: func(r *bufio.Reader, _ *run) (image.Image, error) { return readPPM(r) }}
	// The brightness of yuv420p is that of the film. Asking for grey would
	// convert its range.
	v.luma = &pipe{film: v, turn: make(chan struct{}, 1),
		output: []string{"-f", "yuv4mpegpipe", "-pix_fmt", "yuv420p"},
		decode: func(r *bufio.Reader, run *run) (image.Image, error) { return run.luma.next(r) }}
	return v
}

func (v *ffmpeg) count() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.frames
}

// expected returns the number of frames that length and rate of the film
// promise, 0 when they are not said.
func (v *ffmpeg) expected() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return int(math.Round(v.said.duration * v.said.rate))
}

func (v *ffmpeg) meanRate() float64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.said.rate
}

// note says that the film is cut off, once its end has been read.
func (v *ffmpeg) note() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.frames == 0 || !v.said.cut {
		return ""
	}
	return endsEarly(v.frames, 0)
}

func (v *ffmpeg) time(i int) (float64, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if r, reached := v.furthest, v.reached; i >= len(v.said.times) && r != nil && i < reached {
		// What the program says of a frame may come a little later than the
		// frame itself.
		v.mu.Unlock()
		r.said.await(reached-r.first, r.ctx)
		v.mu.Lock()
		v.said.learn(r.said, r.seek)
	}
	if i >= len(v.said.times) || math.IsNaN(v.said.times[i]-v.said.times[0]) {
		return 0, false
	}
	return v.said.times[i] - v.said.times[0], true
}

func (v *ffmpeg) read(ctx context.Context, i int, pass func(int, image.Image)) (image.Image, error) {
	return v.colours.read(ctx, i, pass)
}

func (v *ffmpeg) gray(ctx context.Context, i int) (*image.Gray, error) {
	m, err := v.luma.read(ctx, i, func(int, image.Image) {})
	if err != nil {
		return nil, err
	}
	return m.(*image.Gray), nil
}

// Close stops the program.
func (v *ffmpeg) Close() error {
	v.end()
	v.colours.stop()
	v.luma.stop()
	return nil
}

// pipe is one kind of output of ffmpeg.
type pipe struct {
	film   *ffmpeg
	output []string // arguments that ask for it
	// decode takes the next frame, io.EOF at the end.
	decode func(*bufio.Reader, *run) (image.Image, error)
	turn   chan struct{} // holds an element while a goroutine reads
	run    *run          // nil when it does not run
}

// run is a run of the program.
type run struct {
	seek
	fields bool // it makes whole frames of fields
	ctx    context.Context
	stop   context.CancelFunc
	out    *bufio.Reader
	next   int // the number of the frame that comes next
	wait   func() error
	said   *report
	luma   lumaStream

	reading atomic.Bool  // a frame is awaited
	given   atomic.Int64 // how many frames there were
	stuck   atomic.Bool  // it was stopped because there were none for too long
}

// watch stops the run where a frame is awaited and none comes for so long. Time
// in which the whole program stood still counts once, for a short part.
func (r *run) watch(patience time.Duration) {
	const parts = 4
	ticks := time.NewTicker(patience / parts)
	defer ticks.Stop()
	idle, given := 0, int64(0)
	for {
		select {
		case <-r.ctx.Done():
			return
		case <-ticks.C:
		}
		if now := r.given.Load(); now != given || !r.reading.Load() {
			idle, given = 0, now
		} else if idle++; idle > parts {
			r.stuck.Store(true)
			r.stop()
		}
	}
}

func (p *pipe) read(ctx context.Context, i int, pass func(int, image.Image)) (image.Image, error) {
	v := p.film
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if v.living.Err() != nil {
		return nil, fmt.Errorf("%s: %w", v.path, os.ErrClosed)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if n := v.count(); n > 0 && i >= n {
		return nil, errPastEnd{n - 1}
	}
	if p.run != nil && (p.run.next > i || i-p.run.next > farAhead && v.seek(i).first > p.run.next) {
		p.abandon()
	}
	for from := v.seek(i); ; from = (seek{}) {
		if p.run == nil {
			if err := p.start(from); err != nil {
				return nil, fmt.Errorf("%s: ffmpeg: %w", v.path, err)
			}
		}
		picture, err := p.advance(ctx, i, pass)
		switch {
		case errors.Is(err, errFields):
			p.abandon()
		case errors.Is(err, errLost):
			// Not every film can be entered in the middle.
			p.abandon()
			v.stopSeeking()
		default:
			return picture, err
		}
	}
}

// advance reads up to frame i. It returns errLost when the run did not begin
// where it was to, and errFields when it is to begin anew.
func (p *pipe) advance(ctx context.Context, i int, pass func(int, image.Image)) (image.Image, error) {
	v, r := p.film, p.run
	// A read from the pipe ends with the program.
	defer context.AfterFunc(ctx, r.stop)()
	r.reading.Store(true)
	defer r.reading.Store(false)
	for {
		picture, err := p.decode(r.out, r)
		astray := r.next == r.first && r.first > 0 && (err != nil || !r.landed())
		if astray && ctx.Err() == nil && v.living.Err() == nil && !r.stuck.Load() {
			return nil, errLost
		}
		if err != nil {
			return nil, p.finish(ctx, err)
		}
		if r.next == 0 && !r.fields && r.saysFields() {
			v.learn(r)
			return nil, errFields
		}
		if r.next == 0 {
			v.begins(picture)
		}
		at := r.next
		r.next++
		r.given.Add(1)
		if at == i {
			v.learn(r)
			return picture, nil
		}
		pass(at, picture)
	}
}

// begins notes the size of the film's first picture, which all others are brought to.
func (v *ffmpeg) begins(first image.Image) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.size = first.Bounds().Size()
}

// pictureSize returns the size of the pictures, zero until the first has been read.
func (v *ffmpeg) pictureSize() image.Point {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.size
}

// seek is a place at which a run begins in the middle of a film.
type seek struct {
	first  int     // the number of its first frame, 0 for the beginning
	offset float64 // what ffmpeg is told, in seconds
	time   float64 // of the first frame, by a run from the beginning
	near   float64 // how far off it may be
}

const (
	// farAhead is from where on frames are jumped over rather than decoded.
	farAhead = 100
	// runUp is how many frames before the one that is asked for are decoded too,
	// since people look at those next.
	runUp = 12
)

// errLost says that a run did not begin where it was to.
var errLost = errors.New("the film cannot be entered there")

// errFields says that the frames of a film are two fields each, which the run did not
// know: what moves would be seen twice in each of them.
var errFields = errors.New("the frames of the film are two fields each")

// saysFields reports whether the run has said that the frames are two fields each. It says
// so before the first.
func (r *run) saysFields() bool {
	r.said.await(1, r.ctx)
	r.said.mu.Lock()
	defer r.said.mu.Unlock()
	return r.said.fields
}

// hasFields reports whether the frames of the film are known to be two fields each.
func (v *ffmpeg) hasFields() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.said.fields
}

// seek returns where a run for frame i may begin: between two frames whose times
// are known.
func (v *ffmpeg) seek(i int) seek {
	v.mu.Lock()
	defer v.mu.Unlock()
	first := i - runUp
	if v.seekless || first < farAhead || first >= len(v.said.times) {
		return seek{}
	}
	before, at := v.said.times[first-1], v.said.times[first]
	if !(before < at) {
		return seek{}
	}
	return seek{first, (before + at) / 2, at, (at - before) / 4}
}

func (v *ffmpeg) stopSeeking() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.seekless = true
}

// landed reports whether the first frame of the run has the time that it should
// have.
func (r *run) landed() bool {
	r.said.await(1, r.ctx)
	r.said.mu.Lock()
	defer r.said.mu.Unlock()
	return len(r.said.times) > 0 && math.Abs(r.said.times[0]+r.offset-r.time) <= r.near
}

// start starts the program at the first frame, or at a later one.
func (p *pipe) start(from seek) error {
	ctx, stop := context.WithCancel(p.film.living)
	// Time stamps are noted and then made even, so that the program neither
	// drops nor repeats frames of a film with a varying rate. That works in
	// every version, unlike the options for it.
	// The filter fps has nothing to do then but to keep the program from showing
	// the last picture of an animated PNG for as long as its time stamps say.
	// Where pictures change their size within the film, which screens that are recorded do,
	// scale brings them to that of the first; filters that are made anew would count from 0
	// again, and ffmpeg would leave out as many frames as there were.
	width, height, flags := "iw", "ih", ""
	if side := p.film.maxSide; side > 0 {
		width = fmt.Sprintf("'max(1,round(iw*min(1,%d/max(iw,ih))))'", side)
		height, flags = strings.ReplaceAll(width, "(iw*", "(ih*"), ":flags=area"
	}
	if size := p.film.pictureSize(); from.first > 0 && size != (image.Point{}) {
		width, height = strconv.Itoa(size.X), strconv.Itoa(size.Y)
	}
	fields := p.film.hasFields()
	filters := ""
	if fields { // of frames that are not so, the program leaves those as they are
		filters = "yadif=deint=interlaced,"
	}
	filters += "scale=" + width + ":" + height + flags + ",showinfo,settb=1/25,setpts=N,fps=25"
	arguments := []string{"-hide_banner", "-nostats", "-nostdin", "-v", "level+info"}
	if from.first > 0 {
		arguments = append(arguments, "-ss", strconv.FormatFloat(from.offset, 'f', 6, 64))
	}
	arguments = append(arguments, "-reinit_filter", "0")
	arguments = append(append(arguments, filmInput(p.film.path)...), "-map", "0:V:0", "-vf", filters, "-r", "25")
	command := child(ctx, p.film.program, append(append(arguments, p.output...), "-")...)
	said := &report{}
	command.Stderr = said
	out, err := command.StdoutPipe()
	var wait func() error
	if err == nil {
		wait, err = start(command)
	}
	if err != nil {
		stop()
		return err
	}
	p.run = &run{seek: from, fields: fields, next: from.first, ctx: ctx, stop: stop,
		out: bufio.NewReaderSize(out, 1<<16), wait: wait, said: said}
	go p.run.watch(p.film.patience)
	return nil
}

// learn takes over what a run has said of the film so far.
func (v *ffmpeg) learn(r *run) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.said.learn(r.said, r.seek)
	if v.furthest == nil || r.next > v.reached {
		v.furthest, v.reached = r, r.next
	}
}

// finish ends the run after the pipe broke off with err, and says why.
func (p *pipe) finish(ctx context.Context, err error) error {
	run, v := p.run, p.film
	p.run = nil
	ended := errors.Is(err, io.EOF)
	stopped := run.ctx.Err() != nil
	if !ended {
		run.stop()
	}
	failed := run.wait()
	run.stop()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case run.stuck.Load():
		return fmt.Errorf("%s: ffmpeg gave no frame within %v", v.path, v.patience)
	case v.living.Err() != nil || stopped:
		return fmt.Errorf("%s: %w", v.path, os.ErrClosed)
	case !ended:
		return fmt.Errorf("%s: frame %d from ffmpeg: %w", v.path, run.next+1, err)
	case run.next == run.first && strings.Contains(run.said.reason(failed), "matches no streams"):
		return fmt.Errorf("%s: expected a film, found no picture in it, as where there is sound alone", v.path)
	case run.next == run.first:
		return fmt.Errorf("%s: ffmpeg decoded no frame: %s", v.path, run.said.reason(failed))
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.said.learn(run.said, run.seek)
	v.frames = run.next
	return errPastEnd{run.next - 1}
}

// abandon stops the run.
func (p *pipe) abandon() {
	p.run.stop()
	p.run.wait() // the reason is that it was stopped
	p.run = nil
}

// stop stops the run, if there is one, after a read that is under way.
func (p *pipe) stop() {
	p.turn <- struct{}{}
	if p.run != nil {
		p.abandon()
	}
	<-p.turn
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

// lumaStream reads the brightness from a stream of YUV4MPEG2, as ffmpeg writes
// it for yuv420p: a line "YUV4MPEG2 W640 H480 …", and for every frame a line
// "FRAME" and the planes Y, U and V, the last two halved in both directions.
type lumaStream struct{ width, height int }

// next reads one frame. At the end it returns io.EOF.
func (l *lumaStream) next(r *bufio.Reader) (*image.Gray, error) {
	if l.width == 0 {
		if _, err := r.Peek(1); err != nil {
			return nil, err
		}
		if err := l.header(r); err != nil {
			return nil, err
		}
	}
	if _, err := r.Peek(1); err != nil {
		return nil, err
	}
	line, err := readLine(r)
	if err != nil {
		return nil, err
	}
	if word, _, _ := strings.Cut(line, " "); word != "FRAME" {
		return nil, fmt.Errorf("expected a frame, found %q", word)
	}
	m := image.NewGray(image.Rect(0, 0, l.width, l.height))
	if _, err := io.ReadFull(r, m.Pix); err != nil {
		return nil, noEOF(err)
	}
	if _, err := r.Discard(2 * ((l.width + 1) / 2) * ((l.height + 1) / 2)); err != nil {
		return nil, noEOF(err)
	}
	return m, nil
}

func (l *lumaStream) header(r *bufio.Reader) error {
	line, err := readLine(r)
	if err != nil {
		return err
	}
	words := strings.Fields(line)
	if len(words) == 0 || words[0] != "YUV4MPEG2" {
		return fmt.Errorf("expected a stream of YUV4MPEG2, found %q", line)
	}
	width, height := 0, 0
	for _, word := range words[1:] {
		switch word[0] {
		case 'W':
			width, err = strconv.Atoi(word[1:])
		case 'H':
			height, err = strconv.Atoi(word[1:])
		case 'C':
			if !strings.HasPrefix(word, "C420") {
				err = errors.New("another order of planes")
			}
		}
		if err != nil {
			return fmt.Errorf("expected the size of pictures in yuv420p, found %q", word)
		}
	}
	if err := checkSize(width, height); err != nil {
		return err
	}
	l.width, l.height = width, height
	return nil
}

// readLine reads up to the end of a line, which it takes, and at most 256
// bytes.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		b, err := r.ReadByte()
		switch {
		case err != nil:
			return "", noEOF(err)
		case b == '\n':
			return string(line), nil
		case len(line) == 256:
			return "", fmt.Errorf("expected a header, found %q", line[:16])
		}
		line = append(line, b)
	}
}

// noEOF turns an end where there should be none into an error of its own.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// report is what ffmpeg says beside the frames, line by line:
//
//	[info]   Duration: 00:00:01.20, start: 0.000000, bitrate: 76 kb/s
//	[info]   Stream #0:0: Video: vp9, yuv420p(tv), 320x240, 30 fps, 30 tbr, 1k tbn
//	[Parsed_showinfo_0 @ 0x55] [info] n:   1 pts:     33 pts_time:0.033   …
//	[error] moov atom not found
//	[matroska,webm @ 0x55] [error] File ended prematurely
type report struct {
	mu       sync.Mutex
	part     []byte // of a line that has not ended
	times    []float64
	duration float64 // in seconds, 0 when it is not said
	rate     float64 // frames a second, 0 when it is not said
	output   bool    // what follows is about the output
	cut      bool    // the file ends before what it holds
	error    string  // the last one, without what it is about in the program
	level    bool    // the error came with its level
	refused  bool    // the file is of a format that is not allowed
	fields   bool    // each frame is two fields, one after the other
	changed  chan struct{}
}

// errorLine is a line with an error. What follows it without a level is advice
// for a command line that nobody has typed.
var errorLine = regexp.MustCompile(`\[(?:error|fatal|panic)\] (.*\S)`)

// fieldsLine is what of a film is said whose frames are two fields each.
var fieldsLine = regexp.MustCompile(`[(, ](top|bottom)( coded)? first\b`)

// refusedLine is the error about a file of a format that is none of filmFormats.
var refusedLine = regexp.MustCompile(`\[(\S+) @ \w+\] \[error\] Format not on whitelist`)

func (r *report) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	const longest = 4096
	r.part = append(r.part, p...)
	for {
		end := bytes.IndexByte(r.part, '\n')
		if end < 0 {
			break
		}
		r.line(string(r.part[:end]))
		r.part = r.part[end+1:]
	}
	if len(r.part) > longest {
		r.part = r.part[:0]
	}
	if r.changed != nil {
		close(r.changed)
		r.changed = nil
	}
	return len(p), nil
}

// line takes in a line. The lock is held.
func (r *report) line(text string) {
	switch {
	case strings.Contains(text, "Parsed_showinfo"):
		if _, after, ok := strings.Cut(text, " pts_time:"); ok {
			t := math.NaN()
			if fields := strings.Fields(after); len(fields) > 0 {
				if v, err := strconv.ParseFloat(fields[0], 64); err == nil {
					t = v
				}
			}
			r.times = append(r.times, t)
		}
	case !strings.Contains(text, "[info]"):
		if m := refusedLine.FindStringSubmatch(text); m != nil {
			r.refused = true
			r.error = "expected a film, found another kind of file, which ffmpeg calls " + m[1]
		} else if m := errorLine.FindStringSubmatch(text); m != nil && !r.refused {
			r.error, r.level = m[1], true
			// Of a film in MP4 or MOV, and in Matroska or WebM.
			r.cut = r.cut || strings.HasSuffix(m[1], ": partial file") || strings.HasPrefix(m[1], "File ended prematurely")
		} else if !r.level && !r.refused && !strings.Contains(text, "[warning]") && strings.TrimSpace(text) != "" {
			r.error = strings.TrimSpace(text)
		}
	case r.output:
	case strings.Contains(text, "Output #0"):
		r.output = true
	case strings.Contains(text, " Duration: "):
		_, after, _ := strings.Cut(text, " Duration: ")
		var h, m int
		var s float64
		if n, _ := fmt.Sscanf(after, "%d:%d:%f", &h, &m, &s); n == 3 {
			r.duration = float64(60*(60*h+m)) + s
		}
	case strings.Contains(text, ": Video: ") && r.rate == 0:
		r.fields = fieldsLine.MatchString(text)
		for _, part := range strings.Split(text, ", ") {
			if number, ok := strings.CutSuffix(part, " fps"); ok {
				if v, err := strconv.ParseFloat(number, 64); err == nil && v > 0 && v < 1e6 {
					r.rate = v
				}
			}
		}
	}
}

// await waits until the time stamps of the first n frames are there, the run
// has ended, or a second has passed.
func (r *report) await(n int, ended context.Context) {
	late := time.After(time.Second)
	for {
		r.mu.Lock()
		if len(r.times) >= n {
			r.mu.Unlock()
			return
		}
		if r.changed == nil {
			r.changed = make(chan struct{})
		}
		changed := r.changed
		r.mu.Unlock()
		select {
		case <-changed:
		case <-ended.Done():
			return
		case <-late:
			return
		}
	}
}

// learn takes over what the report of a run knows more.
func (r *report) learn(other *report, from seek) {
	other.mu.Lock()
	defer other.mu.Unlock()
	if known := len(r.times) - from.first; known >= 0 && known < len(other.times) {
		for _, t := range other.times[known:] {
			r.times = append(r.times, t+from.offset)
		}
	}
	r.duration, r.rate, r.cut = max(r.duration, other.duration), max(r.rate, other.rate), r.cut || other.cut
	r.fields = r.fields || other.fields
}

// reason returns the last error said, or err when none was.
func (r *report) reason(err error) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.error != "" {
		return r.error
	}
	if rest := strings.TrimSpace(string(r.part)); rest != "" {
		return rest
	}
	if err != nil {
		return err.Error()
	}
	return "it gave no reason"
}
