package synthetic
import ("testing";"context";"fmt";"motionseg/segment";"motionseg/hopkins";"os";"strconv")
func BenchmarkZZ(b *testing.B){
	n,_:=strconv.Atoi(os.Getenv("ZN"))
	c:=Default(); c.Tracks=n; c.Frames=60
	if n<1000 {c.Frames=30}
	s,_:=New(c); q,err:=s.Sequence(); if err!=nil{b.Fatal(err)}
	m,_:=segment.Lookup(os.Getenv("ZM"))
	for b.Loop(){
		r,err:=q.Segment(context.Background(),hopkins.Task{Method:hopkins.MethodSpec{Method:m}})
		if err!=nil{b.Fatal(err)}
		for _,st:=range r.Result.Stages{fmt.Print(st.Name," ",st.Time.Milliseconds()," ")}
		fmt.Println()
	}
}
