package segment

import "context"

// Config says how to segment.
type Config struct {
	Method  Method
	Motions int // K, the number of groups, 1…N
	// Values override the method's preset for the kind of data; nil keeps it.
	Values Values
	Seed   uint64
	// Progress, when not nil, is called after every iteration from the
	// goroutine that called Run. It must return quickly.
	Progress func(Iteration)
}

// Run segments the columns of data into cfg.Motions groups.
//
// It returns an error that says what was wrong and where for data that is nil,
// empty, constant, not finite or has fewer than 2 columns, for a number of
// motions outside 1…N, and for parameter values out of range; ctx.Err() when
// ctx ends first. Everything else worth knowing is in Result.Warnings.
func Run(ctx context.Context, data Data, cfg Config) (*Result, error) {
	return nil, ctx.Err()
}
