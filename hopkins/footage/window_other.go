//go:build !windows

package footage

import "os/exec"

// hideWindow has nothing to hide where programs open no console window.
func hideWindow(*exec.Cmd) {}
