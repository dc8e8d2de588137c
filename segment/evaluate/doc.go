// Package evaluate compares labels with other labels.
//
// In: two labellings of the same points, of any names. Out: the confusion matrix, the
// clustering error under the best one-to-one matching of groups (Kuhn, The Hungarian
// Method for the Assignment Problem, 1955), with or without outliers as a class of their
// own, and labels renamed so that they agree best with others.
//
// The one idea: names of groups mean nothing, so every comparison matches groups first.
package evaluate
