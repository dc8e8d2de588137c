package footage

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// FFmpegVariable is the environment variable that names the program ffmpeg
// where it is not found otherwise.
const FFmpegVariable = "MOTIONSEG_FFMPEG"

// ErrNoFFmpeg is what FindFFmpeg returns, wrapped with how to get the program.
var ErrNoFFmpeg = errors.New("needs the program ffmpeg, which is not installed or not on the PATH")

// FindFFmpeg returns the path of the program ffmpeg: the one that
// FFmpegVariable names, or the one on the PATH, beside this program, or in the
// folders where macOS and Windows usually have it, in this order. The error
// wraps ErrNoFFmpeg and says how to get it on this system.
func FindFFmpeg() (string, error) {
	if named := os.Getenv(FFmpegVariable); named != "" {
		program, err := exec.LookPath(named)
		if err != nil {
			return "", fmt.Errorf("%w: %s=%s cannot be run: %v", ErrNoFFmpeg, FFmpegVariable, named, err)
		}
		return program, nil
	}
	if program, err := exec.LookPath("ffmpeg"); err == nil {
		return program, nil
	}
	var folders []string
	if own, err := os.Executable(); err == nil {
		folders = append(folders, filepath.Dir(own))
	}
	for _, folder := range append(folders, usualFolders(runtime.GOOS, os.Getenv)...) {
		if program, err := exec.LookPath(filepath.Join(folder, "ffmpeg")); err == nil {
			return program, nil
		}
	}
	release, _ := os.ReadFile("/etc/os-release") // absent on other systems than Linux
	return "", fmt.Errorf("%w; %s", ErrNoFFmpeg, advice(runtime.GOOS, string(release)))
}

// usualFolders returns where a system has programs that its PATH may not name.
func usualFolders(system string, env func(string) string) []string {
	switch system {
	case "darwin":
		// A program that was not started from a terminal has a short PATH.
		return []string{"/opt/homebrew/bin", "/usr/local/bin", "/opt/local/bin"}
	case "windows":
		var folders []string
		for _, place := range [][2]string{
			{"LOCALAPPDATA", `Microsoft\WinGet\Links`},
			{"USERPROFILE", `scoop\shims`},
			{"ProgramData", `chocolatey\bin`},
			{"ProgramFiles", `ffmpeg\bin`},
			{"SystemDrive", `\ffmpeg\bin`},
		} {
			if root := env(place[0]); root != "" {
				folders = append(folders, strings.TrimSuffix(root, `\`)+`\`+strings.TrimPrefix(place[1], `\`))
			}
		}
		return folders
	}
	return nil
}

// advice says how to get ffmpeg on a system; release is the content of
// /etc/os-release.
func advice(system, release string) string {
	switch system {
	case "darwin":
		return `get it with "brew install ffmpeg"`
	case "windows":
		return `get it with "winget install ffmpeg"`
	}
	for line := range strings.Lines(release) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		if name != "ID" && name != "ID_LIKE" {
			continue
		}
		for _, id := range strings.Fields(strings.Trim(value, `"'`)) {
			switch id {
			case "debian", "ubuntu":
				return `get it with "sudo apt install ffmpeg"`
			case "fedora":
				return `get it with "sudo dnf install ffmpeg-free"`
			case "arch":
				return `get it with "sudo pacman -S ffmpeg"`
			case "suse", "opensuse":
				return `get it with "sudo zypper install ffmpeg"`
			case "alpine":
				return `get it with "sudo apk add ffmpeg"`
			}
		}
	}
	return "get it from the packages of this system or from ffmpeg.org"
}
