package blas

import "os"

// active is the kernel in use; nil leaves the work to gonum.
var active = chooseKernel(os.Getenv("MOTIONSEG_NOASM"))

// VectorCode reports whether this program's assembler may run: AVX2 with FMA on
// amd64, NEON on arm64. MOTIONSEG_NOASM forbids it.
func VectorCode() bool { return active != nil }

// WideVectorCode reports whether assembler for AVX-512 may run.
func WideVectorCode() bool { return active != nil && active.name == "avx512" }

// chooseKernel returns the best kernel that off, the value of MOTIONSEG_NOASM,
// leaves.
func chooseKernel(off string) *kernel {
	for _, k := range kernels() {
		if off == "" || off == "0" || off == "avx512" && k.name != off {
			return k
		}
	}
	return nil
}
