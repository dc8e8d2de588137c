package footage

import (
	"os/exec"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// depend keeps a console window from opening for the child.
func depend(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{HideWindow: true}
}

// started puts the child into the job of all children, which ends with this
// program. Where that fails the child is on its own.
func started(command *exec.Cmd) (ended func()) {
	const access = windows.PROCESS_SET_QUOTA | windows.PROCESS_TERMINATE
	process, err := windows.OpenProcess(access, false, uint32(command.Process.Pid))
	if err != nil {
		return func() {}
	}
	defer windows.CloseHandle(process)
	if job := children(); job != 0 {
		_ = windows.AssignProcessToJobObject(job, process)
	}
	return func() {}
}

// children is a job whose processes the system ends when its last handle is
// closed, as that of a program that ends is; 0 where there is none.
var children = sync.OnceValue(func() windows.Handle {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0
	}
	var limits windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err != nil {
		windows.CloseHandle(job)
		return 0
	}
	return job
})
