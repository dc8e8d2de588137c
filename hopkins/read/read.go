package read

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"motionseg/hopkins/files"
	"motionseg/hopkins/read/input"
	"motionseg/segment"
)

// From reads the tracks of one file, recognised by content, and ends with ctx.Err()
// soon after ctx has ended. The path names the file in errors; nothing is read from
// there. The error says what was expected and what was found, and wraps a
// ColumnsError for a table whose columns are not recognised.
func From(ctx context.Context, r io.Reader, path string, o Options) (t *Tracks, err error) {
	defer func() {
		if p := recover(); p != nil {
			t, err = nil, segment.Recovered("Reading", p)
		}
	}()
	in := &input.File{Context: ctx, Raw: r, Head: bufio.NewReaderSize(files.WithContext(ctx, r), input.SniffLength),
		Path: path, Options: o}
	format, err := formatOf(in.Head)
	if err == nil && o.Columns != (Columns{}) && format != &text {
		err = fmt.Errorf("expected a text file with the columns %s, found %s", o.Columns, format.Name)
	}
	if err == nil && o.Array == ListArrays && !format.Arrays {
		err = fmt.Errorf("expected a file with arrays, found %s", format.Name)
	} else if err == nil && o.Array != "" && !format.Arrays {
		err = fmt.Errorf("expected a file with arrays of which one is %s, found %s", input.Quoted([]string{o.Array}),
			format.Name)
	}
	if err != nil {
		return nil, err
	}
	t, err = format.Read(in)
	var unknown *ColumnsError
	if errors.As(err, &unknown) {
		unknown.Path = path
	}
	var unclear *ArrayError
	if errors.As(err, &unclear) {
		unclear.Path = path
	}
	if err != nil {
		return nil, err
	}
	return t, ctx.Err()
}
