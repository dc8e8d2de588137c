// Package assets holds the files that are built into the program: its icon
// and the example sequence. All of them are drawn by the commands in
// assets/internal; "go generate ./assets" draws them again.
package assets

import _ "embed"

//go:generate go run ./internal/icon

// Icon is the program's icon, a PNG of 512×512 pixels.
//
//go:embed icon.png
var Icon []byte

// IconSVG is the same icon as a scalable drawing.
//
//go:embed icon.svg
var IconSVG []byte
