//go:build unix

package footage

import (
	"os/exec"
	"syscall"
)

// depend puts the child into a group of its own, which ends with it.
func depend(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(command.SysProcAttr)
	command.Cancel = func() error {
		err := command.Process.Kill() // which knows whether it has ended
		if err == nil {
			_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) // there may be no others
		}
		return err
	}
}

// started has nothing to do where the system is told before.
func started(*exec.Cmd) {}
