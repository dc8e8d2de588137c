package eigen

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"motionseg/segment/internal/parallel"
)

// TestPanicsReachTheCaller plants a panic in the work of every pool.
func TestPanicsReachTheCaller(t *testing.T) {
	const n = 600
	product := newSymmetricProduct(n, make([]float64, n*n/2), 2)
	for name, call := range map[string]func(){
		"products":      func() { product.multiply(make([]float64, n), 0, make([]float64, n)) },
		"secular roots": func() { secular(context.Background(), make([]float64, n), nil, 1, nil, make([]float64, n*n), 2) },
	} {
		func() {
			defer func() {
				p, _ := recover().(*parallel.Panic)
				var fault runtime.Error
				if p == nil || !errors.As(p, &fault) {
					t.Errorf("%s: the caller finds %v, want the panic of a worker", name, p)
				}
			}()
			call()
		}()
	}
}
