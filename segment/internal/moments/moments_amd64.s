#include "textflag.h"

// Adds four numbers of a row in A times those of the four rows at R8, R9, R10 and R11
// to four sums.
#define TIMES(A, S0, S1, S2, S3) \
	VFMADD231PD (R8)(AX*1), A, S0  \
	VFMADD231PD (R9)(AX*1), A, S1  \
	VFMADD231PD (R10)(AX*1), A, S2 \
	VFMADD231PD (R11)(AX*1), A, S3

// Stores at AT(DI) the sum of the four numbers of S.
#define STORE(AT, S, X) \
	VEXTRACTF128 $1, S, X12    \
	VADDPD       X12, X, X12   \
	VHADDPD      X12, X12, X12 \
	VMOVSD       X12, AT(DI)

// func sumBlockVector(n int, a, b, block *float64)
TEXT ·sumBlockVector(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), R8
	MOVQ block+24(FP), DI
	SHLQ $3, CX
	LEAQ (SI)(CX*1), BX
	LEAQ (BX)(CX*1), DX
	LEAQ (R8)(CX*1), R9
	LEAQ (R9)(CX*1), R10
	LEAQ (R10)(CX*1), R11
	XORQ AX, AX

	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	VXORPD Y8, Y8, Y8
	VXORPD Y9, Y9, Y9
	VXORPD Y10, Y10, Y10
	VXORPD Y11, Y11, Y11

loop:
	VMOVUPD (SI)(AX*1), Y12
	VMOVUPD (BX)(AX*1), Y13
	VMOVUPD (DX)(AX*1), Y14
	TIMES(Y12, Y0, Y1, Y2, Y3)
	TIMES(Y13, Y4, Y5, Y6, Y7)
	TIMES(Y14, Y8, Y9, Y10, Y11)
	ADDQ    $32, AX
	CMPQ    AX, CX
	JLT     loop

	STORE(0, Y0, X0)
	STORE(8, Y1, X1)
	STORE(16, Y2, X2)
	STORE(24, Y3, X3)
	STORE(32, Y4, X4)
	STORE(40, Y5, X5)
	STORE(48, Y6, X6)
	STORE(56, Y7, X7)
	STORE(64, Y8, X8)
	STORE(72, Y9, X9)
	STORE(80, Y10, X10)
	STORE(88, Y11, X11)
	VZEROUPPER
	RET

// func multiplyVector(n int, to, a, b *float64)
TEXT ·multiplyVector(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	MOVQ to+8(FP), DI
	MOVQ a+16(FP), SI
	MOVQ b+24(FP), DX
	SHLQ $3, CX
	XORQ AX, AX

four:
	VMOVUPD (SI)(AX*1), Y0
	VMULPD  (DX)(AX*1), Y0, Y0
	VMOVUPD Y0, (DI)(AX*1)
	ADDQ    $32, AX
	CMPQ    AX, CX
	JLT     four
	VZEROUPPER
	RET
