//go:build !windows && !darwin

package portal

import (
	"bufio"
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"
)

// desktop stands for the portal of a desktop.
type desktop struct {
	bus     *dbus.Conn
	code    uint32
	uris    []string
	silent  bool // never answers
	asked   chan map[string]dbus.Variant
	method  string
	closed  chan bool
	request dbus.ObjectPath
}

func (d *desktop) OpenFile(
	sender dbus.Sender, parent, title string, options map[string]dbus.Variant,
) (dbus.ObjectPath, *dbus.Error) {
	return d.answer("OpenFile", sender, options)
}

func (d *desktop) SaveFile(
	sender dbus.Sender, parent, title string, options map[string]dbus.Variant,
) (dbus.ObjectPath, *dbus.Error) {
	return d.answer("SaveFile", sender, options)
}

// Close is that of the request.
func (d *desktop) Close() *dbus.Error {
	d.closed <- true
	return nil
}

func (d *desktop) answer(
	method string, sender dbus.Sender, options map[string]dbus.Variant,
) (dbus.ObjectPath, *dbus.Error) {
	d.method = method
	name := strings.ReplaceAll(strings.TrimPrefix(string(sender), ":"), ".", "_")
	d.request = dbus.ObjectPath(object + "/request/" + name + "/" + options["handle_token"].Value().(string))
	_ = d.bus.Export(d, d.request, request)
	d.asked <- options
	if !d.silent {
		_ = d.bus.Emit(d.request, request+"."+responded, d.code, map[string]dbus.Variant{"uris": dbus.MakeVariant(d.uris)})
	}
	return d.request, nil
}

// newDesktop starts a bus with a portal on it, which is the session's for the
// test.
func newDesktop(t *testing.T) *desktop {
	t.Helper()
	program, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("needs dbus-daemon")
	}
	daemon := exec.Command(program, "--session", "--nofork", "--print-address",
		"--address=unix:path="+filepath.Join(t.TempDir(), "bus"))
	out, err := daemon.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = daemon.Process.Kill()
		_ = daemon.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	at := strings.TrimSpace(line)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", at)
	bus, err := dbus.Connect(at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bus.Close() })
	d := &desktop{bus: bus, asked: make(chan map[string]dbus.Variant, 64), closed: make(chan bool, 4)}
	if err := bus.Export(d, object, chooser); err != nil {
		t.Fatal(err)
	}
	if _, err := prop.Export(bus, object, prop.Map{chooser: {"version": {Value: uint32(3)}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := bus.RequestName(service, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestAsk: names come out as they are, with plus signs, spaces and all letters.
func TestAsk(t *testing.T) {
	d := newDesktop(t)
	for uri, want := range map[string]string{
		"file:///home/ann/a+b%20c%2Bd.csv":        "/home/ann/a+b c+d.csv",
		"file:///home/ann/M%C3%BCller/100%25.mat": "/home/ann/Müller/100%.mat",
		"file://localhost/home/ann/x%3Fy%23z.csv": "/home/ann/x?y#z.csv",
		"file:///home/ann/folder%20with%20end/":   "/home/ann/folder with end",
	} {
		d.uris = []string{uri}
		path, err := Ask(t.Context(),
			Request{Kind: OpenFile, Title: "Open", Folder: "/home/ann", Extensions: []string{".csv", ".7z"}})
		if err != nil || path != want {
			t.Errorf("%s: %q, %v, expected %q", uri, path, err, want)
		}
		options := <-d.asked
		if folder := options["current_folder"].Value().([]byte); string(folder) != "/home/ann\x00" || d.method != "OpenFile" {
			t.Errorf("%s in folder %q", d.method, folder)
		}
		var filters []filter
		if err := options["filters"].Store(&filters); err != nil || len(filters) != 2 || filters[0].Rules[0].Pattern !=
			"*.[cC][sS][vV]" || filters[0].Rules[1].Pattern != "*.7[zZ]" || filters[1].Rules[0].Pattern != "*" {
			t.Errorf("filters %+v, %v", filters, err)
		}
	}
	if _, err := Ask(t.Context(), Request{Kind: SaveFile, Title: "Save", Name: "labels.csv"}); err != nil ||
		d.method != "SaveFile" {
		t.Errorf("%s: %v", d.method, err)
	}
	if options := <-d.asked; options["current_name"].Value() != "labels.csv" {
		t.Errorf("options %v", options)
	}
	if _, err := Ask(t.Context(), Request{Kind: OpenFolder, Title: "Open"}); err != nil {
		t.Error(err)
	}
	if options := <-d.asked; options["directory"].Value() != true {
		t.Errorf("options %v", options)
	}
}

// TestAskInVain: what the user or the desktop ends, and what is no file of this
// computer.
func TestAskInVain(t *testing.T) {
	d := newDesktop(t)
	d.code = cancelled
	if path, err := Ask(t.Context(), Request{}); path != "" || err != nil {
		t.Errorf("cancelled: %q, %v", path, err)
	}
	d.code = 2
	if _, err := Ask(t.Context(), Request{}); err == nil || errors.Is(err, ErrNone) {
		t.Errorf("ended: %v", err)
	}
	d.code = success
	for _, uri := range []string{"https://example.org/a.csv", "file://server/share/a.csv", "a.csv", "%zz"} {
		d.uris = []string{uri}
		if path, err := Ask(t.Context(), Request{}); err == nil || !strings.Contains(err.Error(), "file of this computer") {
			t.Errorf("%s: %q, %v", uri, path, err)
		}
	}
	d.uris = nil
	if path, err := Ask(t.Context(), Request{}); err == nil {
		t.Errorf("nothing chosen is %q", path)
	}

	// The window closes: so does the dialog.
	d.silent = true
	for len(d.asked) > 0 {
		<-d.asked
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-d.asked
		cancel()
	}()
	if _, err := Ask(ctx, Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

// TestAskNobody: without a bus, or without a portal on it, there is nobody to ask.
func TestAskNobody(t *testing.T) {
	d := newDesktop(t)
	if _, err := d.bus.ReleaseName(service); err != nil {
		t.Fatal(err)
	}
	if _, err := Ask(t.Context(), Request{}); !errors.Is(err, ErrNone) {
		t.Errorf("without a portal: %v", err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
	if _, err := Ask(t.Context(), Request{}); !errors.Is(err, ErrNone) {
		t.Errorf("without a bus: %v", err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	if _, err := Ask(t.Context(), Request{}); !errors.Is(err, ErrNone) {
		t.Errorf("without a session: %v", err)
	}
}
