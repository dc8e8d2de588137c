//go:build !windows && !darwin

package portal

// Source: the documentation of org.freedesktop.portal.FileChooser.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/godbus/dbus/v5"
)

// Names on the bus.
const (
	service   = "org.freedesktop.portal.Desktop"
	object    = "/org/freedesktop/portal/desktop"
	chooser   = "org.freedesktop.portal.FileChooser"
	request   = "org.freedesktop.portal.Request"
	responded = "Response"
)

// What a response begins with.
const (
	success   uint32 = 0
	cancelled uint32 = 1
)

// asked counts the requests, for their names.
var asked atomic.Uint64

// address returns where the session's bus is, empty where there is none. No bus
// is started for it.
func address() string {
	if a := os.Getenv("DBUS_SESSION_BUS_ADDRESS"); a != "" {
		return a
	}
	if dir := os.Getenv("XDG_RUNTIME_DIR"); dir != "" {
		if socket := filepath.Join(dir, "bus"); exists(socket) {
			return "unix:path=" + socket
		}
	}
	return ""
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// ask asks the portal of the desktop.
func ask(ctx context.Context, r Request) (string, error) {
	where := address()
	if where == "" {
		return "", ErrNone
	}
	bus, err := dbus.Connect(where)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNone, err)
	}
	defer bus.Close()
	desktop := bus.Object(service, object)
	if _, err := desktop.GetProperty(chooser + ".version"); err != nil {
		return "", fmt.Errorf("%w: %w", ErrNone, err)
	}

	// The answer may come before the call returns: its name is known beforehand.
	token := fmt.Sprintf("motionseg%d", asked.Add(1))
	sender := strings.ReplaceAll(strings.TrimPrefix(bus.Names()[0], ":"), ".", "_")
	handle := dbus.ObjectPath(object + "/request/" + sender + "/" + token)
	answers := make(chan *dbus.Signal, 4)
	bus.Signal(answers)
	listen := func(at dbus.ObjectPath) error {
		return bus.AddMatchSignal(dbus.WithMatchObjectPath(at), dbus.WithMatchInterface(request),
			dbus.WithMatchMember(responded))
	}
	if err := listen(handle); err != nil {
		return "", err
	}
	method, options := r.options()
	options["handle_token"] = dbus.MakeVariant(token)
	var given dbus.ObjectPath
	if err := desktop.CallWithContext(ctx, chooser+"."+method, 0, r.Parent, r.Title, options).Store(&given); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("%w: %w", ErrNone, err)
	}
	if given != handle { // as portals before 0.9 do
		if err := listen(given); err != nil {
			return "", err
		}
	}
	for {
		select {
		case <-ctx.Done():
			bus.Object(service, given).Call(request+".Close", dbus.FlagNoReplyExpected)
			return "", ctx.Err()
		case s, open := <-answers:
			if !open {
				return "", errors.New("the dialog for files has ended with the session's bus")
			}
			if s.Name == request+"."+responded && (s.Path == handle || s.Path == given) {
				return chosen(s.Body)
			}
		}
	}
}

// rule and filter are in the layout that the portal has for them.
type (
	rule struct {
		Type    uint32 // 0 for a pattern
		Pattern string
	}
	filter struct {
		Name  string
		Rules []rule
	}
)

// options returns the method of the portal and what it is given.
func (r Request) options() (method string, options map[string]dbus.Variant) {
	options = map[string]dbus.Variant{"modal": dbus.MakeVariant(true)}
	method = "OpenFile"
	switch r.Kind {
	case OpenFolder:
		options["directory"] = dbus.MakeVariant(true)
	case SaveFile:
		method = "SaveFile"
		options["current_name"] = dbus.MakeVariant(r.Name)
	}
	if r.Folder != "" {
		options["current_folder"] = dbus.MakeVariant(append([]byte(r.Folder), 0))
	}
	var filters []filter
	for _, f := range r.filters() {
		next := filter{Name: f.name}
		for _, p := range f.patterns {
			next.Rules = append(next.Rules, rule{Pattern: anyCase(p)})
		}
		filters = append(filters, next)
	}
	if filters != nil {
		options["filters"] = dbus.MakeVariant(filters)
	}
	return method, options
}

// anyCase is the pattern of a text in small letters or large ones.
func anyCase(text string) string {
	var b strings.Builder
	for _, c := range text {
		if lower, upper := unicode.ToLower(c), unicode.ToUpper(c); lower != upper {
			fmt.Fprintf(&b, "[%c%c]", lower, upper)
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// chosen returns the path in an answer.
func chosen(body []any) (string, error) {
	unexpected := fmt.Errorf("expected a file of this computer from the desktop's dialog, found %.200v", body)
	if len(body) != 2 {
		return "", unexpected
	}
	code, _ := body[0].(uint32)
	results, _ := body[1].(map[string]dbus.Variant)
	switch code {
	case success:
	case cancelled:
		return "", nil
	default:
		return "", errors.New("the desktop has ended its dialog for files")
	}
	uris, _ := results["uris"].Value().([]string)
	if len(uris) == 0 {
		return "", unexpected
	}
	path, ok := pathOf(uris[0])
	if !ok {
		return "", unexpected
	}
	return path, nil
}

// pathOf returns the file of this computer that a URI names (RFC 8089), its
// percent-encoding undone; the program has no use for what else URIs can say.
func pathOf(uri string) (path string, ok bool) {
	rest, ok := strings.CutPrefix(uri, "file://")
	if !ok {
		return "", false
	}
	rest = strings.TrimPrefix(rest, "localhost")
	var b []byte
	for i := 0; i < len(rest); i++ {
		if rest[i] != '%' {
			b = append(b, rest[i])
			continue
		}
		if i+2 >= len(rest) {
			return "", false
		}
		c, err := strconv.ParseUint(rest[i+1:i+3], 16, 8)
		if err != nil {
			return "", false
		}
		b = append(b, byte(c))
		i += 2
	}
	if !filepath.IsAbs(string(b)) {
		return "", false
	}
	return filepath.Clean(string(b)), true
}
