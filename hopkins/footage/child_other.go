//go:build !unix && !windows

package footage

import "os/exec"

// depend has nothing to ask of other systems.
func depend(*exec.Cmd) {}

// started has nothing to ask of other systems.
func started(*exec.Cmd) (ended func()) { return func() {} }
