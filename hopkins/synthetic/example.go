package synthetic

// Example returns the configuration of the example that is embedded in the
// program: the default scene of the first seed, counted from 1, on which SSC
// errs on at least 30 % of the tracks and LRKSC on at most 3 %, both with their
// published settings for all frames.
func Example() Config {
	c := Default()
	c.Seed = 11
	return c
}
