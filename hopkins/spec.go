package hopkins

import "motionseg/segment"

// MethodSpec is a method with settings.
type MethodSpec = segment.Spec
