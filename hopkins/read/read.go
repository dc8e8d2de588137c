package read

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"motionseg/hopkins/files"
	"motionseg/segment"
)

// input is a file that is being read.
type input struct {
	ctx     context.Context
	raw     io.Reader     // the whole of it, for random access
	head    *bufio.Reader // the same, of which nothing is read yet
	path    string
	options Options
}

// text returns the content in UTF-8.
func (in *input) text() io.Reader {
	// What cannot be read fails later.
	if head, _ := in.head.Peek(sniffLength); utf16Order(head) != nil {
		return utf16Order(head).NewDecoder().Reader(in.head)
	}
	return in.head
}

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
	in := &input{ctx: ctx, raw: r, head: bufio.NewReaderSize(files.WithContext(ctx, r), sniffLength), path: path, options: o}
	format, err := formatOf(in.head)
	if err == nil && o.Columns != (Columns{}) && format != &text {
		err = fmt.Errorf("expected a text file with the columns %s, found %s", o.Columns, format.Name)
	}
	if err == nil && o.Array != "" && !format.arrays {
		err = fmt.Errorf("expected a file with arrays of which one is %s, found %s", quoted([]string{o.Array}), format.Name)
	}
	if err != nil {
		return nil, err
	}
	t, err = format.read(in)
	var unknown *ColumnsError
	if errors.As(err, &unknown) {
		unknown.Path = path
	}
	if err != nil {
		return nil, err
	}
	return t, ctx.Err()
}
