package read

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"motionseg/hopkins/read/input"
)

// programText writes the scene as a program has it: begin and end of a track, and its points, in
// the order of tracks; frame counts from 0.
func programText(head, begin, point, end, tail string, from int, turn func(x, y float64) (float64, float64)) string {
	var b strings.Builder
	b.WriteString(head)
	for i := range sceneTracks {
		b.WriteString(strings.NewReplacer("ID", fmt.Sprint(i+1), "COUNT", fmt.Sprint(sceneFrames)).Replace(begin))
		for f := range sceneFrames {
			x, y := place2(i, f)
			if turn != nil {
				x, y = turn(x, y)
			}
			b.WriteString(strings.NewReplacer("ID", fmt.Sprint(i+1), "FRAME", fmt.Sprint(f+from), "LEFT",
				fmt.Sprint(x-2), "TOP", fmt.Sprint(y-3), "RIGHT", fmt.Sprint(x+2), "BOTTOM", fmt.Sprint(y+3),
				"X", fmt.Sprint(x), "Y", fmt.Sprint(y), "W", "4", "H", "6").Replace(point))
		}
		b.WriteString(strings.ReplaceAll(end, "ID", fmt.Sprint(i+1)))
	}
	return b.String() + tail
}

func upwards(x, y float64) (float64, float64) { return x, 480 - y }

// programTexts are the scene in the files of programs, by the endings of their names.
func programTexts() map[string]string {
	half := func(x, y float64) (float64, float64) { return 2*x/1024 - 1, 2*y/512 - 1 }
	percent := func(x, y float64) (float64, float64) { return 100 * x / 1024, 100 * y / 512 }
	return map[string]string{
		"mot.txt":   programText("", "", "FRAME,ID,LEFT,TOP,W,H,1,-1,-1,-1\n", "", "", 1, nil),
		"motgt.txt": programText("", "", "FRAME, ID, LEFT, TOP, W, H, 1, 1, 0.86\n", "", "", 1, nil),
		"kitti.txt": programText("0 -1 DontCare -1 -1 -10 1 2 3 4 -1 -1 -1 -1000 -1000 -1000 -10\n", "",
			"FRAME ID Car 0 0 -1.79 LEFT TOP RIGHT BOTTOM 2 1.8 4.4 -4.5 1.8 13.4 -2.1\n", "", "", 0, nil),
		"kitti_decimals.txt": programText("0.0 -1.0 DontCare -1 -1 -10 1 2 3 4 -1 -1 -1 -1000 -1000 -1000 -10\n", "",
			"FRAME.0 ID.0 Car 0 0 -1.79 LEFT TOP RIGHT BOTTOM 2 1.8 4.4 -4.5 1.8 13.4 -2.1\n", "", "", 0, nil),
		"3de.txt": programText("12\n", "track ID\n0\nCOUNT\n", "FRAME X Y\n", "", "", 1, upwards),
		"pftrack.txt": programText("# \"Name\"\n# \"clipNumber\"\n# \"frameCount\"\n# \"frame, xpos, ypos, "+
			"similarity\"\n", "\n\"Tracker_ID\"\n1\nCOUNT\n", "FRAME X Y 1.0\n", "", "", 1, upwards),
		"boujou.txt": programText("# boujou export: 2D tracks\n# track_id    view    x    y\n", "",
			"Feature_Track_ID  FRAME  X  Y\n", "", "", 1, nil),
		"syntheyes.txt": programText("", "", "Tracker_ID FRAME X Y 30\n", "", "", 0, half),
		"mtrackj.mdf": programText("MTrackJ 1.5.1 Data File\nAssembly 1\nCluster 1\n", "Track ID\n",
			"Point 1 X Y 1.0 FRAME.0 1.0\n", "", "End of MTrackJ Data File\n", 1, nil),
		"after.txt": programText("Adobe After Effects 8.0 Keyframe Data\n\n\tUnits Per Second\t25\n\tSource "+
			"Width\t640\n\tSource Height\t480\n\tSource Pixel Aspect Ratio\t1\n\tComp Pixel Aspect Ratio\t1\n\n",
			"Motion Trackers\tTracker #1\tTrack Point #ID\tFeature Center #3\n\tFrame\tX pixels\tY pixels\t\n",
			"\tFRAME\tX\tY\t\n", "\nTransform\tScale\n\tFrame\tX percent\tY percent\n\t0\t100\t100\n\n",
			"End of Keyframe Data\n", 0, nil),
		"cvat.xml": programText("<?xml version=\"1.0\" "+
			"encoding=\"utf-8\"?>\n<annotations>\n<version>1.1</version><meta><task>"+
			"<size>7</size><original_size><width>640</width><height>480</height></original_size></task></meta>\n",
			"<track id=\"ID\" label=\"dot\">\n",
			"<points frame=\"FRAME\" keyframe=\"1\" outside=\"0\" occluded=\"0\" points=\"X,Y\" "+
				"z_order=\"0\"></points>\n", "</track>\n", "</annotations>\n", 0, nil),
		"cvatbox.xml": programText("<annotations>\n", "<track id=\"ID\" label=\"car\">\n", "<box frame=\"FRAME\" "+
			"keyframe=\"1\" outside=\"0\" occluded=\"0\" xtl=\"LEFT\" ytl=\"TOP\" xbr=\"RIGHT\" ybr=\"BOTTOM\"/>\n",
			"</track>\n", "</annotations>\n", 0, nil),
		"studio.json": strings.NewReplacer(",]",
			"]").Replace(programText("[{\"id\":1,\"annotations\":[{\"result\":[",
			"{\"type\":\"videorectangle\",\"id\":\"rID\",\"value\":{\"framesCount\":7,\"sequence\":[",
			"{\"frame\":FRAME,\"x\":X,\"y\":Y,\"width\":0,\"height\":0,\"enabled\":true,\"time\":0},",
			"],\"labels\":[\"Car\"]}},", "{\"type\":\"choices\"}]}]}]", 1, percent)),
		"coco.json": cocoText(func(track, keypoint int) int { return 4*track + keypoint }),
		"sleap.csv": sleapText(),
	}
}

// cocoText has three animals of four keypoints.
func cocoText(at func(track, keypoint int) int) string {
	var images, annotations []string
	for f := range sceneFrames {
		images = append(images, fmt.Sprintf(`{"id":%d,"file_name":"%04d.jpg","width":640,"height":480}`, 10+f, f))
		for track := range 3 {
			var keypoints []string
			for k := range 4 {
				x, y := place2(at(track, k), f)
				keypoints = append(keypoints, fmt.Sprint(x), fmt.Sprint(y), "2")
			}
			annotations = append(annotations,
				fmt.Sprintf(`{"id":%d,"image_id":%d,"category_id":1,"track_id":%d,"keypoints":[%s],"bbox":[1,2,3,4]}`,
					len(annotations)+1, 10+f, track, strings.Join(keypoints, ",")))
		}
	}
	slices.Reverse(images)
	return `{"info":{},"images":[` + strings.Join(images, ",") + `],"annotations":[` + strings.Join(annotations,
		",\n") + `],"categories":[{"id":1,"name":"mouse","keypoints":["nose","tail","left","right"]}]}`
}

func sleapText() string {
	var b strings.Builder
	b.WriteString("track,frame_idx,instance.score")
	for k := range 4 {
		fmt.Fprintf(&b, ",n%d.x,n%d.y,n%d.score", k, k, k)
	}
	for f := range sceneFrames {
		for track := range 3 {
			fmt.Fprintf(&b, "\ntrack_%d,%d,0.9", track, f)
			for k := range 4 {
				x, y := place2(4*track+k, f)
				fmt.Fprintf(&b, ",%g,%g,0.8", x, y)
			}
		}
	}
	return b.String() + "\n"
}

// TestPrograms reads the scene from the files of every program.
func TestPrograms(t *testing.T) {
	for name, content := range programTexts() {
		s, err := reads(t, []byte(content), name, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		rows, n := s.Pixels.Dims()
		if s.Relative {
			for r := range rows {
				for i := range n {
					s.Pixels.Set(r, i, s.Pixels.At(r, i)*[]float64{1024, 512}[r%2])
				}
			}
		}
		if strings.HasPrefix(name, "3de") || strings.HasPrefix(name, "pftrack") {
			if len(s.Notes) != 1 || !strings.Contains(s.Notes[0], "was turned") {
				t.Errorf("%s: notes %q", name, s.Notes)
			}
			_, y := place2(0, 0)
			shift := y - s.Pixels.At(1, 0)
			for r := 1; r < rows; r += 2 {
				for i := range n {
					s.Pixels.Set(r, i, s.Pixels.At(r, i)+shift)
				}
			}
		}
		for r := range rows { // rounding of what is relative
			for i := range n {
				if x, y := place2(i, r/2); s.Relative &&
					max(s.Pixels.At(r, i)-[]float64{x, y}[r%2], [](float64){x, y}[r%2]-s.Pixels.At(r, i)) < 1e-9 {
					s.Pixels.Set(r, i, []float64{x, y}[r%2])
				}
			}
		}
		isScene(t, name, s, nil)
		if sized := strings.HasPrefix(name, "after") || name == "cvat.xml" ||
			strings.HasPrefix(name, "coco"); sized && (s.Width != 640 || s.Height != 480) {
			t.Errorf("%s: size %d×%d", name, s.Width, s.Height)
		}
		if boxes := strings.HasPrefix(name, "mot") || strings.HasPrefix(name, "kitti") || name == "cvatbox.xml" ||
			name == "studio.json"; boxes != slices.Contains(s.Notes, input.Middle) {
			t.Errorf("%s: notes %q", name, s.Notes)
		}
	}
}

// TestProgramsVisibility: what is outside, occluded, without a number or between keyframes.
func TestProgramsVisibility(t *testing.T) {
	texts := programTexts()
	change := func(name, old, new string) string {
		t.Helper()
		if !strings.Contains(texts[name], old) {
			t.Fatalf("%s has no %s", name, old)
		}
		return strings.Replace(texts[name], old, new, 1)
	}
	for name, c := range map[string]struct {
		content      string
		track, frame int
	}{
		"cvat.xml": {change("cvat.xml", `<points frame="3" keyframe="1" outside="0"`,
			`<points frame="3" keyframe="1" outside="1"`), 0, 3},
		"cvat 2.xml": {change("cvat.xml", `<points frame="2" keyframe="1" outside="0" occluded="0"`,
			`<points frame="2" keyframe="1" outside="0" occluded="1"`), 0, 2},
		"coco.json":   {change("coco.json", `"keypoints":[0,0,2,97,61,2`, `"keypoints":[0,0,2,97,61,1`), 1, 0},
		"sleap.csv":   {change("sleap.csv", "track_0,1,0.9,1.5,0,0.8,98.5,62,0.8", "track_0,1,0.9,1.5,0,0.8,,,"), 1, 1},
		"mot.txt":     {change("mot.txt", "3,1,1,-3,4,6,1,-1,-1,-1\n", ""), 0, 2},
		"boujou.txt":  {change("boujou.txt", "Feature_Track_1  3  3  0\n", ""), 0, 2},
		"studio.json": {change("studio.json", `"enabled":true`, `"enabled":false`), -1, -1},
	} {
		s, err := reads(t, []byte(c.content), name, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		hidden := 0
		for i := range s.Points() {
			for f := range s.Frames() {
				if !s.Seen(i, f) {
					hidden++
				}
			}
		}
		if c.track >= 0 && (hidden != 1 || s.Seen(c.track, c.frame)) || c.track < 0 && hidden != 0 {
			t.Errorf("%s: %d points are hidden, visible %v", name, hidden, s.Visible)
		}
	}
	half := "Adobe After Effects 8.0 Keyframe Data\n\nTransform\tPosition\n\tFrame\tX pixels\tY pixels\tZ " +
		"pixels\n\t2\t10\t20\t0\n\t6\t18\t20\t0\n" +
		"\nTransform\tPosition\n\tFrame\tX pixels\tY pixels\tZ pixels\n\t0\t1\t2\t0\n\t6\t1\t8\t0\n\nEnd of Keyframe Data\n"
	s, err := reads(t, []byte(half), "a.txt", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Points() != 2 || s.Frames() != 7 || s.Seen(0, 1) || s.Pixels.At(2*3, 0) != 12 || s.Pixels.At(2*3+1, 1) != 5 {
		t.Errorf("keyframes: %+v", s)
	}
}

// TestProgramsErrors: what is broken is said in a sentence.
func TestProgramsErrors(t *testing.T) {
	for _, pair := range [][2]string{
		{"expected 15 fields", ""},
		{"line 2: expected frame, track, a type", "0 1 Car 0 0 -1.79 1 2 3 4 2 1.8 4.4 -4.5 1.8 13.4 -2.1\n0 1 Car\n"},
		{"line 6: expected frame, x and y of", "2\na\n0\n2\n1 2 3\n1 2\n"},
		{"expected tracks (CVAT for video), found none",
			"<annotations><image id=\"0\"><box xtl=\"1\"/></image></annotations>"},
		{"expected a track_id where a picture has several",
			`{"images":[{"id":1}],"annotations":[{"image_id":1,"bbox":[1,2,3,4]},{"image_id":1,"bbox":[1,2,3,4]}]}`},
		{"annotation 1: expected a picture of the file",
			`{"images":[{"id":1}],"annotations":[{"image_id":7,"bbox":[1,2,3,4]}]}`},
		{"expected JSON, found a mistake", `{"images":[{"id":1}],"annotations":[`},
		{"expected boxes in a video", `[{"annotations":[{"result":[]}]}]`},
		{"of another kind of value", ""},
		{"field images.id: expected another kind of value", `{"images":[{"id":"one"}],"annotations":[]}`},
		{"expected frames with few gaps", "1,1,2,3,4,5,1\n2000000000,2,2,3,4,5,1\n"},
		{"expected at least 2 tracks, found 1", "MTrackJ 1.5 Data File\nTrack 1\nPoint 1 2 3 1 1 1\n"},
		{"line 3: expected number, x, y, z and a frame", "MTrackJ 1.5 Data File\nTrack 1\nPoint 1 2 3 1 0.5 1\n"},
	} {
		want, content := pair[0], pair[1]

		if content == "" {
			continue
		}
		if _, err := reads(t, []byte(content), "bad", Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected %s", err, want)
		}
	}
}

func FuzzPrograms(f *testing.F) {
	for _, content := range programTexts() {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content string) {
		if s, err := reads(t, []byte(content), "fuzz.txt", Options{}); err == nil {
			checkTracks(t, s)
		}
	})
}
