package footage

import "syscall"

// dieWithParent has the child killed when the thread that started it ends.
func dieWithParent(of *syscall.SysProcAttr) { of.Pdeathsig = syscall.SIGKILL }
