package portal

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Source: the documentation of IFileDialog, IShellItem and their constants in
// shobjidl_core.h.

var (
	ole32            = windows.NewLazySystemDLL("ole32.dll")
	shell32          = windows.NewLazySystemDLL("shell32.dll")
	coCreateInstance = ole32.NewProc("CoCreateInstance")
	shCreateItem     = shell32.NewProc("SHCreateItemFromParsingName")

	fileOpenDialog = windows.GUID{Data1: 0xDC1C5A9C, Data2: 0xE88A, Data3: 0x4DDE,
		Data4: [8]byte{0xA5, 0xA1, 0x60, 0xF8, 0x2A, 0x20, 0xAE, 0xF7}}
	fileSaveDialog = windows.GUID{Data1: 0xC0B4E2F3, Data2: 0xBA21, Data3: 0x4773,
		Data4: [8]byte{0x8D, 0xBA, 0x33, 0x5E, 0xC9, 0x46, 0xEB, 0x8B}}
	iFileDialog = windows.GUID{Data1: 0x42F85136, Data2: 0xDB7E, Data3: 0x439C,
		Data4: [8]byte{0x85, 0xF1, 0xE4, 0x07, 0x5D, 0x13, 0x5F, 0xC8}}
	iShellItem = windows.GUID{Data1: 0x43826D1E, Data2: 0xE718, Data3: 0x42EE,
		Data4: [8]byte{0xBC, 0x55, 0xA1, 0xE2, 0x61, 0xC3, 0x7B, 0xFE}}
)

// Places of methods in the tables of IUnknown, IFileDialog and IShellItem.
const (
	release             = 2
	show                = 3
	setFileTypes        = 4
	setOptions          = 9
	setFolder           = 12
	setFileName         = 15
	setTitle            = 17
	getResult           = 20
	setDefaultExtension = 22
	getDisplayName      = 5
)

// Constants of the system.
const (
	inProcess        = 1          // CLSCTX_INPROC_SERVER
	filePath         = 0x80058000 // SIGDN_FILESYSPATH
	hresultCancelled = 0x800704C7
	already          = syscall.Errno(1) // S_FALSE, of a thread that is prepared

	overwritePrompt = 0x2
	noChangeDir     = 0x8
	pickFolders     = 0x20
	forceFileSystem = 0x40
	pathMustExist   = 0x800
	fileMustExist   = 0x1000
)

// object is an object of the Component Object Model: its first field leads to the
// table of its methods.
type object struct{ methods *[24]uintptr }

// call calls a method of the object, by its place in the table.
//
//go:uintptrescapes
func (o *object) call(method int, arguments ...uintptr) error {
	result, _, _ := syscall.SyscallN(o.methods[method], append([]uintptr{uintptr(unsafe.Pointer(o))}, arguments...)...)
	return hresult(result)
}

// hresult is the error that a function of the system has returned.
func hresult(result uintptr) error {
	if int32(result) >= 0 {
		return nil
	}
	return syscall.Errno(uint32(result))
}

// release lets go of the object.
func (o *object) release() { _ = o.call(release) } // it returns a count

// fileType is a COMDLG_FILTERSPEC.
type fileType struct{ name, pattern *uint16 }

// ask asks by the dialog of Windows, on a thread of its own: dialogs are served
// where they were made, and the program's window goes on being drawn.
func ask(ctx context.Context, r Request) (string, error) {
	type answer struct {
		path string
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		runtime.LockOSThread() // for ever: the thread ends with this function
		path, err := r.show()
		answers <- answer{path, err}
	}()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case a := <-answers:
		return a.path, a.err
	}
}

// show shows the dialog and waits for its end.
func (r Request) show() (string, error) {
	none := func(err error) (string, error) { return "", fmt.Errorf("%w: %w", ErrNone, err) }
	if err := errors.Join(coCreateInstance.Find(), shCreateItem.Find()); err != nil {
		return none(err)
	}
	if err := windows.CoInitializeEx(0, windows.COINIT_APARTMENTTHREADED); err != nil && !errors.Is(err, already) {
		return none(err)
	}
	defer windows.CoUninitialize()

	class, options := &fileOpenDialog, uintptr(noChangeDir|forceFileSystem|pathMustExist)
	switch r.Kind {
	case OpenFile:
		options |= fileMustExist
	case OpenFolder:
		options |= pickFolders
	case SaveFile:
		class, options = &fileSaveDialog, options|overwritePrompt
	}
	var dialog *object
	result, _, _ := coCreateInstance.Call(uintptr(unsafe.Pointer(class)), 0, inProcess,
		uintptr(unsafe.Pointer(&iFileDialog)), uintptr(unsafe.Pointer(&dialog)))
	if err := hresult(result); err != nil {
		return none(err)
	}
	defer dialog.release()
	if err := r.prepare(dialog, options); err != nil {
		return none(err)
	}
	err := dialog.call(show, r.owner())
	if errors.Is(err, syscall.Errno(hresultCancelled)) {
		return "", nil
	}
	if err != nil {
		return none(err)
	}
	var item *object
	if err := dialog.call(getResult, uintptr(unsafe.Pointer(&item))); err != nil {
		return "", fmt.Errorf("the dialog of Windows names no file: %w", err)
	}
	defer item.release()
	var name *uint16
	if err := item.call(getDisplayName, filePath, uintptr(unsafe.Pointer(&name))); err != nil {
		return "", fmt.Errorf("expected a file of this computer from the dialog of Windows: %w", err)
	}
	defer windows.CoTaskMemFree(unsafe.Pointer(name))
	return filepath.Clean(windows.UTF16PtrToString(name)), nil
}

// prepare tells a dialog what is asked for.
func (r Request) prepare(dialog *object, options uintptr) error {
	if err := dialog.call(setOptions, options); err != nil {
		return err
	}
	set := func(method int, text string) error {
		wide, err := windows.UTF16PtrFromString(text)
		if err != nil {
			return err
		}
		return dialog.call(method, uintptr(unsafe.Pointer(wide)))
	}
	if err := set(setTitle, r.Title); err != nil {
		return err
	}
	if r.Kind == SaveFile {
		if err := errors.Join(set(setFileName, r.Name),
			set(setDefaultExtension, strings.TrimPrefix(filepath.Ext(r.Name), "."))); err != nil {
			return err
		}
	}
	var types []fileType
	for _, f := range r.filters() {
		name, err := windows.UTF16PtrFromString(f.name)
		if err != nil {
			return err
		}
		pattern, err := windows.UTF16PtrFromString(strings.Join(f.patterns, ";"))
		if err != nil {
			return err
		}
		types = append(types, fileType{name, pattern})
	}
	if types != nil {
		if err := dialog.call(setFileTypes, uintptr(len(types)), uintptr(unsafe.Pointer(&types[0]))); err != nil {
			return err
		}
	}
	folder, err := windows.UTF16PtrFromString(r.Folder)
	if err != nil || r.Folder == "" {
		return err
	}
	var start *object
	if result, _, _ := shCreateItem.Call(uintptr(unsafe.Pointer(folder)), 0, uintptr(unsafe.Pointer(&iShellItem)),
		uintptr(unsafe.Pointer(&start))); hresult(result) != nil {
		return nil // it is gone: the dialog starts where it likes
	}
	defer start.release()
	return dialog.call(setFolder, uintptr(unsafe.Pointer(start)))
}

// owner returns the handle of the window that the dialog belongs to, 0 for none.
func (r Request) owner() uintptr {
	number, ok := strings.CutPrefix(r.Parent, "windows:")
	if !ok {
		return 0
	}
	handle, err := strconv.ParseUint(number, 16, 64)
	if err != nil {
		return 0
	}
	return uintptr(handle)
}
