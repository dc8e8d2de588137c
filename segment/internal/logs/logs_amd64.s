#include "textflag.h"

// Multiplies the sum at Y4 by the square at Y3 and adds number I of the series.
#define TERM(I) \
	VMULPD       Y3, Y4, Y4         \
	VBROADCASTSD (56+8*(I))(DI), Y5 \
	VADDPD       Y5, Y4, Y4

// func logVector(t *table, x *float64, n int)
TEXT ·logVector(SB), NOSPLIT, $0-24
	MOVQ         t+0(FP), DI
	MOVQ         x+8(FP), SI
	MOVQ         n+16(FP), CX
	VPBROADCASTQ 0(DI), Y15
	VPBROADCASTQ 8(DI), Y14
	VPBROADCASTQ 16(DI), Y13
	VBROADCASTSD 24(DI), Y12
	VBROADCASTSD 32(DI), Y11
	VBROADCASTSD 40(DI), Y10
	VBROADCASTSD 48(DI), Y9
	XORQ         AX, AX

four:
	// The power, at Y1, and what is left, at Y0.
	VMOVDQU (SI)(AX*8), Y0
	VPSUBQ  Y15, Y0, Y1
	VPADDQ  Y14, Y1, Y1
	VPSRLQ  $52, Y1, Y1
	VPSLLQ  $52, Y1, Y2
	VPSUBQ  Y2, Y0, Y0
	VPADDQ  Y14, Y0, Y0
	VPOR    Y13, Y1, Y1
	VSUBPD  Y12, Y1, Y1

	// s at Y2, its square at Y3.
	VSUBPD       Y11, Y0, Y2
	VADDPD       Y11, Y0, Y0
	VDIVPD       Y0, Y2, Y2
	VMULPD       Y2, Y2, Y3
	VBROADCASTSD 56(DI), Y4
	TERM(1)
	TERM(2)
	TERM(3)
	TERM(4)
	TERM(5)
	TERM(6)
	TERM(7)
	TERM(8)
	VMULPD       Y3, Y4, Y4
	VADDPD       Y2, Y2, Y2
	VMULPD       Y2, Y4, Y4
	VADDPD       Y4, Y2, Y2
	VMULPD       Y9, Y1, Y5
	VADDPD       Y5, Y2, Y2
	VMULPD       Y10, Y1, Y1
	VADDPD       Y2, Y1, Y1
	VMOVUPD      Y1, (SI)(AX*8)
	ADDQ         $4, AX
	CMPQ         AX, CX
	JLT          four
	VZEROUPPER
	RET
