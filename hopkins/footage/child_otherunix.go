//go:build unix && !linux

package footage

import "syscall"

// systemEndsChildren: nothing can be asked of the system, the guard does it.
const systemEndsChildren = false

// dieWithParent has nothing to ask for.
func dieWithParent(*syscall.SysProcAttr) {}
