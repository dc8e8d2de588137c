package files

import (
	"encoding/json"
	"unicode/utf8"
)

// Name is the name or path of a file in JSON: a text, or {"base64": "…"} where its
// bytes are no UTF-8, which JSON is, so that no name comes out as another one.
type Name string

// nameBytes are those of such a name.
type nameBytes struct {
	Base64 []byte `json:"base64"`
}

// MarshalJSON writes the name.
func (n Name) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(n)) {
		return json.Marshal(string(n))
	}
	return json.Marshal(nameBytes{[]byte(n)})
}

// UnmarshalJSON reads the name. The error is that of a text, which is expected.
func (n *Name) UnmarshalJSON(text []byte) error {
	var plain string
	err := json.Unmarshal(text, &plain)
	if err == nil {
		*n = Name(plain)
		return nil
	}
	var of nameBytes
	if json.Unmarshal(text, &of) != nil {
		return err // with the name of the field
	}
	*n = Name(of.Base64)
	return nil
}

// Names returns texts as names.
func Names(texts []string) []Name {
	if texts == nil {
		return nil
	}
	names := make([]Name, len(texts))
	for i, text := range texts {
		names[i] = Name(text)
	}
	return names
}
