package lanes

// supported reports whether this machine has NEON: every arm64 has.
func supported() bool { return true }
