// Package flock locks open files for as long as this process runs. The system
// holds the locks, on most drives of the network too, so that nothing stays
// locked by a process that has ended.
package flock
