package read

import (
	"motionseg/hopkins/read/arrays"
	"motionseg/hopkins/read/input"
	"motionseg/hopkins/read/tables"
)

// What readers take and return, for others to name.
type (
	// Tracks are point tracks, or matches of two pictures, as a file has them.
	Tracks = input.Tracks
	// Format is a kind of file that tracks are read from.
	Format = input.Format
	// Row is a line of the help's table of formats.
	Row = input.Row
	// Options say how to read a file where its content alone does not tell.
	Options = input.Options
	// Columns says which columns of a table hold what.
	Columns = input.Columns
	// ColumnsError is returned for a text file whose columns are not recognised.
	ColumnsError = tables.ColumnsError
	// ArrayError is returned for a file of which it is not clear which array has the tracks.
	ArrayError = arrays.ArrayError
	// KnownTable is a table that other programs write.
	KnownTable = tables.KnownTable
	// TablePreview is the beginning of a text file with a table, to choose columns by.
	TablePreview = tables.TablePreview
)

const (
	// DefaultLikelihood is from where on a point of DeepLabCut counts as seen.
	DefaultLikelihood = tables.DefaultLikelihood
	// ListArrays, as Options.Array, has a file answer by an ArrayError.
	ListArrays = input.ListArrays
	// RelativeSize is the side of the picture in pixels that relative coordinates are
	// brought to where its size is unknown.
	RelativeSize = arrays.RelativeSize
)

// ParseColumns reads columns as the command line writes them, see input.ParseColumns.
func ParseColumns(text string) (Columns, error) { return input.ParseColumns(text) }

// KnownTables lists the tables that are recognised by the names of their columns.
func KnownTables() []KnownTable { return tables.KnownTables() }
