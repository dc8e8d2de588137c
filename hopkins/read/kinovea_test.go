package read

import (
	"fmt"
	"strings"
	"testing"
)

// kinoveaTexts are the scene in the text of Kinovea's old versions and of its new ones,
// and in its table.
func kinoveaTexts() map[string]string {
	old := "#Kinovea Trajectory data export\r\n#T X Y\r\n" +
		programText("", "", "0:00:00:0FRAME X Y \r\n", "\r\n\r\n", "", 0, upwards)
	recent := "#Kinovea Trajectory data export\n#T X Y\n\n" +
		programText("", "# Trajectory ID\n", "40FRAME X Y\n", "\n", "", 0, upwards)
	comma := strings.ReplaceAll(recent, ".", ",")
	var table strings.Builder
	table.WriteString(`"Time"`)
	for i := range sceneTracks {
		fmt.Fprintf(&table, `,"T%d/0/X","T%d/0/Y"`, i+1, i+1)
	}
	for f := range sceneFrames {
		fmt.Fprintf(&table, "\n\"%d,5\"", 40*f)
		for i := range sceneTracks {
			x, y := upwards(place2(i, f))
			table.WriteString(strings.ReplaceAll(fmt.Sprintf("|%g|%g", x, y), ".", ","))
		}
	}
	return map[string]string{"old.txt": old, "recent.txt": recent, "comma.txt": comma,
		"table.csv": quoteFields(table.String())}
}

// quoteFields writes the separators | as those of a table with quotes.
func quoteFields(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "|")
		for i := 1; i < len(fields); i++ {
			fields[i] = `"` + fields[i] + `"`
		}
		lines = append(lines, strings.Join(fields, ","))
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestKinovea(t *testing.T) {
	for name, content := range kinoveaTexts() {
		s, err := reads(t, []byte(content), name, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		notes := strings.Join(s.Notes, "; ")
		if !strings.Contains(notes, "times were read as frames") ||
			!strings.Contains(notes, "y grows upwards in the file and was turned") {
			t.Errorf("%s: notes %q", name, s.Notes)
		}
		_, y := place2(0, 0)
		shift := y - s.Pixels.At(1, 0)
		for r := 1; r < 2*sceneFrames; r += 2 {
			for i := range sceneTracks {
				s.Pixels.Set(r, i, s.Pixels.At(r, i)+shift)
			}
		}
		isScene(t, name, s, nil)
	}
	hidden := strings.Replace(kinoveaTexts()["table.csv"], `"0,5","0","480"`, `"0,5",,`, 1)
	if s, err := reads(t, []byte(hidden), "a.csv", Options{}); err != nil || s.Points() != sceneTracks ||
		s.Seen(0, 0) || !s.Seen(0, 1) || !s.Seen(1, 0) {
		t.Errorf("an empty point: %+v, %v", s, err)
	}
	for content, want := range map[string]string{
		"#Kinovea Trajectory data export\n#T X Y\n1:2 3 4\n": `line 3: expected a time as 0:00:01:50, found "1:2"`,
		"#Kinovea Trajectory data export\n#T X Y\n1 2\n":     "line 3: expected time, x and y, found 2 fields",
		"Time,a/0/X,a/0/Y\n0,1,z\n":                          `line 2, "a": expected a finite coordinate`,
	} {
		if _, err := reads(t, []byte(content), "bad", Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected %s", err, want)
		}
	}
}
