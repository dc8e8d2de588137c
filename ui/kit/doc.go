// Package kit holds what the windows are made of and knows nothing of what they show:
// controls with tooltips, fields that check what is typed, tables, painted surfaces, pages
// of Markdown, the chooser of files, the theme.
//
// In go texts and functions to call; out come objects of the toolkit. A Surface is painted
// by a goroutine that is not the one of the user interface.
//
// The one idea: how a control looks, is reached by keys and says what it is for stands
// here once, so that a panel only says what it is about.
package kit
