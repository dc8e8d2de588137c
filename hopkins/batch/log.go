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

// log is the file of events, of which each shard has its own: lines of several
// machines in one would be torn.
type log struct {
	*os.File
	shard string
}

// openLog opens the log of a shard to be written on.
func openLog(folder string, shard Shard) (*log, error) {
	name := LogName
	if !shard.Whole() {
		name = fmt.Sprintf("log-%d-of-%d.jsonl", shard.Index+1, shard.Count)
	}
	f, err := os.OpenFile(filepath.Join(folder, name), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	return &log{f, shard.String()}, err
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
