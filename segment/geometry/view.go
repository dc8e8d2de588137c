package geometry

// motionView is two or three frames in which motions are looked at. Points have
// places in it, which the columns of the data map to.
type motionView interface {
	Len() int
	columns() []int
	// Members returns the places of the points of every group 1…k.
	Members(labels []int, k int) [][]int
	// weigh keeps what the noise of this scale is at every point.
	weigh(scale motionScale)
	// renumbered returns the view with other columns for its points.
	renumbered(columns []int) motionView
	// describe fits the motion of the points at these places, of which there is
	// one at least.
	describe(members []int, scale motionScale) viewMotion
}

// viewMotion is the motion of a group in a view.
type viewMotion interface {
	// Cost is what it takes to describe the group, in nats, and price what of it
	// its parameters take.
	Cost() float64
	price() float64
	// pointCosts sets to what it takes to describe every point of the view, of the group
	// or not, parameters left out.
	pointCosts(to []float64)
}

// JudgedPoints bounds the points of a view that are looked at; of more, as
// many are taken evenly in the order of their coordinates.
const JudgedPoints = 500
