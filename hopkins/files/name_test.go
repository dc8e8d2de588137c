package files

import (
	"encoding/json"
	"testing"
)

// TestName: names go through JSON as their bytes are; those that are text stay text.
func TestName(t *testing.T) {
	for name, want := range map[Name]string{
		"":                `""`,
		"tracks.csv":      `"tracks.csv"`,
		"größe\u2028.csv": "\"größe\\u2028.csv\"",
		"\ufffd.csv":      "\"\ufffd.csv\"", // the sign for what is no text is text
		"tr\xe9.csv":      `{"base64":"dHLpLmNzdg=="}`,
	} {
		text, err := json.Marshal(name)
		if err != nil || string(text) != want {
			t.Errorf("%q is written as %s, want %s, %v", name, text, want, err)
		}
		var again Name
		if err := json.Unmarshal(text, &again); err != nil || again != name {
			t.Errorf("%s is read as %q, %v", text, again, err)
		}
	}
	if Names(nil) != nil || len(Names([]string{"a", "b\xff"})) != 2 || Names([]string{"b\xff"})[0] != "b\xff" {
		t.Error("texts are not the names that they were")
	}
}
