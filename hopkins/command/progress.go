package command

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"motionseg/hopkins/files"
	"motionseg/hopkins/track"
)

// outcome says in a few words what became of a row.
func outcome(percent float64, iterations int, seconds float64, failure string) string {
	if failure != "" {
		return "failed: " + failure
	}
	if iterations == 0 { // the method has none
		return fmt.Sprintf("%.3f %%  %.2f s", percent, seconds)
	}
	return fmt.Sprintf("%.3f %%  %d iterations  %.2f s", percent, iterations, seconds)
}

// progress returns what shows a finished row and what ends the display: a bar
// when w is a terminal, one line for every row otherwise.
func progress(w io.Writer, total int) (show func(item, method, outcome string), done func()) {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		bar := progressbar.NewOptions(total,
			progressbar.OptionSetWriter(w),
			progressbar.OptionShowCount(),
			progressbar.OptionFullWidth(),
			progressbar.OptionThrottle(50*time.Millisecond),
			progressbar.OptionClearOnFinish(),
		)
		return func(item, _, _ string) {
				bar.Describe(fmt.Sprintf("%-16s", files.Printable(item)))
				// A terminal that can't be written is no reason to stop.
				_ = bar.Add(1)
			}, func() {
				_ = bar.Clear()
			}
	}
	n := 0
	return func(item, method, outcome string) {
		n++
		fmt.Fprintf(w, "%d/%d  %s  %s  %s\n", n, total, files.Printable(item), method, files.Printable(outcome))
	}, func() {}
}

// tracking returns what shows how far the tracking of a film is, and what ends
// the display; nothing is shown where w is no terminal.
func tracking(w io.Writer) (report func(track.Progress), done func()) {
	show, done := frameBar(w)
	if show == nil {
		return nil, done
	}
	return func(p track.Progress) { show(p.Done, p.Frames, fmt.Sprintf("%d points", len(p.Points))) }, done
}

// frameBar returns what shows how many frames of a film are done, of 0 where that
// is not known, and what ends the display: a bar when w is a terminal, and nil
// otherwise.
func frameBar(w io.Writer) (show func(done, frames int, what string), done func()) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil, func() {}
	}
	var bar *progressbar.ProgressBar
	return func(done, frames int, what string) {
			if bar == nil {
				if frames == 0 {
					frames = -1 // a bar without an end
				}
				bar = progressbar.NewOptions(frames, progressbar.OptionSetWriter(w), progressbar.OptionShowCount(),
					progressbar.OptionFullWidth(), progressbar.OptionThrottle(50*time.Millisecond), progressbar.OptionClearOnFinish())
			}
			bar.Describe(what)
			// A terminal that can't be written is no reason to stop.
			_ = bar.Set(done)
		}, func() {
			if bar != nil {
				_ = bar.Clear()
			}
		}
}
