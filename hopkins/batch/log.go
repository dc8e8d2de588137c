package batch

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Events of a batch beside the states in which items end.
const (
	Started = "started"
	Begun   = "begun"
	Ended   = "ended"
)

// Event is something that happened: a batch started or ended, or an item was begun,
// is done or has failed. Counts are those after it.
type Event struct {
	Time    time.Time `json:"time"`
	Event   string    `json:"event"`
	Name    string    `json:"name,omitempty"`
	Reason  string    `json:"reason,omitempty"`
	Seconds float64   `json:"seconds,omitempty"`
	Total   int       `json:"total,omitempty"`
	Counts
}

// LogName is the file of the events of a batch that is not divided.
const LogName = "log.jsonl"

// openLog opens the file of events of a shard to be written on. Each shard has its own: lines of several machines in
// one would be torn.
func openLog(folder string, shard Shard) (*os.File, error) {
	name := LogName
	if !shard.Whole() {
		name = fmt.Sprintf("log-%d-of-%d.jsonl", shard.Index+1, shard.Count)
	}
	return os.OpenFile(filepath.Join(folder, name), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
}

func (r *run) tell(e Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tellLocked(e)
}

// tellLocked writes an event. A log that cannot be written is no reason to stop:
// the records decide what is done.
func (r *run) tellLocked(e Event) {
	e.Time = time.Now()
	if line, err := json.Marshal(e); err == nil && r.log != nil {
		_, _ = r.log.Write(append(line, '\n'))
	}
	if r.Happened != nil {
		r.Happened(e)
	}
}
