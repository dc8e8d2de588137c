package session

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"motionseg/hopkins"
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

// Dataset returns the opened dataset, nil without one.
func (s *Session) Dataset() *hopkins.Dataset { return s.dataset }

func (s *Session) setDataset(d *hopkins.Dataset) {
	s.dataset = d
	s.settings.Dataset = d.Root
	s.announce(LibraryChanged)
}

// remember puts a path at the head of the recent files.
func (s *Session) remember(path string) {
	s.settings.Recent = slices.DeleteFunc(s.settings.Recent, func(p string) bool { return p == path })
	s.settings.Recent = slices.Insert(s.settings.Recent, 0, path)
	if len(s.settings.Recent) > recentLimit {
		s.settings.Recent = s.settings.Recent[:recentLimit]
	}
	s.announce(LibraryChanged)
}

// Recent returns the recently opened files, the last one first.
func (s *Session) Recent() []string { return slices.Clone(s.settings.Recent) }

// ClearRecent forgets the recent files.
func (s *Session) ClearRecent() {
	s.settings.Recent = nil
	s.announce(LibraryChanged)
}

func (s *Session) setBadge(side Side, o *Outcome) {
	b := s.badges[s.key]
	b[side] = Badge{Method: s.method(o.Setup.Method).Describe().Title, Error: o.Error}
	s.badges[s.key] = b
}

// Library lists what can be opened, by group: the example, the recent files
// and the dataset by category. With a query, only sequences whose name
// contains it, in any case, are listed; groups without any are left out.
func (s *Session) Library(query string) []Group {
	query = strings.ToLower(strings.TrimSpace(query))
	var groups []Group
	add := func(title string, items []Item) {
		items = slices.DeleteFunc(items, func(i Item) bool { return query != "" && !strings.Contains(strings.ToLower(i.Name), query) })
		if len(items) > 0 {
			groups = append(groups, Group{title, items})
		}
	}
	if s.cfg.Example != nil {
		add("Example", []Item{s.item("", "Example", "")})
	}
	var recent []Item
	for _, path := range s.settings.Recent {
		recent = append(recent, s.item(path, strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), "_truth"), ""))
	}
	add("Recent", recent)
	if s.dataset != nil {
		byCategory := map[hopkins.Category][]Item{}
		for i := range s.dataset.Entries {
			e := &s.dataset.Entries[i]
			detail := fmt.Sprintf("%d points · %d frames", e.Points, e.Frames)
			if e.Motions > 0 {
				detail += fmt.Sprintf(" · %d motions", e.Motions)
			}
			item := s.item(e.Path, e.Name, detail)
			item.Entry = e
			byCategory[e.Category] = append(byCategory[e.Category], item)
		}
		for _, c := range []hopkins.Category{hopkins.Checkerboard, hopkins.Traffic, hopkins.Articulated, hopkins.Other, ""} {
			title := string(c)
			if title == "" {
				title = string(hopkins.Other)
			}
			add(strings.ToUpper(title[:1])+title[1:], byCategory[c])
		}
	}
	return groups
}

func (s *Session) item(key, name, detail string) Item {
	lookup := key
	open := s.points != nil && s.key == key
	if key == "" {
		// The example has no path; its key is its name.
		if s.sequence != nil && s.sequence.Path == "" {
			open, lookup = true, s.key
		} else {
			lookup = s.exampleKey
		}
	}
	return Item{Key: key, Name: name, Detail: detail, Open: open, Badges: s.badges[lookup]}
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
