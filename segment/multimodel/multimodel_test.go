package multimodel

import (
	"math"
	"testing"

	"motionseg/segment/core"
	"motionseg/segment/internal/scenes"
)

// TestFewerMotionsEnd: the end of the context is looked for before every two motions that are taken for one, once
// all motions are found.
func TestFewerMotionsEnd(t *testing.T) {
	ctx := &scenes.EndingContext{Context: t.Context(), Limit: math.MaxInt}
	data, _ := scenes.TwoViews(1, 3, 0.0005)
	var found int
	progress := core.SharesTo(func(float64) { found = ctx.Looks })
	best, _, err := DivideTwoFrames(ctx, data, 1, progress)
	if err != nil {
		t.Fatal(err)
	}
	pairs := 0
	for k := len(best.Motions); k > 1; k-- {
		pairs += k * (k - 1) / 2
	}
	if pairs < 2 {
		t.Fatalf("%d motions are found", len(best.Motions))
	}
	if after := ctx.Looks - found; after < pairs {
		t.Errorf("%d looks after the search, expected %d at least", after, pairs)
	}
}
