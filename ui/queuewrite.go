package ui

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"motionseg/hopkins"
	"motionseg/ui/session"
)

// writeClips writes the labelled tracks of the clips that have labels, here or in the folder
// of their batch, into a folder,
// each as its name and "-tracks.csv", and clips.csv with their states and notes. It
// returns how many were written.
func writeClips(ctx context.Context, folder string, clips []*session.Clip) (written int, err error) {
	names := map[string]int{}
	var table strings.Builder
	out := csv.NewWriter(&table)
	_ = out.Write([]string{"clip", "state", "file", "note", "path"}) // to memory
	for _, c := range clips {
		file := ""
		q, labels := c.Labels()
		if labels == nil {
			if q, labels, err = c.Written(ctx); err != nil {
				return written, err
			}
		}
		if labels != nil {
			name := fileName(c.Name)
			names[name]++
			if n := names[name]; n > 1 {
				name = fmt.Sprintf("%s-%d", name, n)
			}
			file = name + "-tracks.csv"
			tracks := make([]int, len(labels))
			for i := range tracks {
				tracks[i] = i
			}
			err := hopkins.WriteFile(filepath.Join(folder, file), func(w io.Writer) error {
				if err := ctx.Err(); err != nil {
					return err
				}
				return q.WriteTracks(w, tracks, labels)
			})
			if err != nil {
				return written, err
			}
			written++
		}
		_ = out.Write([]string{c.Name, c.State.String(), file, c.Note, c.Path})
	}
	out.Flush()
	return written, hopkins.WriteFile(filepath.Join(folder, "clips.csv"), func(w io.Writer) error {
		_, err := io.WriteString(w, table.String())
		return err
	})
}
