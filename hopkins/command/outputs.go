package command

import (
	"slices"

	"motionseg/hopkins"
)

// spare returns the error of a wrong command line where a file that is to be
// written is one that is read, or two that are to be written are one; standard output is written once. Every
// command calls it with all that it writes and reads, before it computes anything.
func spare(outputs []string, inputs ...string) error {
	if err := single("output", outputs...); err != nil {
		return err
	}
	outputs = slices.DeleteFunc(slices.Clone(outputs), isStandard)
	if err := hopkins.Spare(outputs, inputs...); err != nil {
		return usageError{err}
	}
	return nil
}

// writable returns why one of the files and new folders that are to be written can't be, so
// that nothing is computed for long that is lost then. Names may be empty.
func writable(outputs []string) error {
	for _, output := range outputs {
		if output == "" || isStandard(output) {
			continue
		}
		if err := hopkins.CheckWritable(output); err != nil {
			return err
		}
	}
	return nil
}
