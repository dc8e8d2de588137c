// Package dense has products and small steps on dense matrices that several packages
// above share, cut into blocks that give the same bits on any number of workers, and the
// memory that solvers hand on (workspace.go).
package dense
