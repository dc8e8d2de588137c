#include "textflag.h"

// Adds the squares of four coordinates at AT(AX), less that of the centre in Y8,
// to S.
#define SQUARES(AT, S, T) \
	VSUBPD AT(AX), Y8, T \
	VMULPD T, T, T       \
	VADDPD T, S, S

// Stores the sums S of four points at AT(R9), and the number in Y9 at AT(R10),
// where S is less than what is there.
#define LESS(AT, S) \
	VMOVUPD   AT(R9), Y10         \
	VMOVUPD   AT(R10), Y11        \
	VCMPPD    $1, Y10, S, Y12     \
	VBLENDVPD Y12, S, Y10, Y10    \
	VBLENDVPD Y12, Y9, Y11, Y11   \
	VMOVUPD   Y10, AT(R9)         \
	VMOVUPD   Y11, AT(R10)

// func compareVector(n, d int, x, centre, own *float64, number int, squared *float64, labels *int)
TEXT ·compareVector(SB), NOSPLIT, $0-64
	MOVQ         n+0(FP), CX
	MOVQ         d+8(FP), DX
	MOVQ         x+16(FP), SI
	MOVQ         centre+24(FP), R8
	MOVQ         own+32(FP), DI
	VPBROADCASTQ number+40(FP), Y9
	MOVQ         squared+48(FP), R9
	MOVQ         labels+56(FP), R10
	MOVQ         CX, BX
	SHLQ         $3, BX

block:
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	MOVQ   SI, AX
	MOVQ   R8, R11
	MOVQ   DX, R12

coordinate:
	VBROADCASTSD (R11), Y8
	SQUARES(0, Y0, Y10)
	SQUARES(32, Y1, Y11)
	SQUARES(64, Y2, Y12)
	SQUARES(96, Y3, Y13)
	SQUARES(128, Y4, Y10)
	SQUARES(160, Y5, Y11)
	SQUARES(192, Y6, Y12)
	SQUARES(224, Y7, Y13)
	ADDQ         BX, AX
	ADDQ         $8, R11
	DECQ         R12
	JNZ          coordinate

	VMOVUPD Y0, 0(DI)
	LESS(0, Y0)
	VMOVUPD Y1, 32(DI)
	LESS(32, Y1)
	VMOVUPD Y2, 64(DI)
	LESS(64, Y2)
	VMOVUPD Y3, 96(DI)
	LESS(96, Y3)
	VMOVUPD Y4, 128(DI)
	LESS(128, Y4)
	VMOVUPD Y5, 160(DI)
	LESS(160, Y5)
	VMOVUPD Y6, 192(DI)
	LESS(192, Y6)
	VMOVUPD Y7, 224(DI)
	LESS(224, Y7)
	ADDQ    $256, SI
	ADDQ    $256, DI
	ADDQ    $256, R9
	ADDQ    $256, R10
	SUBQ    $32, CX
	JNZ     block
	VZEROUPPER
	RET

// func againVector(n int, own *float64, number int, squared *float64, labels *int)
TEXT ·againVector(SB), NOSPLIT, $0-40
	MOVQ         n+0(FP), CX
	MOVQ         own+8(FP), DI
	VPBROADCASTQ number+16(FP), Y9
	MOVQ         squared+24(FP), R9
	MOVQ         labels+32(FP), R10

points:
	VMOVUPD (DI), Y0
	VMOVUPD 32(DI), Y1
	LESS(0, Y0)
	LESS(32, Y1)
	ADDQ    $64, DI
	ADDQ    $64, R9
	ADDQ    $64, R10
	SUBQ    $8, CX
	JNZ     points
	VZEROUPPER
	RET
