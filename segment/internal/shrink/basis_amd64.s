#include "textflag.h"

// func rightVector(n int, b, q, qc, last, ones, weights *float64, decay float64) (inOnes, weighted float64)
TEXT ·rightVector(SB), NOSPLIT, $0-80
	MOVQ         n+0(FP), CX
	MOVQ         b+8(FP), DI
	MOVQ         q+16(FP), SI
	MOVQ         qc+24(FP), DX
	MOVQ         last+32(FP), BX
	MOVQ         ones+40(FP), R8
	MOVQ         weights+48(FP), R9
	VBROADCASTSD decay+56(FP), Y0
	VXORPD       Y1, Y1, Y1
	VXORPD       Y2, Y2, Y2
	XORQ         AX, AX

entries:
	VMULPD      (BX)(AX*8), Y0, Y3
	VMOVUPD     (DX)(AX*8), Y4
	VSUBPD      Y3, Y4, Y4
	VMOVUPD     (SI)(AX*8), Y5
	VSUBPD      Y4, Y5, Y5
	VMOVUPD     Y5, (DI)(AX*8)
	VFMADD231PD (R8)(AX*8), Y5, Y1
	VFMADD231PD (R9)(AX*8), Y5, Y2
	ADDQ        $4, AX
	CMPQ        AX, CX
	JLT         entries

	VEXTRACTF128 $1, Y1, X3
	VADDPD       X3, X1, X1
	VHADDPD      X1, X1, X1
	VEXTRACTF128 $1, Y2, X3
	VADDPD       X3, X2, X2
	VHADDPD      X2, X2, X2
	VMOVSD       X1, inOnes+64(FP)
	VMOVSD       X2, weighted+72(FP)
	VZEROUPPER
	RET

// func solveVector(n int, q, qc, last, b, ones, own, shared, along, squares, gaps *float64, decay, force float64) (inOnes float64)
TEXT ·solveVector(SB), NOSPLIT, $0-112
	MOVQ         n+0(FP), CX
	MOVQ         q+8(FP), SI
	MOVQ         qc+16(FP), DX
	MOVQ         last+24(FP), BX
	MOVQ         b+32(FP), DI
	MOVQ         ones+40(FP), R8
	MOVQ         own+48(FP), R9
	MOVQ         shared+56(FP), R10
	MOVQ         along+64(FP), R11
	MOVQ         squares+72(FP), R12
	MOVQ         gaps+80(FP), R13
	VBROADCASTSD decay+88(FP), Y0
	VBROADCASTSD force+96(FP), Y1
	VXORPD       Y2, Y2, Y2
	XORQ         AX, AX

entries:
	VMOVUPD     (DI)(AX*8), Y3
	VMULPD      (R9)(AX*8), Y3, Y3
	VFMADD231PD (R10)(AX*8), Y1, Y3
	VMOVUPD     Y3, (DI)(AX*8)       // B
	VMOVUPD     (DX)(AX*8), Y4
	VMOVUPD     (SI)(AX*8), Y5
	VSUBPD      Y4, Y5, Y6           // gap
	VMULPD      (BX)(AX*8), Y0, Y7
	VSUBPD      Y7, Y4, Y4
	VADDPD      Y3, Y4, Y4           // a
	VFMADD231PD (R8)(AX*8), Y4, Y2
	VMOVUPD     (R11)(AX*8), Y8
	VFMADD231PD Y4, Y5, Y8
	VMOVUPD     Y8, (R11)(AX*8)
	VMOVUPD     (R12)(AX*8), Y9
	VFMADD231PD Y4, Y4, Y9
	VMOVUPD     Y9, (R12)(AX*8)
	VMOVUPD     (R13)(AX*8), Y10
	VFMADD231PD Y6, Y6, Y10
	VMOVUPD     Y10, (R13)(AX*8)
	ADDQ        $4, AX
	CMPQ        AX, CX
	JLT         entries

	VEXTRACTF128 $1, Y2, X3
	VADDPD       X3, X2, X2
	VHADDPD      X2, X2, X2
	VMOVSD       X2, inOnes+104(FP)
	VZEROUPPER
	RET
