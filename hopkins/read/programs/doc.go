// Package programs reads the files of single programs: film tracking (3DEqualizer,
// Blender, PFTrack, boujou, SynthEyes, After Effects, Nuke, MatchMover), annotation (COCO, Label
// Studio, CVAT), microscopy (TrackMate, MTrackJ) and panoramas (Hugin). A format is a
// file, named after its program or its trade, with a variable of type input.Format.
//
// In: an input.File. Out: Tracks, or an error that names the place in the file.
//
// The one idea: a file knows one program and nothing of the others, so that a format is
// added, or taken out, by a file and a line of the registry (read/formats.go).
package programs
