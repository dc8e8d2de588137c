package main

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// scale is the variable of the environment that multiplies a constant: its name, =, and by
// how much. Whole numbers are rounded up.
const scale = "ABLATE"

// scaledSource is what each room gets, to read constants by.
const scaledSource = `
func ablated(name string, value float64, whole bool) float64 {
	of, by, ok := strings.Cut(os.Getenv("` + scale + `"), "=")
	if !ok || of != name {
		return value
	}
	factor, err := strconv.ParseFloat(by, 64)
	if err != nil {
		panic(err)
	}
	if value *= factor; whole {
		value = math.Ceil(value)
	}
	return value
}
`

// sensitivity prints, for each constant whose name matches, what half and twice of it do to
// the quick sets of its room.
func (m *measurer) sensitivity(w io.Writer, names string) error {
	of, err := regexp.Compile(names)
	if err != nil {
		return err
	}
	found, err := constantsOf("segment")
	if err != nil {
		return err
	}
	texts, fixed, err := adjustable(found) // all, so that they are compiled once
	if err != nil {
		return err
	}
	found = slices.DeleteFunc(found, func(c constant) bool { return !of.MatchString(c.name) })
	if m.plain, err = m.build("adjustable", texts); err != nil {
		return err
	}
	fmt.Fprintln(w, "| constant | value | set | half | as it is | twice | labels changed, half and twice "+
		"|\n|---|---|---|---:|---:|---:|---|")
	for _, c := range found {
		if fixed[c.name] {
			fmt.Fprintf(w, "| %s | %s | not scaled: a size or part of another constant | | | | |\n", c.name, c.value)
			continue
		}
		if err := m.scaled(w, c); err != nil {
			return err
		}
	}
	return nil
}

// scaled prints the rows of a constant.
func (m *measurer) scaled(w io.Writer, c constant) error {
	sets, err := m.setsOf(quick, c.room())
	if err != nil {
		return err
	}
	for _, s := range sets {
		before, err := m.before(s)
		if err != nil {
			return err
		}
		mean, changed := [2]string{}, [2]int{}
		for k, factor := range []string{"0.5", "2"} {
			after, err := s.measure(m.plain, m.data, scale+"="+c.name+"="+factor)
			if err != nil {
				mean[k] = "fails"
				continue
			}
			mean[k], changed[k] = fmt.Sprintf("%.3f", after.mean()), before.differs(after)
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %.3f | %s | %d, %d of %d |\n", c.name, c.value, s.name, mean[0],
			before.mean(), mean[1], changed[0], changed[1], len(before.errors))
	}
	return nil
}

// adjustable returns the texts of the files of segment in which the constants are read from
// the environment, by path, and which constants cannot be: what a constant is made of, or a
// length of an array.
func adjustable(constants []constant) (texts map[string]string, fixed map[string]bool, err error) {
	rooms, err := checked("motionseg/segment/...")
	if err != nil {
		return nil, nil, err
	}
	wanted := map[string]*constant{} // by import path and name
	for i, c := range constants {
		path := "motionseg/" + filepath.ToSlash(filepath.Dir(c.file))
		wanted[path+"."+strings.TrimPrefix(c.name, c.room()+".")] = &constants[i]
	}
	fixed = map[string]bool{}
	for _, r := range rooms {
		for _, f := range r.files {
			for c := range r.constantUses(f, wanted) {
				fixed[c.name] = true
			}
		}
	}
	texts = map[string]string{}
	for _, r := range rooms {
		reads := false
		for _, f := range r.files {
			path := r.set.Position(f.Pos()).Filename
			text, changed, declares := r.rewritten(f, wanted, fixed)
			if reads = reads || declares; changed {
				texts[path] = text
			}
		}
		if reads {
			texts[filepath.Join(r.folder, "zz_ablated.go")] = "package " + r.files[0].Name.Name +
				"\n\nimport (\n\t\"math\"\n\t\"os\"\n\t\"strconv\"\n\t\"strings\"\n)\n" + scaledSource
		}
	}
	return texts, fixed, nil
}

// room is a package with its types.
type room struct {
	folder string
	set    *token.FileSet
	files  []*ast.File
	info   *types.Info
}

// checked returns the packages that match, with their types.
func checked(pattern string) ([]room, error) {
	text, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", pattern).Output()
	if err != nil {
		return nil, fmt.Errorf("list: %w", err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(text)) {
		path, file, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		exports[path] = file
	}
	text, err = exec.Command("go", "list", "-f", "{{.ImportPath}}\t{{.Dir}}\t{{join .GoFiles \" \"}}", pattern).Output()
	if err != nil {
		return nil, fmt.Errorf("list: %w", err)
	}
	var rooms []room
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) < 3 {
			continue
		}
		r := room{folder: fields[1], set: token.NewFileSet(), info: &types.Info{
			Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{},
		}}
		for name := range strings.FieldsSeq(fields[2]) {
			f, err := parser.ParseFile(r.set, filepath.Join(r.folder, name), nil, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			r.files = append(r.files, f)
		}
		open := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
		conf := types.Config{Importer: importer.ForCompiler(r.set, "gc", open)}
		if _, err := conf.Check(fields[0], r.set, r.files, r.info); err != nil {
			return nil, err
		}
		rooms = append(rooms, r)
	}
	return rooms, nil
}

// wantedBy returns the wanted constant that an identifier uses, nil for none.
func (r *room) wantedBy(id *ast.Ident, wanted map[string]*constant) *constant {
	c, ok := r.info.Uses[id].(*types.Const)
	if !ok || c.Pkg() == nil || c.Parent() != c.Pkg().Scope() {
		return nil
	}
	return wanted[c.Pkg().Path()+"."+c.Name()]
}

// constantUses returns the wanted constants that a file uses where only constants may
// stand.
func (r *room) constantUses(f *ast.File, wanted map[string]*constant) map[*constant]bool {
	found := map[*constant]bool{}
	all := func(n ast.Node) {
		if n == nil {
			return
		}
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && r.wantedBy(id, wanted) != nil {
				found[r.wantedBy(id, wanted)] = true
			}
			return true
		})
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			if n.Tok == token.CONST {
				all(n)
			}
		case *ast.ArrayType:
			if n.Len != nil {
				all(n.Len)
			}
		case *ast.BinaryExpr:
			if n.Op == token.SHL || n.Op == token.SHR {
				all(n)
			}
		}
		return true
	})
	return found
}

// rewritten returns the text of a file in which the wanted constants are variables, whether
// anything changed, and whether the file declares one.
func (r *room) rewritten(
	f *ast.File, wanted map[string]*constant, fixed map[string]bool,
) (text string, changed, declares bool) {
	path := r.set.Position(f.Pos()).Filename
	original, err := os.ReadFile(path)
	if err != nil {
		return "", false, false
	}
	var edits []edit
	at := func(p token.Pos) int { return r.set.Position(p).Offset }
	var behind strings.Builder
	var within []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			within = within[:len(within)-1]
			return true
		}
		within = append(within, n)
		switch n := n.(type) {
		case *ast.ValueSpec:
			o, ok := r.info.Defs[n.Names[0]].(*types.Const)
			if !ok || o.Parent() != o.Pkg().Scope() {
				return true
			}
			c := wanted[o.Pkg().Path()+"."+o.Name()]
			if c == nil || fixed[c.name] {
				return true
			}
			declares = true
			edits = append(edits, edit{at(n.Names[0].Pos()), at(n.Names[0].End()), "_"})
			fmt.Fprintf(&behind, "\nvar %s = ablated(%q, %s, %v)\n", o.Name(), c.name, c.value, c.whole)
		case *ast.SelectorExpr:
			if c := r.wantedBy(n.Sel, wanted); c != nil && !fixed[c.name] {
				edits = append(edits, edit{at(n.Pos()), at(n.Pos()), r.typeOf(within) + "("}, edit{at(n.End()), at(n.End()), ")"})
				within = within[:len(within)-1]
				return false
			}
		case *ast.Ident:
			if c := r.wantedBy(n, wanted); c != nil && !fixed[c.name] {
				edits = append(edits, edit{at(n.Pos()), at(n.End()), r.typeOf(within) + "(" + n.Name + ")"})
			}
		}
		return true
	})
	if len(edits) == 0 {
		return "", false, false
	}
	return edited(original, edits) + behind.String(), true, declares
}

// edit puts a text in place of the bytes from one offset to another.
type edit struct {
	from, to int
	text     string
}

// edited returns a text after edits that don't overlap.
func edited(original []byte, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.from - b.from })
	var b strings.Builder
	last := 0
	for _, e := range edits {
		b.Write(original[last:e.from])
		b.WriteString(e.text)
		last = e.to
	}
	b.Write(original[last:])
	return b.String()
}

// typeOf returns the type that a constant takes where it is used: its own, or that of the
// expression that it is part of. within are the nodes around it, the constant being the
// last.
func (r *room) typeOf(within []ast.Node) string {
	for _, n := range within {
		// A constant that is converted whole is worked out in fractions before.
		if call, ok := n.(*ast.CallExpr); ok && r.info.Types[call.Fun].IsType() && r.info.Types[call].Value != nil {
			return "float64"
		}
	}
	for _, n := range slices.Backward(within) {
		e, ok := n.(ast.Expr)
		if call, is := n.(*ast.CallExpr); !ok || is && r.info.Types[call.Fun].IsType() {
			break // what is converted has a type of its own
		}
		basic, ok := r.info.TypeOf(e).Underlying().(*types.Basic)
		if ok && basic.Info()&types.IsUntyped == 0 && basic.Info()&types.IsNumeric != 0 {
			return basic.Name()
		}
	}
	return "float64"
}

// differs counts the sequences whose error is another.
func (o outcome) differs(other outcome) int {
	n := 0
	for name, e := range o.errors {
		if math.Abs(e-other.errors[name]) > 1e-9 {
			n++
		}
	}
	return n
}
