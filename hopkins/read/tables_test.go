package read

import (
	"fmt"
	"strings"
	"testing"

	"motionseg/hopkins/read/input"
)

// tableText writes the scene as a table; line has ID, FRAME (from 0), FROM1, TIME (every
// 0.04 from 2 on), X, Y, and UP, which is 480 − y.
func tableText(head, line string) string {
	var b strings.Builder
	b.WriteString(head)
	for f := range sceneFrames {
		for i := range sceneTracks {
			x, y := place2(i, f)
			b.WriteString(strings.NewReplacer("ID", fmt.Sprint(i+1), "FRAME", fmt.Sprint(f), "FROM1", fmt.Sprint(f+1),
				"TIME", fmt.Sprintf("%.3f", 2+0.04*float64(f)),
				"LEFT", fmt.Sprint(x-2), "TOP", fmt.Sprint(y-3), "RIGHT", fmt.Sprint(x+2), "BOTTOM", fmt.Sprint(y+3),
				"HALFX", fmt.Sprint(x/2), "HALFY", fmt.Sprint(y/2),
				"X", fmt.Sprint(x), "Y", fmt.Sprint(y), "UP", fmt.Sprint(480-y)).Replace(line))
		}
	}
	return b.String()
}

// otherTables are the scene in tables of other programs: the columns that have to be said,
// what is noted, and the text.
var otherTables = map[string]struct{ columns, note, text string }{
	"time": {"", "times were read as frames, one every 0.04: 7 frames",
		tableText("point_id,time,x,y\n", "ID,TIME,X,Y\n")},
	"timestamp":    {"", "one every 1", tableText("track_name,timestamp,x,y\n", "ID,FRAME,X,Y\n")},
	"t in seconds": {"", "one every 0.04", tableText("tracker_id;t;x;y\n", "ID;TIME;X;Y\n")},
	"named units": {"", "the positions are in µm and not in pixels",
		tableText("Track ID,Frame,Position X (µm),Position Y (µm)\n", "ID,FRAME,X,Y\n")},
	"x_um":      {"", "the positions are in µm", tableText("cell_id,frame,x_um,y_um\n", "ID,FRAME,X,Y\n")},
	"in pixels": {"", "", tableText("Track ID,Frame Number,X [px],Y [px]\n", "ID,FRAME,X,Y\n")},
	"units below": {"", "the positions are in µm",
		tableText("TRACK_ID,FRAME,POSITION_X,POSITION_Y\nTrack,Frame,X,Y\n,,(micron),(micron)\n", "ID,FRAME,X,Y\n")},
	"boxes": {"", input.Middle,
		tableText("frame,id,bb_left,bb_top,bb_width,bb_height,conf\n", "FRAME,ID,LEFT,TOP,4,6,1\n")},
	"corners": {"", input.Middle,
		tableText("frame,track_id,xmin,ymin,xmax,ymax\n", "FRAME,ID,LEFT,TOP,RIGHT,BOTTOM\n")},
	"x1": {"", input.Middle, tableText("frame,track_id,x1,y1,x2,y2\n", "FRAME,ID,LEFT,TOP,RIGHT,BOTTOM\n")},
	"centres": {"", "taken for points, not for corners of boxes",
		tableText("frame,track_id,x,y,w,h\n", "FRAME,ID,X,Y,4,6\n")},
	"said boxes": {"id=1,frame=2,x=3,y=4,width=5,height=6", input.Middle, tableText("", "ID,FRAME,LEFT,TOP,4,6\n")},
	"said corners": {"id=1,frame=2,x=3,y=4,right=5,bottom=6", input.Middle,
		tableText("", "ID,FRAME,LEFT,TOP,RIGHT,BOTTOM\n")},
	"up":    {"id=id,frame=f,x=x,y=y,up=480", "", tableText("id,f,x,y\n", "ID,FRAME,X,UP\n")},
	"scale": {"id=id,frame=f,x=x_um,y=y_um,scale=2", "", tableText("id,f,x_um,y_um\n", "ID,FRAME,HALFX,HALFY\n")},
	"Imaris": {"", "the positions are in µm", tableText(" \nPosition\n ==================== \nPosition X,Position "+
		"Y,Position Z,Unit,Category,Collection,Time,TrackID,ID,\n1,2,0,um,Spot,Position,1,,77,\n",
		"X,Y,0,um,Spot,Position,FROM1,100000000ID,5,\n")},
	"CellProfiler": {"", "",
		tableText(
			"ImageNumber,ObjectNumber,Metadata_Plate,AreaShape_Area,Location_Center_X,"+
				"Location_Center_Y,Location_Center_Z,TrackObjects_Label_50,TrackObjects_Lifetime_50\n1,99,p,3,4,5,0,nan,1\n",
			"FROM1,ID,p,12,X,Y,0,ID,3\n")},
}

// TestOtherTables reads the scene from all of them.
func TestOtherTables(t *testing.T) {
	for name, c := range otherTables {
		columns, err := ParseColumns(c.columns)
		if err != nil {
			t.Fatal(err)
		}
		s, err := reads(t, []byte(c.text), "a.csv", Options{Columns: columns})
		isScene(t, name, s, err)
		if err == nil && (c.note == "" && len(s.Notes) > 0 || !strings.Contains(strings.Join(s.Notes, "; "), c.note)) {
			t.Errorf("%s: notes %q, expected %q", name, s.Notes, c.note)
		}
	}
}

// TestTimes: gaps in time are gaps, uneven times are told, and frames are no times.
func TestTimes(t *testing.T) {
	s, err := reads(t, []byte("id,time,x,y\n1,0,1,1\n1,33,2,2\n1,100,3,3\n2,0,5,5\n2,67,6,6\n2,100,7,7\n"), "a.csv",
		Options{})
	if err != nil || s.Frames() != 4 || s.Seen(0, 2) || !s.Seen(0, 3) || s.Seen(1, 1) || s.Pixels.At(4, 1) != 6 {
		t.Errorf("milliseconds: %+v, %v", s, err)
	}
	s,
		err = reads(t,
		[]byte(
			"id,timestamp,x,y\n1,1700000000.00,1,1\n2,1700000000.00,1,1\n1,1700000000.04,1,1\n2,1700000000.08,1,1\n"),
		"a.csv", Options{})
	if err != nil || s.Frames() != 3 {
		t.Errorf("seconds from 1970 on: %+v, %v", s, err)
	}
	for text, want := range map[string]string{
		"id,time,x,y\n1,0,1,1\n2,1,1,1\n1,2.5,1,1\n": "expected times at whole multiples of their smallest step 1, " +
			"found 1 and then 2.5",
		"id,frame,x,y\n1,0,1,1\n2,1,1,1\n1,2.5,1,1\n": `line 4: expected a whole frame number of at least 0, found "2.5"`,
		"id,time,x,y\n1,0,1,1\n2,1,1,1\n1,1e11,1,1\n": "expected times with few gaps",
		"id,time,x,y\n1,0,1,1\n2,1,1,1\n1,1e30,1,1\n": "expected a whole frame number",
	} {
		if _, err := reads(t, []byte(text), "a.csv", Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected %s", err, want)
		}
	}
}

// TestColumnsMore: y upwards, the scale and boxes are said as text and checked.
func TestColumnsMore(t *testing.T) {
	const text = "id=a,frame=b,x=c,y=d,width=w,height=h,from=1,up=480,scale=0.5"
	c, err := ParseColumns(text)
	if err != nil || c.String() != text {
		t.Errorf("%s is read as %v, %v", text, c, err)
	}
	for text, want := range map[string]string{
		"id=a,frame=b,x=c,y=d,width=e": "expected columns for width and height of boxes, " +
			"or for right and bottom",
		"id=a,frame=b,x=c,y=d,width=e,height=f,right=g,bottom=h": "expected columns for width and height of boxes, " +
			"or for right and bottom",
		"id=a,frame=b,x=c,y=d,up=no":   `expected up=yes or the height of the picture in pixels, found "no"`,
		"id=a,frame=b,x=c,y=d,scale=0": `expected a scale in pixels above 0, found "0"`,
	} {
		if _, err := ParseColumns(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, expected %s", text, err, want)
		}
	}
	up, _ := ParseColumns("id=1,frame=2,x=3,y=4,up=yes")
	s, err := reads(t, []byte("1 1 5 10\n2 1 6 30\n"), "a.txt", Options{Columns: up})
	if err != nil || s.Pixels.At(1, 0) != 20 || s.Pixels.At(1, 1) != 0 || len(s.Notes) != 1 ||
		!strings.Contains(s.Notes[0], "was turned") {
		t.Errorf("up=yes: %+v, %v", s, err)
	}
}

func FuzzTables(f *testing.F) {
	for _, c := range otherTables {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, content string) {
		if s, err := reads(t, []byte(content), "fuzz.csv", Options{}); err == nil {
			checkTracks(t, s)
		}
	})
}
