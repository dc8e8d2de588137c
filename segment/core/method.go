package core

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/gonum/mat"
	"motionseg/segment/spectral"
)

// Preset is a named, published set of parameter values. A method may have
// several for one kind of data; the first is the default of the kind.
type Preset struct {
	Kind   Kind   // the data that it is for
	Name   string // identifier, as "orl"; empty stands for Kind.String()
	Values Values // values that differ from the parameters' defaults
	Source string // where the values were published
}

// String returns the name of the preset: Name, or that of the kind of data
// where there is none.
func (p Preset) String() string {
	if p.Name != "" {
		return p.Name
	}
	return p.Kind.String()
}

// Description is what a method says of itself: enough to list it, to build
// its controls and to cite it.
type Description struct {
	Name     string // identifier, as "lrksc"
	Title    string // name in the literature, as "LRKSC"
	Summary  string // one sentence
	Citation string // authors, title, where
	Params   []Param
	Presets  []Preset
	// Kinds are the kinds of data that the method takes.
	Kinds []Kind
	// Gaps reports whether it takes trajectories that are not seen in every
	// frame (Data.Visible).
	Gaps bool
}

// Takes reports whether the method takes data of that kind.
func (d Description) Takes(k Kind) bool { return slices.Contains(d.Kinds, k) }

// Method turns a data matrix into coefficients, and where it has steps of its
// own after that, into an affinity or labels. A new method is one file and one
// line in the registry.
type Method interface {
	// Describe returns the method's description. It is constant.
	Describe() Description
	// Solve computes the coefficients of in. It returns ctx.Err() within one
	// iteration of ctx being done. Input and values are already checked.
	Solve(ctx context.Context, in Input) (Solution, error)
}

// Input is what Run hands to Method.Solve.
type Input struct {
	Data    Data
	Motions int    // K, the number of groups
	Values  Values // every parameter of the method, checked
	Seed    uint64 // seed of anything random
	Workers int    // goroutines to use; 0 takes all cores
	// Trimmed are columns that motions are better not known by, ascending, see
	// Config.
	Trimmed []int
	// Searched says that outliers were looked for among the points, see Config.
	Searched bool
	// Analysis keeps what others may ask for too; nil keeps nothing, see Config.
	Analysis *Analysis
	// Interim, when not nil, may be called with labels of all points, see Config.
	Interim func(labels []int)
	// Report is called after every iteration with its Share of the method's
	// work, never nil. The last Share, of Report or Advance, is 1.
	Report func(Iteration)
	// Advance, when not nil, may be called between iterations, from the same
	// goroutine, with the share of the method's work that is done.
	Advance func(share float64)
}

// Solution is what Method.Solve returns. The fields left zero are filled by
// the common steps: affinity from C, normalised spectral clustering from W.
type Solution struct {
	// C is N×N, column j expresses point j; nil for a method that has no
	// coefficients. Its diagonal is zero unless the method lets points express
	// themselves, as the low-rank ones do.
	C *mat.Dense
	// Ratio is the affinity threshold ratio for the common affinity step;
	// 1 or more keeps every coefficient.
	Ratio float64
	// W is N×N, symmetric, non-negative: an affinity of the method's own.
	W *mat.Dense
	// Fused is N×N, symmetric, non-negative: the sum of all affinities that a
	// choosing method weighed; nil for a method that has one only.
	Fused *mat.Dense
	// Labels are 1…K, 0 for a point that no evidence joins to any group, of length N: a
	// clustering of the method's own.
	Labels []int
	// Confidence is 0…1 for every point, how sure Labels are; nil leaves that
	// to the spectral clustering of W.
	Confidence []float64
	// PlainRows embeds points by the eigenvectors of D⁻¹W as they are, without
	// scaling the rows to unit length.
	PlainRows bool
	// Converged reports whether the stopping rule was met; true for closed forms.
	Converged bool
	// Candidates are the alternatives that a choosing method weighed.
	Candidates []Candidate
	// Stages, where a method has some of its own, say where its time went.
	Stages []Stage
	// Warnings found by the method itself.
	Warnings []Warning
	// Embedding is that of W into K dimensions, where the method has computed it.
	Embedding *spectral.Embedding
	// Refinement is nil where no groupings were refined.
	Refinement Refinement
}

// Refinement is what a method refined groupings with, kept for whoever mends one by what a
// user knows.
type Refinement interface {
	// Restore turns points in an order into those numbered as they are given.
	Restore(order []int)
}

// Candidate is one alternative that a choosing method weighed.
type Candidate struct {
	Name string // what was run, as "polynomial a=2.2 b=3"
	// Score is the label-free score, smaller is better: Bits + Cut + Motion, in bits a
	// point and coordinate, of tracks with gaps a point and view.
	Score float64
	Bits  float64 // of it, what coding the motion of the points takes
	Cut   float64 // of it, what the affinity that is cut adds
	// Motion is, of it, how much more its motions between pairs of frames take than
	// those of the grouping with the least Bits + Cut; 0 where they were not compared.
	Motion float64
	Chosen bool
	// Labels are as those of Result, but of the landmarks alone where only these were
	// solved for.
	Labels []int
	// W forms its affinity, N×N, which takes memory only for whoever looks at it; nil
	// where it was not kept.
	W func() *mat.Dense
	// Spectrum and Confidence are those of Result, for this candidate.
	Spectrum, Confidence []float64
}

// EveryKind is what a method takes that needs nothing but columns.
var EveryKind = []Kind{Trajectories, TwoFrames, Images}

// ValuesFor returns a value for every parameter of the method: the first preset
// for the kind of data where there is one, the defaults otherwise.
func (d Description) ValuesFor(k Kind) Values {
	for _, p := range d.Presets {
		if p.Kind == k {
			return d.valuesOf(p)
		}
	}
	return d.valuesOf(Preset{})
}

// ValuesOf returns a value for every parameter of the method as the preset of
// that name has it, or an error that lists the names.
func (d Description) ValuesOf(preset string) (Values, error) {
	names := make([]string, 0, len(d.Presets))
	for _, p := range d.Presets {
		if strings.EqualFold(p.String(), preset) {
			return d.valuesOf(p), nil
		}
		names = append(names, p.String())
	}
	return nil, fmt.Errorf("method %s has no preset %q: expected one of %s", d.Name, preset, strings.Join(names, ", "))
}

// valuesOf returns the values of the preset, and the defaults of the parameters
// that it leaves out.
func (d Description) valuesOf(preset Preset) Values {
	v := make(Values, len(d.Params))
	for _, p := range d.Params {
		v[p.Name] = p.Default
	}
	for name, x := range preset.Values {
		v[name] = x
	}
	return v
}

// Param returns the parameter of that name, or an error that lists the names.
func (d Description) Param(name string) (Param, error) {
	names := make([]string, 0, len(d.Params))
	for _, p := range d.Params {
		if strings.EqualFold(p.Name, name) {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Param{}, fmt.Errorf("method %s has no parameter %q: expected one of %s", d.Name, name,
		strings.Join(names, ", "))
}

// ParseValues reads parameters written as "name=value" and checks each against
// the description.
func (d Description) ParseValues(settings []string) (Values, error) {
	values := make(Values, len(settings))
	for _, setting := range settings {
		name, text, found := strings.Cut(setting, "=")
		if !found {
			return nil, fmt.Errorf("setting %q: expected name=value", setting)
		}
		param, err := d.Param(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		value, err := param.Parse(text)
		if err != nil {
			return nil, err
		}
		values[param.Name] = value
	}
	return values, nil
}

// AutomaticPreset returns the name of the preset that the method starts from on
// data of that kind and name where none is asked for: a preset for pictures
// whose name is a whole word in the name of the set, as "yale" in "YaleB_10",
// otherwise the first for the kind; empty when there is none.
func (d Description) AutomaticPreset(kind Kind, name string) string {
	first := ""
	words := wordsOf(name)
	for _, p := range d.Presets {
		if p.Kind != kind {
			continue
		}
		if first == "" {
			first = p.String()
		}
		if kind == Images && p.Name != "" && slices.Contains(words, strings.ToLower(p.Name)) {
			return p.String()
		}
	}
	return first
}

// wordsOf returns the words of a name in lower case. A word ends where letters
// give way to something else, and before a capital that follows a small letter:
// "ExtendedYaleB_48x42" has "extended", "yale", "b", "48", "x" and "42".
func wordsOf(name string) []string {
	var words []string
	var last rune
	for _, r := range name {
		letter, digit := unicode.IsLetter(r), unicode.IsDigit(r)
		if letter || digit {
			begins := unicode.IsLetter(last) != letter || unicode.IsDigit(last) != digit ||
				unicode.IsLower(last) && unicode.IsUpper(r)
			if begins {
				words = append(words, "")
			}
			words[len(words)-1] += string(unicode.ToLower(r))
		}
		last = r
	}
	return words
}
