package lanes

import "golang.org/x/sys/cpu"

// supported reports whether this machine has AVX2.
func supported() bool { return cpu.X86.HasAVX2 }
