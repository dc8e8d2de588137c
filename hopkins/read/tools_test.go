package read

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"motionseg/hopkins/matfile"
	"motionseg/hopkins/numpy"
)

func npyOf(t testing.TB, a numpy.Array) []byte {
	var b bytes.Buffer
	if err := numpy.Write(&b, &a); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// rowFiles has a file for every row of the help's table that programTexts and the other
// samples have none of.
func rowFiles(t *testing.T) map[string][]byte {
	const F, N = sceneFrames, sceneTracks
	byFrame := built(func(i []int) float64 { return coordinateOf(i[1], i[0], i[2]) }, F, N, 2)
	relative := built(func(i []int) float64 { return coordinateOf(i[0], i[1], i[2]) / []float64{640, 480}[i[2]] }, N, F, 2)
	flags := func(v float64, shape ...int) numpy.Array { return built(func([]int) float64 { return v }, shape...) }
	views := built(func(i []int) float64 { return coordinateOf(i[1], i[0]/3, i[0]%3) }, 6, N)
	homogeneous := built(func(i []int) float64 { return coordinateOf(i[1], i[2], i[0]) }, 3, N, F)
	data := &matfile.Array{Name: "Data", Class: matfile.Struct, Dims: []int{1, 1}, Fields: []*matfile.Array{
		matrixOf("ySparse", homogeneous), matrixOf("visibleSparse", flags(1, N, F)), matrixOf("GtLabel", flags(1, N, 1)),
	}}
	var points strings.Builder
	for i := range N {
		x, y := place2(i, 0)
		u, v := place2(i, 1)
		fmt.Fprintf(&points, "%g %g %g %g\n", x+0.25, y, u, v)
	}
	first, second := built(func(i []int) float64 { return coordinateOf(i[0], 0, i[1]) }, N, 2),
		built(func(i []int) float64 { return coordinateOf(i[0], 1, i[1]) }, N, 2)
	return map[string][]byte{
		"KT3DMoSeg":      matOf(t, data),
		"AdelaideRMF":    matOf(t, matrixOf("data", views), matrixOf("label", flags(1, N, 1))),
		"tracks, `.npy`": npyOf(t, byFrame),
		"CoTracker": npzOf(t, numpy.Member{Name: "tracks", Array: byFrame},
			numpy.Member{Name: "visibility", Array: flags(1, F, N)}),
		"TAP-Vid": npzOf(t, numpy.Member{Name: "points", Array: relative},
			numpy.Member{Name: "occluded", Array: flags(0, N, F)}),
		"matchers": npzOf(t, numpy.Member{Name: "mkpts0", Array: first},
			numpy.Member{Name: "mkpts1", Array: second}),
		"correspondences":    []byte(points.String()),
		"Brox":               []byte(programText(fmt.Sprintf("%d\n%d\n", F, N), "1 COUNT\n", "X Y FRAME\n", "", "", 0, nil)),
		"tracks, `.txt`":     []byte(tableText("track,frame,x,y\n", "ID,FROM1,X,Y\n")),
		"napari":             []byte(tableText("ID,T,Y,X\n", "ID,FRAME,Y,X\n")),
		"TrackMate, `.csv`":  []byte(tableText("TRACK_ID,FRAME,POSITION_X,POSITION_Y\n", "ID,FRAME,X,Y\n")),
		"other tables":       []byte(tableText("particle;t;x;y\n", "ID;FRAME;X;Y\n")),
		"DeepLabCut, `.csv`": []byte(deepLabCutText()),
		"TrackMate, `.xml`":  []byte(trackMateText()),
	}
}

func deepLabCutText() string {
	var b strings.Builder
	for k, head := range []string{"scorer", "bodyparts", "coords"} {
		b.WriteString(head)
		for i := range sceneTracks {
			name := fmt.Sprintf("p%d", i)
			b.WriteString([]string{",D,D,D", "," + name + "," + name + "," + name, ",x,y,likelihood"}[k])
		}
		b.WriteString("\n")
	}
	for f := range sceneFrames {
		fmt.Fprint(&b, f)
		for i := range sceneTracks {
			x, y := place2(i, f)
			fmt.Fprintf(&b, ",%g,%g,1", x, y)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// trackMateText is the scene as TrackMate's "Export tracks to XML" writes it.
func trackMateText() string {
	return programText(fmt.Sprintf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Tracks nTracks=\"%d\" "+
		"spaceUnits=\"pixel\" frameInterval=\"1.0\" timeUnits=\"frame\" from=\"TrackMate v7\">\n", sceneTracks),
		"<particle nSpots=\"COUNT\">\n", "<detection t=\"FRAME\" x=\"X\" y=\"Y\" z=\"0.0\" />\n", "</particle>\n",
		"</Tracks>\n", 0, nil)
}

// TestEveryRowHasAFile: of every row of the help's table a file is read here, with the
// scene's number of tracks and frames.
func TestEveryRowHasAFile(t *testing.T) {
	texts, packed := programTexts(), []string{"W73.mat", "deeplabcut.h5", "sleap.h5", "named.h5", "colmap.db"}
	files := rowFiles(t)
	for row, name := range map[string]string{
		"CVAT": "cvat.xml", "Label Studio": "studio.json", "COCO": "coco.json", "3DEqualizer": "3de.txt",
		"PFTrack": "pftrack.txt", "boujou": "boujou.txt",
		"SynthEyes": "syntheyes.txt", "MTrackJ": "mtrackj.mdf", "keyframes": "after.txt", "SLEAP, `.csv`": "sleap.csv",
		"MOTChallenge": "mot.txt", "KITTI": "kitti.txt",
	} {
		files[row] = []byte(texts[name])
	}
	for i, row := range []string{"MATLAB 7.3", "DeepLabCut, `.h5`", "SLEAP, analysis", "other files in HDF5", "COLMAP"} {
		files[row] = unpacked(t, packed[i])
	}
	files["Hopkins155"] = fileOf(t, "tools/scipy_truth.mat")
	files["Octave"] = fileOf(t, "octave.bin")
	files["arrays of"] = fileOf(t, "tools/scipy4.mat")
	files["Blender, `.json`"] = fileOf(t, "tools/blender.json")
	files["OpenCV"] = fileOf(t, "tools/opencv_lk.yml")
	files["a matrix"] = fileOf(t, "tools/r_matrix.txt")
	files["Imaris"], files["CellProfiler"] = []byte(otherTables["Imaris"].text), []byte(otherTables["CellProfiler"].text)
	files["Kinovea, traj"], files["Kinovea, `.csv`"] = []byte(kinoveaTexts()["old.txt"]),
		[]byte(kinoveaTexts()["table.csv"])
	files["hugin"], files["MatchMover"], files["Nuke"] = []byte(huginText()), []byte(matchMoverText()), []byte(nukeText())
	pairs := map[string]bool{"AdelaideRMF": true, "matchers": true, "COLMAP": true, "hugin": true, "correspondences": true}
	for _, row := range Rows() {
		if strings.HasPrefix(row.File, "Blender, a folder") {
			continue // TestBlender, and TestToolFiles of package command
		}
		tried := ""
		for prefix := range files {
			if strings.HasPrefix(row.File, prefix) && len(prefix) > len(tried) {
				tried = prefix
			}
		}
		if tried == "" {
			t.Errorf("%s: no file is tried", row.File)
			continue
		}
		o := Options{}
		if strings.HasPrefix(tried, "other files in HDF5") {
			o.Array = "group/mine"
		}
		s, err := reads(t, files[tried], "tried", o)
		if err != nil {
			t.Errorf("%s: %v", row.File, err)
			continue
		}
		frames := sceneFrames
		if pairs[tried] {
			frames = 2
		}
		if s.Points() != sceneTracks || s.Frames() != frames || s.TwoFrame != pairs[tried] {
			t.Errorf("%s: %d tracks in %d frames, a pair %v", row.File, s.Points(), s.Frames(), s.TwoFrame)
		}
		delete(files, tried)
	}
	for prefix := range files {
		t.Errorf("%s: no row of the table", prefix)
	}
}

func fileOf(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return content
}
