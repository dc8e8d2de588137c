// Command motionseg segments the motions in a video's point tracks, in a
// window or from scripts.
package main

func main() {}
