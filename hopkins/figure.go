package hopkins

// FigureOptions say what a figure of segmentations shows. Their zero value is the figure
// of the paper, of the first frame.
type FigureOptions struct {
	Frame    int  // from 0
	Column   bool // as wide as one column of two, else as a page
	Without  bool // without the affinities
	Untitled bool // without the name of the sequence
}
