#include "textflag.h"

// func rotateVector(n int, x, y *float64, c, s float64)
TEXT ·rotateVector(SB), NOSPLIT, $0-40
	MOVQ         n+0(FP), CX
	MOVQ         x+8(FP), SI
	MOVQ         y+16(FP), DI
	VBROADCASTSD c+24(FP), Y0
	VBROADCASTSD s+32(FP), Y1

loop:
	VMOVUPD      (SI), Y2
	VMOVUPD      32(SI), Y3
	VMOVUPD      (DI), Y4
	VMOVUPD      32(DI), Y5
	VMULPD       Y0, Y2, Y6
	VMULPD       Y0, Y3, Y7
	VMULPD       Y0, Y4, Y8
	VMULPD       Y0, Y5, Y9
	VFMADD231PD  Y1, Y4, Y6
	VFMADD231PD  Y1, Y5, Y7
	VFNMADD231PD Y1, Y2, Y8
	VFNMADD231PD Y1, Y3, Y9
	VMOVUPD      Y6, (SI)
	VMOVUPD      Y7, 32(SI)
	VMOVUPD      Y8, (DI)
	VMOVUPD      Y9, 32(DI)
	ADDQ         $64, SI
	ADDQ         $64, DI
	SUBQ         $8, CX
	JG           loop
	VZEROUPPER
	RET
