package files

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// JSONError returns an error of reading JSON in the words of the file: of a value of
// the wrong kind the message of encoding/json has the types of the program.
func JSONError(err error) error {
	wrong := (*json.UnmarshalTypeError)(nil)
	if !errors.As(err, &wrong) {
		return err
	}
	expected := "another kind of value"
	switch wrong.Type.Kind() {
	case reflect.Bool:
		expected = "true or false"
	case reflect.Int, reflect.Int64, reflect.Uint64:
		expected = "a whole number"
	case reflect.Float64:
		expected = "a number"
	case reflect.String:
		expected = "a text"
	case reflect.Slice, reflect.Array:
		expected = "a list"
	case reflect.Struct, reflect.Map:
		expected = "an object"
	}
	text := fmt.Sprintf("expected %s, found %s", expected, Cut(wrong.Value, 60))
	if wrong.Field == "" {
		return errors.New(text)
	}
	return fmt.Errorf("%s: %s", wrong.Field, text)
}
