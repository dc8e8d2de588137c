#include "textflag.h"

// Adds the four lanes of Y0 into its lowest.
#define SUM0 \
	VEXTRACTF128 $1, Y0, X1 \
	VADDPD       X1, X0, X0 \
	VHADDPD      X0, X0, X0

// func rankTwoDotAVX2(n int, row, v, w, u *float64, a, b float64) float64
TEXT ·rankTwoDotAVX2(SB), NOSPLIT, $0-64
	MOVQ         n+0(FP), CX
	MOVQ         row+8(FP), DI
	MOVQ         v+16(FP), SI
	MOVQ         w+24(FP), DX
	MOVQ         u+32(FP), R8
	VBROADCASTSD a+40(FP), Y2
	VBROADCASTSD b+48(FP), Y3
	VXORPD       Y0, Y0, Y0

loop:
	VMOVUPD      (DI), Y4
	VFNMADD231PD (DX), Y2, Y4
	VFNMADD231PD (SI), Y3, Y4
	VMOVUPD      Y4, (DI)
	VFMADD231PD  (R8), Y4, Y0
	ADDQ         $32, DI
	ADDQ         $32, SI
	ADDQ         $32, DX
	ADDQ         $32, R8
	SUBQ         $4, CX
	JG           loop

	SUM0
	VMOVSD X0, ret+56(FP)
	VZEROUPPER
	RET

// func dotAVX2(n int, x, y *float64) float64
TEXT ·dotAVX2(SB), NOSPLIT, $0-32
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

// func axpyAVX2(n int, y, x *float64, alpha float64)
TEXT ·axpyAVX2(SB), NOSPLIT, $0-32
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
