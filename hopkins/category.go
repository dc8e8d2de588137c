package hopkins

import (
	"regexp"
	"slices"
	"strings"
)

// published155 holds the 50 sequences from which the Hopkins155 benchmark is
// made, with their number of motions. Those with three motions also count as
// their selections "_g12", "_g13" and "_g23" of two motions each:
// 50 + 3·35 = 155. "dancing" comes with the benchmark but is not part of it.
var published155 = map[string]int{
	"1R2RC": 3, "1R2RCR": 3, "1R2RCT_A": 3, "1R2RCT_B": 3, "1R2TCR": 3, "1R2TCRT": 3,
	"1RT2RCR": 3, "1RT2RCRT": 3, "1RT2RTCRT_A": 3, "1RT2RTCRT_B": 3, "1RT2TC": 3,
	"1RT2TCRT_A": 3, "1RT2TCRT_B": 3, "2R3RTC": 3, "2R3RTCRT": 3, "2RT3RC": 3, "2RT3RCR": 3,
	"2RT3RCT_A": 3, "2RT3RCT_B": 3, "2RT3RTCRT": 3, "2T3RCR": 3, "2T3RCRT": 3,
	"2T3RCRTP": 3, "2T3RCTP": 3, "2T3RTCR": 3, "three-cars": 3,

	"cars1": 2, "cars10": 3, "cars2": 2, "cars2B": 3, "cars2_06": 3, "cars2_07": 3,
	"cars3": 3, "cars4": 2, "cars5": 3, "cars6": 2, "cars7": 2, "cars8": 2, "cars9": 3,
	"kanatani1": 2, "kanatani2": 2, "truck1": 2, "truck2": 2,

	"arm": 2, "articulated": 3, "head": 2, "kanatani3": 2, "people1": 2, "people2": 2,
	"two_cranes": 3,
}

// in155 reports whether a sequence of that name is one of the 155.
func in155(name string) bool {
	parent := parentOf(name)
	if parent == "" {
		return published155[name] > 0
	}
	if published155[parent] != 3 {
		return false
	}
	suffix := strings.TrimPrefix(name, parent)
	return suffix == "_g12" || suffix == "_g13" || suffix == "_g23"
}

// Names155 returns the names of the 155, in order.
func Names155() []string {
	var names []string
	for name, motions := range published155 {
		names = append(names, name)
		if motions == 3 {
			names = append(names, name+"_g12", name+"_g13", name+"_g23")
		}
	}
	slices.Sort(names)
	return names
}

var selection = regexp.MustCompile(`^(.+)_g[1-9]{2,}$`)

// parentOf returns the name of the sequence from which a selection such as
// "cars3_g12" takes its tracks, empty when the name is no selection's.
func parentOf(name string) string {
	if m := selection.FindStringSubmatch(name); m != nil {
		return m[1]
	}
	return ""
}

// checkerboard matches names that say how two objects and the camera (C) move:
// R rotation, T translation, P with strong perspective. The sequences with
// missing entries that were published later are named alike, with "oc" before.
var checkerboard = regexp.MustCompile(`^(oc)?[12][RT]{1,2}[23][RT]{1,2}C[RT]{0,2}P?(_[AB])?$`)

// categoryOf returns the category of the sequence by its name, as the
// benchmark's description gives it.
func categoryOf(name string) Category {
	if parent := parentOf(name); parent != "" {
		name = parent
	}
	switch name {
	case "three-cars":
		return Checkerboard
	case "kanatani1", "kanatani2":
		return Traffic
	case "arm", "articulated", "dancing", "head", "kanatani3", "people1", "people2", "two_cranes":
		return Articulated
	}
	switch {
	case checkerboard.MatchString(name):
		return Checkerboard
	case strings.HasPrefix(name, "cars"), strings.HasPrefix(name, "truck"):
		return Traffic
	}
	return Other
}
