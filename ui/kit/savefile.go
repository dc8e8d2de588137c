package kit

import (
	"io"
	"os"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage/repository"
)

// files is what the toolkit's repository of files can do.
type files interface {
	repository.AppendableRepository
	repository.CopyableRepository
	repository.DeleteAllRepository
	repository.HierarchicalRepository
	repository.ListableRepository
	repository.MovableRepository
}

// lateFiles are files that are written only when something is written to them.
// The toolkit's dialog for saving opens the chosen file, which would empty an
// older one before the export that replaces it is there.
type lateFiles struct{ files }

// WriteLate makes the dialogs for saving leave the chosen file alone.
func WriteLate() {
	now, err := repository.ForScheme("file")
	if err != nil {
		return
	}
	if all, ok := now.(files); ok {
		if _, done := now.(lateFiles); !done {
			repository.Register("file", lateFiles{all})
		}
	}
}

// Writer returns a writer that opens the file at the first write. That it can be
// written is tried at once, without changing it.
func (l lateFiles) Writer(u fyne.URI) (fyne.URIWriteCloser, error) {
	f, err := os.OpenFile(u.Path(), os.O_WRONLY, 0)
	if err == nil {
		f.Close()
	} else if !os.IsNotExist(err) {
		return nil, err
	}
	return &lateWriter{uri: u, open: func() (io.WriteCloser, error) { return l.files.Writer(u) }}, nil
}

// lateWriter opens what it writes to at the first write.
type lateWriter struct {
	uri  fyne.URI
	open func() (io.WriteCloser, error)
	to   io.WriteCloser
}

// Write writes to the file, which is emptied before the first time.
func (w *lateWriter) Write(p []byte) (int, error) {
	if w.to == nil {
		var err error
		if w.to, err = w.open(); err != nil {
			return 0, err
		}
	}
	return w.to.Write(p)
}

// Close closes the file if it was written.
func (w *lateWriter) Close() error {
	if w.to == nil {
		return nil
	}
	return w.to.Close()
}

// URI returns where the file is.
func (w *lateWriter) URI() fyne.URI { return w.uri }
