package core

import (
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// Analysis keeps what was worked out about data, whatever the number of motions, for
// whoever asks for it again: the estimate of that number, a method, the same method with
// another number. It tells data apart by their content, so that it may be given with any,
// and changes nothing but the time. The zero value is ready; it is safe for use by
// several goroutines, and of two that ask for the same at a time one waits for the other.
type Analysis struct {
	mu   sync.Mutex
	kept []*analysed // the last one asked for comes last
}

// keptAnalyses is how many things an Analysis keeps: those of the tracks that are looked
// at, with and without outliers.
const keptAnalyses = 10

// analysed is one thing that is known of some data.
type analysed struct {
	data  Data // a copy
	key   any  // what it is, and with what seed; comparable
	done  chan struct{}
	value any
	err   error
}

// Once returns what compute says of data under this key, which of all things about any
// data says all that the outcome depends on. A nil Analysis keeps nothing. When compute
// fails nothing is kept. The error is that of compute, or ctx.Err().
func (a *Analysis) Once(ctx context.Context, data Data, key any, compute func() (any, error)) (any, error) {
	if a == nil {
		return compute()
	}
	for {
		known, own := a.find(data, key)
		if own {
			return a.fill(known, compute)
		}
		select {
		case <-known.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if known.err == nil {
			return known.value, ctx.Err()
		}
	}
}

// Knows reports whether Once would answer without computing anything.
func (a *Analysis) Knows(data Data, key any) bool {
	if a == nil {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.ContainsFunc(a.kept, func(k *analysed) bool {
		select {
		case <-k.done:
			return k.key == key && sameData(k.data, data)
		default:
			return false
		}
	})
}

// find returns what is known or being found out, or a new entry for the caller to fill.
func (a *Analysis) find(data Data, key any) (known *analysed, own bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	at := slices.IndexFunc(a.kept, func(k *analysed) bool { return k.key == key && sameData(k.data, data) })
	if at >= 0 {
		known = a.kept[at]
		a.kept = append(slices.Delete(a.kept, at, at+1), known)
		return known, false
	}
	known = &analysed{data: copyOf(data), key: key, done: make(chan struct{})}
	if a.kept = append(a.kept, known); len(a.kept) > keptAnalyses {
		a.kept = slices.Delete(a.kept, 0, 1)
	}
	return known, true
}

// fill computes an entry, and forgets it where that fails or panics.
func (a *Analysis) fill(known *analysed, compute func() (any, error)) (any, error) {
	known.err = context.Canceled // of whoever waits, if compute panics
	defer func() {
		if known.err != nil {
			a.mu.Lock()
			a.kept = slices.DeleteFunc(a.kept, func(k *analysed) bool { return k == known })
			a.mu.Unlock()
		}
		close(known.done)
	}()
	known.value, known.err = compute()
	return known.value, known.err
}

// sameData reports whether two data are the same to the bit.
func sameData(a, b Data) bool {
	rows, n := a.X.Dims()
	if r, c := b.X.Dims(); r != rows || c != n || a.Kind != b.Kind || (a.Visible == nil) != (b.Visible == nil) {
		return false
	}
	for r := range rows {
		row, other := a.X.RawRowView(r), b.X.RawRowView(r)
		for i, v := range row {
			if math.Float64bits(v) != math.Float64bits(other[i]) {
				return false
			}
		}
	}
	return slices.EqualFunc(a.Visible, b.Visible, slices.Equal[[]bool])
}

// copyOf returns data that nobody else changes.
func copyOf(data Data) Data {
	own := Data{X: mat.DenseCopyOf(data.X), Kind: data.Kind}
	for _, seen := range data.Visible {
		own.Visible = append(own.Visible, slices.Clone(seen))
	}
	return own
}
