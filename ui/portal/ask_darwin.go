package portal

import "context"

// ask asks by the scripting of macOS.
func ask(ctx context.Context, r Request) (string, error) { return askScript(ctx, r) }
