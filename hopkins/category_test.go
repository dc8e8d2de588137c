package hopkins

import "testing"

func TestNames(t *testing.T) {
	for name, want := range map[string]struct {
		category    Category
		parent      string
		inBenchmark bool
	}{
		"1R2RC":          {Checkerboard, "", true},
		"1RT2RTCRT_B":    {Checkerboard, "", true},
		"2T3RCRTP_g23":   {Checkerboard, "2T3RCRTP", true},
		"three-cars_g12": {Checkerboard, "three-cars", true},
		"oc1R2RC":        {Checkerboard, "", false},
		"2T3RX":          {Other, "", false},
		"cars2_06_g13":   {Traffic, "cars2_06", true},
		"cars2B":         {Traffic, "", true},
		"cars1_g12":      {Traffic, "cars1", false}, // cars1 has two motions
		"cars3_g14":      {Traffic, "cars3", false},
		"cars99":         {Traffic, "", false},
		"kanatani2":      {Traffic, "", true},
		"kanatani3":      {Articulated, "", true},
		"two_cranes_g12": {Articulated, "two_cranes", true},
		"dancing":        {Articulated, "", false},
		"mine":           {Other, "", false},
		"my_g":           {Other, "", false},
		"":               {Other, "", false},
	} {
		if got := categoryOf(name); got != want.category {
			t.Errorf("%s is %s, want %s", name, got, want.category)
		}
		if got := parentOf(name); got != want.parent {
			t.Errorf("%s has parent %q, want %q", name, got, want.parent)
		}
		if got := in155(name); got != want.inBenchmark {
			t.Errorf("%s is in the benchmark: %v, want %v", name, got, want.inBenchmark)
		}
	}
	total := 0
	for _, motions := range published155 {
		total++
		if motions == 3 {
			total += 3
		}
	}
	if total != 155 {
		t.Errorf("%d sequences, want 155", total)
	}
}

func TestNameOf(t *testing.T) {
	for path, want := range map[string]string{
		"a/1R2RC_truth.mat": "1R2RC", "Seq005_Clip01_Tracks.mat": "Seq005_Clip01", "oc1R2RC.mat": "oc1R2RC",
		"pairs.v2.txt": "pairs.v2", "_truth.mat": "_truth", "tracks": "tracks",
	} {
		if got := nameOf(path); got != want {
			t.Errorf("nameOf(%q) = %q, want %q", path, got, want)
		}
	}
}
