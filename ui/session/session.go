package session

import (
	"context"
	"runtime"

	"motionseg/hopkins"
	"motionseg/hopkins/imageset"
	"motionseg/segment"
	"motionseg/ui/draw"
)

// Side is one of the two methods that are compared.
type Side int

// The two sides.
const (
	Left Side = iota
	Right
)

// Sides lists both sides.
var Sides = [2]Side{Left, Right}

// String returns "left" or "right".
func (s Side) String() string {
	if s == Left {
		return "left"
	}
	return "right"
}

// Other returns the opposite side.
func (s Side) Other() Side { return 1 - s }

// Event names a part of the session that has changed.
type Event int

// The events. Those of one side carry it in Change.Side.
const (
	SequenceChanged  Event = iota // another sequence or set of pictures is open; everything that shows it is new
	PicturesChanged               // the pictures of the sequence are there, or their y-direction changed
	LibraryChanged                // recent files, dataset or badges
	LoadingChanged                // a file is being read, or no longer
	SetupChanged                  // method, preset or values of one side
	ScopeChanged                  // number of motions, frames or seed
	ResultChanged                 // state, result or labels of one side
	ProgressChanged               // an iteration of one side
	FrameChanged                  // the current frame
	PlaybackChanged               // playing, speed or loop
	SelectionChanged              // the selected tracks
	HoverChanged                  // the track under the pointer
	FiltersChanged                // which tracks are shown
	DisplayChanged                // how the views are drawn
	CameraChanged                 // zoom and centre of the views
	HistoryChanged                // what can be undone
	StyleChanged                  // the colours of the program, light or dark
)

// Change is one announcement to the watchers.
type Change struct {
	Event Event
	Side  Side // of SetupChanged, ResultChanged and ProgressChanged
}

// Problem is what an error dialog says.
type Problem struct {
	Title  string // what could not be done
	File   string // the file concerned; may be empty
	Reason string // what was wrong
	Advice string // what to do about it
}

// Config is what a session works with. Only OnUI is required; the other
// functions stand in for those of the packages below in tests.
type Config struct {
	// OnUI runs a function on the goroutine that owns the session, after the
	// current one. It may be called from any goroutine.
	OnUI func(func())
	// Problem is told of everything that went wrong, on the owner's goroutine.
	Problem func(Problem)
	// Example returns the embedded example.
	Example func() (*hopkins.Sequence, error)
	// Open reads a sequence; hopkins.Open when nil.
	Open func(path string) (*hopkins.Sequence, error)
	// OpenWith reads a sequence with options; hopkins.OpenWith when nil.
	OpenWith func(path string, o hopkins.Options) (*hopkins.Sequence, error)
	// AskColumns is told of a table whose columns are not recognised, on the
	// owner's goroutine; when nil, that is a Problem.
	AskColumns func(path string)
	// OpenDataset lists a folder; hopkins.OpenDataset when nil.
	OpenDataset func(root string) (*hopkins.Dataset, error)
	// OpenImages reads a set of pictures; imageset.Open when nil.
	OpenImages func(context.Context, string, imageset.Options) (*imageset.Set, error)
	// OpenPictures finds the pictures of a sequence; nil means there are none.
	OpenPictures func(*hopkins.Sequence) (Pictures, error)
	// Solve segments a data matrix; segment.Run when nil.
	Solve func(context.Context, segment.Data, segment.Config) (*segment.Result, error)
	// Methods are offered on both sides; segment.Methods() when nil.
	Methods []segment.Method
	// SettingsPath is the file that remembers settings; empty for none.
	SettingsPath string
}

// Session is the state of the window. Its methods must be called from the
// goroutine that Config.OnUI runs functions on, except Wait.
type Session struct {
	cfg      Config
	watchers []func(Change)
	workers  Workers
	closed   bool
	living   context.Context // ends with the session
	stop     context.CancelFunc

	points       *points           // what is open; nil before the first is there
	sequence     *hopkins.Sequence // nil while a set of pictures is open
	set          *imageset.Set     // the shown subjects; nil while a sequence is open
	whole        *imageset.Set     // all subjects
	subjects     Subjects          // of set in whole
	subset       int               // number of the last request for other subjects
	coverage     *hopkins.Coverage // of the sequence, once it was asked for
	key          string            // of what is open: path, or name for the example
	exampleKey   string            // of the example, once it was open
	pictures     Pictures
	picturesNote string
	opening      int // number of the last request to open something
	loading      string

	sides   [2]side
	motions int // 0: from the truth
	frames  hopkins.FrameSelection
	gaps    Gaps
	seed    uint64

	estimate     *segment.MotionsEstimate // for the open sequence
	stopEstimate context.CancelFunc       // nil when none is being computed

	frame     int
	position  float64 // of playback, in frames
	playing   bool
	speed     float64
	loop      bool
	rate      float64
	selection map[int]bool
	hovered   int
	filters   Filters
	display   Display
	camera    draw.Camera

	cache   resultCache
	badges  map[string][2]Badge
	dataset *hopkins.Dataset
	history history

	settings Settings
}

// New returns a session without a sequence.
func New(cfg Config) *Session {
	if cfg.Open == nil {
		cfg.Open = hopkins.Open
	}
	if cfg.OpenWith == nil {
		cfg.OpenWith = hopkins.OpenWith
	}
	if cfg.OpenDataset == nil {
		cfg.OpenDataset = hopkins.OpenDataset
	}
	if cfg.OpenImages == nil {
		cfg.OpenImages = imageset.Open
	}
	if cfg.Solve == nil {
		cfg.Solve = segment.Run
	}
	if cfg.Methods == nil {
		cfg.Methods = segment.Methods()
	}
	if cfg.Problem == nil {
		cfg.Problem = func(Problem) {}
	}
	s := &Session{
		cfg: cfg, speed: 1, loop: true, rate: defaultRate, hovered: -1,
		selection: map[int]bool{}, badges: map[string][2]Badge{},
		display: Display{Trail: 8, Picture: 0.65},
		filters: Filters{Hidden: map[int]bool{}},
	}
	s.living, s.stop = context.WithCancel(context.Background())
	for _, side := range Sides {
		s.sides[side].kept = map[string]Setup{}
		s.sides[side].setup = s.settled(Setup{Method: s.firstMethod(tracks, side)})
		s.sides[side].aside = Setup{Method: s.firstMethod(pictures, side)}
	}
	return s
}

// firstMethod is what a side shows at the very first start: SSC left, and on
// the right LRKSC, for tracks with its kernel chosen without labels.
func (s *Session) firstMethod(m material, side Side) string {
	wanted := [2][2]string{tracks: {"ssc", "lrksc-auto"}, pictures: {"ssc", "lrksc"}}[m][side]
	for _, m := range s.cfg.Methods {
		if m.Describe().Name == wanted {
			return wanted
		}
	}
	return s.cfg.Methods[0].Describe().Name
}

// Watch calls f after every change, in the order of the calls to Watch.
func (s *Session) Watch(f func(Change)) { s.watchers = append(s.watchers, f) }

func (s *Session) announce(events ...Event) {
	for _, e := range events {
		for _, f := range s.watchers {
			f(Change{Event: e})
		}
	}
}

func (s *Session) announceSide(e Event, side Side) {
	for _, f := range s.watchers {
		f(Change{Event: e, Side: side})
	}
}

// later runs f on the owner's goroutine unless the session is closed by then.
func (s *Session) later(f func()) {
	s.cfg.OnUI(func() {
		if !s.closed {
			f()
		}
	})
}

// Close cancels everything that runs and writes the settings. Nothing is
// announced afterwards.
func (s *Session) Close() {
	if s.closed {
		return
	}
	s.closed = true
	s.Cancel()
	s.dropEstimate()
	s.closePictures()
	s.stop()
	s.saveSettings()
}

// Wait blocks until no goroutine of the session runs any more. What they found
// may still be queued on the owner's goroutine.
func (s *Session) Wait() { s.workers.Wait() }

// solverWorkers is how many goroutines each of two concurrent solvers gets.
func solverWorkers() int { return max(1, runtime.GOMAXPROCS(0)/2) }
