//go:build !windows && !darwin

package portal

import "testing"

func TestPathOf(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///a/b%20c+d.mat":        "/a/b c+d.mat",
		"file://localhost/a/%C3%A4":    "/a/ä",
		"file:///a/%2":                 "",
		"file:///a/%zz":                "",
		"file:///a%":                   "",
		"file://elsewhere/a":           "",
		"file:a":                       "",
		"https://localhost/a":          "",
		"":                             "",
		"file:///a/../b":               "/b",
		"file:///100%25%20sure%3F.mat": "/100% sure?.mat",
	} {
		if got, ok := pathOf(uri); got != want || ok != (want != "") {
			t.Errorf("%q names %q, %v; expected %q", uri, got, ok, want)
		}
	}
}
