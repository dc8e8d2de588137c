package input

const (
	// A table of n lines may have up to SparseEntries + SparseLines·n tracks ×
	// frames, so that a line with great numbers takes no memory to match.
	SparseEntries, SparseLines = 1 << 16, 1000
	// MaxEntries bounds tracks × frames of every format, 100 000 tracks in 60
	// frames among them. It is the one budget of reading, checked before memory is
	// taken: Pixels, Normalized and Visible take 33 bytes for each, and what is
	// decoded from a file up to 56, below 600 MB together.
	MaxEntries = 3 << 21
	// MaxNumbers is how many numbers a MATLAB file may hold for these: 3 of pixels
	// and 3 of normalised coordinates, one of the mask, and labels.
	MaxNumbers = 7*MaxEntries + 1<<20
	MaxTracks  = 1 << 20
)

// MaxCoordinate bounds coordinates, so that products of them stay finite.
const MaxCoordinate = 1e9

// MaxPicture bounds width and height in pixels.
const MaxPicture = 1 << 20

// MaxLine bounds a line; a table of DeepLabCut has all points of a frame in one.
const MaxLine = 1 << 20

// SniffLength is how many bytes tell the format.
const SniffLength = 1 << 14
