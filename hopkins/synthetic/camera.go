package synthetic

// camera is a pinhole camera at one moment.
type camera struct {
	pose   pose    // its own frame: x right, y up, looking along −z
	focal  float64 // in pixels
	cx, cy float64 // the principal point, in pixels
}

// near is the smallest depth in metres at which anything is seen.
const near = 0.05

// project returns the pixel coordinates of a point of the world and its depth
// along the optical axis; with a depth below near the coordinates mean
// nothing.
func (c camera) project(world vec) (x, y, depth float64) {
	p := c.pose.toOwn(world)
	depth = -p.z
	if depth < near {
		return 0, 0, depth
	}
	return c.cx + c.focal*p.x/depth, c.cy - c.focal*p.y/depth, depth
}

// ray returns the direction in the world, not of unit length, of the line of
// sight through a pixel.
func (c camera) ray(x, y float64) vec {
	return c.pose.r.turn(vec{(x - c.cx) / c.focal, (c.cy - y) / c.focal, -1})
}

// lookAt returns the pose of a camera at eye that looks at target, turned by
// roll radians about its optical axis.
func lookAt(eye, target vec, roll float64) pose {
	back := eye.sub(target).unit()
	right := vec{0, 1, 0}.cross(back).unit()
	up := back.cross(right)
	return pose{rotation{right, up, back}.times(about(vec{0, 0, 1}, roll)), eye}
}
