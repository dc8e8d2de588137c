package tables

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"motionseg/hopkins/read/input"
)

// Imaris exports statistics as tables below a title and a line of =; that of positions has
// a line for each spot in each frame. Frames count from 1, and y is taken as that of the
// rows of the pictures.
//
// Source: tables that Imaris 9 exports.
var Imaris = input.Format{
	Name: "positions of Imaris", Types: input.TextTypes,
	Rows: []input.Row{{File: "Imaris, positions, `.csv`", Content: "`Position X`, `Position Y`, `Time` from 1 and " +
		"`TrackID` below a title and a line of `=`; spots without a track are passed over; " +
		"units other than pixels are said"}},
	Recognise: isImaris, Read: readImaris, Seems: input.GlanceHead(isImaris),
}

// isImaris reports whether a file has a title, a line of = and the names of positions.
func isImaris(head []byte) bool {
	_, below, found := bytes.Cut(head, []byte("===="))
	if !found || bytes.Count(head[:len(head)-len(below)], []byte("\n")) > 3 {
		return false
	}
	_, below, _ = bytes.Cut(below, []byte("\n"))
	line, _, _ := bytes.Cut(below, []byte("\n"))
	return bytes.HasPrefix(bytes.ToLower(line), []byte("position x,position y"))
}

func readImaris(in *input.File) (*input.Tracks, error) {
	t := newTextReader(in.Head)
	for {
		title, err := t.Next()
		if err == io.EOF {
			return nil, fmt.Errorf("expected a table below a line of =, found none")
		} else if err != nil {
			return nil, err
		}
		if strings.HasPrefix(title[0], "====") {
			break
		}
	}
	first, err := t.Next()
	if err != nil {
		return nil, unexpectedEnd(err)
	}
	header := columnNames(first)
	c := input.Columns{Track: named(header, "trackid", "parent"), Frame: named(header, "time"), X: "position x",
		Y: "position y", From: "1"}
	if c.Track == "" {
		return nil, fmt.Errorf("expected a column TrackID, of spots that Imaris has tracked, found %s", input.Quoted(header))
	}
	record, err := t.Next()
	if err != nil {
		return nil, unexpectedEnd(err)
	}
	return readTable(t, header, record, Table{Columns: c, preset: "Imaris", untracked: true})
}

// unexpectedEnd says that a file ends too early.
func unexpectedEnd(err error) error {
	if err == io.EOF {
		return fmt.Errorf("expected a table, found the end of the file")
	}
	return err
}
