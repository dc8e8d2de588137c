package write

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
)

var (
	trackMate = Format{
		Name: "trackmate", Title: "TrackMate CSV", Ending: ".csv",
		Content: "the table of spots, with a column `MOTION`; tracks and frames count from 0",
		write:   writeTrackMate,
	}
	trackMateXML = Format{
		Name: "trackmate-xml", Title: "TrackMate XML", Ending: ".xml",
		Content: "a file of TrackMate in which `MOTION` is a feature of spots and tracks",
		write:   writeTrackMateXML,
	}
)

// writeTrackMate writes the table of spots of TrackMate, with a column for the
// labels and the three lines of names and units below its own. Tracks and frames
// count from 0.
//
// Source: TrackMate's documentation of its tables.
func writeTrackMate(w io.Writer, t *Tracks) error {
	b := bufio.NewWriter(w)
	b.WriteString("LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,POSITION_Z,POSITION_T,FRAME,VISIBILITY,MOTION\n" +
		"Label,Spot ID,Track ID,Quality,X,Y,Z,T,Frame,Visibility,Motion\n" +
		"Label,Spot ID,Track ID,Quality,X,Y,Z,T,Frame,Visibility,Motion\n" +
		",,,(quality),(pixel),(pixel),(pixel),(frame),,,\n")
	spot := 0
	t.eachPoint(func(track, frame int, x, y string) {
		fmt.Fprintf(b, "ID%d,%d,%d,1,%s,%s,0,%d,%d,1,%d\n", spot, spot, track, x, y, frame, frame, t.Labels[track])
		spot++
	})
	return b.Flush()
}

// writeTrackMateXML writes a file of TrackMate: the points as spots of frames,
// every track of two points or more, and its label as the feature MOTION of both.
// Tracks of a single point are spots without a track, as TrackMate has them.
// Tracks, spots and frames count from 0.
//
// Source: files of TrackMate 7, and its documentation.
func writeTrackMateXML(w io.Writer, s *Tracks) error {
	b := bufio.NewWriter(w)
	n, frames := s.Points(), s.Frames()
	spots := 0
	for i := range n {
		for f := range frames {
			if s.Seen(i, f) {
				spots++
			}
		}
	}
	feature := func(key, name, dimension string, whole bool) {
		fmt.Fprintf(b, "        <Feature feature=%q name=%q shortname=%q dimension=%q isint=\"%t\"/>\n", key, name,
			name, dimension, whole)
	}
	b.WriteString(xml.Header + "<TrackMate version=\"7.11.1\">\n  <Model spatialunits=\"pixel\" " +
		"timeunits=\"frame\">\n    <FeatureDeclarations>\n      <SpotFeatures>\n")
	feature("QUALITY", "Quality", "QUALITY", false)
	for _, axis := range []string{"X", "Y", "Z"} {
		feature("POSITION_"+axis, axis, "POSITION", false)
	}
	feature("POSITION_T", "T", "TIME", false)
	feature("FRAME", "Frame", "NONE", true)
	feature("RADIUS", "Radius", "LENGTH", false)
	feature("VISIBILITY", "Visibility", "NONE", true)
	feature("MOTION", "Motion", "NONE", true)
	b.WriteString("      </SpotFeatures>\n      <EdgeFeatures>\n")
	feature("SPOT_SOURCE_ID", "Source spot ID", "NONE", true)
	feature("SPOT_TARGET_ID", "Target spot ID", "NONE", true)
	b.WriteString("      </EdgeFeatures>\n      <TrackFeatures>\n")
	feature("TRACK_INDEX", "Track index", "NONE", true)
	feature("TRACK_ID", "Track ID", "NONE", true)
	feature("MOTION", "Motion", "NONE", true)
	fmt.Fprintf(b, "      </TrackFeatures>\n    </FeatureDeclarations>\n    <AllSpots nspots=\"%d\">\n", spots)
	s.trackMateSpots(b)
	s.trackMateTracks(b)
	fmt.Fprintf(b, "    </FilteredTracks>\n  </Model>\n  <Settings>\n    <ImageData filename=\"\" folder=\"\" "+
		"width=\"%d\" height=\"%d\" nslices=\"1\" nframes=\"%d\" pixelwidth=\"1.0\" pixelheight=\"1.0\" "+
		"voxeldepth=\"1.0\" timeinterval=\"1.0\"/>\n  </Settings>\n</TrackMate>\n",
		s.Width, s.Height, frames)
	return b.Flush()
}

// spotID is the number of the spot of a track in a frame.
func (s *Tracks) spotID(track, frame int) int { return track*s.Frames() + frame }

// trackMateSpots writes the points, frame by frame.
func (s *Tracks) trackMateSpots(b *bufio.Writer) {
	for f := range s.Frames() {
		fmt.Fprintf(b, "      <SpotsInFrame frame=\"%d\">\n", f)
		for i := range s.Points() {
			if s.Seen(i, f) {
				fmt.Fprintf(b, "        <Spot ID=\"%d\" name=\"ID%d\" FRAME=\"%d\" POSITION_T=\"%d\" "+
					"POSITION_X=\"%s\" POSITION_Y=\"%s\" POSITION_Z=\"0\" QUALITY=\"1\" RADIUS=\"2.5\" "+
					"VISIBILITY=\"1\" MOTION=\"%d\"/>\n",
					s.spotID(i, f), s.spotID(i, f), f, f, number(s.Pixels.At(2*f, i)), number(s.Pixels.At(2*f+1, i)), s.Labels[i])
			}
		}
		b.WriteString("      </SpotsInFrame>\n")
	}
}

// trackMateTracks writes the tracks as edges between spots, and that all are kept.
func (s *Tracks) trackMateTracks(b *bufio.Writer) {
	b.WriteString("    </AllSpots>\n    <AllTracks>\n")
	var tracks []int
	for i := range s.Points() {
		before := -1
		for f := range s.Frames() {
			if !s.Seen(i, f) {
				continue
			}
			if before >= 0 {
				if len(tracks) == 0 || tracks[len(tracks)-1] != i {
					tracks = append(tracks, i)
					fmt.Fprintf(b, "      <Track name=\"Track_%d\" TRACK_ID=\"%d\" TRACK_INDEX=\"%d\" MOTION=\"%d\">\n",
						i, i, len(tracks)-1, s.Labels[i])
				}
				fmt.Fprintf(b, "        <Edge SPOT_SOURCE_ID=\"%d\" SPOT_TARGET_ID=\"%d\"/>\n", s.spotID(i, before), s.spotID(i, f))
			}
			before = f
		}
		if len(tracks) > 0 && tracks[len(tracks)-1] == i {
			b.WriteString("      </Track>\n")
		}
	}
	b.WriteString("    </AllTracks>\n    <FilteredTracks>\n")
	for _, i := range tracks {
		fmt.Fprintf(b, "      <TrackID TRACK_ID=\"%d\"/>\n", i)
	}
}
