package hopkins

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"motionseg/hopkins/files"
)

// Counted writes a number with the right form of its noun.
func Counted(n int, one, many string) string { return files.Count(n, one, many) }

// Capital writes a text with a capital.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// numberList lists the first of some numbers.
func numberList(numbers []int) string {
	const most = 10
	texts := make([]string, 0, most)
	for _, n := range numbers[:min(most, len(numbers))] {
		texts = append(texts, strconv.Itoa(n))
	}
	if len(numbers) > most {
		texts = append(texts, "…")
	}
	return strings.Join(texts, ", ")
}
