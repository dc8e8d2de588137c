#include "textflag.h"

// The assembler does not know these operations on two float64 by name. Operands
// are in its own order, the result last.
#define FADD(m, n, d) WORD $(0x4E60D400 + (m)<<16 + (n)<<5 + (d)) // d = n + m
#define FSUB(m, n, d) WORD $(0x4EE0D400 + (m)<<16 + (n)<<5 + (d)) // d = n − m
#define FMUL(m, n, d) WORD $(0x6E60DC00 + (m)<<16 + (n)<<5 + (d)) // d = n·m
#define FCMGT(m, n, d) WORD $(0x6EE0E400 + (m)<<16 + (n)<<5 + (d)) // d = −1 where n > m

// Adds the squares of the sixteen coordinates at R9, less that of the centre in
// V24, to V(s)…V(s+7).
#define SQUARES(s) \
	VLD1.P 64(R9), [V16.D2, V17.D2, V18.D2, V19.D2] \
	VLD1.P 64(R9), [V20.D2, V21.D2, V22.D2, V23.D2] \
	FSUB(24, 16, 16) \
	FSUB(24, 17, 17) \
	FSUB(24, 18, 18) \
	FSUB(24, 19, 19) \
	FSUB(24, 20, 20) \
	FSUB(24, 21, 21) \
	FSUB(24, 22, 22) \
	FSUB(24, 23, 23) \
	FMUL(16, 16, 16) \
	FMUL(17, 17, 17) \
	FMUL(18, 18, 18) \
	FMUL(19, 19, 19) \
	FMUL(20, 20, 20) \
	FMUL(21, 21, 21) \
	FMUL(22, 22, 22) \
	FMUL(23, 23, 23) \
	FADD(16, s+0, s+0) \
	FADD(17, s+1, s+1) \
	FADD(18, s+2, s+2) \
	FADD(19, s+3, s+3) \
	FADD(20, s+4, s+4) \
	FADD(21, s+5, s+5) \
	FADD(22, s+6, s+6) \
	FADD(23, s+7, s+7)

// Stores the sums A…D of eight points at R4, and the number in V25 at R5, where
// they are less than what is there; a is the number of A.
#define LESS(a, A, B, C, D) \
	VLD1   (R4), [V16.D2, V17.D2, V18.D2, V19.D2]   \
	VLD1   (R5), [V20.D2, V21.D2, V22.D2, V23.D2]   \
	FCMGT(a+0, 16, 26)                              \
	FCMGT(a+1, 17, 27)                              \
	FCMGT(a+2, 18, 28)                              \
	FCMGT(a+3, 19, 29)                              \
	VBIT   V26.B16, A.B16, V16.B16                  \
	VBIT   V27.B16, B.B16, V17.B16                  \
	VBIT   V28.B16, C.B16, V18.B16                  \
	VBIT   V29.B16, D.B16, V19.B16                  \
	VBIT   V26.B16, V25.B16, V20.B16                \
	VBIT   V27.B16, V25.B16, V21.B16                \
	VBIT   V28.B16, V25.B16, V22.B16                \
	VBIT   V29.B16, V25.B16, V23.B16                \
	VST1.P [V16.D2, V17.D2, V18.D2, V19.D2], 64(R4) \
	VST1.P [V20.D2, V21.D2, V22.D2, V23.D2], 64(R5)

// func compareVector(n, d int, x, centre, own *float64, number int, squared *float64, labels *int)
TEXT ·compareVector(SB), NOSPLIT, $0-64
	MOVD n+0(FP), R0
	MOVD d+8(FP), R1
	MOVD x+16(FP), R2
	MOVD centre+24(FP), R3
	MOVD own+32(FP), R12
	MOVD number+40(FP), R6
	MOVD squared+48(FP), R4
	MOVD labels+56(FP), R5
	VDUP R6, V25.D2
	LSL  $3, R0, R7         // from one coordinate to the next

block:
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
	VEOR V2.B16, V2.B16, V2.B16
	VEOR V3.B16, V3.B16, V3.B16
	VEOR V4.B16, V4.B16, V4.B16
	VEOR V5.B16, V5.B16, V5.B16
	VEOR V6.B16, V6.B16, V6.B16
	VEOR V7.B16, V7.B16, V7.B16
	VEOR V8.B16, V8.B16, V8.B16
	VEOR V9.B16, V9.B16, V9.B16
	VEOR V10.B16, V10.B16, V10.B16
	VEOR V11.B16, V11.B16, V11.B16
	VEOR V12.B16, V12.B16, V12.B16
	VEOR V13.B16, V13.B16, V13.B16
	VEOR V14.B16, V14.B16, V14.B16
	VEOR V15.B16, V15.B16, V15.B16
	MOVD R2, R8
	MOVD R3, R10
	MOVD R1, R11

coordinate:
	VLD1R.P 8(R10), [V24.D2]
	MOVD    R8, R9
	SQUARES(0)
	SQUARES(8)
	ADD     R7, R8
	SUBS    $1, R11
	BNE     coordinate

	VST1.P [V0.D2, V1.D2, V2.D2, V3.D2], 64(R12)
	LESS(0, V0, V1, V2, V3)
	VST1.P [V4.D2, V5.D2, V6.D2, V7.D2], 64(R12)
	LESS(4, V4, V5, V6, V7)
	VST1.P [V8.D2, V9.D2, V10.D2, V11.D2], 64(R12)
	LESS(8, V8, V9, V10, V11)
	VST1.P [V12.D2, V13.D2, V14.D2, V15.D2], 64(R12)
	LESS(12, V12, V13, V14, V15)
	ADD    $256, R2
	SUBS   $32, R0
	BNE    block
	RET

// func againVector(n int, own *float64, number int, squared *float64, labels *int)
TEXT ·againVector(SB), NOSPLIT, $0-40
	MOVD n+0(FP), R0
	MOVD own+8(FP), R12
	MOVD number+16(FP), R6
	MOVD squared+24(FP), R4
	MOVD labels+32(FP), R5
	VDUP R6, V25.D2

points:
	VLD1.P 64(R12), [V0.D2, V1.D2, V2.D2, V3.D2]
	LESS(0, V0, V1, V2, V3)
	SUBS   $8, R0
	BNE    points
	RET
