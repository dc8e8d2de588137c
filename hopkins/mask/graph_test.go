package mask

import (
	"math/rand/v2"
	"testing"
)

// slowFlow returns the value of the maximum flow of a graph by shortest
// augmenting paths.
func slowFlow(g *graph) int {
	n := len(g.terminal)
	source, sink := n, n+1
	left := map[[2]int]int{}
	near := make([][]int, n+2)
	join := func(p, q, c int) {
		near[p], near[q] = append(near[p], q), append(near[q], p)
		left[[2]int{p, q}] += c
	}
	for p, t := range g.terminal {
		if t > 0 {
			join(source, p, int(t))
		} else if t < 0 {
			join(p, sink, int(-t))
		}
		for d := range 8 {
			if c := g.capacity[8*p+d]; c > 0 {
				join(p, int(g.to[8*p+d]), int(c))
			}
		}
	}
	total := 0
	for {
		from := make([]int, n+2)
		for i := range from {
			from[i] = -1
		}
		from[source] = source
		queue := []int{source}
		for len(queue) > 0 && from[sink] < 0 {
			p := queue[0]
			queue = queue[1:]
			for _, q := range near[p] {
				if from[q] < 0 && left[[2]int{p, q}] > 0 {
					from[q] = p
					queue = append(queue, q)
				}
			}
		}
		if from[sink] < 0 {
			return total
		}
		most := 1 << 40
		for q := sink; q != source; q = from[q] {
			most = min(most, left[[2]int{from[q], q}])
		}
		for q := sink; q != source; q = from[q] {
			left[[2]int{from[q], q}] -= most
			left[[2]int{q, from[q]}] += most
		}
		total += most
	}
}

// randomGraph makes a graph with random capacities, many of them 0: pixels of a grid, a few of
// which are no nodes.
func randomGraph(g *graph, r *rand.Rand, width, height int) {
	node := make([]int, width*height)
	nodes := 0
	for i := range node {
		node[i] = none
		if r.IntN(8) > 0 {
			node[i] = nodes
			nodes++
		}
	}
	g.resize(nodes)
	capacity := func() int32 { return int32(max(r.IntN(16)-4, 0)) }
	for i, p := range node {
		if p < 0 {
			continue
		}
		if r.IntN(3) > 0 {
			g.terminal[p] = int32(r.IntN(41) - 20)
		}
		for d := 0; d < 8; d += 2 {
			x, y := i%width+neighbours[d][0], i/width+neighbours[d][1]
			if x < 0 || y < 0 || x >= width || y >= height || node[y*width+x] < 0 {
				continue
			}
			g.join(p, node[y*width+x], d, capacity(), capacity())
		}
	}
}

func TestCutIsMinimal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var g graph
	for trial := range 200 {
		randomGraph(&g, r, 1+r.IntN(9), 1+r.IntN(9))
		capacity := append([]int32(nil), g.capacity...)
		terminal := append([]int32(nil), g.terminal...)
		want := slowFlow(&g)
		g.cut(func() bool { return false })
		got := 0
		for p, c := range terminal {
			if c > 0 && g.onSink(p) {
				got += int(c)
			}
			if c < 0 && !g.onSink(p) {
				got -= int(c)
			}
			for d := range 8 {
				if c := capacity[8*p+d]; c > 0 && !g.onSink(p) && g.onSink(int(g.to[8*p+d])) {
					got += int(c)
				}
			}
		}
		if got != want {
			t.Fatalf("graph %d: a cut of %d, the flow is %d", trial, got, want)
		}
	}
}
