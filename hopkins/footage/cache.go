package footage

import (
	"container/list"
	"image"
	"sync"
)

// defaultBudget is how many bytes of decoded pictures a source keeps: 160
// pictures of 640×480.
const defaultBudget = 192 << 20

// cache keeps the decoded pictures that were used last within a budget of
// bytes, and decodes each only once when several goroutines ask for it.
type cache struct {
	mu      sync.Mutex
	budget  int64
	bytes   int64
	kept    map[int]*list.Element // of *slot
	recent  *list.List            // the one used last in front
	pending map[int]*decoding
	known   map[int]bool // pictures that are there, decoded now or before
	epoch   int          // counts clears, so that what was under way is not kept
}

// slot is a decoded picture in the cache.
type slot struct {
	index   int
	picture *image.RGBA
}

// decoding is a picture that a goroutine is working on; done is closed at its
// end.
type decoding struct {
	done    chan struct{}
	picture *image.RGBA
	err     error
}

func newCache(budget int64) *cache {
	return &cache{
		budget: budget, recent: list.New(),
		kept: map[int]*list.Element{}, pending: map[int]*decoding{}, known: map[int]bool{},
	}
}

// get returns picture i, from the cache or from decode.
func (c *cache) get(i int, decode func(int, func(int, *image.RGBA)) (*image.RGBA, error)) (*image.RGBA, error) {
	c.mu.Lock()
	if e := c.kept[i]; e != nil {
		c.recent.MoveToFront(e)
		c.mu.Unlock()
		return e.Value.(*slot).picture, nil
	}
	if d := c.pending[i]; d != nil {
		c.mu.Unlock()
		<-d.done
		return d.picture, d.err
	}
	d := &decoding{done: make(chan struct{})}
	c.pending[i] = d
	epoch := c.epoch
	c.mu.Unlock()

	d.picture, d.err = decode(i, func(j int, picture *image.RGBA) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.keep(j, picture, epoch)
	})

	c.mu.Lock()
	delete(c.pending, i)
	if d.err == nil {
		c.keep(i, d.picture, epoch)
	}
	c.mu.Unlock()
	close(d.done)
	return d.picture, d.err
}

// keep puts a picture in front and drops those used longest ago. The lock is
// held.
func (c *cache) keep(i int, picture *image.RGBA, epoch int) {
	if epoch != c.epoch {
		return
	}
	c.known[i] = true
	if e := c.kept[i]; e != nil {
		c.recent.MoveToFront(e)
		return
	}
	c.kept[i] = c.recent.PushFront(&slot{i, picture})
	c.bytes += int64(len(picture.Pix))
	c.trim()
}

// trim drops the pictures used longest ago until the budget holds, but not the
// one used last. The lock is held.
func (c *cache) trim() {
	for c.bytes > c.budget && c.recent.Len() > 1 {
		last := c.recent.Remove(c.recent.Back()).(*slot)
		delete(c.kept, last.index)
		c.bytes -= int64(len(last.picture.Pix))
	}
}

func (c *cache) setBudget(bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.budget = bytes
	c.trim()
}

// exact reports whether picture i was ever decoded.
func (c *cache) exact(i int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known[i]
}

func (c *cache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.epoch++
	c.bytes = 0
	c.kept = map[int]*list.Element{}
	c.recent.Init()
}
