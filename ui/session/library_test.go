package session

import (
	"slices"
	"testing"

	"motionseg/hopkins"
)

func TestDatasetInLibrary(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.OpenDataset = func(root string) (*hopkins.Dataset, error) {
			return &hopkins.Dataset{Root: root, Entries: []hopkins.Entry{
				{Name: "1R2RC", Path: "/d/1R2RC.mat", Category: hopkins.Checkerboard, Points: 459, Frames: 30, Motions: 3},
				{Name: "cars1", Path: "/d/cars1.mat", Category: hopkins.Traffic, Points: 307, Frames: 20, Motions: 2},
			}}, nil
		}
	})
	b.OpenPath(t.TempDir())
	b.settle()
	var titles []string
	for _, g := range b.Library.Groups("") {
		titles = append(titles, g.Title)
	}
	if !slices.Equal(titles, []string{"Example", "Checkerboard", "Traffic"}) {
		t.Errorf("groups are %v", titles)
	}
	found := b.Library.Groups("CAR")
	if len(found) != 1 || found[0].Items[0].Name != "cars1" || found[0].Items[0].Detail != "307 points · 20 frames · 2 motions" {
		t.Errorf("search finds %+v", found)
	}
}
