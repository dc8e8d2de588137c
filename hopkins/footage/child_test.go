package footage

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"motionseg/hopkins/internal/testfile"
)

// TestPlaylists: a film that is a list of other files is not read, whatever
// names it and whatever it names them by; nothing in it is opened.
func TestPlaylists(t *testing.T) {
	frames := clipFrames(t, 64, 64, 5)
	secret := encode(t, frames, "secret.mp4", "-c:v", "mpeg4", "-pix_fmt", "yuv420p")
	stream := encode(t, frames, "secret.ts", "-c:v", "mpeg2video", "-pix_fmt", "yuv420p")
	folder := filepath.Dir(secret)
	content, err := os.ReadFile(stream)
	if err != nil {
		t.Fatal(err)
	}
	stream = filepath.Join(folder, "secret.ts")
	testfile.Write(t, content, stream)
	segment := "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n%s\n"
	manifest :=
		`<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" ` +
			`mediaPresentationDuration="PT1S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" ` +
			`bandwidth="1"><BaseURL>%s</BaseURL></Representation></AdaptationSet></Period></MPD>`
	hostile := map[string]string{
		"concat":     "ffconcat version 1.0\nfile 'secret.mp4'\n",
		"absolute":   "ffconcat version 1.0\nfile 'file:" + secret + "'\n",
		"hls":        fmt.Sprintf(segment, "secret.ts") + "#EXT-X-ENDLIST\n",
		"hlsfile":    fmt.Sprintf(segment, "file://"+stream) + "#EXT-X-ENDLIST\n",
		"endless":    fmt.Sprintf(segment, "secret.ts"),
		"hlsnet":     fmt.Sprintf(segment, "http://127.0.0.1:9/secret.ts") + "#EXT-X-ENDLIST\n",
		"hlsconcat":  fmt.Sprintf(segment, "concat:secret.ts|secret.ts") + "#EXT-X-ENDLIST\n",
		"hlssubfile": fmt.Sprintf(segment, "subfile,,start,0,end,0,,:secret.ts") + "#EXT-X-ENDLIST\n",
		"dash":       fmt.Sprintf(manifest, "secret.mp4"),
		"dashfile":   fmt.Sprintf(manifest, "file://"+secret),
		"sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP " +
			"96\na=rtpmap:96 H264/90000\n",
		"imf": `<?xml version="1.0"?><CompositionPlaylist ` +
			`xmlns="http://www.smpte-ra.org/schemas/2067-3/2016"><Id>urn:uuid:0</Id></CompositionPlaylist>`,
		"metadata":  ";FFMETADATA1\ntitle=x\n",
		"asx":       "<asx version=\"3.0\"><entry><ref href=\"secret.mp4\"/></entry></asx>",
		"reference": "[Reference]\nRef1=http://127.0.0.1:9/x\n",
		"svg": `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><image href="secret.png" ` +
			`width="64" height="48"/></svg>`,
		"vobsub": "# VobSub index file, v7 (do not modify this line!)\nsize: 64x48\nid: en, index: 0\ntimestamp: " +
			"00:00:00:000, filepos: 000000000\n",
	}
	// What is like no film at all, ffmpeg says itself.
	refused := regexp.MustCompile(`expected a film|Invalid data found`)
	for _, ending := range []string{".mp4", ".m3u8", ".mkv"} {
		for name, content := range hostile {
			path := testfile.Write(t, content, folder, name+ending)
			s, err := OpenFilm(t.Context(), path, Range{})
			switch {
			case err == nil:
				s.Close()
				t.Errorf("%s was opened as a film", filepath.Base(path))
			case !strings.Contains(err.Error(), path) || !refused.MatchString(err.Error()) ||
				strings.Contains(err.Error(), "secret"):
				t.Errorf("the error is %v", err)
			}
		}
	}
}

// TestPatterns: a name is a name, and never one of several pictures.
func TestPatterns(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	frames := clipFrames(t, 64, 64, 3)
	film := encode(t, frames, "film.mkv", "-c:v", "mpeg4", "-pix_fmt", "yuv420p")
	content, err := os.ReadFile(film)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a%03d.mkv", "b*.mkv", "c[0-9].mkv", "-i.mkv", "http:x.mkv", "d,e:f'g\".mkv",
		"pipe:0.mkv"} {
		if runtime.GOOS == "windows" && strings.ContainsAny(name, `*:"`) {
			continue
		}
		path := testfile.Write(t, content, folder, name)
		for _, path := range []string{path, name} { // alone it may look like an address
			s, err := OpenFilm(t.Context(), path, Range{})
			if err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			s.Close()
		}
	}
	for i := range 3 {
		testfile.Write(t, pngBytes(t, frames[i]), folder, fmt.Sprintf("p%d.png", i))
	}
	pattern := testfile.Write(t, "no picture", folder, "p%d.png")
	if s, err := OpenFilm(t.Context(), pattern, Range{}); err == nil {
		s.Close()
		t.Error("the name of a film was taken for those of several pictures")
	}
}

// TestFilmFormats: no demuxer that opens other files is among those allowed.
func TestFilmFormats(t *testing.T) {
	others := []string{"concat", "hls", "applehttp", "dash", "webm_dash_manifest", "sdp", "rtp", "rtsp", "sap",
		"image2", "image2pipe", "imf", "mlv", "vobsub",
		"mpsub", "lavfi", "ffmetadata", "avisynth", "vapoursynth", "libopenmpt", "libgme", "alsa", "fbdev", "x11grab",
		"v4l2", "svg_pipe", "sbg", "ass", "tty",
		"libcdio", "dvdvideo", "r3d", "rawvideo", "live_flv", "tedcaptions", "nistsphere"}
	for _, name := range others {
		if slices.Contains(filmFormats, name) {
			t.Errorf("%s opens other files, or reads what is no film", name)
		}
	}
}

// TestWhatFFmpegMayOpen: ffmpeg is told to open nothing but files where it reads a film,
// and nothing but its pipe where it reads a picture, of that format alone.
func TestWhatFFmpegMayOpen(t *testing.T) {
	said := filepath.Join(t.TempDir(), "arguments")
	pretend(t, fmt.Sprintf("printf '%%s ' \"$@\" > '%s'\nexit 1\n", said))
	film := video(t, "clip.mkv")
	formats := strings.Join(filmFormats, ",")
	for want, open := range map[string]func() error{
		" -protocol_whitelist file -format_whitelist " + formats + " -i file:" + film + " ": func() error {
			_, err := OpenFilm(t.Context(), film, Range{})
			return err
		},
		" -protocol_whitelist pipe -format_whitelist exr_pipe -f exr_pipe ": func() error {
			_, err := decodeDeep(t.Context(), []byte("a picture"), "exr")
			return err
		},
	} {
		if err := open(); err == nil {
			t.Fatal("opened by a program that fails")
		}
		arguments, err := os.ReadFile(said)
		if err != nil || !strings.Contains(string(arguments), want) {
			t.Errorf("the arguments are %s, expected%s; %v", arguments, want, err)
		}
	}
}

// TestNoFrame: a program that gives no frame is ended and named as the reason.
func TestNoFrame(t *testing.T) {
	pretend(t, "exec sleep 600\n")
	film := newFFmpeg(must(FindFFmpeg()), video(t, "clip.mkv"), 0)
	if film.patience > time.Minute {
		t.Errorf("a film is waited for %v", film.patience)
	}
	film.patience = 50 * time.Millisecond
	s := newSource(Video, film)
	defer s.Close()
	if _, err := s.Gray(t.Context(), 0); err == nil ||
		!strings.Contains(err.Error(), "clip.mkv: ffmpeg gave no frame within 50ms") {
		t.Errorf("the error is %v", err)
	}
}

func must(program string, err error) string {
	if err != nil {
		panic(err)
	}
	return program
}

// waitFor waits until something has come about: as long as the test may run, so
// that a busy machine fails nothing.
func waitFor(t *testing.T, what string, come func() bool) {
	t.Helper()
	ends, limited := t.Deadline()
	for !come() {
		if limited && time.Until(ends) < 10*time.Second {
			t.Fatalf("waited in vain for %s", what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}
