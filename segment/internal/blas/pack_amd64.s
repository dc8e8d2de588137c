#include "textflag.h"

// func packFourVector(k int, src *float64, stride int, dst *float64, full int, alpha float64)
TEXT ·packFourVector(SB), NOSPLIT, $0-48
	MOVQ         k+0(FP), CX
	MOVQ         src+8(FP), SI
	MOVQ         stride+16(FP), DX
	MOVQ         dst+24(FP), DI
	MOVQ         full+32(FP), R8
	VBROADCASTSD alpha+40(FP), Y12
	SHLQ         $3, DX
	SHLQ         $3, R8
	LEAQ         (SI)(DX*2), R9
	LEAQ         (DI)(R8*2), R10

four:
	VMULPD     (SI), Y12, Y0
	VMULPD     (SI)(DX*1), Y12, Y1
	VMULPD     (R9), Y12, Y2
	VMULPD     (R9)(DX*1), Y12, Y3
	VUNPCKLPD  Y1, Y0, Y4
	VUNPCKHPD  Y1, Y0, Y5
	VUNPCKLPD  Y3, Y2, Y6
	VUNPCKHPD  Y3, Y2, Y7
	VPERM2F128 $0x20, Y6, Y4, Y8
	VPERM2F128 $0x20, Y7, Y5, Y9
	VPERM2F128 $0x31, Y6, Y4, Y10
	VPERM2F128 $0x31, Y7, Y5, Y11
	VMOVUPD    Y8, (DI)
	VMOVUPD    Y9, (DI)(R8*1)
	VMOVUPD    Y10, (R10)
	VMOVUPD    Y11, (R10)(R8*1)
	ADDQ       $32, SI
	ADDQ       $32, R9
	LEAQ       (DI)(R8*4), DI
	LEAQ       (R10)(R8*4), R10
	SUBQ       $4, CX
	JNZ        four
	VZEROUPPER
	RET
