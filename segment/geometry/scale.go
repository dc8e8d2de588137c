package geometry

import (
	"math"

	"motionseg/segment/core"
)

// motionScale says which deviations of points from a motion count as noise, and what
// a cut weighs beside them.
type motionScale struct {
	noise float64 // of the coordinates, in the data's units
	// drift is what is allowed for on top of it per distance that a point moved:
	// tracks are the less exact the farther they go.
	drift float64
	// lost is the share of points that their tracker may have lost: how far these
	// go astray says nothing, and costs no more than the logarithm of 1 in so many. 0
	// for none; then a group divided to suit a few of them may be the shorter.
	lost float64
	// Cut is how many nats per track a logarithm of the normalised cut counts. What a
	// motion takes to describe counts in every view in which a track is seen, so that
	// the cut decides the less the more is seen of the tracks.
	Cut float64
	// adjusted is from how many points on the motion over three views is adjusted.
	// Fewer bend it towards those of them that belong to another, which would then
	// never leave.
	adjusted int
}

// MotionNoise is the noise allowed for, in units of the coordinates' spread: about
// half a pixel of a picture 640 wide.
const MotionNoise = 0.0027

// FineScale is the scale by which groupings into k motions are compared where that
// can be: where tracks are so exact that what is left of their motion tells groups
// apart, three times as exact as is allowed for, and so many to a motion that three
// views are adjusted. ok is false elsewhere.
func FineScale(data core.Data, k int) (scale motionScale, ok bool) {
	scale = motionScale{noise: MotionNoise * RMSOfSeen(data), drift: 0.04, lost: 0.1, Cut: 0.3,
		adjusted: 4 * threeViewNumbers}
	return scale.Among(data.Points(), k), ExactTracks(data) && data.Points() >= scale.adjusted*k
}

// ExactTracks reports whether tracks are three times as exact as MotionNoise allows for, as far as is known.
func ExactTracks(data core.Data) bool {
	noise, known := measuredNoise(data)
	return known && 3*noise <= MotionNoise*RMSOfSeen(data)
}

// CoarseScale allows for motions that are off where points are few, wrong or noisy. Numbers
// of motions are compared by it too: the reasons for a number were weighed with it,
// see motioncount.EstimateMotions.
func CoarseScale(data core.Data) motionScale {
	return motionScale{noise: MotionNoise * RMSOfSeen(data), drift: 0.1, Cut: 0.5, adjusted: LeastAdjusted}
}

// evenTracks is how many tracks to a motion make a logarithm of the cut count one nat
// a track at least.
const evenTracks = 100

// Among returns the scale with the weight of the cut for so many tracks in k groups. The
// fewer there are, the more of what motions take is the price of their parameters, which
// a large group beside a tiny one saves, and the less it tells groupings apart. With
// twice as few the cut counts four times as much, if that is more than it does.
func (s motionScale) Among(points, k int) motionScale {
	few := evenTracks * float64(k) / float64(points)
	s.Cut = max(s.Cut, few*few)
	return s
}

// alongShare weighs how far points move along their epipolar lines, of which
// every depth is one place, against how far they are off them.
const alongShare = 0.05

// at returns the noise of a point that moved from (x, y) to (u, v), squared.
func (s motionScale) at(x, y, u, v float64) float64 {
	return s.noise*s.noise + s.drift*s.drift*((u-x)*(u-x)+(v-y)*(v-y))
}

// nats returns what it takes to describe a point that is off by this, squared in
// units of the noise: little more for every step farther off, and no more once it is
// as likely to be lost.
func (s motionScale) nats(square float64) float64 { return math.Log(s.odds(square)) }

// odds returns what nats is the logarithm of.
func (s motionScale) odds(square float64) float64 { return (1 + square) / (1 + s.lost*square) }

// Unexplained is what a point costs, per frame that it goes to, which a motion
// explains no better than that it stays where it is.
func (s motionScale) Unexplained() float64 { return s.nats(1 / (s.drift * s.drift)) }

// natSum adds up the nats of many points: the logarithm of the product of what they are
// the logarithms of.
type natSum struct {
	lost                float64
	above, below, known float64 // the product is above over below, besides known nats
}

func newNatSum(s motionScale) natSum { return natSum{s.lost, 1, 1, 0} }

// add adds the nats of a point that is off by this, see motionScale.nats.
func (s *natSum) add(square float64) {
	s.above *= 1 + square
	s.below *= 1 + s.lost*square
	if s.above > largestProduct {
		s.begin()
	}
}

// begin begins a product anew, apart from add, which is as short as a compiler puts in place.
func (s *natSum) begin() { s.known, s.above, s.below = s.nats(), 1, 1 }

// nats returns their sum.
func (s *natSum) nats() float64 { return s.known + math.Log(s.above/s.below) }

// largestProduct is where a product is far from the largest number.
const largestProduct = 1e100

// threeViewNumbers is how many numbers three views of a rigid body determine.
const threeViewNumbers = 18

// LeastAdjusted is from how many points on the coarse scale adjusts a motion over three views: twice
// as many as such a motion has numbers.
const LeastAdjusted = 2 * threeViewNumbers

// RMSOfSeen returns the root mean square of the coordinates that are seen,
// around the means of x and of y.
func RMSOfSeen(data core.Data) float64 {
	rows, _ := data.X.Dims()
	axes := [][]int{nil, nil}
	if data.Kind == core.TwoFrames {
		axes = [][]int{{2, 6}, {5, 7}}
	} else {
		for r := range rows {
			axes[r%2] = append(axes[r%2], r)
		}
	}
	var square, count float64
	for _, axis := range axes {
		var mean, seen float64
		visit := func(f func(v float64)) {
			for _, r := range axis {
				for i, v := range data.X.RawRowView(r) {
					if data.Visible == nil || data.Visible[i][r/2] {
						f(v)
					}
				}
			}
		}
		visit(func(v float64) { mean += v; seen++ })
		mean /= max(seen, 1)
		visit(func(v float64) { square += (v - mean) * (v - mean) })
		count += seen
	}
	if count == 0 {
		return 0
	}
	return math.Sqrt(square / count)
}
