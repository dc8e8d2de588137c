package mask

// graph is nodes, each joined to at most eight neighbours and to two terminals, whose
// minimum cut is found by the algorithm of Boykov and Kolmogorov. All capacities are whole
// numbers, so that the cut is the same on every processor, and whatever the nodes' order.
//
// Y. Boykov, V. Kolmogorov: An experimental comparison of min-cut/max-flow
// algorithms for energy minimization in vision, TPAMI 2004.
type graph struct {
	// to has the neighbour of node p in direction d at 8p+d, p in its direction d^1. Where
	// there is none it is the last node of all, which is joined to nothing.
	to          []int32
	capacity    []int32  // what is left from node p to its neighbour d, at 8p+d
	terminal    []int32  // what is left from the source, or, negative, to the sink
	parent      []uint8  // the direction to it, or one of the marks below
	sink        []bool   // in the tree of the sink
	stamp       []int32  // when the distance was found
	distance    []int32  // to the terminal
	next        []int32  // in the queue of active nodes, −1 outside, itself at the end
	first, last [2]int32 // of both queues
	orphans     []int32
	time        int32
}

// Marks in place of a direction.
const (
	atTerminal = 8 + iota
	isOrphan
	isFree
)

// none is in place of a node.
const none = -1

// resize makes room for so many nodes, of which none is joined.
func (g *graph) resize(nodes int) {
	n := nodes + 1
	if cap(g.terminal) < n {
		g.to, g.capacity, g.terminal = make([]int32, 8*n), make([]int32, 8*n), make([]int32, n)
		g.parent, g.sink = make([]uint8, n), make([]bool, n)
		g.stamp, g.distance, g.next = make([]int32, n), make([]int32, n), make([]int32, n)
	}
	g.to, g.capacity, g.terminal, g.parent, g.sink = g.to[:8*n], g.capacity[:8*n], g.terminal[:n], g.parent[:n], g.sink[:n]
	g.stamp, g.distance, g.next = g.stamp[:n], g.distance[:n], g.next[:n]
	clear(g.capacity)
	clear(g.terminal)
	for i := range g.to {
		g.to[i] = int32(nodes)
	}
}

// join makes node q the neighbour of p in direction d, with what can go there and back.
func (g *graph) join(p, q, d int, there, back int32) {
	g.to[8*p+d], g.to[8*q+(d^1)] = int32(q), int32(p)
	g.capacity[8*p+d] += there
	g.capacity[8*q+(d^1)] += back
}

// onSink reports, after cut, whether the node is on the sink's side. A node that
// either side may have is on that of the source.
func (g *graph) onSink(p int) bool { return g.parent[p] != isFree && g.sink[p] }

// cut finds the minimum cut. It takes up what capacities there were.
func (g *graph) cut(cancelled func() bool) {
	g.begin()
	current := int32(none)
	for round := 0; ; round++ {
		if round&0xfff == 0 && cancelled() {
			return
		}
		p := current
		if p == none || g.parent[p] == isFree {
			if p = g.nextActive(); p == none {
				return
			}
		}
		// It stays active while it is worked on.
		q, d := g.grow(p)
		g.time++
		if q == none {
			current = none
			continue
		}
		g.next[p] = p
		current = p
		if g.sink[p] {
			g.augment(q, d)
		} else {
			g.augment(p, d)
		}
		g.adopt()
		g.next[p] = none
	}
}

// begin plants the two trees.
func (g *graph) begin() {
	g.first, g.last = [2]int32{none, none}, [2]int32{none, none}
	g.orphans, g.time = g.orphans[:0], 0
	for p, t := range g.terminal {
		g.next[p], g.stamp[p] = none, 0
		if t == 0 {
			g.parent[p] = isFree
			continue
		}
		g.parent[p], g.sink[p], g.distance[p] = atTerminal, t < 0, 1
		g.activate(int32(p))
	}
}

// activate puts a node into the queue, unless it is there.
func (g *graph) activate(p int32) {
	if g.next[p] != none {
		return
	}
	if g.last[1] != none {
		g.next[g.last[1]] = p
	} else {
		g.first[1] = p
	}
	g.last[1] = p
	g.next[p] = p
}

// nextActive takes the next node that is in a tree from the queue.
func (g *graph) nextActive() int32 {
	for {
		p := g.first[0]
		if p == none {
			p = g.first[1]
			g.first[0], g.last[0] = g.first[1], g.last[1]
			g.first[1], g.last[1] = none, none
			if p == none {
				return none
			}
		}
		if g.next[p] == p {
			g.first[0], g.last[0] = none, none
		} else {
			g.first[0] = g.next[p]
		}
		g.next[p] = none
		if g.parent[p] != isFree {
			return p
		}
	}
}

// grow takes the free neighbours of an active node into its tree, until it meets
// the other tree. It returns the neighbour there and the direction from the
// source's side to the sink's; no neighbour where it met none.
func (g *graph) grow(p int32) (q int32, d uint8) {
	side, stamp, distance := g.sink[p], g.stamp[p], g.distance[p]
	for d := range uint8(8) {
		q := g.to[8*p+int32(d)]
		left := g.capacity[8*p+int32(d)]
		if side {
			left = g.capacity[8*q+int32(d^1)]
		}
		if left == 0 {
			continue
		}
		switch {
		case g.parent[q] == isFree:
			g.parent[q], g.sink[q], g.stamp[q], g.distance[q] = d^1, side, stamp, distance+1
			g.activate(q)
		case g.sink[q] != side:
			if side {
				d ^= 1
			}
			return q, d
		case g.stamp[q] <= stamp && g.distance[q] > distance:
			// A shorter way to the terminal.
			g.parent[q], g.stamp[q], g.distance[q] = d^1, stamp, distance+1
		}
	}
	return none, 0
}

// augment sends what it can along the path that goes from node p of the source's
// tree in direction d into the sink's.
func (g *graph) augment(p int32, d uint8) {
	q := g.to[8*p+int32(d)]
	most := g.capacity[8*p+int32(d)]
	i := p
	for g.parent[i] != atTerminal {
		up := g.parent[i]
		i = g.to[8*i+int32(up)]
		most = min(most, g.capacity[8*i+int32(up^1)])
	}
	most = min(most, g.terminal[i])
	for i = q; g.parent[i] != atTerminal; i = g.to[8*i+int32(g.parent[i])] {
		most = min(most, g.capacity[8*i+int32(g.parent[i])])
	}
	most = min(most, -g.terminal[i])

	g.capacity[8*p+int32(d)] -= most
	g.capacity[8*q+int32(d^1)] += most
	for i = p; g.parent[i] != atTerminal; {
		up := g.parent[i]
		j := g.to[8*i+int32(up)]
		g.capacity[8*i+int32(up)] += most
		g.capacity[8*j+int32(up^1)] -= most
		if g.capacity[8*j+int32(up^1)] == 0 {
			g.orphan(i)
		}
		i = j
	}
	if g.terminal[i] -= most; g.terminal[i] == 0 {
		g.orphan(i)
	}
	for i = q; g.parent[i] != atTerminal; {
		up := g.parent[i]
		j := g.to[8*i+int32(up)]
		g.capacity[8*j+int32(up^1)] += most
		g.capacity[8*i+int32(up)] -= most
		if g.capacity[8*i+int32(up)] == 0 {
			g.orphan(i)
		}
		i = j
	}
	if g.terminal[i] += most; g.terminal[i] == 0 {
		g.orphan(i)
	}
}

func (g *graph) orphan(p int32) {
	g.parent[p] = isOrphan
	g.orphans = append(g.orphans, p)
}

// adopt finds new parents for the nodes that have lost theirs, or frees them.
func (g *graph) adopt() {
	for k := 0; k < len(g.orphans); k++ {
		g.adoptOne(g.orphans[k])
	}
	g.orphans = g.orphans[:0]
}

// far is a distance larger than any.
const far = 1 << 30

func (g *graph) adoptOne(p int32) {
	side := g.sink[p]
	best, nearest := uint8(isFree), int32(far)
	for d := range uint8(8) {
		q := g.to[8*p+int32(d)]
		left := g.capacity[8*q+int32(d^1)]
		if side {
			left = g.capacity[8*p+int32(d)]
		}
		if left == 0 || g.parent[q] == isFree || g.sink[q] != side {
			continue
		}
		if l := g.origin(q); l < nearest {
			best, nearest = d, l
		}
	}
	g.parent[p] = best
	if best != isFree {
		g.stamp[p], g.distance[p] = g.time, nearest+1
		return
	}
	g.stamp[p] = 0
	for d := range uint8(8) {
		q := g.to[8*p+int32(d)]
		if g.parent[q] == isFree || g.sink[q] != side {
			continue
		}
		left := g.capacity[8*q+int32(d^1)]
		if side {
			left = g.capacity[8*p+int32(d)]
		}
		if left != 0 {
			g.activate(q)
		}
		if up := g.parent[q]; up < 8 && g.to[8*q+int32(up)] == p {
			g.orphan(q)
		}
	}
}

// origin returns the distance of a node from its terminal, far where it hangs on
// an orphan, and marks those on the way.
func (g *graph) origin(q int32) int32 {
	length, i := int32(0), q
	for {
		if g.stamp[i] == g.time {
			length += g.distance[i]
			break
		}
		up := g.parent[i]
		length++
		if up == atTerminal {
			g.stamp[i], g.distance[i] = g.time, 1
			break
		}
		if up >= isOrphan {
			return far
		}
		i = g.to[8*i+int32(up)]
	}
	for l, i := length, q; g.stamp[i] != g.time; l-- {
		g.stamp[i], g.distance[i] = g.time, l
		i = g.to[8*i+int32(g.parent[i])]
	}
	return length
}
