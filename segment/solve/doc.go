// Package solve runs one method on data: the way that every labelling goes.
//
// In: core.Data and a Config with method, number of motions and settings. Out: a
// core.Result. Data are checked, the method solves, what it leaves open is made by package
// spectral; of very many points a part is drawn and solved for, and the rest is assigned by
// self-expression (landmarks.go), or by motion where tracks have gaps (assign.go); outliers are left out and come back
// with the label 0 (outliers.go).
//
// The one idea: all methods go one way, so that they differ in nothing but themselves.
package solve
