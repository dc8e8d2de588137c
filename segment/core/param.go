package core

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ParamKind says how a parameter is shown, typed and checked.
type ParamKind int

const (
	// Real is a floating-point parameter.
	Real ParamKind = iota
	// Integer is a whole number held in a float64.
	Integer
	// Boolean is 0 (off) or 1 (on).
	Boolean
	// Choice is an index into Param.Choices.
	Choice
)

// Param describes one parameter of a method. The command line and the window
// build their controls from it.
type Param struct {
	Name    string    // identifier used by --set, as "lambda1"
	Symbol  string    // what the literature writes, as "λ1"
	Words   string    // what it is, short enough for a row of the window, as "weight of the data"
	Kind    ParamKind // how it is typed
	Default float64   // value in the published all-frames setting
	Min     float64   // smallest value allowed
	MinOpen bool      // Min itself is not allowed
	Max     float64   // largest value allowed
	Choices []string  // names of a Choice's values
	Help    string    // one line: what it means and when to change it
}

// Check reports whether v is allowed, with an error that names the parameter,
// what was expected and what was found.
func (p Param) Check(v float64) error {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Errorf("parameter %s: expected %s, found %v", p.Name, p.Range(), v)
	case p.Kind != Real && v != math.Trunc(v):
		return fmt.Errorf("parameter %s: expected %s, found %v", p.Name, p.Range(), v)
	case v < p.Min, p.MinOpen && v == p.Min, v > p.Max:
		return fmt.Errorf("parameter %s: expected %s, found %v", p.Name, p.Range(), v)
	}
	return nil
}

// Range describes the allowed values in words, as "a number above 0".
func (p Param) Range() string {
	switch p.Kind {
	case Boolean:
		return "on or off"
	case Choice:
		return "one of " + strings.Join(p.Choices, ", ")
	}
	noun := "a number"
	if p.Kind == Integer {
		noun = "a whole number"
	}
	low := "from"
	if p.MinOpen {
		low = "above"
	}
	return fmt.Sprintf("%s %s %g to %g", noun, low, p.Min, p.Max)
}

// Parse reads a value as a user types it: a number, on/off or true/false for a
// Boolean, the name for a Choice. The value is checked.
func (p Param) Parse(text string) (float64, error) {
	text = strings.TrimSpace(text)
	switch p.Kind {
	case Boolean:
		switch strings.ToLower(text) {
		case "on", "true", "yes", "1":
			return 1, nil
		case "off", "false", "no", "0":
			return 0, nil
		}
		return 0, fmt.Errorf("parameter %s: expected %s, found %q", p.Name, p.Range(), text)
	case Choice:
		for i, c := range p.Choices {
			if strings.EqualFold(c, text) {
				return float64(i), nil
			}
		}
		return 0, fmt.Errorf("parameter %s: expected %s, found %q", p.Name, p.Range(), text)
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fmt.Errorf("parameter %s: expected %s, found %q", p.Name, p.Range(), text)
	}
	return v, p.Check(v)
}

// Format writes a value as Parse reads it.
func (p Param) Format(v float64) string {
	switch p.Kind {
	case Boolean:
		if v != 0 {
			return "on"
		}
		return "off"
	case Choice:
		if i := int(v); i >= 0 && i < len(p.Choices) {
			return p.Choices[i]
		}
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// Values holds parameter values by Param.Name.
type Values map[string]float64

// Clone returns a copy that can be changed on its own.
func (v Values) Clone() Values {
	out := make(Values, len(v))
	for name, x := range v {
		out[name] = x
	}
	return out
}
