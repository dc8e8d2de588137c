package session

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"motionseg/hopkins"
	benchmark "motionseg/hopkins/bench"
	"motionseg/hopkins/project"
	"motionseg/hopkins/track"
)

// recentLimit is how many recently opened files are remembered.
const recentLimit = 12

// Badge is the error of a side's last result for a sequence.
type Badge struct {
	Method string  // its title; empty when there is no result
	Error  float64 // in %, NaN when the truth is unknown
}

// Item is a sequence that the library lists.
type Item struct {
	Key    string // its path; empty for the example
	Name   string
	Detail string // points, frames and motions, as far as they are known
	Open   bool   // it is the open one
	Badges [2]Badge
	// Entry is the item's entry in the dataset, nil for others.
	Entry *hopkins.Entry
}

// Group is a heading of the library with its sequences.
type Group struct {
	Title string
	Items []Item
}

// Library is what can be opened: the example, recent files and the sequences of
// a dataset, each with the errors of its last results.
type Library struct {
	*core
	doc      *Document
	settings *Settings // hold the recent files and the dataset's folder

	badges  map[string][2]Badge // by Document.Key
	dataset *hopkins.Dataset

	recalled []string // the recent files as they were read at the start
	// names are those of recent paths, empty for files and until it is known what they are.
	names map[string]string
}

// Dataset returns the opened dataset, nil without one.
func (l *Library) Dataset() *hopkins.Dataset { return l.dataset }

func (l *Library) setDataset(d *hopkins.Dataset) {
	l.dataset = d
	l.settings.Dataset = d.Root
	l.announce(LibraryChanged)
}

// remember puts a path at the head of the recent files, but for tracks that a
// project keeps beside it.
func (l *Library) remember(path string) {
	if strings.HasSuffix(path, project.Ending+".csv") {
		return
	}
	l.settings.Recent = slices.DeleteFunc(l.settings.Recent, func(p string) bool { return p == path })
	l.settings.Recent = slices.Insert(l.settings.Recent, 0, path)
	if len(l.settings.Recent) > recentLimit {
		l.settings.Recent = l.settings.Recent[:recentLimit]
	}
	l.announce(LibraryChanged)
}

// Recent returns the recently opened files, the last one first.
func (l *Library) Recent() []string { return slices.Clone(l.settings.Recent) }

// ClearRecent forgets the recent files.
func (l *Library) ClearRecent() {
	l.settings.Recent = nil
	l.announce(LibraryChanged)
}

// setBadge notes the error of a side's result for what is open.
func (l *Library) setBadge(side Side, o *Outcome) {
	b := l.badges[l.doc.key]
	b[side] = Badge{Method: l.method(o.Setup.Method).Describe().Title, Error: o.Score.Error}
	l.badges[l.doc.key] = b
	l.announce(LibraryChanged)
}

// ShowKept shows the errors of a benchmark of the dataset that are kept on disk, as
// ShowRows does.
func (l *Library) ShowKept(path, by string, methods func(Side) string) {
	d := l.dataset
	if d == nil {
		return
	}
	l.workers.Go(func() {
		_, rows := loadKept(path, by, d)
		l.later(func() {
			if l.dataset == d {
				l.ShowRows(rows, methods)
			}
		})
	})
}

// ShowRows shows the errors of a benchmark of the dataset where nothing has been
// computed since: those of the methods of both sides.
func (l *Library) ShowRows(rows []benchmark.Row, methods func(Side) string) {
	if l.dataset == nil || len(rows) == 0 {
		return
	}
	at := map[string]string{}
	for _, e := range l.dataset.Entries {
		at[e.Name] = e.Path
	}
	for _, r := range rows {
		path, listed := at[r.Sequence]
		for _, side := range Both {
			b := l.badges[path]
			if listed && r.Failure == "" && r.Method == methods(side) && b[side].Method == "" {
				b[side] = Badge{Method: l.method(r.Method).Describe().Title, Error: r.Error}
				l.badges[path] = b
			}
		}
	}
	l.announce(LibraryChanged)
}

// Groups lists what can be opened, by group: the example, the recent files
// and the dataset by category. With a query, only sequences whose name
// contains it, in any case, are listed; groups without any are left out.
func (l *Library) Groups(query string) []Group {
	query = strings.ToLower(strings.TrimSpace(query))
	var groups []Group
	add := func(title string, items []Item) {
		items = slices.DeleteFunc(items, func(i Item) bool {
			return query != "" && !strings.Contains(strings.ToLower(i.Name), query)
		})
		if len(items) > 0 {
			groups = append(groups, Group{title, items})
		}
	}
	if l.cfg.Example != nil {
		add("Example", []Item{l.item("", "Example", "")})
	}
	add("Recent", l.recent())
	if l.dataset != nil {
		byCategory := map[hopkins.Category][]Item{}
		for i := range l.dataset.Entries {
			e := &l.dataset.Entries[i]
			detail := hopkins.Counted(e.Points, "point", "points") + " · " + hopkins.Counted(e.Frames, "frame", "frames")
			if e.Motions > 0 {
				detail += " · " + hopkins.Counted(e.Motions, "motion", "motions")
			}
			item := l.item(e.Path, e.Name, detail)
			item.Entry = e
			byCategory[e.Category] = append(byCategory[e.Category], item)
		}
		for _, c := range []hopkins.Category{hopkins.Checkerboard, hopkins.Traffic, hopkins.Articulated, hopkins.Other, ""} {
			title := string(c)
			if title == "" {
				title = string(hopkins.Other)
			}
			title = hopkins.Capital(title)
			if len(byCategory[c]) == len(l.dataset.Entries) {
				title = filepath.Base(l.dataset.Root) // no categories: the folder says more
			}
			add(title, byCategory[c])
		}
	}
	return groups
}

// findNames finds out in the background which recent paths are folders, which are called as their films, once of each:
// a drive that does not answer would hold the window up.
func (l *Library) findNames() {
	var unknown []string
	for _, path := range l.settings.Recent {
		if _, asked := l.names[path]; !asked {
			unknown = append(unknown, path)
			l.names[path] = ""
		}
	}
	if unknown == nil {
		return
	}
	l.workers.Go(func() {
		found := map[string]string{}
		for _, path := range unknown {
			if isFolder(path) {
				found[path] = track.NameOf(path)
			}
		}
		l.later(func() {
			maps.Copy(l.names, found)
			if len(found) > 0 {
				l.announce(LibraryChanged)
			}
		})
	})
}

// recent lists the recent files that the dataset does not list, by name and not by
// time: rows must not move when one of them is clicked. Files of one name say how
// they end or, where that is the same, in which folder they are.
func (l *Library) recent() []Item {
	listed := map[string]bool{}
	if l.dataset != nil {
		for _, e := range l.dataset.Entries {
			listed[e.Path] = true
		}
	}
	l.findNames()
	name := func(path string) string {
		if known := l.names[path]; known != "" {
			return known
		}
		return strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), "_truth")
	}
	same, alike := map[string]int{}, map[string]int{}
	for _, path := range l.settings.Recent {
		same[name(path)]++
		alike[filepath.Base(path)]++
	}
	var items []Item
	for _, path := range l.settings.Recent {
		if listed[path] {
			continue
		}
		title := name(path)
		switch folder := filepath.Dir(path); {
		case same[title] < 2:
		case alike[filepath.Base(path)] < 2:
			title = filepath.Base(path)
		case filepath.Base(folder) == title: // of name/frames
			title += " (" + filepath.Base(filepath.Dir(folder)) + ")"
		default:
			title += " (" + filepath.Base(folder) + ")"
		}
		items = append(items, l.item(path, title, ""))
	}
	slices.SortStableFunc(items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.Key, b.Key))
	})
	return items
}

func (l *Library) item(key, name, detail string) Item {
	lookup := key
	open := l.doc.points != nil && l.doc.key == key
	if key == "" {
		// The example has no path; its key is its name.
		lookup = l.doc.exampleKey
		open = l.doc.sequence != nil && l.doc.key == lookup
	}
	return Item{Key: key, Name: name, Detail: detail, Open: open, Badges: l.badges[lookup]}
}

// Text returns the error as a badge shows it, empty without a result.
func (b Badge) Text() string {
	switch {
	case b.Method == "":
		return ""
	case math.IsNaN(b.Error):
		return "•"
	}
	return fmt.Sprintf("%.1f", b.Error)
}
