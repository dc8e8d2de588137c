//go:build !windows

package picture

import "os/exec"

// hideWindow has nothing to hide where programs open no console window.
func hideWindow(*exec.Cmd) {}
