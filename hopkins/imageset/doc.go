// Package imageset clusters sets of pictures, such as faces by person or objects
// by kind: it reads a set from a MATLAB file or from folders, runs methods on
// consecutive classes as the literature on subspace clustering does, and
// reports the errors.
package imageset
