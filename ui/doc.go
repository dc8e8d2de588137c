// Package ui is the window of MotionSeg: two methods side by side over the
// moving picture, with their affinity matrices.
//
// Its state is a session.Session; the widgets here draw it and send commands
// to it. No widget knows another one: each watches the session, and what it
// wants of the window, such as a dialog, it is given as a function. Only the
// window itself knows them all: it puts them together, and collects what they
// show when it is exported. Pixels are painted by package draw on goroutines of
// their own (see kit.Surface), and what other goroutines have for the user
// interface passes through onUI.
//
// # How to add a panel
//
// A panel below the views, beside Affinity and Convergence, is a file of its own
// with a type that has the session, the kit and what it shows:
//
//  1. Write newMyPanel(s *session.Session, k *kit.Kit), which makes the widgets,
//     calls s.Watch(p.changed), and shows what is there already.
//  2. In changed, look at the event and do only what it concerns. FrameChanged
//     and HoverChanged come at the rate of the screen: nothing slow may follow
//     them. A panel that draws paints on a kit.Surface; a table is a kit.Table.
//  3. What the user does calls a method of one part of the session, such as
//     s.Selection.Select; the panel then learns of it like all others, by its
//     event. State that must outlive the panel belongs into a part of the session.
//  4. Work that takes more than a few milliseconds runs on goroutines of
//     k.Workers, which report a panic and come back through k.Run.
//  5. Add it to the tabs in newAnalysis, its page to assets/help, and its surfaces
//     to the rig of the tests (harness_test.go), which waits for them.
//
// TestAddPanel does this with a small panel.
package ui
