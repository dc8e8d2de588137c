package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// constant is a named number of a package.
type constant struct {
	name, file, value string // name is room.name
	whole             bool
}

// room is the folder of the file below segment.
func (c constant) room() string { return filepath.Base(filepath.Dir(c.file)) }

// constantsOf returns the constants that are declared below a folder with a number for a
// value, files in order; those of tests and of internal rooms are left out.
func constantsOf(folder string) ([]constant, error) {
	var found []constant
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "internal" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		of, err := constantsIn(path)
		found = append(found, of...)
		return err
	})
	return found, err
}

// constantsIn returns the constants of a file.
func constantsIn(path string) ([]constant, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, path, text, 0)
	if err != nil {
		return nil, err
	}
	var found []constant
	for _, d := range parsed.Decls {
		block, ok := d.(*ast.GenDecl)
		if !ok || block.Tok != token.CONST {
			continue
		}
		for _, s := range block.Specs {
			spec := s.(*ast.ValueSpec)
			if len(spec.Names) != 1 || len(spec.Values) != 1 || !numeric(spec.Values[0]) {
				continue
			}
			from, to := files.Position(spec.Values[0].Pos()), files.Position(spec.Values[0].End())
			if from.Line != to.Line {
				continue
			}
			value := string(text[from.Offset:to.Offset])
			found = append(found, constant{
				name: filepath.Base(filepath.Dir(path)) + "." + spec.Names[0].Name, file: path, value: value,
				whole: !strings.ContainsAny(value, ".e/"),
			})
		}
	}
	return found, nil
}

// numeric reports whether an expression is made of numbers alone.
func numeric(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Kind == token.INT || e.Kind == token.FLOAT
	case *ast.UnaryExpr:
		return numeric(e.X)
	case *ast.BinaryExpr:
		return slices.Contains([]token.Token{token.QUO, token.MUL, token.SUB}, e.Op) && numeric(e.X) && numeric(e.Y)
	}
	return false
}
