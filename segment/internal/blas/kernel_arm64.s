#include "textflag.h"

// The assembler does not know these operations on two float64 by name: d += n
// times the lower or the upper half of m, and d = n + m.
#define FMLA_LO(m, n, d) WORD $(0x4FC01000 + (m)<<16 + (n)<<5 + (d))
#define FMLA_HI(m, n, d) WORD $(0x4FC01800 + (m)<<16 + (n)<<5 + (d))
#define FADD(m, n, d) WORD $(0x4E60D400 + (m)<<16 + (n)<<5 + (d))

// V0–V5 hold a row of B, V6 and V7 four entries of A, V8–V31 the tile.
#define ROW_LO(a, d0, d1, d2, d3, d4, d5); \
	FMLA_LO(a, 0, d0); \
	FMLA_LO(a, 1, d1); \
	FMLA_LO(a, 2, d2); \
	FMLA_LO(a, 3, d3); \
	FMLA_LO(a, 4, d4); \
	FMLA_LO(a, 5, d5)

#define ROW_HI(a, d0, d1, d2, d3, d4, d5); \
	FMLA_HI(a, 0, d0); \
	FMLA_HI(a, 1, d1); \
	FMLA_HI(a, 2, d2); \
	FMLA_HI(a, 3, d3); \
	FMLA_HI(a, 4, d4); \
	FMLA_HI(a, 5, d5)

#define STEP4x12; \
	VLD1.P 64(R2), [V0.D2, V1.D2, V2.D2, V3.D2]; \
	VLD1.P 32(R2), [V4.D2, V5.D2]; \
	VLD1.P 32(R1), [V6.D2, V7.D2]; \
	ROW_LO(6, 8, 9, 10, 11, 12, 13); \
	ROW_HI(6, 14, 15, 16, 17, 18, 19); \
	ROW_LO(7, 20, 21, 22, 23, 24, 25); \
	ROW_HI(7, 26, 27, 28, 29, 30, 31)

// Adds a row of C to one of the tile, and steps to the next.
#define ADD4x12(d0, d1, d2, d3, d4, d5); \
	MOVD   R5, R6; \
	VLD1.P 64(R6), [V0.D2, V1.D2, V2.D2, V3.D2]; \
	VLD1   (R6), [V4.D2, V5.D2]; \
	FADD(0, d0, d0); \
	FADD(1, d1, d1); \
	FADD(2, d2, d2); \
	FADD(3, d3, d3); \
	FADD(4, d4, d4); \
	FADD(5, d5, d5); \
	ADD    R4, R5

// func tile4x12(k int, a, b, c *float64, ldc int, add bool)
TEXT ·tile4x12(SB), NOSPLIT, $0-41
	MOVD k+0(FP), R0
	MOVD a+8(FP), R1
	MOVD b+16(FP), R2
	MOVD c+24(FP), R3
	MOVD ldc+32(FP), R4
	LSL  $3, R4
	VEOR V8.B16, V8.B16, V8.B16
	VEOR V9.B16, V9.B16, V9.B16
	VEOR V10.B16, V10.B16, V10.B16
	VEOR V11.B16, V11.B16, V11.B16
	VEOR V12.B16, V12.B16, V12.B16
	VEOR V13.B16, V13.B16, V13.B16
	VEOR V14.B16, V14.B16, V14.B16
	VEOR V15.B16, V15.B16, V15.B16
	VEOR V16.B16, V16.B16, V16.B16
	VEOR V17.B16, V17.B16, V17.B16
	VEOR V18.B16, V18.B16, V18.B16
	VEOR V19.B16, V19.B16, V19.B16
	VEOR V20.B16, V20.B16, V20.B16
	VEOR V21.B16, V21.B16, V21.B16
	VEOR V22.B16, V22.B16, V22.B16
	VEOR V23.B16, V23.B16, V23.B16
	VEOR V24.B16, V24.B16, V24.B16
	VEOR V25.B16, V25.B16, V25.B16
	VEOR V26.B16, V26.B16, V26.B16
	VEOR V27.B16, V27.B16, V27.B16
	VEOR V28.B16, V28.B16, V28.B16
	VEOR V29.B16, V29.B16, V29.B16
	VEOR V30.B16, V30.B16, V30.B16
	VEOR V31.B16, V31.B16, V31.B16
	LSR  $2, R0, R7
	CBZ  R7, rest

quad:
	STEP4x12
	STEP4x12
	STEP4x12
	STEP4x12
	SUBS $1, R7
	BNE  quad

rest:
	AND $3, R0
	CBZ R0, write

single:
	STEP4x12
	SUBS $1, R0
	BNE  single

write:
	MOVBU add+40(FP), R7
	CBZ   R7, store
	MOVD  R3, R5
	ADD4x12(8, 9, 10, 11, 12, 13)
	ADD4x12(14, 15, 16, 17, 18, 19)
	ADD4x12(20, 21, 22, 23, 24, 25)
	ADD4x12(26, 27, 28, 29, 30, 31)

store:
	MOVD  R3, R6
	VST1.P [V8.D2, V9.D2, V10.D2, V11.D2], 64(R6)
	VST1  [V12.D2, V13.D2], (R6)
	ADD   R4, R3
	MOVD  R3, R6
	VST1.P [V14.D2, V15.D2, V16.D2, V17.D2], 64(R6)
	VST1  [V18.D2, V19.D2], (R6)
	ADD   R4, R3
	MOVD  R3, R6
	VST1.P [V20.D2, V21.D2, V22.D2, V23.D2], 64(R6)
	VST1  [V24.D2, V25.D2], (R6)
	ADD   R4, R3
	MOVD  R3, R6
	VST1.P [V26.D2, V27.D2, V28.D2, V29.D2], 64(R6)
	VST1  [V30.D2, V31.D2], (R6)
	ADD   R4, R3
	RET
