package session

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"motionseg/hopkins/project"
	"motionseg/ui/shown"
)

// maskWords are the views of masks, in project.Look.Masks.
var maskWords = [...]string{shown.MaskOverlay: "overlay", shown.MaskOutline: "outline", shown.MaskOnBlack: "black",
	shown.MaskOnWhite: "white", shown.MaskOnChecks: "checks", shown.MaskOff: "off"}

// layoutWords are the layouts, in project.Look.Frames.
var layoutWords = [...]string{shown.OneFrame: "one", shown.SideBySide: "beside", shown.Blended: "blended"}

// lookOf returns how a project keeps how the views draw.
func lookOf(d Display) *project.Look {
	return &project.Look{Frames: layoutWords[d.Layout], Masks: maskWords[d.Masks], Trail: d.Trail, Future: d.Future,
		Picture: d.Picture, Size: cmp.Or(d.Size, 1), Points: 1 - d.Faint, Trails: 1 - d.FaintTrails,
		Background: 1 - d.Still, Overlay: d.Overlay}
}

// takeLook has the views draw as a project says, and returns what of that cannot be.
func takeLook(d *Display, l *project.Look) (left []string) {
	word := func(name, found string, of []string, take func(i int)) {
		if i := slices.Index(of, found); i >= 0 {
			take(i)
		} else {
			left = append(left, fmt.Sprintf("view.look.%s: expected one of %q, found %q", name, of, found))
		}
	}
	within := func(name string, v, least, most float64, take func()) {
		if v >= least && v <= most {
			take()
		} else {
			left = append(left, fmt.Sprintf("view.look.%s: expected %g to %g, found %g", name, least, most, v))
		}
	}
	word("frames", l.Frames, layoutWords[:], func(i int) { d.Layout = shown.Layout(i) })
	word("masks", l.Masks, maskWords[:], func(i int) { d.Masks = shown.MaskView(i) })
	within("trail", float64(l.Trail), 0, float64(slices.Max(Trails)), func() { d.Trail = l.Trail })
	within("picture", l.Picture, 0, 1, func() { d.Picture = l.Picture })
	within("size", l.Size, LeastSize, MostSize, func() { d.Size = l.Size })
	within("points", l.Points, 0, 1, func() { d.Faint = 1 - l.Points })
	within("trails", l.Trails, 0, 1, func() { d.FaintTrails = 1 - l.Trails })
	within("background", l.Background, 0, 1, func() { d.Still = 1 - l.Background })
	within("overlay", l.Overlay, 0, 1, func() { d.Overlay = l.Overlay })
	d.Future = l.Future
	return left
}

// keptHidden returns the labels that are not shown, in ascending order.
func (v *View) keptHidden() []int { return slices.Sorted(maps.Keys(v.filters.Hidden)) }

// hide shows all but some labels.
func (v *View) hide(labels []int) {
	v.setFilters(func(f *Filters) bool {
		f.Hidden = map[int]bool{}
		for _, label := range labels {
			f.Hidden[label] = true
		}
		return true
	})
}
