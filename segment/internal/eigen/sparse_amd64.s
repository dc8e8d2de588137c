#include "textflag.h"

// func multiplyRowVector(count int, column *int32, value, src *float64, stride int, dst *float64)
TEXT ·multiplyRowVector(SB), NOSPLIT, $0-48
	MOVQ   count+0(FP), CX
	MOVQ   column+8(FP), SI
	MOVQ   value+16(FP), BX
	MOVQ   src+24(FP), R8
	MOVQ   stride+32(FP), DX
	MOVQ   dst+40(FP), DI
	SHLQ   $3, DX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	SUBQ   $2, CX
	JL     last

pair:
	MOVLQSX      (SI), AX
	MOVLQSX      4(SI), R9
	IMULQ        DX, AX
	IMULQ        DX, R9
	VBROADCASTSD (BX), Y4
	VBROADCASTSD 8(BX), Y5
	VFMADD231PD  (R8)(AX*1), Y4, Y0
	VFMADD231PD  32(R8)(AX*1), Y4, Y1
	VFMADD231PD  (R8)(R9*1), Y5, Y2
	VFMADD231PD  32(R8)(R9*1), Y5, Y3
	ADDQ         $8, SI
	ADDQ         $16, BX
	SUBQ         $2, CX
	JGE          pair

last:
	ADDQ         $2, CX
	JZ           store
	MOVLQSX      (SI), AX
	IMULQ        DX, AX
	VBROADCASTSD (BX), Y4
	VFMADD231PD  (R8)(AX*1), Y4, Y0
	VFMADD231PD  32(R8)(AX*1), Y4, Y1

store:
	VADDPD  Y2, Y0, Y0
	VADDPD  Y3, Y1, Y1
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VZEROUPPER
	RET

// func multiplyWideRowVector(count int, column *int32, value, src *float64, stride int, dst *float64)
TEXT ·multiplyWideRowVector(SB), NOSPLIT, $0-48
	MOVQ   count+0(FP), CX
	MOVQ   column+8(FP), SI
	MOVQ   value+16(FP), BX
	MOVQ   src+24(FP), R8
	MOVQ   stride+32(FP), DX
	MOVQ   dst+40(FP), DI
	SHLQ   $3, DX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	VXORPD Y8, Y8, Y8
	VXORPD Y9, Y9, Y9
	SUBQ   $2, CX
	JL     last

pair:
	MOVLQSX      (SI), AX
	MOVLQSX      4(SI), R9
	IMULQ        DX, AX
	IMULQ        DX, R9
	VBROADCASTSD (BX), Y4
	VBROADCASTSD 8(BX), Y5
	VFMADD231PD  (R8)(AX*1), Y4, Y0
	VFMADD231PD  32(R8)(AX*1), Y4, Y1
	VFMADD231PD  64(R8)(AX*1), Y4, Y6
	VFMADD231PD  96(R8)(AX*1), Y4, Y7
	VFMADD231PD  (R8)(R9*1), Y5, Y2
	VFMADD231PD  32(R8)(R9*1), Y5, Y3
	VFMADD231PD  64(R8)(R9*1), Y5, Y8
	VFMADD231PD  96(R8)(R9*1), Y5, Y9
	ADDQ         $8, SI
	ADDQ         $16, BX
	SUBQ         $2, CX
	JGE          pair

last:
	ADDQ         $2, CX
	JZ           store
	MOVLQSX      (SI), AX
	IMULQ        DX, AX
	VBROADCASTSD (BX), Y4
	VFMADD231PD  (R8)(AX*1), Y4, Y0
	VFMADD231PD  32(R8)(AX*1), Y4, Y1
	VFMADD231PD  64(R8)(AX*1), Y4, Y6
	VFMADD231PD  96(R8)(AX*1), Y4, Y7

store:
	VADDPD  Y2, Y0, Y0
	VADDPD  Y3, Y1, Y1
	VADDPD  Y8, Y6, Y6
	VADDPD  Y9, Y7, Y7
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y6, 64(DI)
	VMOVUPD Y7, 96(DI)
	VZEROUPPER
	RET

// func multiplyWidestRowVector(count int, column *int32, value, src *float64, stride int, dst *float64)
TEXT ·multiplyWidestRowVector(SB), NOSPLIT, $0-48
	MOVQ   count+0(FP), CX
	MOVQ   column+8(FP), SI
	MOVQ   value+16(FP), BX
	MOVQ   src+24(FP), R8
	MOVQ   stride+32(FP), DX
	MOVQ   dst+40(FP), DI
	SHLQ   $3, DX
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
	VPXORQ Z6, Z6, Z6
	VPXORQ Z7, Z7, Z7
	VPXORQ Z8, Z8, Z8
	VPXORQ Z9, Z9, Z9
	SUBQ   $2, CX
	JL     last

pair:
	MOVLQSX      (SI), AX
	MOVLQSX      4(SI), R9
	IMULQ        DX, AX
	IMULQ        DX, R9
	VBROADCASTSD (BX), Z4
	VBROADCASTSD 8(BX), Z5
	VFMADD231PD  (R8)(AX*1), Z4, Z0
	VFMADD231PD  64(R8)(AX*1), Z4, Z1
	VFMADD231PD  128(R8)(AX*1), Z4, Z6
	VFMADD231PD  192(R8)(AX*1), Z4, Z7
	VFMADD231PD  (R8)(R9*1), Z5, Z2
	VFMADD231PD  64(R8)(R9*1), Z5, Z3
	VFMADD231PD  128(R8)(R9*1), Z5, Z8
	VFMADD231PD  192(R8)(R9*1), Z5, Z9
	ADDQ         $8, SI
	ADDQ         $16, BX
	SUBQ         $2, CX
	JGE          pair

last:
	ADDQ         $2, CX
	JZ           store
	MOVLQSX      (SI), AX
	IMULQ        DX, AX
	VBROADCASTSD (BX), Z4
	VFMADD231PD  (R8)(AX*1), Z4, Z0
	VFMADD231PD  64(R8)(AX*1), Z4, Z1
	VFMADD231PD  128(R8)(AX*1), Z4, Z6
	VFMADD231PD  192(R8)(AX*1), Z4, Z7

store:
	VADDPD  Z2, Z0, Z0
	VADDPD  Z3, Z1, Z1
	VADDPD  Z8, Z6, Z6
	VADDPD  Z9, Z7, Z7
	VMOVUPD Z0, (DI)
	VMOVUPD Z1, 64(DI)
	VMOVUPD Z6, 128(DI)
	VMOVUPD Z7, 192(DI)
	VZEROUPPER
	RET
