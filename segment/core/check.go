package core

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// largestCoordinate bounds the largest number of the data, and one over it from
// below, so that products of six of them neither overflow nor vanish.
const largestCoordinate = 1e30

// CheckData returns an error that says what is wrong with the data and where.
func CheckData(d Data) error {
	if d.X == nil {
		return fmt.Errorf("data: expected a D×N matrix, found none")
	}
	rows, n := d.X.Dims()
	if rows < 1 || n < 2 {
		return fmt.Errorf("data: expected at least 1 row and 2 points, found %d×%d", rows, n)
	}
	switch {
	case d.Kind < Trajectories || d.Kind > Images:
		return fmt.Errorf("data: unknown kind %d", d.Kind)
	case d.Kind == Trajectories && rows%2 != 0:
		return fmt.Errorf("data: expected an x and a y row for every frame, found %d rows", rows)
	case d.Kind == TwoFrames && rows != 9:
		return fmt.Errorf("data: expected 9 rows for two frames, found %d", rows)
	}
	if v := d.Visible; v != nil {
		if d.Kind != Trajectories || len(v) != n {
			return fmt.Errorf("data: expected visibility of trajectories, %d points, found %s, %d", n, d.Kind, len(v))
		}
		for j, seen := range v {
			if len(seen) != rows/2 {
				return fmt.Errorf("data: expected visibility in %d frames, found %d for point %d", rows/2, len(seen), j+1)
			}
		}
	}
	constant, largest := true, 0.0
	first := d.X.At(0, 0)
	for i := range rows {
		for j, v := range d.X.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("data: expected finite numbers, found %v in row %d of point %d", v, i+1, j+1)
			}
			if v != first {
				constant = false
			}
			largest = max(largest, math.Abs(v))
		}
	}
	if constant {
		return fmt.Errorf("data: expected points that differ, found %v everywhere", first)
	}
	if largest < 1/largestCoordinate || largest > largestCoordinate {
		return fmt.Errorf("data: expected the largest number between %g and %g, found %g: scale the coordinates",
			1/largestCoordinate, largestCoordinate, largest)
	}
	return nil
}

// CheckTakes returns an error for data that the method does not take.
func (d Description) CheckTakes(data Data) error {
	if !d.Takes(data.Kind) {
		names := make([]string, len(d.Kinds))
		for i, k := range d.Kinds {
			names[i] = k.String()
		}
		return fmt.Errorf("method %s: expected data of kind %s, found %s", d.Name, strings.Join(names, " or "), data.Kind)
	}
	if data.Visible != nil && !d.Gaps {
		return fmt.Errorf("method %s: expected points that are seen in every frame, found gaps", d.Name)
	}
	return nil
}

// CheckValues completes values with the method's preset for the kind of data
// and checks every one.
func CheckValues(d Description, k Kind, values Values) (Values, error) {
	full := d.ValuesFor(k)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		p, err := d.Param(name)
		if err != nil {
			return nil, err
		}
		full[p.Name] = values[name]
	}
	for _, p := range d.Params {
		if err := p.Check(full[p.Name]); err != nil {
			return nil, fmt.Errorf("method %s: %w", d.Name, err)
		}
	}
	return full, nil
}

// RepeatedPoints returns, in ascending order, every column that equals an
// earlier one: of tracks with gaps, that is seen in the same frames, at the same places.
func RepeatedPoints(d Data) []int {
	order := PlaceOrder(d)
	var repeated []int
	for i := 1; i < len(order); i++ {
		if comparePlaces(d, order[i-1], order[i]) == 0 {
			repeated = append(repeated, order[i])
		}
	}
	slices.Sort(repeated)
	return repeated
}
