package hopkins

import (
	"fmt"
	"slices"
	"strings"
)

// Outliers says what becomes of points that belong to no motion: wrong matches,
// and tracks that have drifted.
type Outliers int

const (
	// OutliersAutomatic finds them among matches of two pictures, of which many
	// are wrong, and looks for none among tracks, few of which are; such that the
	// file itself says are outliers are left out, and no figure counts them.
	OutliersAutomatic Outliers = iota
	// OutliersFound looks for them first, see segment.FindOutliers, and gives the
	// method the others. The error then counts them as a class of their own.
	OutliersFound
	// OutliersNone gives the method every point, and every point to a motion. No
	// figure counts those that the file itself says are outliers.
	OutliersNone
)

var outlierWords = []string{"auto", "find", "none"}

// ParseOutliers reads what the command line says: auto, find or none.
func ParseOutliers(text string) (Outliers, error) {
	if i := slices.Index(outlierWords, strings.ToLower(strings.TrimSpace(text))); i >= 0 {
		return Outliers(i), nil
	}
	return 0, fmt.Errorf("expected %s, found %q", strings.Join(outlierWords, ", "), text)
}

// String writes it as ParseOutliers reads it.
func (o Outliers) String() string {
	if o < 0 || int(o) >= len(outlierWords) {
		return fmt.Sprintf("outliers %d", int(o))
	}
	return outlierWords[o]
}
