package footage

import "syscall"

// systemEndsChildren: the system can be asked to end children with their parent.
const systemEndsChildren = true

// dieWithParent has the child killed when the thread that started it ends.
func dieWithParent(of *syscall.SysProcAttr) { of.Pdeathsig = syscall.SIGKILL }
