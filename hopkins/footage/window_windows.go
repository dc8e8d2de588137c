package footage

import (
	"os/exec"
	"syscall"
)

// hideWindow keeps a console window from opening for the program.
func hideWindow(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{HideWindow: true}
}
