package hopkins

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"motionseg/hopkins/internal/testfile"
)

// trackMateFile has four tracks, of which the filter has left three; one of these
// splits in frame 2, and one skips a frame. A pixel is half a micron.
const trackMateFile = `<?xml version="1.0" encoding="UTF-8"?>
<TrackMate version="7.11.1">
  <Log>Starting &lt;detection&gt;</Log>
  <Model spatialunits="micron" timeunits="s">
    <AllSpots nspots="11">
      <SpotsInFrame frame="0">
        <Spot ID="10" name="ID10" FRAME="0" POSITION_X="1.5" POSITION_Y="2" POSITION_Z="0.0" ROI_N_POINTS="2">1 2 3 4</Spot>
        <Spot ID="20" name="ID20" POSITION_X="5" POSITION_Y="6"/>
        <Spot ID="30" FRAME="0" POSITION_X="7" POSITION_Y="8"/>
        <Spot ID="40" FRAME="0" POSITION_X="9" POSITION_Y="9"/>
      </SpotsInFrame>
      <SpotsInFrame frame="1">
        <Spot ID="11" FRAME="1" POSITION_X="2.5" POSITION_Y="2"/>
        <Spot ID="21" FRAME="1" POSITION_X="5.5" POSITION_Y="6"/>
        <Spot ID="41" FRAME="1" POSITION_X="9" POSITION_Y="9"/>
      </SpotsInFrame>
      <SpotsInFrame frame="2">
        <Spot ID="12" FRAME="2.0" POSITION_X="3.5" POSITION_Y="1"/>
        <Spot ID="22" FRAME="2" POSITION_X="6" POSITION_Y="6"/>
        <Spot ID="23" FRAME="2" POSITION_X="6" POSITION_Y="7"/>
        <Spot ID="32" FRAME="2" POSITION_X="7" POSITION_Y="9"/>
      </SpotsInFrame>
    </AllSpots>
    <AllTracks>
      <Track name="Track_3" TRACK_ID="3"><Edge SPOT_SOURCE_ID="12" SPOT_TARGET_ID="11"/><Edge SPOT_SOURCE_ID="10" SPOT_TARGET_ID="11"/></Track>
      <Track name="Track_4" TRACK_ID="4"><Edge SPOT_SOURCE_ID="40" SPOT_TARGET_ID="41"/></Track>
      <Track name="Track_0" TRACK_ID="0"><Edge SPOT_SOURCE_ID="30" SPOT_TARGET_ID="32"/></Track>
      <Track name="Track_7" TRACK_ID="7"><Edge SPOT_SOURCE_ID="20" SPOT_TARGET_ID="21"/><Edge SPOT_SOURCE_ID="21" SPOT_TARGET_ID="22"/><Edge SPOT_SOURCE_ID="21" SPOT_TARGET_ID="23"/></Track>
    </AllTracks>
    <FilteredTracks><TrackID TRACK_ID="0"/><TrackID TRACK_ID="3"/><TrackID TRACK_ID="7"/></FilteredTracks>
  </Model>
  <Settings><ImageData width="64" height="48" pixelwidth="0.5" pixelheight="0.5"/></Settings>
</TrackMate>
`

// trackMateParticles is what "Export tracks to XML" writes.
const trackMateParticles = `<?xml version="1.0" encoding="UTF-8"?>
<Tracks nTracks="2" spaceUnits="pixel" frameInterval="1.0" timeUnits="frame" from="TrackMate v7">
  <particle nSpots="3"><detection t="0" x="1" y="2" z="0"/><detection t="1" x="2" y="2" z="0"/><detection t="2" x="3" y="2.5" z="0"/></particle>
  <particle nSpots="2"><detection t="0" x="8" y="7" z="0"/><detection t="2" x="9" y="7" z="0"/></particle>
</Tracks>
`

func TestReadTrackMateXML(t *testing.T) {
	s, err := Read(strings.NewReader(trackMateFile), "cells.xml")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"0", "3", "7.1", "7.2", "7.3"}; !slices.Equal(s.IDs, want) {
		t.Fatalf("tracks %v, expected %v", s.IDs, want)
	}
	if s.Frames() != 3 || s.Width != 64 || s.Height != 48 {
		t.Errorf("%d frames of %d×%d", s.Frames(), s.Width, s.Height)
	}
	for _, c := range []struct {
		track, frame int
		x, y         float64
	}{{0, 0, 14, 16}, {0, 2, 14, 18}, {1, 0, 3, 4}, {1, 1, 5, 4}, {1, 2, 7, 2}, {2, 0, 10, 12}, {2, 1, 11, 12},
		{3, 2, 12, 12}, {4, 2, 12, 14}} {
		if x, y := s.Pixels.At(2*c.frame, c.track), s.Pixels.At(2*c.frame+1, c.track); !s.Seen(c.track, c.frame) ||
			x != c.x || y != c.y {
			t.Errorf("track %s in frame %d: %v, %v, seen %v; expected %v, %v", s.IDs[c.track], c.frame, x, y,
				s.Seen(c.track, c.frame), c.x, c.y)
		}
	}
	if s.Seen(0, 1) || s.Seen(2, 2) || s.Seen(3, 1) {
		t.Error("points are seen that are not in the file")
	}
	if len(s.Notes) != 1 || !strings.Contains(s.Notes[0], "1 track splits or merges and was cut there") {
		t.Errorf("notes %q", s.Notes)
	}

	s, err = Read(strings.NewReader(trackMateParticles), "Tracks.xml")
	if err != nil || s.Points() != 2 || s.Frames() != 3 || s.Seen(1, 1) || s.Pixels.At(4, 1) != 9 || len(s.Notes) != 0 {
		t.Errorf("particles: %+v, %v", s, err)
	}
	s, err = Read(strings.NewReader(strings.Replace(trackMateParticles, `"pixel"`, `"µm"`, 1)), "Tracks.xml")
	if err != nil || len(s.Notes) != 1 || !strings.Contains(s.Notes[0], "µm") {
		t.Errorf("particles in microns: %+v, %v", s, err)
	}
}

func TestTrackMateXMLErrors(t *testing.T) {
	change := func(old, new string) string {
		if !strings.Contains(trackMateFile, old) {
			t.Fatalf("no %s in the sample", old)
		}
		return strings.Replace(trackMateFile, old, new, 1)
	}
	for name, c := range map[string]struct{ content, want string }{
		"no such spot": {change(`SPOT_SOURCE_ID="10"`, `SPOT_SOURCE_ID="99"`), "track 3: expected spots 99 and 11"},
		"same frame":   {change(`SPOT_SOURCE_ID="10"`, `SPOT_SOURCE_ID="21"`), "between two frames"},
		"no number": {change(`POSITION_X="2.5"`, `POSITION_X="wide"`),
			`line 13, <Spot>: POSITION_X, POSITION_Y: expected a finite coordinate`},
		"infinite":  {change(`POSITION_X="2.5"`, `POSITION_X="Infinity"`), `"Infinity"`},
		"far frame": {change(`<Spot ID="11" FRAME="1"`, `<Spot ID="11" FRAME="2000000000"`), "few gaps"},
		"frame":     {change(`<Spot ID="11" FRAME="1"`, `<Spot ID="11" FRAME="-1"`), "at least 0, found -1"},
		"twice":     {change(`<Spot ID="11"`, `<Spot ID="10"`), "one spot of number 10"},
		"cut off":   {trackMateFile[:1500], "expected more elements, found the end of the file"},
		"nothing left": {change(`<TrackID TRACK_ID="0"/><TrackID TRACK_ID="3"/><TrackID TRACK_ID="7"/>`, ``),
			"at least 2 tracks"},
		"not of TrackMate": {`<html><!-- <TrackMate --></html>`, "<html>"},
		"tiny pixels":      {change(`pixelwidth="0.5"`, `pixelwidth="1e-300"`), "pixels, found"},
		"long":             {change("Starting", strings.Repeat("a", 1<<24+1<<13)), "expected elements and texts of at most"},
		"stray detection":  {`<Tracks><detection t="0" x="1" y="1"/></Tracks>`, "<particle>"},
	} {
		if _, err := Read(strings.NewReader(c.content), "cells.xml"); err == nil ||
			!strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "cells.xml: ") {
			t.Errorf("%s: error %v, expected %q", name, err, c.want)
		}
	}
}

// TestFolderWithXML: other XML in a folder is not taken for tracks.
func TestFolderWithXML(t *testing.T) {
	folder := t.TempDir()
	for name, content := range map[string]string{"cells.xml": trackMateFile,
		"settings.xml": "<?xml version=\"1.0\"?><settings/>"} {
		testfile.Write(t, content, folder, name)
	}
	s, err := Open(folder)
	if err != nil || s.Name != "cells" {
		t.Errorf("found %+v, %v", s, err)
	}
}

// FuzzReadTrackMate reads any XML.
func FuzzReadTrackMate(f *testing.F) {
	f.Add(trackMateFile)
	f.Add(trackMateParticles)
	f.Fuzz(func(t *testing.T, content string) {
		s, err := Read(strings.NewReader(content), "fuzz.xml")
		if err == nil {
			checkSequence(t, s)
		}
	})
}

// TestTrackMateEncodings: XML in other encodings than UTF-8, as TrackMate writes it
// on Windows.
func TestTrackMateEncodings(t *testing.T) {
	latin := strings.Replace(strings.Replace(trackMateParticles, "UTF-8", "ISO-8859-1", 1), `"pixel"`, "\"\xb5m\"", 1)
	s, err := Read(strings.NewReader(latin), "Tracks.xml")
	if err != nil || s.Points() != 2 || len(s.Notes) != 1 || !strings.Contains(s.Notes[0], "µm") {
		t.Errorf("Latin 1: %+v, %v", s, err)
	}
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		for _, mark := range []unicode.BOMPolicy{unicode.UseBOM, unicode.IgnoreBOM} {
			wide, err := unicode.UTF16(order, mark).NewEncoder().String(strings.Replace(trackMateFile, "UTF-8", "UTF-16", 1))
			if err != nil {
				t.Fatal(err)
			}
			if s, err := Read(strings.NewReader(wide), "cells.xml"); err != nil || s.Points() != 5 || s.Width != 64 {
				t.Errorf("UTF-16, %v, %v: %+v, %v", order, mark, s, err)
			}
		}
	}
	unknown := strings.Replace(trackMateParticles, "UTF-8", "KLINGON-1", 1)
	if _, err := Read(strings.NewReader(unknown), "Tracks.xml"); err == nil ||
		!strings.Contains(err.Error(), `found "KLINGON-1"`) || strings.Contains(err.Error(), "CharsetReader") {
		t.Errorf("unknown encoding: %v", err)
	}
}
