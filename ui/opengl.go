//go:build !ci

package ui

import (
	"fmt"
	"runtime"

	"github.com/go-gl/glfw/v3.4/glfw"
)

// workArea returns the part of the main screen that windows may take; ok is false
// where that is not known.
func workArea() (area screenArea, ok bool) {
	monitor := glfw.GetPrimaryMonitor()
	if monitor == nil {
		return area, false
	}
	area.x, area.y, area.width, area.height = monitor.GetWorkarea()
	return area, area.width > 0 && area.height > 0
}

// openGL returns an error where no window with OpenGL can be created. The
// toolkit itself would wait for ever for one.
func openGL() (err error) {
	// Without a display to talk to, some of these calls panic.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", ErrNoDisplay, p)
		}
	}()
	if runtime.GOOS == "darwin" {
		return nil
	}
	if err := glfw.Init(); err != nil {
		return fmt.Errorf("%w: %w", ErrNoDisplay, err)
	}
	defer glfw.Terminate()
	glfw.WindowHint(glfw.Visible, glfw.False)
	glfw.WindowHint(glfw.ContextVersionMajor, 2)
	if runtime.GOARCH == "arm" || runtime.GOARCH == "arm64" {
		glfw.WindowHint(glfw.ClientAPI, glfw.OpenGLESAPI)
	} else {
		glfw.WindowHint(glfw.ContextVersionMinor, 1)
	}
	window, err := glfw.CreateWindow(64, 64, "MotionSeg", nil, nil)
	if err != nil {
		return fmt.Errorf("%w: OpenGL 2.1 is needed: %w", ErrNoDisplay, err)
	}
	window.Destroy()
	return nil
}
