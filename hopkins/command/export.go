package command

import (
	"context"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"motionseg/hopkins"
	"motionseg/hopkins/files"
	"motionseg/hopkins/footage"
)

// export is a format for labelled tracks and where to write it.
type export struct{ format, path string }

// Formats of exports that are no files of tracks.
const (
	folderFormat = "folder"
	filmFormat   = "film"
)

// labelledFormats are the names of the files of labelled tracks.
func labelledFormats() []string {
	var names []string
	for _, f := range hopkins.LabelledFormats() {
		names = append(names, f.Name)
	}
	return names
}

// exportFormats are the names of all formats of exports.
func exportFormats() []string {
	return append([]string{folderFormat, filmFormat}, labelledFormats()...)
}

// parseExports reads exports as "napari:tracks.csv".
func parseExports(texts []string) ([]export, error) {
	names := exportFormats()
	var exports []export
	for _, text := range texts {
		format, path, ok := strings.Cut(text, ":")
		if !ok || path == "" || !slices.Contains(names, format) {
			return nil, fmt.Errorf("%s: expected FORMAT:PATH with one of the formats %s", text, strings.Join(names, ", "))
		}
		if format == filmFormat && !slices.Contains(footage.DrawnEndings, strings.ToLower(filepath.Ext(path))) {
			return nil, fmt.Errorf("%s: expected a name that ends in %s", text, strings.Join(footage.DrawnEndings, ", "))
		}
		if format == folderFormat && isStandard(path) {
			return nil, fmt.Errorf("%s: expected the name of a new folder", text)
		}
		exports = append(exports, export{format, path})
	}
	return exports, nil
}

// write writes the labelled tracks, with their pictures where the format has
// some.
func (e export) write(ctx context.Context, con console, drawing Drawing, g *hopkins.Segmentation) error {
	s := g.Source.Sequence
	show, done := frameBar(con.err)
	defer done()
	var progress func(done, frames int)
	if show != nil {
		name := files.Printable(filepath.Base(e.path))
		progress = func(done, frames int) { show(done, frames, name) }
	}
	switch e.format {
	case folderFormat:
		return writeFolder(ctx, e.path, g, progress)
	case filmFormat:
		return drawing.Film(ctx, e.path, g, progress)
	}
	return con.write(e.path, func(w io.Writer) error { return s.WriteLabelled(w, e.format, g.Labels) })
}

// writeFolder writes a folder in the layout of Hopkins155 with its pictures, where
// there are any.
func writeFolder(ctx context.Context, path string, g *hopkins.Segmentation, progress func(done, frames int)) error {
	s := g.Source.Sequence
	source, err := footage.OpenIfAny(ctx, s)
	if err != nil {
		return err
	}
	var picture func(int) (image.Image, error)
	if source != nil {
		defer source.Close()
		picture = source.ExactFrame
	}
	return s.WriteFolder(ctx, path, g.Labels, picture, progress)
}
