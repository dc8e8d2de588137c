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

// func compareVector(n, d int, x, centre *float64, number int, squared *float64, labels *int)
TEXT ·compareVector(SB), NOSPLIT, $0-56
	MOVQ         n+0(FP), CX
	MOVQ         d+8(FP), DX
	MOVQ         x+16(FP), SI
	MOVQ         centre+24(FP), R8
	VPBROADCASTQ number+32(FP), Y9
	MOVQ         squared+40(FP), R9
	MOVQ         labels+48(FP), R10
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

	LESS(0, Y0)
	LESS(32, Y1)
	LESS(64, Y2)
	LESS(96, Y3)
	LESS(128, Y4)
	LESS(160, Y5)
	LESS(192, Y6)
	LESS(224, Y7)
	ADDQ $256, SI
	ADDQ $256, R9
	ADDQ $256, R10
	SUBQ $32, CX
	JNZ  block
	VZEROUPPER
	RET
