// Package hugepages has the heap lie on large pages where the system gives these only to programs
// that ask for them, as Linux does in most distributions.
//
// Matrices and the small lists of hundreds of groupings are written once each and soon given back:
// with pages of 4 KB a tenth of the time of a run is the system's, which hands them out one by one,
// and more is lost to looking addresses up. Go asks for no large pages by itself.
package hugepages
