package matfile

import "bytes"

// dataType is how the bytes of a data element are to be read.
type dataType uint32

const (
	miInt8       dataType = 1
	miUint8      dataType = 2
	miInt16      dataType = 3
	miUint16     dataType = 4
	miInt32      dataType = 5
	miUint32     dataType = 6
	miSingle     dataType = 7
	miDouble     dataType = 9
	miInt64      dataType = 12
	miUint64     dataType = 13
	miMatrix     dataType = 14
	miCompressed dataType = 15
	miUTF8       dataType = 16
	miUTF16      dataType = 17
	miUTF32      dataType = 18
)

// size returns the bytes of one number, 0 for a type that holds none.
func (t dataType) size() int {
	switch t {
	case miInt8, miUint8, miUTF8:
		return 1
	case miInt16, miUint16, miUTF16:
		return 2
	case miInt32, miUint32, miSingle, miUTF32:
		return 4
	case miDouble, miInt64, miUint64:
		return 8
	}
	return 0
}

// Flags of an array, in the second byte of its first word.
const (
	flagLogical = 0x0200
	flagComplex = 0x0800
)

const (
	headerSize   = 128
	versionLevel = 0x0100 // level 5
	versionHDF5  = 0x0200 // "7.3", an HDF5 file behind the same header
)

var hdf5Signature = []byte("\x89HDF\r\n\x1a\n")

// sniffLength is how many bytes tell the kind of a file: comments stand above what
// Octave saves as text.
const sniffLength = 1 << 12

// Recognise reports whether a file that starts with these bytes (at least 4096 of
// them, if there are as many) is MATLAB's, of a version that Read understands
// or names in its error, or Octave's.
func Recognise(head []byte) bool {
	if bytes.HasPrefix(head, hdf5Signature) || isOctaveText(head) || isOctaveBinary(head) || isLevel4(head) {
		return true
	}
	if len(head) < headerSize {
		return bytes.HasPrefix(head, []byte("MATLAB "))
	}
	mark := string(head[126:128])
	return mark == "IM" || mark == "MI" || bytes.HasPrefix(head, []byte("MATLAB "))
}
