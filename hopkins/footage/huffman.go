package footage

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
)

// JPEG markers (ITU-T T.81, table B.1).
const (
	markerSOI = 0xD8
	markerSOS = 0xDA
	markerDHT = 0xC4
)

// withHuffmanTables returns the JPEG picture with the standard Huffman tables
// put in after its start when it has none of its own, as Motion-JPEG leaves
// them out.
func withHuffmanTables(jpeg []byte) []byte {
	for i := 2; i+4 <= len(jpeg) && jpeg[i] == 0xFF; {
		marker := jpeg[i+1]
		switch {
		case marker == 0xFF: // padding
			i++
			continue
		case marker == markerDHT:
			return jpeg
		case marker == markerSOS:
			out := make([]byte, 0, len(jpeg)+len(standardTables))
			out = append(out, jpeg[:2]...)
			out = append(out, standardTables...)
			return append(out, jpeg[2:]...)
		}
		i += 2 + int(binary.BigEndian.Uint16(jpeg[i+2:]))
	}
	return jpeg
}

// huffmanTable is one of the typical tables of ITU-T T.81, annex K.3.
type huffmanTable struct {
	class  byte     // class in the high half (0 DC, 1 AC), number in the low
	counts [16]byte // how many codes there are of each length, from 1
	values []byte   // in the order of the codes
}

// standardTables is the segment that defines the tables K.3 to K.6.
var standardTables = func() []byte {
	var body bytes.Buffer
	for _, t := range []huffmanTable{
		{ // K.3, DC differences of luminance
			0x00, [16]byte{0, 1, 5, 1, 1, 1, 1, 1, 1},
			unhex("000102030405060708090a0b"),
		},
		{ // K.5, AC coefficients of luminance
			0x10, [16]byte{0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d},
			unhex("01020300041105122131410613516107" +
				"227114328191a1082342b1c11552d1f0" +
				"2433627282090a161718191a25262728" +
				"292a3435363738393a43444546474849" +
				"4a535455565758595a63646566676869" +
				"6a737475767778797a83848586878889" +
				"8a92939495969798999aa2a3a4a5a6a7" +
				"a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5" +
				"c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2" +
				"e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa"),
		},
		{ // K.4, DC differences of chrominance
			0x01, [16]byte{0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1},
			unhex("000102030405060708090a0b"),
		},
		{ // K.6, AC coefficients of chrominance
			0x11, [16]byte{0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77},
			unhex("00010203110405213106124151076171" +
				"1322328108144291a1b1c109233352f0" +
				"156272d10a162434e125f11718191a26" +
				"2728292a35363738393a434445464748" +
				"494a535455565758595a636465666768" +
				"696a737475767778797a828384858687" +
				"88898a92939495969798999aa2a3a4a5" +
				"a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3" +
				"c4c5c6c7c8c9cad2d3d4d5d6d7d8d9da" +
				"e2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa"),
		},
	} {
		body.WriteByte(t.class)
		body.Write(t.counts[:])
		body.Write(t.values)
	}
	segment := []byte{0xFF, markerDHT}
	segment = binary.BigEndian.AppendUint16(segment, uint16(2+body.Len()))
	return append(segment, body.Bytes()...)
}()

// unhex returns the bytes that a constant of hexadecimal digits stands for.
func unhex(digits string) []byte {
	b, err := hex.DecodeString(digits)
	if err != nil {
		panic(err)
	}
	return b
}
