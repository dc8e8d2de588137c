package session

import (
	"bytes"
	"context"
	"errors"
	"time"

	"motionseg/hopkins"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/imageset"
	"motionseg/hopkins/match"
	"motionseg/segment"
	"motionseg/ui/workers"
)

// Side is one of the two methods that are compared.
type Side int

// The two sides.
const (
	Left Side = iota
	Right
)

// Both lists both sides.
var Both = [2]Side{Left, Right}

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
	SequenceChanged    Event = iota // another sequence or set of pictures is open; everything that shows it is new
	PicturesChanged                 // the pictures of the sequence are there, or their y-direction changed
	LibraryChanged                  // recent files, dataset or badges
	LoadingChanged                  // a file is being read, or no longer
	SetupChanged                    // method, preset or values of one side
	ScopeChanged                    // number of motions, frames, gaps or seed
	ResultChanged                   // state, result or labels of one side
	ProgressChanged                 // an iteration of one side
	FrameChanged                    // the current frame
	PlaybackChanged                 // playing, speed or loop
	SelectionChanged                // the selected tracks
	HoverChanged                    // the track under the pointer
	FiltersChanged                  // which tracks are shown
	DisplayChanged                  // how the views are drawn
	CameraChanged                   // zoom and centre of the views
	HistoryChanged                  // what can be undone
	StyleChanged                    // the colours of the program, light or dark
	TrackingChanged                 // the tracking of a film has begun or ended
	TrackingProgressed              // a frame of it
	MineChanged                     // the labels given by hand, or what is known of them
	TreeChanged                     // the hierarchy of motions is grown, or is being
	ProjectChanged                  // the project file is another, or was saved
	RunsChanged                     // the list of runs, or which of them are shown
	Recovered                       // labels by hand are back that were in no project file
	ModeChanged                     // another mode of the window
	QueueChanged                    // the queue of clips, or one of them
	ClipProgressed                  // a clip of the queue has got further
	MasksChanged                    // the mask of a frame is there
	SoftFollowed                    // Masks.Following is another
	BrushChanged                    // the brush over the masks, or what it draws
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
	// Open reads a sequence; hopkins.OpenContext when nil.
	Open func(ctx context.Context, path string) (*hopkins.Sequence, error)
	// OpenWith reads a sequence with options; hopkins.OpenContext when nil.
	OpenWith func(ctx context.Context, path string, o hopkins.Options) (*hopkins.Sequence, error)
	// AskColumns is told of a table whose columns are not recognised, on the
	// owner's goroutine; when nil, that is a Problem.
	AskColumns func(path string)
	// AskArray is told of a file of which it is not clear which of its arrays, called
	// "NAME SIZE", holds the tracks, on the owner's goroutine; when nil, that is a Problem.
	AskArray func(path string, arrays []string)
	// AskFilm is told of a film that is long or large, or that the user wants to
	// track in another way, with what is proposed of it and limits in pixels of its
	// own pictures; Tracking.Start follows. When nil, all of it is tracked.
	AskFilm func(f Film, proposal footage.Range, l Limits)
	// OpenDataset lists a folder; hopkins.OpenDataset when nil.
	OpenDataset func(root string) (*hopkins.Dataset, error)
	// OpenImages reads a set of pictures; imageset.Open when nil.
	OpenImages func(context.Context, string, imageset.Options) (*imageset.Set, error)
	// Match finds the same places in two photographs; match.Open when nil.
	Match func(ctx context.Context, first, second string) (*hopkins.Sequence, error)
	// AskMoved is told where data were, on the owner's goroutine, and calls open
	// with where they are; when nil, that is a Problem.
	AskMoved func(path string, open func(path string))
	// AskCopy is told, on the owner's goroutine, of a project file that cannot be
	// read while there is a copy of what was saved to it, of when that is, and calls
	// open to open that; when nil, it is a Problem.
	AskCopy func(p Problem, saved time.Time, open func())
	// AutosaveDir is the folder for labels by hand that are in no project file
	// yet, and for copies of projects; empty for none.
	AutosaveDir string
	// OpenPictures finds the pictures of a sequence; nil means there are none. It
	// ends with ctx.Err() soon after ctx has ended.
	OpenPictures func(ctx context.Context, s *hopkins.Sequence) (Pictures, error)
	// Solve segments a data matrix; segment.Run when nil.
	Solve func(context.Context, segment.Data, segment.Config) (*segment.Result, error)
	// Methods are offered on both sides; segment.Methods() when nil.
	Methods []segment.Method
	// Ahead has the numbers of motions beside one that was computed computed while nothing
	// else is.
	Ahead bool
	// SettingsPath is the file that remembers settings; empty for none.
	SettingsPath string
}

// core is what the parts of a session share.
type core struct {
	cfg      Config
	watchers []func(Change)
	workers  workers.Workers
	closed   bool
	living   context.Context // ends with the session
	stop     context.CancelFunc
}

// complete takes the functions of the packages below where there are no others.
func (cfg *Config) complete() {
	if cfg.OpenDataset == nil {
		cfg.OpenDataset = hopkins.OpenDataset
	}
	if cfg.OpenImages == nil {
		cfg.OpenImages = imageset.Open
	}
	if cfg.OpenWith == nil {
		cfg.OpenWith = hopkins.OpenContext
	}
	if cfg.Open == nil {
		cfg.Open = func(ctx context.Context, path string) (*hopkins.Sequence, error) {
			return hopkins.OpenContext(ctx, path, hopkins.Options{})
		}
	}
	if cfg.Match == nil {
		cfg.Match = match.Open
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
}

// Watch calls f after every change, in the order of the calls to Watch.
func (c *core) Watch(f func(Change)) { c.watchers = append(c.watchers, f) }

func (c *core) announce(events ...Event) {
	for _, e := range events {
		for _, f := range c.watchers {
			f(Change{Event: e})
		}
	}
}

func (c *core) announceSide(e Event, side Side) {
	for _, f := range c.watchers {
		f(Change{Event: e, Side: side})
	}
}

// later runs f on the owner's goroutine unless the session is closed by then.
func (c *core) later(f func()) {
	c.cfg.OnUI(func() {
		if !c.closed {
			f()
		}
	})
}

// fault reports a fault of the program. It may be called from any goroutine.
func (c *core) fault(err error) { c.later(func() { c.cfg.Problem(Fault(err)) }) }

// Fault words an error that is a fault of the program, with where it happened.
func Fault(err error) Problem {
	p := Problem{
		Title: "A fault of the program", Reason: err.Error(),
		Advice: "Nothing computed before is lost, and the window goes on; please report it with this text and the file.",
	}
	var panicked *segment.PanicError
	if errors.As(err, &panicked) {
		stack := panicked.Stack
		if at := bytes.Index(stack, []byte("\npanic(")); at >= 0 { // before it stands who caught it
			stack = stack[at+1:]
		}
		p.Reason += "\n" + string(firstLines(stack, 14))
	}
	return p
}

// known reports whether there is a method of that name.
func (c *core) known(name string) bool { return c.method(name).Describe().Name == name }

// method returns the method of that name, the first one when there is none.
func (c *core) method(name string) segment.Method {
	for _, m := range c.cfg.Methods {
		if m.Describe().Name == name {
			return m
		}
	}
	return c.cfg.Methods[0]
}

// firstLines returns at most n lines of text.
func firstLines(text []byte, n int) []byte {
	for i, c := range text {
		if c == '\n' {
			if n--; n == 0 {
				return text[:i]
			}
		}
	}
	return text
}

// progressInterval is the least time between two announcements of progress.
const progressInterval = time.Second / 30
