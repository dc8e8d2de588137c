// Package kit holds what the windows are made of and knows nothing of what they
// show: controls with tooltips, fields that check what is typed, painted
// surfaces, pages of Markdown, the theme.
package kit
