// Command motionseg segments the motions in a video's point tracks, in a
// window or from scripts.
//
//	motionseg [FILE]                 opens the window
//	motionseg segment FILE|FOLDER    segments one sequence
//	motionseg track FILM             follows points through a film or a folder of pictures
//	motionseg match PICTURE PICTURE  finds the same places in two photographs
//	motionseg benchmark DIR          segments a dataset and prints the tables
//	motionseg images FILE|FOLDER     clusters pictures, such as faces
//	motionseg methods                lists the methods and their parameters
//	motionseg demo [DIR]             writes the built-in example
//	motionseg scene FOLDER           writes a synthetic scene of any size
//
// It exits with 0 when all went well, 1 when something failed or was
// interrupted, and 2 when the command line was wrong.
package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/alecthomas/kong"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
	"gonum.org/v1/plot/vg"

	"motionseg/assets"
	"motionseg/hopkins"
	"motionseg/hopkins/bench"
	terminal "motionseg/hopkins/console"
	"motionseg/hopkins/files"
	"motionseg/hopkins/filmset"
	"motionseg/hopkins/footage"
	"motionseg/hopkins/imageset"
	"motionseg/hopkins/match"
	"motionseg/hopkins/project"
	"motionseg/hopkins/synthetic"
	"motionseg/hopkins/track"
	"motionseg/segment"
	"motionseg/ui"
	"motionseg/ui/draw"
)

// Exit codes.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

// Set by the linker in packages: -X main.commit=… and so on. A plain build
// takes the version from FyneApp.toml and the others from its build
// information, where there is a repository.
var version, commit, date string

//go:embed FyneApp.toml
var appMetadata string

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second Ctrl-C ends the program at once.
	context.AfterFunc(ctx, stop)
	stdout, stderr, done := terminal.Open()
	code := run(ctx, os.Args[1:], stdout, stderr)
	done()
	os.Exit(code)
}

// errInterrupted is what the user sees of a cancelled context.
var errInterrupted = errors.New("interrupted")

// usageError marks an error of the command line itself.
type usageError struct{ error }

// console is where the commands write.
type console struct {
	out, err io.Writer
}

// commandLine is the grammar: one field a command.
type commandLine struct {
	Version   kong.VersionFlag `help:"Print version, commit and date."`
	Window    windowCommand    `cmd:"" default:"withargs" help:"Open the window (the default)."`
	Segment   segmentCommand   `cmd:"" help:"Segment one sequence."`
	Track     trackCommand     `cmd:"" help:"Follow points through a film or a folder of pictures."`
	Match     matchCommand     `cmd:"" help:"Find the same places in two photographs."`
	Benchmark benchmarkCommand `cmd:"" help:"Segment every sequence of a dataset and print the tables beside the published figures."`
	Clicks    clicksCommand    `cmd:"" help:"Measure how fast the error falls when a simulated user gives the true motion to one track after the other."`
	Images    imagesCommand    `cmd:"" help:"Cluster pictures, such as faces by person, over runs of consecutive subjects."`
	Methods   methodsCommand   `cmd:"" help:"List the methods, their parameters and defaults."`
	Demo      demoCommand      `cmd:"" help:"Write the built-in example to a folder."`
	Scene     sceneCommand     `cmd:"" help:"Write a synthetic scene of any size to a folder."`
}

// run is the program without the process around it: it returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) (code int) {
	defer func() {
		// An uncaught panic would end the program with 2, the code of a wrong
		// command line.
		if p := recover(); p != nil {
			fmt.Fprintf(stderr, "motionseg: internal error: %v%s\n", p, ui.CrashReport(p))
			code = exitFailure
		}
	}()
	var line commandLine
	exited := false
	parser, err := kong.New(&line,
		kong.Name("motionseg"),
		kong.Description("Segment the motions in a video's point tracks."),
		kong.Vars{"version": "motionseg " + versionText(), "formats": strings.Join(bench.ReportFormats, ",")},
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { exited = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(console{stdout, stderr}),
	)
	if err != nil {
		fmt.Fprintln(stderr, "motionseg:", err)
		return exitFailure
	}
	parsed, err := parser.Parse(args)
	if exited {
		// --help or --version has printed what was asked for.
		return exitOK
	}
	if err != nil {
		fmt.Fprintf(stderr, "motionseg: %v\nTry \"motionseg --help\".\n", files.Message(err))
		return exitUsage
	}
	err = parsed.Run()
	if err == nil {
		return exitOK
	}
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	fmt.Fprintln(stderr, "motionseg:", files.Message(err))
	if errors.As(err, &usageError{}) {
		return exitUsage
	}
	return exitFailure
}

// versionText returns version, commit and date as far as they are known.
func versionText() string {
	v, c, d := version, commit, date
	if v == "" {
		var app struct{ Details struct{ Version string } }
		if _, err := toml.Decode(appMetadata, &app); err == nil {
			v = app.Details.Version
		}
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision" && c == "":
				c = s.Value
			case s.Key == "vcs.time" && d == "":
				d = s.Value
			}
		}
	}
	text := v
	if c != "" {
		text += ", commit " + c
	}
	if d != "" {
		text += ", " + d
	}
	return text
}

type windowCommand struct {
	File string `arg:"" optional:"" help:"Sequence, dataset folder, correspondences or set of pictures to open."`
}

func (c windowCommand) Run() error {
	if c.File != "" {
		if _, err := os.Stat(c.File); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: no such file or folder, and no command of that name", c.File)
		}
	}
	err := ui.Run(versionText(), c.File)
	if errors.Is(err, ui.ErrNoDisplay) {
		return fmt.Errorf("%w; the commands in \"motionseg --help\" work without one", err)
	}
	return err
}

type segmentCommand struct {
	File        string   `arg:"" help:"Sequence file or folder: .mat of Hopkins155, KT3DMoSeg or AdelaideRMF, table of tracks, .npz or .npy of tracks, or text file of correspondences. In a film or a folder of pictures alone points are followed first, as \"motionseg track\" does."`
	Method      string   `default:"lrksc-auto" placeholder:"NAME" help:"Method; \"motionseg methods\" lists them. lrksc-auto when not given."`
	Motions     string   `default:"truth" help:"Number of motions, truth to take it from the file where that has one and estimate it otherwise, or auto to estimate it."`
	Frames      string   `default:"all" help:"all, first-last, two frames i,j, a range i-j, or best for the range with the most points of complete tracks; frames count from 1."`
	Incomplete  string   `default:"auto" help:"What becomes of tracks that are not seen in every chosen frame: auto gives them to methods that take gaps and leaves them out of others; leave-out; or fill-gaps to complete those with short gaps by a low rank first."`
	Outliers    string   `default:"auto" help:"What becomes of tracks and matches that belong to no motion: find looks for them first; none gives every one to a motion; auto finds them among matches of two pictures only."`
	Corrupt     string   `placeholder:"entries=SHARE,tracks=SHARE,hidden=SHARE" help:"Spoil the tracks first: put a share of all points anywhere, replace a share of the tracks by smooth random paths, or hide a share of all points in runs, as a tracker loses them; the seed decides which."`
	Assign      bool     `default:"true" negatable:"" help:"Give the tracks that were left out to the motions afterwards."`
	Columns     string   `placeholder:"id=NAME,frame=NAME,x=NAME,y=NAME" help:"Which columns of a table hold what, by name or by place from 1; also label=NAME, and from=0 or from=1 for the number of the first frame."`
	Likelihood  float64  `default:"0.6" help:"From which likelihood on a point of DeepLabCut counts as seen."`
	Set         []string `placeholder:"NAME=VALUE" sep:"none" help:"Change a parameter of the method; may be given several times."`
	Seed        uint64   `default:"0" help:"Seed of everything random."`
	Out         string   `placeholder:"LABELS.CSV" help:"Write the labels to this file."`
	Constraints string   `placeholder:"FILE.JSON" help:"Obey what this file says of single tracks: {\"seeds\": [{\"track\": 12, \"motion\": 1}], \"together\": [[3, 7]], \"apart\": [[3, 9]]}; tracks and motions count from 1, motion 0 is an outlier."`
	Export      []string `placeholder:"FORMAT:PATH" sep:"none" help:"Write the tracks with their labels: csv, napari, trackmate, trackmate-xml or cotracker to a file, folder to a new folder in the layout of Hopkins155 with the pictures, film to a film that ends in .mp4, .mov, .mkv, .webm, .avi or .gif; may be given several times."`
	Affinity    string   `placeholder:"W.NPY|W.PNG" help:"Write the affinity matrix to this file."`
	JSON        bool     `name:"json" help:"Print the result as JSON."`

	Tracking trackingFlags `embed:"" prefix:"track-" group:"Of a film"`
}

// refuseProject returns an error that says what a project is for, where path is one and
// its data are expected.
func refuseProject(path string) error {
	if !strings.EqualFold(filepath.Ext(path), project.Ending) {
		return nil
	}
	p, err := project.Load(path)
	if err != nil {
		return err
	}
	data := p.Data.Path
	if data == "" {
		data = "the built-in example"
	}
	return fmt.Errorf("%s: expected tracks or a film, found a project, which opens in the window by \"motionseg %s\"; its data are %s", path, path, data)
}

func (c segmentCommand) Run(ctx context.Context, con console) error {
	if err := refuseProject(c.File); err != nil {
		return err
	}
	film := track.Recognise(c.File)
	spec, err := segment.ParseSpec(strings.Join(append([]string{c.Method}, c.Set...), ":"))
	if err != nil {
		return usageError{err}
	}
	frames, err := hopkins.ParseFrames(c.Frames)
	if err != nil {
		return usageError{err}
	}
	motions, err := parseMotions(c.Motions)
	if err != nil {
		return usageError{err}
	}
	incomplete, err := hopkins.ParseIncomplete(c.Incomplete)
	if err != nil {
		return usageError{fmt.Errorf("--incomplete: %w", err)}
	}
	outliers, err := hopkins.ParseOutliers(c.Outliers)
	if err != nil {
		return usageError{fmt.Errorf("--outliers: %w", err)}
	}
	corruption, err := hopkins.ParseCorruption(c.Corrupt)
	if err != nil {
		return usageError{fmt.Errorf("--corrupt: %w", err)}
	}
	columns, err := hopkins.ParseColumns(c.Columns)
	if err != nil {
		return usageError{fmt.Errorf("--columns: %w", err)}
	}
	if !(c.Likelihood > 0 && c.Likelihood <= 1) {
		return usageError{fmt.Errorf("--likelihood: expected a number above 0 and at most 1, found %v", c.Likelihood)}
	}
	affinityFormat := strings.ToLower(filepath.Ext(c.Affinity))
	if c.Affinity != "" && affinityFormat != ".npy" && affinityFormat != ".png" {
		return usageError{fmt.Errorf("--affinity %s: expected a name that ends in .npy or .png", c.Affinity)}
	}
	exports, err := parseExports(c.Export)
	if err != nil {
		return usageError{fmt.Errorf("--export %w", err)}
	}

	var sequence *hopkins.Sequence
	if film {
		sequence, err = c.Tracking.open(ctx, con, c.File)
	} else {
		sequence, err = hopkins.OpenContext(ctx, c.File, hopkins.Options{Columns: columns, Likelihood: c.Likelihood})
	}
	var unknown *hopkins.ColumnsError
	if errors.As(err, &unknown) {
		return fmt.Errorf("%w; say which columns they are, as --columns id=NAME,frame=NAME,x=NAME,y=NAME", err)
	}
	if err != nil {
		return err
	}
	outputs := []string{c.Out, c.Affinity}
	for _, e := range exports {
		outputs = append(outputs, e.path)
	}
	if err := hopkins.Spare(outputs, append(sequence.Inputs(), c.Constraints)...); err != nil {
		return usageError{err}
	}
	var constraints hopkins.Constraints
	if c.Constraints != "" {
		if constraints, err = readConstraints(c.Constraints, sequence.Points()); err != nil {
			return err
		}
	}
	sequence = sequence.Corrupt(corruption, c.Seed)
	result, err := sequence.Segment(ctx, hopkins.Task{
		Method: spec, Frames: frames, Motions: motions, Incomplete: incomplete, Outliers: outliers, Unassigned: !c.Assign, Constraints: constraints, Seed: c.Seed,
	})
	if err != nil {
		return err
	}

	// Printed first, so that a file that can't be written loses nothing.
	if c.JSON {
		err = result.WriteJSON(con.out)
	} else {
		err = result.WriteText(con.out)
	}
	if err != nil {
		return err
	}
	if c.Out != "" {
		if err := hopkins.WriteFile(c.Out, func(w io.Writer) error {
			return result.LabelTable().Write(w)
		}); err != nil {
			return err
		}
	}
	for _, e := range exports {
		if err := e.write(ctx, con, result); err != nil {
			return err
		}
	}
	switch affinityFormat {
	case ".npy":
		return hopkins.WriteFile(c.Affinity, func(w io.Writer) error { return hopkins.WriteNPY(w, result.Result.W) })
	case ".png":
		return hopkins.WriteFile(c.Affinity, func(w io.Writer) error { return writePicture(w, result) })
	}
	return nil
}

// readConstraints reads a file of constraints on this many tracks.
func readConstraints(path string, tracks int) (hopkins.Constraints, error) {
	f, err := files.Open(path)
	if err != nil {
		return hopkins.Constraints{}, err
	}
	defer f.Close()
	constraints, err := hopkins.ReadConstraints(f, tracks)
	if err != nil {
		return constraints, fmt.Errorf("%s: %w", path, err)
	}
	return constraints, nil
}

// export is a format for labelled tracks and where to write it.
type export struct{ format, path string }

// Formats of exports that are no files of tracks.
const (
	folderFormat = "folder"
	filmFormat   = "film"
)

// parseExports reads exports as "napari:tracks.csv".
func parseExports(texts []string) ([]export, error) {
	names := []string{folderFormat, filmFormat}
	for _, f := range hopkins.LabelledFormats() {
		names = append(names, f.Name)
	}
	var exports []export
	for _, text := range texts {
		format, path, ok := strings.Cut(text, ":")
		if !ok || path == "" || !slices.Contains(names, format) {
			return nil, fmt.Errorf("%s: expected FORMAT:PATH with one of the formats %s", text, strings.Join(names, ", "))
		}
		endings := append([]string{".gif"}, footage.FilmEndings...)
		if format == filmFormat && !slices.Contains(endings, strings.ToLower(filepath.Ext(path))) {
			return nil, fmt.Errorf("%s: expected a name that ends in %s", text, strings.Join(endings, ", "))
		}
		exports = append(exports, export{format, path})
	}
	return exports, nil
}

// write writes the labelled tracks, with their pictures where the format has
// some.
func (e export) write(ctx context.Context, con console, g *hopkins.Segmentation) error {
	s := g.Source.Sequence
	show, done := frameBar(con.err)
	defer done()
	var progress func(done, frames int)
	if show != nil {
		name := files.Printable(filepath.Base(e.path))
		progress = func(done, frames int) { show(done, frames, name) }
	}
	if e.format != folderFormat && e.format != filmFormat {
		return hopkins.WriteFile(e.path, func(w io.Writer) error { return s.WriteLabelled(w, e.format, g.Labels) })
	}
	source, err := footage.OpenSequence(s)
	if errors.Is(err, footage.ErrNone) {
		source, err = nil, nil
	}
	if err != nil {
		return err
	}
	var picture func(int) (image.Image, error)
	if source != nil {
		defer source.Close()
		picture = func(frame int) (image.Image, error) {
			m, err := source.Frame(frame)
			if err != nil || !source.Exact(frame) {
				return nil, err
			}
			return m, nil
		}
	}
	if e.format == folderFormat {
		return s.WriteFolder(ctx, e.path, g.Labels, picture, progress)
	}
	return writeFilm(ctx, e.path, g, source, picture, progress)
}

// writeFilm writes the labelled tracks over their pictures, if there are any.
func writeFilm(ctx context.Context, path string, g *hopkins.Segmentation, source *footage.Source, picture func(int) (image.Image, error), progress func(done, frames int)) error {
	s, upward, rate := g.Source.Sequence, false, 10.0
	width, height := s.Width, s.Height
	if source != nil {
		judgement, err := footage.DirectionOf(s, source)
		if err != nil {
			return err
		}
		upward = judgement.Direction == footage.Up
		if source.Rate() > 0 {
			rate = source.Rate()
		}
		if width == 0 {
			size, err := source.Size(ctx)
			if err != nil {
				return err
			}
			width, height = size.X, size.Y
		}
	}
	scene, err := draw.NewScene(s.Pixels, s.Visible, width, height, upward)
	if err != nil {
		return err
	}
	view := draw.NewView(scene)
	view.Style, view.Labels = draw.Light(), g.Labels
	a := &draw.Animation{Views: []draw.View{view}, Picture: picture, Last: s.Frames() - 1, FramesPerSecond: rate, Width: min(width, maxFilmWidth)}
	if strings.EqualFold(filepath.Ext(path), ".gif") {
		return hopkins.WriteFile(path, func(w io.Writer) error { return a.WriteGIF(ctx, w, progress) })
	}
	reel, err := draw.NewReel(a)
	if err != nil {
		return err
	}
	return footage.WriteFilm(ctx, path, footage.Film{Size: reel.Size(), Frames: reel.Frames(), Rate: rate, Picture: reel.Frame}, progress)
}

// maxFilmWidth bounds the width of exported films in pixels.
const maxFilmWidth = 1920

// writePicture writes the affinity matrix as a PNG, its rows and columns grouped
// by the truth, or by the labels where the truth is unknown.
func writePicture(w io.Writer, g *hopkins.Segmentation) error {
	labels := g.Source.Truth
	if labels == nil {
		labels = g.Labels
	}
	groups := make([]int, len(g.Points))
	for row, track := range g.Points {
		groups[row] = labels[track]
	}
	matrix, err := draw.NewMatrix(g.Result.W, draw.LabelOrder(groups), draw.MaxPooling)
	if err != nil {
		return err
	}
	view := draw.NewMatrixView(matrix)
	return draw.WriteMatrixPNG(w, &view)
}

// parseMotions reads --motions; 0 stands for the truth's.
func parseMotions(text string) (int, error) {
	switch text {
	case "truth":
		return 0, nil
	case "auto":
		return hopkins.EstimatedMotions, nil
	}
	k, err := strconv.Atoi(text)
	if err != nil || k < 1 {
		return 0, fmt.Errorf("--motions: expected truth, auto or a whole number from 1, found %q", text)
	}
	return k, nil
}

// trackingFlags say which frames of a film are looked at, and how points are
// found and followed in them.
type trackingFlags struct {
	Density string   `default:"medium" help:"How many points are followed: sparse, medium or dense."`
	First   int      `default:"1" help:"First frame; frames count from 1."`
	Last    int      `default:"0" help:"Last frame; 0 takes all to the end."`
	Every   int      `default:"1" help:"Look at every n-th frame only."`
	Size    int      `default:"0" help:"Reduce pictures with more pixels on the longer side to so many; 0 leaves them."`
	Only    []string `placeholder:"X,Y,X,Y" sep:"none" help:"Begin points only in this rectangle, in pixels, or with three corners or more in this outline; may be given several times."`
	Without []string `placeholder:"X,Y,X,Y" sep:"none" help:"Leave this rectangle or outline out; may be given several times."`
}

// options returns what the flags say. The error names the flag.
func (c trackingFlags) options() (track.Options, footage.Range, error) {
	density, err := track.ParseDensity(c.Density)
	if err != nil {
		return track.Options{}, footage.Range{}, fmt.Errorf("density: %w", err)
	}
	o := track.Default(density)
	for _, list := range []struct {
		name  string
		texts []string
		to    *[]track.Region
	}{{"only", c.Only, &o.Only}, {"without", c.Without, &o.Without}} {
		for _, text := range list.texts {
			r, err := track.ParseRegion(text)
			if err != nil {
				return o, footage.Range{}, fmt.Errorf("%s: %w", list.name, err)
			}
			*list.to = append(*list.to, r)
		}
	}
	if c.First < 1 || c.Every < 1 || c.Size < 0 || c.Last != 0 && c.Last < c.First {
		return o, footage.Range{}, fmt.Errorf("first, last, every, size: expected frames from 1 with the last behind the first, every 1 or more and a size of 0 or more, found %d, %d, %d, %d", c.First, c.Last, c.Every, c.Size)
	}
	r := footage.Range{First: c.First - 1, Step: c.Every, MaxSide: c.Size}
	if c.Last > 0 {
		r.Count = (c.Last-c.First)/c.Every + 1
	}
	return o, r, nil
}

// open follows points through a film.
func (c trackingFlags) open(ctx context.Context, con console, film string) (*hopkins.Sequence, error) {
	o, r, err := c.options()
	if err != nil {
		return nil, usageError{err}
	}
	report, done := tracking(con.err)
	defer done()
	return track.Open(ctx, film, r, o, report)
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

type trackCommand struct {
	Film  string        `arg:"" help:"Film, or folder of pictures in the order of the numbers in their names."`
	Out   string        `placeholder:"TRACKS.CSV|TRACKS.NPZ|TRACKS.MAT" help:"Write the tracks to this file."`
	Flags trackingFlags `embed:""`
}

// Run follows points through a film. When it is interrupted, the tracks up to
// there are written.
func (c trackCommand) Run(ctx context.Context, con console) error {
	if c.Out != "" && !hopkins.IsTrackFormat(c.Out) {
		return usageError{fmt.Errorf("--out %s: expected a name that ends in %s", c.Out, strings.Join(hopkins.TrackFormats, ", "))}
	}
	if err := refuseProject(c.Film); err != nil {
		return err
	}
	sequence, err := c.Flags.open(ctx, con, c.Film)
	if sequence == nil {
		return err
	}
	if c.Out != "" {
		if err := sequence.WriteTracksFile(c.Out); err != nil {
			return err
		}
	}
	for _, note := range sequence.Notes {
		fmt.Fprintf(con.err, "%s: %s\n", c.Film, note)
	}
	coverage := sequence.Coverage()
	if _, err := fmt.Fprintf(con.out, "%s: %d tracks in %d frames of %d×%d pixels, %d of them in every frame\n",
		sequence.Name, sequence.Points(), sequence.Frames(), sequence.Width, sequence.Height, coverage.Complete(0, sequence.Frames()-1)); err != nil {
		return err
	}
	return err
}

type matchCommand struct {
	First  string `arg:"" help:"The first photograph."`
	Second string `arg:"" help:"The second photograph of the same things."`
	Out    string `placeholder:"MATCHES.CSV" help:"Write the matches to this file, x1,y1,x2,y2 on each line; \"motionseg segment\" reads it."`
}

func (c matchCommand) Run(ctx context.Context, con console) error {
	if err := hopkins.Spare([]string{c.Out}, c.First, c.Second); err != nil {
		return usageError{err}
	}
	sequence, err := match.Open(ctx, c.First, c.Second)
	if err != nil {
		return err
	}
	if c.Out == "" {
		return match.WriteCSV(con.out, sequence)
	}
	if err := hopkins.WriteFile(c.Out, func(w io.Writer) error { return match.WriteCSV(w, sequence) }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(con.out, "%s: %d matches\n", sequence.Name, sequence.Points())
	return err
}

type benchmarkCommand struct {
	Dir       string   `arg:"" help:"Dataset folder, such as the unpacked Hopkins155, or folder of films with truth pictures."`
	Methods   []string `placeholder:"NAME,…" help:"Methods, separated by commas; name:param=value:… changes parameters. lrksc,ssc when not given, and lrksc-auto for films."`
	Set       []string `placeholder:"NAME=VALUE" sep:"none" help:"Change a parameter of every method that has it; may be given several times."`
	Frames    string   `default:"all" help:"all, first-last, two frames i,j, a range i-j, or best; frames count from 1."`
	Workers   int      `default:"0" help:"Sequences that run at the same time; 0 takes one for every processor."`
	Filter    string   `placeholder:"GLOB" help:"Only the sequences whose name matches, as \"cars*\"."`
	Seed      uint64   `default:"0" help:"Seed of everything random."`
	Format    string   `default:"table" enum:"${formats}" help:"${enum}."`
	Out       string   `placeholder:"FILE" help:"Write the report to this file instead of standard output."`
	LabelsDir string   `placeholder:"DIR" help:"Write the labels of every row to a file in this folder."`
	Density   string   `default:"medium" help:"How many points are followed through films: sparse, medium or dense."`
	Films     bool     `help:"Follow points through the films of the sequences, and judge them by the nearest labelled track within 8 pixels."`
	Motions   string   `default:"truth" help:"Number of motions: truth, which for films is the regions above 1000 pixels, auto to estimate it, or for films a whole number."`
	Outliers  string   `default:"auto" help:"What becomes of tracks and matches that belong to no motion: find, none, or auto, which finds them among matches of two pictures only."`
	Corrupt   string   `placeholder:"entries=SHARE,tracks=SHARE,hidden=SHARE" help:"Spoil the tracks first, as for \"motionseg segment\"."`
}

func (c benchmarkCommand) Run(ctx context.Context, con console) error {
	if films, err := filmset.Open(c.Dir); err == nil {
		return c.runFilms(ctx, con, films)
	}
	if c.Films {
		dataset, err := hopkins.OpenDataset(c.Dir)
		if err != nil {
			return err
		}
		films := filmset.OpenSequences(dataset)
		if len(films) == 0 {
			return fmt.Errorf("%s: expected sequences with labels and a film or a folder of frames, found none among %d", c.Dir, len(dataset.Entries))
		}
		return c.runFilms(ctx, con, films)
	}
	if len(c.Methods) == 0 {
		c.Methods = []string{"lrksc", "ssc"}
	}
	benchmark := bench.Benchmark{Workers: c.Workers, Seed: c.Seed}
	if c.Workers < 0 {
		return usageError{fmt.Errorf("--workers: expected 0 or more, found %d", c.Workers)}
	}
	var err error
	if benchmark.Methods, err = segment.ParseSpecs(c.Methods, c.Set, ""); err != nil {
		return usageError{fmt.Errorf("--methods, --set: %w", err)}
	}
	if benchmark.Frames, err = hopkins.ParseFrames(c.Frames); err != nil {
		return usageError{err}
	}
	if benchmark.Outliers, err = hopkins.ParseOutliers(c.Outliers); err != nil {
		return usageError{fmt.Errorf("--outliers: %w", err)}
	}
	if benchmark.Corruption, err = hopkins.ParseCorruption(c.Corrupt); err != nil {
		return usageError{fmt.Errorf("--corrupt: %w", err)}
	}
	if benchmark.Estimate = c.Motions == "auto"; !benchmark.Estimate && c.Motions != "truth" {
		return usageError{fmt.Errorf("--motions: expected truth or auto, found %q; a number is for films only", c.Motions)}
	}
	dataset, err := hopkins.OpenDataset(c.Dir)
	if err != nil {
		return err
	}
	for _, p := range dataset.Problems {
		fmt.Fprintln(con.err, "passed over", files.Message(p.Err))
	}
	var inputs []string
	for _, e := range dataset.Entries {
		inputs = append(inputs, e.Path, e.Video, e.Preview)
	}
	if err := hopkins.Spare([]string{c.Out}, inputs...); err != nil {
		return usageError{err}
	}
	if benchmark.Entries, err = dataset.Select(c.Filter); err != nil {
		return usageError{err}
	}
	if len(benchmark.Entries) == 0 {
		return fmt.Errorf("%s: no sequence to run among the %d found", c.Dir, len(dataset.Entries))
	}
	if c.LabelsDir != "" {
		if err := os.MkdirAll(c.LabelsDir, 0o777); err != nil {
			return err
		}
	}

	show, done := progress(con.err, benchmark.Total())
	var labelsErr error
	benchmark.Finished = func(row bench.Row) {
		show(row.Sequence, row.Method, outcome(row.Error, row.Iterations, row.Seconds, row.Failure))
		if c.LabelsDir != "" && row.Failure == "" && labelsErr == nil {
			labelsErr = hopkins.WriteFileIn(c.LabelsDir, labelsName(row.Sequence, row.Method), func(w io.Writer) error {
				return row.Table.Write(w)
			})
		}
	}
	rows, runErr := benchmark.Run(ctx)
	done()

	report := bench.Report{Frames: benchmark.Frames, Seed: c.Seed, Estimate: benchmark.Estimate, Corruption: benchmark.Corruption, Rows: rows, Problems: dataset.Problems}
	if err := errors.Join(c.write(con, report.Write), labelsErr); err != nil {
		return err
	}
	return unfinished(runErr, len(rows), benchmark.Total(), len(report.Failures()))
}

// write writes a report to the file that was asked for.
func (c benchmarkCommand) write(con console, report func(w io.Writer, format string) error) error {
	write := func(w io.Writer) error { return report(w, c.Format) }
	if c.Out == "" {
		return write(con.out)
	}
	if err := hopkins.WriteFile(c.Out, write); err != nil {
		// Nothing computed is lost.
		return errors.Join(err, write(con.out))
	}
	return nil
}

// unfinished says why a benchmark is not whole; nil when it is.
func unfinished(runErr error, rows, total, failures int) error {
	if runErr != nil {
		return fmt.Errorf("%w after %d of %d rows", errInterrupted, rows, total)
	}
	if failures > 0 {
		return fmt.Errorf("%d failed, see the list in the report", failures)
	}
	return nil
}

// runFilms tracks points in films with a truth and segments them.
func (c benchmarkCommand) runFilms(ctx context.Context, con console, films []filmset.Film) error {
	if len(c.Methods) == 0 {
		c.Methods = []string{"lrksc-auto"}
	}
	if c.Workers < 0 {
		return usageError{fmt.Errorf("--workers: expected 0 or more, found %d", c.Workers)}
	}
	if c.Frames != "all" || c.Outliers != "auto" || c.Corrupt != "" {
		return usageError{errors.New("--frames, --outliers and --corrupt: expected none of them for films")}
	}
	density, err := track.ParseDensity(c.Density)
	if err != nil {
		return usageError{fmt.Errorf("--density: %w", err)}
	}
	b := filmset.Benchmark{Workers: c.Workers, Seed: c.Seed, Tracking: track.Default(density)}
	if b.Methods, err = segment.ParseSpecs(c.Methods, c.Set, ""); err != nil {
		return usageError{fmt.Errorf("--methods, --set: %w", err)}
	}
	if b.Motions, err = parseMotions(c.Motions); err != nil {
		return usageError{err}
	}
	var inputs []string
	for _, f := range films {
		inputs = append(inputs, f.Path)
	}
	if err := hopkins.Spare([]string{c.Out}, inputs...); err != nil {
		return usageError{err}
	}
	if b.Films, err = filmset.Select(films, c.Filter); err != nil {
		return usageError{err}
	}
	if len(b.Films) == 0 {
		return fmt.Errorf("%s: no film to run among the %d found", c.Dir, len(films))
	}
	if c.LabelsDir != "" {
		if err := os.MkdirAll(c.LabelsDir, 0o777); err != nil {
			return err
		}
	}
	show, done := progress(con.err, b.Total())
	var labelsErr error
	b.Finished = func(row filmset.Row) {
		show(row.Film, row.Method, filmOutcome(row))
		if c.LabelsDir != "" && row.Table != nil && labelsErr == nil {
			labelsErr = hopkins.WriteFileIn(c.LabelsDir, labelsName(row.Film, row.Method), row.Table.Write)
		}
	}
	rows, runErr := b.Run(ctx)
	done()
	report := filmset.Report{Seed: c.Seed, Tracks: c.Films, Rows: rows}
	if err := errors.Join(c.write(con, report.Write), labelsErr); err != nil {
		return err
	}
	return unfinished(runErr, len(rows), b.Total(), len(report.Failures()))
}

// filmOutcome says in a few words what became of a row.
func filmOutcome(row filmset.Row) string {
	if row.Failure != "" {
		return "failed: " + row.Failure
	}
	return fmt.Sprintf("%.2f %%  %d of %d found  %.1f s", row.Error, row.Found, row.Regions, row.TrackSeconds+row.Seconds)
}

// labelsName returns the name of the file with the labels of a row: never one in
// another folder, also for sequences that are named by their path.
func labelsName(sequence, method string) string {
	return strings.NewReplacer(":", "_", "=", "_", "/", "_", `\`, "_").Replace(sequence + "_" + method + ".csv")
}

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

type clicksCommand struct {
	Dir     string   `arg:"" help:"Folder with sequences whose truth is known, in any layout that can be opened."`
	Method  string   `default:"lrksc" help:"Method; name:param=value:… changes parameters."`
	Frames  string   `default:"all" help:"As for segment."`
	Policy  []string `default:"random,doubtful" help:"Which track is clicked next, separated by commas: random, doubtful for the one where a click helps most."`
	Clicks  int      `default:"10" help:"How many tracks are clicked."`
	Repeats int      `default:"20" help:"How often random tracks are clicked in every sequence."`
	Filter  string   `placeholder:"PATTERN" help:"Only sequences whose name matches, such as 1R2* or *_g12."`
	Workers int      `default:"0" help:"Sequences that run at the same time; 0 takes one for every processor."`
	Seed    uint64   `default:"0" help:"Seed of everything random."`
	JSON    bool     `name:"json" help:"Print the curves as JSON."`
}

func (c clicksCommand) Run(ctx context.Context, con console) error {
	if c.Clicks < 1 || c.Repeats < 1 || c.Workers < 0 {
		return usageError{fmt.Errorf("--clicks, --repeats, --workers: expected 1, 1 and 0 or more, found %d, %d and %d", c.Clicks, c.Repeats, c.Workers)}
	}
	clicks := bench.Clicks{Task: hopkins.Task{Seed: c.Seed}, Clicks: c.Clicks, Repeats: c.Repeats, Workers: c.Workers}
	for _, policy := range c.Policy {
		p := bench.ClickPolicy(policy)
		if p != bench.Random && p != bench.Doubtful {
			return usageError{fmt.Errorf("--policy: expected random or doubtful, found %q", policy)}
		}
		clicks.Policies = append(clicks.Policies, p)
	}
	var err error
	if clicks.Task.Method, err = segment.ParseSpec(c.Method); err != nil {
		return usageError{err}
	}
	if clicks.Task.Frames, err = hopkins.ParseFrames(c.Frames); err != nil {
		return usageError{err}
	}
	dataset, err := hopkins.OpenDataset(c.Dir)
	if err != nil {
		return err
	}
	if clicks.Entries, err = dataset.Select(c.Filter); err != nil {
		return usageError{err}
	}
	if len(clicks.Entries) == 0 {
		return fmt.Errorf("%s: no sequence to click in among the %d found", c.Dir, len(dataset.Entries))
	}
	show, done := progress(con.err, len(clicks.Entries))
	clicks.Finished = func(row bench.ClicksRow) {
		text := "failed: " + row.Failure
		if row.Failure == "" {
			var parts []string
			for _, p := range clicks.Policies {
				curve := row.Curves[p]
				parts = append(parts, fmt.Sprintf("%s %.2f → %.2f %%", p, curve[0], curve[len(curve)-1]))
			}
			text = strings.Join(parts, ", ")
		}
		show(row.Sequence, clicks.Task.Method.Name, text)
	}
	rows, err := clicks.Run(ctx)
	done()
	if err != nil {
		return err
	}
	report := bench.ClicksReport{Method: clicks.Task.Method.Name, Clicks: clicks, Rows: rows}
	if c.JSON {
		return report.WriteJSON(con.out)
	}
	return report.WriteText(con.out)
}

type imagesCommand struct {
	File     string   `arg:"" help:"MATLAB file with pictures and classes, or folder with a folder of pictures for every class."`
	Method   []string `default:"lrksc-robust" help:"Methods, separated by commas; name:param=value:… changes parameters."`
	Preset   string   `placeholder:"NAME" help:"Published setting to start from, as yale, orl or coil; \"motionseg methods\" lists them."`
	Set      []string `placeholder:"NAME=VALUE" sep:"none" help:"Change a parameter of every method that has it; may be given several times."`
	Subjects []int    `placeholder:"K,…" help:"Numbers of subjects; all runs of K consecutive subjects are clustered. All subjects together when not given."`
	Classes  string   `placeholder:"I-J" help:"Only the Ith to the Jth class of the set."`
	Data     string   `placeholder:"NAME" help:"Variable of the MATLAB file with the pictures; found automatically in the usual layouts."`
	Labels   string   `placeholder:"NAME" help:"Variable of the MATLAB file with the classes."`
	Size     string   `placeholder:"WxH" help:"Width and height that pictures in folders are brought to; 48 on the longer side when not given."`
	MaxRuns  int      `default:"0" help:"Largest number of runs for every K, evenly spread; 0 takes all."`
	Workers  int      `default:"0" help:"Runs that are under way at the same time; 0 takes one for every processor."`
	Seed     uint64   `default:"0" help:"Seed of everything random."`
	Format   string   `default:"table" enum:"${formats}" help:"${enum}."`
	Out      string   `placeholder:"FILE" help:"Write the report to this file instead of standard output."`
	Plot     string   `placeholder:"FILE" help:"Write a plot of the mean error against K to this file: .png, .pdf or .svg."`
}

func (c imagesCommand) Run(ctx context.Context, con console) error {
	protocol := imageset.Protocol{Subjects: c.Subjects, MaxRuns: c.MaxRuns, Seed: c.Seed, Workers: c.Workers}
	if c.Workers < 0 || c.MaxRuns < 0 {
		return usageError{fmt.Errorf("--workers and --max-runs: expected 0 or more, found %d and %d", c.Workers, c.MaxRuns)}
	}
	var err error
	if protocol.Methods, err = segment.ParseSpecs(c.Method, c.Set, c.Preset); err != nil {
		return usageError{fmt.Errorf("--method, --preset, --set: %w", err)}
	}
	plotFormat := draw.Format(strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Plot)), "."))
	if c.Plot != "" && !slices.Contains(draw.Formats(), plotFormat) {
		return usageError{fmt.Errorf("--plot %s: expected a name that ends in .png, .pdf or .svg", c.Plot)}
	}
	options := imageset.Options{Data: c.Data, Labels: c.Labels}
	if options.Width, options.Height, err = imageset.ParseSize(c.Size); err != nil {
		return usageError{fmt.Errorf("--size: %w", err)}
	}
	if err := hopkins.Spare([]string{c.Out, c.Plot}, c.File); err != nil {
		return usageError{err}
	}
	if protocol.Set, err = imageset.Open(ctx, c.File, options); err != nil {
		return err
	}
	for _, p := range protocol.Set.Problems {
		fmt.Fprintln(con.err, "passed over", files.Message(p.Err))
	}
	if protocol.Set, err = protocol.Set.Select(c.Classes); err != nil {
		return usageError{fmt.Errorf("--classes: %w", err)}
	}
	if len(protocol.Subjects) == 0 {
		protocol.Subjects = []int{len(protocol.Set.Classes)}
	}
	if err := protocol.Check(); err != nil {
		return usageError{fmt.Errorf("--%w", err)}
	}

	show, done := progress(con.err, protocol.Total())
	protocol.Finished = func(row imageset.Trial) {
		show(protocol.Set.SpanName(row.First, row.Subjects), row.Method, outcome(row.Error, row.Iterations, row.Seconds, row.Failure))
	}
	rows, runErr := protocol.Run(ctx)
	done()

	report := imageset.Trials{Protocol: protocol, Rows: rows}
	write := func(w io.Writer) error { return report.Write(w, c.Format) }
	if c.Out == "" {
		err = write(con.out)
	} else if err = hopkins.WriteFile(c.Out, write); err != nil {
		// Nothing computed is lost.
		err = errors.Join(err, write(con.out))
	}
	if c.Plot != "" {
		err = errors.Join(err, hopkins.WriteFile(c.Plot, func(w io.Writer) error { return writeErrorPlot(w, report, plotFormat) }))
	}
	if err != nil {
		return err
	}
	if runErr != nil {
		return fmt.Errorf("%w after %d of %d rows", errInterrupted, len(rows), protocol.Total())
	}
	if failures := report.Failures(); len(failures) > 0 {
		return fmt.Errorf("%d failed, see the list in the report", len(failures))
	}
	return nil
}

// writeErrorPlot plots the mean error of every method against the number of
// subjects.
func writeErrorPlot(w io.Writer, r imageset.Trials, format draw.Format) error {
	const width, height = 5 * vg.Inch, 3.5 * vg.Inch
	var curves []draw.Curve
	for _, s := range r.Summaries() {
		if len(curves) == 0 || curves[len(curves)-1].Name != s.Method {
			curves = append(curves, draw.Curve{Name: s.Method})
		}
		curve := &curves[len(curves)-1]
		curve.X, curve.Y = append(curve.X, float64(s.Subjects)), append(curve.Y, s.Mean)
	}
	return draw.ErrorByMotions(draw.Light(), curves).Write(w, format, width, height)
}

type methodsCommand struct{}

func (methodsCommand) Run(con console) error {
	w := tabwriter.NewWriter(con.out, 0, 0, 2, ' ', 0)
	for i, m := range segment.Methods() {
		d := m.Describe()
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s: %s\n%s\n%s\n\n", d.Name, d.Title, d.Summary, d.Citation)
		kinds := []segment.Kind{segment.Trajectories, segment.TwoFrames, segment.Images}
		fmt.Fprintf(w, "  parameter\t%s\t%s\t%s\trange\tmeaning\n", kinds[0], kinds[1], kinds[2])
		for _, p := range d.Params {
			fmt.Fprintf(w, "  %s", p.Name)
			for _, kind := range kinds {
				fmt.Fprintf(w, "\t%s", p.Format(d.ValuesFor(kind)[p.Name]))
			}
			fmt.Fprintf(w, "\t%s\t%s\n", p.Range(), strings.TrimLeft(p.Symbol+": "+p.Help, ": "))
		}
		for _, p := range d.Presets {
			fmt.Fprintf(w, "\n  preset %s: %s", p, p.Source)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

type demoCommand struct {
	Dir string `arg:"" optional:"" default:"." help:"Folder to write the example's own folder into; made if it is missing."`
}

// Run writes the embedded example in the layout of a Hopkins155 sequence. A
// file that is there already is not overwritten.
func (c demoCommand) Run(con console) error {
	folder := filepath.Join(c.Dir, assets.ExampleName)
	if _, err := os.Lstat(folder); err == nil {
		return fmt.Errorf("%s: expected a name that is free for the example, found something there already", folder)
	}
	var missing []string // folders that are made for it, the innermost first
	for dir := filepath.Clean(c.Dir); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); err == nil || dir == filepath.Dir(dir) {
			break
		}
		missing = append(missing, dir)
	}
	err := os.MkdirAll(c.Dir, 0o777)
	if err == nil {
		err = os.CopyFS(c.Dir, assets.Example())
	}
	if err != nil {
		// Nothing was there before, and half of it is of no use.
		os.RemoveAll(folder)
		for _, dir := range missing {
			os.Remove(dir)
		}
		return err
	}
	_, err = fmt.Fprintf(con.out, "%s\nTry \"motionseg segment %s\", or open it with \"motionseg %s\".\n", folder, folder, folder)
	return err
}

type sceneCommand struct {
	Name     string  `arg:"" help:"The new folder, named as the sequence."`
	Tracks   int     `default:"300" help:"Number of tracks, shared evenly among bodies and background."`
	Frames   int     `default:"30" help:"Number of frames."`
	Bodies   int     `default:"2" help:"Number of moving bodies; the background is one more motion."`
	Noise    float64 `default:"0.3" help:"Standard deviation of the noise on every coordinate, in pixels."`
	Seed     uint64  `default:"1" help:"Decides shapes, motions and tracks."`
	Corrupt  string  `placeholder:"entries=SHARE,tracks=SHARE,hidden=SHARE" help:"Spoil the tracks: put a share of all points anywhere, replace a share of the tracks by smooth random paths, or hide a share of all points in runs, as a tracker loses them."`
	Pictures bool    `help:"Write the picture of every frame too."`
}

// Run writes a scene in the layout of a Hopkins155 sequence.
func (c sceneCommand) Run(con console) error {
	config := synthetic.Default()
	config.Tracks, config.Frames, config.Bodies, config.Noise, config.Seed = c.Tracks, c.Frames, c.Bodies, c.Noise, c.Seed
	corruption, err := hopkins.ParseCorruption(c.Corrupt)
	if err != nil {
		return usageError{fmt.Errorf("--corrupt: %w", err)}
	}
	scene, err := synthetic.New(config)
	if err != nil {
		return usageError{err}
	}
	dir, name := filepath.Split(filepath.Clean(c.Name))
	if err := scene.Save(filepath.Clean(dir), name, corruption, c.Pictures); err != nil {
		return err
	}
	_, err = fmt.Fprintln(con.out, c.Name)
	return err
}
