package core

import (
	"fmt"

	"motionseg/segment/internal/parallel"
)

// PanicError is the error for a panic, on whatever goroutine: a fault of the
// program that should never happen.
type PanicError struct {
	Method string // what ran, as Description.Title
	Value  any    // what it panicked with
	Stack  []byte // of the goroutine that panicked
}

// Error says what happened in one sentence, without the stack.
func (e *PanicError) Error() string {
	return fmt.Sprintf("%s stopped with an internal error: %v", e.Method, e.Value)
}

// Unwrap returns Value where it is an error, nil otherwise.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Recovered returns the *PanicError for v, the value of a recover, in what was
// done for a method. The function that recovers must call it.
func Recovered(method string, v any) *PanicError {
	p := parallel.Recovered(v)
	return &PanicError{Method: method, Value: p.Value, Stack: p.Stack}
}
