// Package batch does the same for many inputs, overnight and on many machines: it
// segments films and files of tracks (Films), or runs a benchmark (Sequences,
// TruthFilms), each item of its own, in folders that say what they were made of.
//
// The folder of a batch has, beside the tables,
//
//	<name>/           the result of an item, with its record.json
//	.batch/plan.json  the items, in the stated order
//	.batch/failed      the records of items that failed
//	.batch/claims      who works on what at present
//	.batch/work       results that are not whole yet
//	log.jsonl         what happened, one JSON object a line, of each shard its own
//
// A result is written in .batch/work and takes its place by one renaming when it
// is whole. What is done is decided by its record alone, so that the same batch
// again does what is left, after whatever end. A claim keeps other processes from
// an item, on other machines of the same shared folder too; should two work on one
// nevertheless, as after a machine has slept, one of the results is thrown away.
package batch
