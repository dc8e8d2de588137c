package write

import (
	"bufio"
	"fmt"
	"io"
)

var coco = Format{
	Name: "coco", Title: "COCO keypoints JSON", Ending: ".json",
	Content: "COCO keypoints: a category for each motion, and for every point that is seen an annotation with one " +
		"keypoint and its `track_id`; pictures, tracks and annotations count from 1",
	write: writeCOCO,
}

// writeCOCO writes annotations of COCO: a picture for every frame, called as in a folder
// that WriteFolder writes, a category for every motion, and for every point that is seen
// an annotation of one keypoint. Pictures, tracks and annotations count from 1, y runs
// downwards.
//
// Source: the description of the data format of COCO (cocodataset.org).
func writeCOCO(w io.Writer, t *Tracks) error {
	b := bufio.NewWriter(w)
	b.WriteString("{\"info\": {\"description\": \"tracks with their motions\"}, \"licenses\": [],\n\"categories\": [")
	for k, label := range t.motions() {
		fmt.Fprintf(b, "%s\n{\"id\": %d, \"name\": \"%s\", \"supercategory\": \"motion\", \"keypoints\": "+
			"[\"point\"], \"skeleton\": [], \"color\": \"%s\"}",
			between(k), label, motionName(label), motionColour(label))
	}
	b.WriteString("],\n\"images\": [")
	size := ""
	if t.Width > 0 && t.Height > 0 {
		size = fmt.Sprintf(", \"width\": %d, \"height\": %d", t.Width, t.Height)
	}
	for f := range t.Frames() {
		fmt.Fprintf(b, "%s\n{\"id\": %d, \"file_name\": \"%04d.png\"%s}", between(f), f+1, f+1, size)
	}
	b.WriteString("],\n\"annotations\": [")
	count := 0
	t.eachPoint(func(track, frame int, x, y string) {
		fmt.Fprintf(b, "%s\n{\"id\": %d, \"image_id\": %d, \"category_id\": %d, \"track_id\": %d, \"keypoints\": "+
			"[%s, %s, 2], \"num_keypoints\": 1, \"bbox\": [%s, %s, 0, 0], \"area\": 0, \"iscrowd\": 0}",
			between(count), count+1, frame+1, t.Labels[track], track+1, x, y, x, y)
		count++
	})
	b.WriteString("]}\n")
	return b.Flush()
}

// between returns what stands before the k-th thing of a list.
func between(k int) string {
	if k == 0 {
		return ""
	}
	return ","
}
