package numpy

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// maxMembers bounds the arrays of an archive.
const maxMembers = 1 << 12

// zipMark is how an archive begins.
const zipMark = "PK\x03\x04"

// RecogniseArchive reports whether a file that starts with these bytes is a zip
// archive, as .npz is.
func RecogniseArchive(head []byte) bool { return bytes.HasPrefix(head, []byte(zipMark)) }

// Member is an array of an archive.
type Member struct {
	Name string // without .npy
	Array
}

// ReadArchive reads an archive of size bytes. Of arrays whose name, in small
// letters, is wanted the numbers are read, of all others type and shape alone;
// members that are no arrays of numbers are passed over unless they are wanted.
// limit bounds the numbers of all arrays together. The error names the array,
// what was expected and what was found.
func ReadArchive(r io.ReaderAt, size int64, limit int, wanted ...string) ([]Member, error) {
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("expected a zip archive of NumPy arrays (.npz): %w", err)
	}
	if len(archive.File) > maxMembers {
		return nil, fmt.Errorf("expected at most %d arrays in the archive, found %d", maxMembers, len(archive.File))
	}
	var members []Member
	for _, f := range archive.File {
		name, isArray := strings.CutSuffix(f.Name, ".npy")
		if !isArray {
			continue
		}
		want := slices.Contains(wanted, strings.ToLower(name))
		array, err := readMember(f, limit, want)
		if err != nil {
			if want {
				return nil, fmt.Errorf("array %s: %w", name, err)
			}
			continue
		}
		limit -= len(array.Data)
		members = append(members, Member{name, *array})
	}
	return members, nil
}

// readMember reads one array, or only its head.
func readMember(f *zip.File, limit int, numbers bool) (*Array, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	h, err := readHeader(r)
	if err != nil || !numbers {
		if err != nil {
			return nil, err
		}
		return &h.Array, nil
	}
	if err := h.read(r, limit); err != nil {
		return nil, err
	}
	// The checksum is compared at the end of the member.
	var rest [1]byte
	if n, err := r.Read(rest[:]); n > 0 {
		return nil, fmt.Errorf("expected the end of the array of size %s, found more", h.Size())
	} else if err != nil && err != io.EOF {
		return nil, err
	}
	return &h.Array, nil
}
