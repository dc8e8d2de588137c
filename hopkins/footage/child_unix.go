//go:build unix

package footage

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// depend puts the child into a group of its own, which ends with it.
func depend(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if !guarded {
		dieWithParent(command.SysProcAttr)
	}
	command.Cancel = func() error {
		err := command.Process.Kill() // which knows whether it has ended
		if err == nil {
			_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) // there may be no others
		}
		return err
	}
}

// guarded is whether a guard ends the children of a program that has ended, rather than
// the system. Tests set it.
var guarded = !systemEndsChildren

// started tells the guard of a child where there is one, and ended that it has ended.
func started(command *exec.Cmd) (ended func()) {
	if !guarded {
		return func() {}
	}
	tell := guard()
	tell("+", command.Process.Pid)
	return func() { tell("-", command.Process.Pid) }
}

// guardScript reads groups of processes that begin (+) and end (-), up to the end of this
// program, which holds the only other end of the pipe, and then ends those that are left.
const guardScript = `all=
while read -r what group; do
	left=
	for g in $all; do [ "$g" = "$group" ] || left="$left $g"; done
	[ "$what" = + ] && left="$left $group"
	all=$left
done
for g in $all; do kill -s KILL -- "-$g" 2>/dev/null; done`

// guard starts the guard, in a group of its own so that what interrupts this program does
// not end it, and returns what tells it. Where it can't be started the children are on their
// own: they end when they next read or write their pipes.
var guard = sync.OnceValue(func() func(what string, group int) {
	command := exec.Command("/bin/sh", "-c", guardScript)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	read, write, err := os.Pipe()
	if err == nil {
		command.Stdin = read
		err = command.Start()
		read.Close()
	}
	if err != nil {
		return func(string, int) {}
	}
	var mu sync.Mutex
	return func(what string, group int) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(write, what, group) // a guard that has ended guards nothing
	}
})
