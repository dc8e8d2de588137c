package kit

import "strings"

// legible writes a text of the methods with the letters that the toolkit's own
// font has; others are boxes where the system has no fonts.
var Legible = strings.NewReplacer("−", "–", "√", "root of ").Replace
