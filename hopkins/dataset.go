package hopkins

// Entry is one sequence found in a dataset folder, not read in full.
type Entry struct {
	Name     string
	Path     string // its track file
	Category Category
	Parent   string // see Sequence.Parent
	Points   int
	Frames   int
	Motions  int // 0 when unknown
	// InBenchmark tells whether it counts in the 155's tables.
	InBenchmark bool
	Preview     string // path of preview.jpg, its own or its parent's; may be empty
	Video       string // path of a video, its own or its parent's; may be empty
	FrameDir    string // path of a folder of numbered frames; may be empty
}

// Problem is a file of a dataset folder that could not be read, and why.
type Problem struct {
	Path string
	Err  error
}

// Dataset is a folder of sequences.
type Dataset struct {
	Root     string
	Entries  []Entry   // sorted by name
	Problems []Problem // files passed over
}

// OpenDataset walks root and lists the sequences below it. A file that cannot
// be read is listed in Problems and does not stop the walk; the error is for a
// root that cannot be read at all.
func OpenDataset(root string) (*Dataset, error) { return nil, nil }

// Open reads the tracks of any file or sequence folder that the package
// understands, recognised by content: a Hopkins155 truth file, KT3DMoSeg and
// AdelaideRMF .mat files, plain correspondences.
func Open(path string) (*Sequence, error) { return nil, nil }
