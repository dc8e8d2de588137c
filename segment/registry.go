package segment

import (
	"fmt"
	"slices"
	"strings"

	"motionseg/segment/auto"
	"motionseg/segment/lrksc"
	"motionseg/segment/subspace"
)

// methods is the registry, in the order in which methods are listed.
var methods = []Method{lrksc.LRKSC{}, subspace.SSC{}, auto.LRKSCAuto{}, lrksc.Robust{}, lrksc.KSSC{}, subspace.LRR{},
	subspace.LRSC{}, subspace.OMP{}, subspace.RSIM{}, subspace.LSR{}, subspace.EDSC{}, auto.Pairwise{}}

// Methods returns all methods in the order in which they are listed.
func Methods() []Method { return slices.Clone(methods) }

// Lookup returns the method of that name, or an error that lists the names.
func Lookup(name string) (Method, error) {
	names := make([]string, 0, len(methods))
	for _, m := range methods {
		d := m.Describe()
		if strings.EqualFold(d.Name, name) {
			return m, nil
		}
		names = append(names, d.Name)
	}
	return nil, fmt.Errorf("unknown method %q: expected one of %s", name, strings.Join(names, ", "))
}
