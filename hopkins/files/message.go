package files

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMessage bounds the text of an error, in bytes: what a file holds may be
// quoted in it, and files hold anything.
const maxMessage = 1000

// Message returns err with a text that a terminal and a dialog can show: control
// characters written out, and cut where it is long. It is nil for nil, and err
// itself where there is nothing to change.
func Message(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	shown := Printable(Cut(text, maxMessage))
	if shown == text {
		return err
	}
	return &message{shown, err}
}

type message struct {
	text string
	err  error
}

func (m *message) Error() string { return m.text }

func (m *message) Unwrap() error { return m.err }

// Cut returns at most limit bytes of a text, with … where some are missing.
func Cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + " …"
}

// Printable returns a text with control characters and broken ones written out,
// as \x1b, so that a terminal does not obey them. Line ends stay.
func Printable(text string) string {
	plain := true
	for _, r := range text {
		plain = plain && (r == '\n' || r != utf8.RuneError && unicode.IsGraphic(r))
	}
	if plain {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteString(`\x` + strconv.FormatUint(uint64(text[i]), 16))
		case r == '\n' || unicode.IsGraphic(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}

// Ended says in words that a file ended too early; any other error stays what it is.
func Ended(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the end of the file")
	}
	return err
}

// Count writes a number of things, as "1 track" or "3 tracks".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
