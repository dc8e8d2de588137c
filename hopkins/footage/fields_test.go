package footage

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestFieldsBecomeFrames: in a film whose frames are two fields each, what moves is seen once
// in a frame and not as a comb, at the beginning and behind it, in grey and in colour.
func TestFieldsBecomeFrames(t *testing.T) {
	film := filepath.Join(t.TempDir(), "fields.mkv")
	said, err := exec.Command(needsFFmpeg(t), "-v", "error", "-f", "lavfi", "-i",
		"nullsrc=s=160x96:r=50:d=0.8,geq=lum='255*between(X,8+3*N,40+3*N)*between(Y,16,80)':cb=128:cr=128", "-vf",
		"tinterlace=interleave_top,setfield=tff", "-c:v", "mpeg2video", "-q:v", "2", "-flags", "+ilme+ildct",
		film).CombinedOutput()
	if err != nil {
		t.Skipf("this ffmpeg writes no fields: %s", said)
	}
	s, err := OpenFilm(t.Context(), film, Range{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, i := range []int{0, 9} {
		m, err := s.Gray(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		coloured, err := s.Frame(i)
		if err != nil {
			t.Fatal(err)
		}
		combs := 0
		for x := range 160 {
			r, _, _, _ := coloured.At(x, 48).RGBA()
			below, _, _, _ := coloured.At(x, 49).RGBA()
			if abs(int(m.GrayAt(x, 48).Y)-int(m.GrayAt(x, 49).Y)) > 60 || abs(int(r>>8)-int(below>>8)) > 60 {
				combs++
			}
		}
		if combs > 0 {
			t.Errorf("frame %d: in %d columns two rows are of different times", i+1, combs)
		}
	}
	if n := s.Len(); n != 0 && n != 20 {
		t.Errorf("%d frames, expected 20", n)
	}
}

func abs(x int) int { return max(x, -x) }
