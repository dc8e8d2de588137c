#include "textflag.h"

// Adds the four lanes of Y0 into its lowest.
#define SUM0 \
	VEXTRACTF128 $1, Y0, X1 \
	VADDPD       X1, X0, X0 \
	VHADDPD      X0, X0, X0

// func dotsAxpyVector(n int, x, y, u, q *float64, a, b float64) (xu, yu float64)
TEXT ·dotsAxpyVector(SB), NOSPLIT, $0-72
	MOVQ         n+0(FP), CX
	MOVQ         x+8(FP), SI
	MOVQ         y+16(FP), DX
	MOVQ         u+24(FP), R8
	MOVQ         q+32(FP), DI
	VBROADCASTSD a+40(FP), Y2
	VBROADCASTSD b+48(FP), Y3
	VXORPD       Y0, Y0, Y0
	VXORPD       Y1, Y1, Y1
	XORQ         AX, AX
	SHLQ         $3, CX

loop:
	VMOVUPD     (SI)(AX*1), Y4
	VMOVUPD     (DX)(AX*1), Y5
	VMOVUPD     (R8)(AX*1), Y6
	VMOVUPD     (DI)(AX*1), Y7
	VFMADD231PD Y6, Y4, Y0
	VFMADD231PD Y6, Y5, Y1
	VFMADD231PD Y2, Y4, Y7
	VFMADD231PD Y3, Y5, Y7
	VMOVUPD     Y7, (DI)(AX*1)
	ADDQ        $32, AX
	CMPQ        AX, CX
	JL          loop

	VEXTRACTF128 $1, Y1, X4
	VADDPD       X4, X1, X1
	VHADDPD      X1, X1, X1
	VMOVSD       X1, yu+64(FP)
	SUM0
	VMOVSD       X0, xu+56(FP)
	VZEROUPPER
	RET

// func dotVector(n int, x, y *float64) float64
TEXT ·dotVector(SB), NOSPLIT, $0-32
	MOVQ   n+0(FP), CX
	MOVQ   x+8(FP), SI
	MOVQ   y+16(FP), DI
	VXORPD Y0, Y0, Y0
	VXORPD Y2, Y2, Y2

loop:
	VMOVUPD     (SI), Y1
	VMOVUPD     32(SI), Y3
	VFMADD231PD (DI), Y1, Y0
	VFMADD231PD 32(DI), Y3, Y2
	ADDQ        $64, SI
	ADDQ        $64, DI
	SUBQ        $8, CX
	JG          loop

	VADDPD Y2, Y0, Y0
	SUM0
	VMOVSD X0, ret+24(FP)
	VZEROUPPER
	RET

// func axpyVector(n int, y, x *float64, alpha float64)
TEXT ·axpyVector(SB), NOSPLIT, $0-32
	MOVQ         n+0(FP), CX
	MOVQ         y+8(FP), DI
	MOVQ         x+16(FP), SI
	VBROADCASTSD alpha+24(FP), Y0

loop:
	VMOVUPD     (DI), Y1
	VMOVUPD     32(DI), Y2
	VFMADD231PD (SI), Y0, Y1
	VFMADD231PD 32(SI), Y0, Y2
	VMOVUPD     Y1, (DI)
	VMOVUPD     Y2, 32(DI)
	ADDQ        $64, SI
	ADDQ        $64, DI
	SUBQ        $8, CX
	JG          loop
	VZEROUPPER
	RET
