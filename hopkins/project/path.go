package project

import (
	"encoding/json"
	"unicode/utf8"
)

// pathJSON is a path in a project file: a text, or {"base64": "…"} where its bytes
// are no UTF-8, which JSON is.
type pathJSON string

// pathBytes are those of such a path.
type pathBytes struct {
	Base64 []byte `json:"base64"`
}

// MarshalJSON writes the path.
func (p pathJSON) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(p)) {
		return json.Marshal(string(p))
	}
	return json.Marshal(pathBytes{[]byte(p)})
}

// UnmarshalJSON reads the path.
func (p *pathJSON) UnmarshalJSON(text []byte) error {
	var plain string
	err := json.Unmarshal(text, &plain)
	if err == nil {
		*p = pathJSON(plain)
		return nil
	}
	var of pathBytes
	if json.Unmarshal(text, &of) != nil {
		return err // with the name of the field
	}
	*p = pathJSON(of.Base64)
	return nil
}
