// Package hdf5 reads arrays of numbers and texts from files in HDF5 as h5py, PyTables
// (pandas) and MATLAB write them: groups by symbol tables or links in their headers,
// contiguous, compact and chunked data, compressed by deflate with or without shuffle.
// What it does not know, such as other compressions or the indices of the newest
// versions, it refuses by name.
//
// The reader trusts nothing in a file: every address is checked against the size of the
// file, every structure is entered a bounded number of times, and memory is taken only
// for what the limits of the caller allow.
//
// Source of the format: The HDF Group, HDF5 File Format Specification Version 3.0.
package hdf5
