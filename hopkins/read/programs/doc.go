// Package programs reads the files of single programs: film tracking (3DEqualizer,
// Blender, PFTrack, boujou, SynthEyes, After Effects, Nuke, MatchMover), annotation (COCO, Label
// Studio, CVAT), microscopy (TrackMate, MTrackJ) and panoramas (Hugin). A format is a
// file, named after its program or its trade, with a variable of type input.Format.
//
// In: an input.File. Out: Tracks.
package programs
