package ui

import (
	"fmt"
	"strconv"

	"motionseg/hopkins"
	"motionseg/hopkins/imageset"
	"motionseg/segment"
	"motionseg/ui/session"
)

// truthWord is what the truth is called.
func truthWord(s *session.Session) string {
	if s.Doc.TruthByHand() {
		return "Truth (mine)"
	}
	return "Truth"
}

// motionName is the number of a motion with its name, if it has one.
func motionName(s *session.Session, motion int) string {
	if name := s.Mine.Name(motion); name != "" {
		return fmt.Sprintf("%d, %s", motion, name)
	}
	return fmt.Sprint(motion)
}

// className names the class of a picture: a number is not enough of a name.
func className(set *imageset.Set, i int) string {
	name := set.Classes[set.Truth[i]-1]
	if _, err := strconv.Atoi(name); err == nil {
		return "class " + name
	}
	return name
}

// labelText writes a label, or that there is none.
func labelText(label int) string {
	if label == 0 {
		return "no motion"
	}
	return fmt.Sprint(label)
}

// estimateText words an estimate of the number of motions.
func estimateText(e *segment.MotionsEstimate) string {
	text := "Estimated " + motionsText(e.Motions)
	if e.Confidence > 0 { // 0 stands for unknown
		text += ", confidence " + hopkins.ConfidenceText(e.Confidence)
	}
	if e.RunnerUp != 0 {
		text += fmt.Sprintf("; the next best is %d", e.RunnerUp)
	}
	if e.MayBeOne {
		text += "; nothing clearly moves apart, so that it may be one"
	}
	return text
}

// motionsText writes a number of motions.
func motionsText(n int) string {
	return hopkins.Counted(n, "motion", "motions")
}

// sentence makes a sentence of a message.
func sentence(text string) string { return hopkins.Capital(text) + "." }

// cut returns the beginning of a text that is longer than n characters, and says
// how long it is. A line without an end is broken, as by a word too long to lay
// out.
func cut(text string, n int) string {
	runes := []rune(text)
	if len(runes) > n {
		return string(runes[:n]) + fmt.Sprintf(" … (%d characters in all)", len(runes))
	}
	return text
}
