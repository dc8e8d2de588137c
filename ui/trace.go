package ui

import (
	"cmp"
	"encoding/json"
	"os"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"time"

	"motionseg/ui/session"
)

// TraceVariable names a file that is written as the window goes on and when it closes: what was typed,
// what came of it, and how long the program's own code held the goroutine of the user
// interface. The driver .ci/e2e-window reads it.
const TraceVariable = "MOTIONSEG_TRACE"

// trace counts for TraceVariable. One that is nil counts nothing.
type trace struct {
	started time.Time

	mu    sync.Mutex
	found traced
}

// traced is what a trace file says.
type traced struct {
	// Typed are the answers that were typed, and Given those that were given to tracks.
	Typed int `json:"answers_typed"`
	Given int `json:"answers_given"`
	// Asked are the questions, and Unseen those about a track that is not seen in the
	// frame that is shown with them.
	Asked  int `json:"questions"`
	Unseen int `json:"questions_unseen"`
	// Opened are what was opened, in order.
	Opened []tracedDoc `json:"opened"`
	// Strokes are what followed strokes over masks, in order.
	Strokes []tracedStroke `json:"strokes"`
	// Longest are the longest times on the goroutine of the user interface.
	Longest []tracedTime `json:"longest"`
}

// tracedDoc is what was typed while something was open.
type tracedDoc struct {
	Name string `json:"name"`
	// Keys are all that were typed, of them Before until there was a result.
	Keys   int `json:"keys"`
	Before int `json:"keys_before_result"`
	Given  int `json:"answers"`
	// Result is after how many seconds from the program's start there was a result;
	// 0 for none.
	Result float64 `json:"result_seconds"`
}

// tracedStroke is after how many milliseconds by the clock from the end of a stroke the frame
// that is shown had a mask by it, and its last one; 0 for none.
type tracedStroke struct {
	First float64 `json:"first_ms"`
	Last  float64 `json:"last_ms"`
}

// tracedTime is how long one thing took: of the processor, which is known on Linux
// alone and is the same on a busy machine, and by the clock.
type tracedTime struct {
	What  string  `json:"what"`
	CPU   float64 `json:"cpu_ms"`
	Clock float64 `json:"clock_ms"`
}

// mostTimes is how many times a trace keeps.
const mostTimes = 30

// newTrace returns a trace where the variable asks for one, otherwise nil.
func newTrace() *trace {
	if os.Getenv(TraceVariable) == "" {
		return nil
	}
	return &trace{started: time.Now()}
}

// around does something on the goroutine of the user interface, and notes how long that
// takes.
func (t *trace) around(what string, do func()) {
	if t == nil {
		do()
		return
	}
	start, used := time.Now(), threadTime()
	do()
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	took := tracedTime{what, ms(threadTime() - used), ms(time.Since(start))}
	t.mu.Lock()
	defer t.mu.Unlock()
	all := append(t.found.Longest, took)
	slices.SortStableFunc(all, func(a, b tracedTime) int {
		return cmp.Or(cmp.Compare(b.CPU, a.CPU), cmp.Compare(b.Clock, a.Clock))
	})
	t.found.Longest = all[:min(len(all), mostTimes)]
}

// timed returns run with the time noted that each function takes.
func (t *trace) timed(run func(func())) func(func()) {
	if t == nil {
		return run
	}
	return func(f func()) {
		run(func() { t.around(runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name(), f) })
	}
}

// doc is what is open, nil before anything is.
func (t *trace) doc() *tracedDoc {
	if t == nil || len(t.found.Opened) == 0 {
		return nil
	}
	return &t.found.Opened[len(t.found.Opened)-1]
}

// key notes that a key was typed.
func (t *trace) key() {
	if d := t.doc(); d != nil {
		d.Keys++
		if d.Result == 0 {
			d.Before++
		}
	}
}

// answer notes that an answer was typed, and returns what notes that it was given.
func (t *trace) answer() (given func()) {
	if t == nil {
		return func() {}
	}
	t.found.Typed++
	return func() {
		t.found.Given++
		if d := t.doc(); d != nil {
			d.Given++
		}
		t.sofar()
	}
}

// sofar writes what was found so far, for who waits for it; at the end it is written
// again, and an error told.
func (t *trace) sofar() { _ = t.write() }

// watch notes what a session opens, finds and asks.
func (t *trace) watch(s *session.Session) {
	if t == nil {
		return
	}
	var asked *int
	s.Watch(t.strokes(s))
	s.Watch(func(c session.Change) {
		switch c.Event {
		case session.SequenceChanged:
			t.found.Opened = append(t.found.Opened, tracedDoc{Name: s.Doc.Name()})
			t.sofar()
		case session.ResultChanged:
			if d := t.doc(); d != nil && d.Result == 0 && s.Sides.State(c.Side) == session.Done {
				d.Result = time.Since(t.started).Seconds()
				t.sofar()
			}
		case session.MineChanged:
			doubt := s.Mine.Doubt()
			if doubt == nil {
				asked = nil
				return
			}
			if asked == &doubt.Point {
				return
			}
			asked = &doubt.Point
			t.found.Asked++
			if !s.Doc.Sequence().Seen(doubt.Point, s.Playback.Frame()) {
				t.found.Unseen++
			}
			t.sofar()
		}
	})
}

// strokes returns what notes how long masks take after strokes.
func (t *trace) strokes(s *session.Session) func(session.Change) {
	drawn, ended := 0, time.Time{}
	return func(c session.Change) {
		switch c.Event {
		case session.MineChanged:
			l, _ := s.Mine.Labelling()
			if len(l.Strokes) > drawn {
				t.found.Strokes, ended = append(t.found.Strokes, tracedStroke{}), time.Now()
			}
			drawn = len(l.Strokes)
		case session.MasksChanged:
			if len(t.found.Strokes) == 0 {
				return
			}
			now := &t.found.Strokes[len(t.found.Strokes)-1]
			took := float64(time.Since(ended).Microseconds()) / 1000
			if now.First == 0 {
				now.First = took
			}
			if now.Last == 0 && !s.Masks.Drafted(mainSide(s, session.Right), s.Playback.Frame()) {
				now.Last = took
				t.sofar()
			}
		}
	}
}

// write writes what was found.
func (t *trace) write() error {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	text, err := json.MarshalIndent(t.found, "", "\t")
	t.mu.Unlock()
	if err != nil {
		return err
	}
	return os.WriteFile(os.Getenv(TraceVariable), append(text, '\n'), 0o600)
}
