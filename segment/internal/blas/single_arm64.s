#include "textflag.h"

// The assembler does not know these operations by name: d += n times entry 0, 1, 2 or 3
// of m, of four float32 each; d = the lower or the upper two of n as float64; and
// d = n + m, of two float64 each.
#define FMLA_0(m, n, d) WORD $(0x4F801000 + (m)<<16 + (n)<<5 + (d))
#define FMLA_1(m, n, d) WORD $(0x4FA01000 + (m)<<16 + (n)<<5 + (d))
#define FMLA_2(m, n, d) WORD $(0x4F801800 + (m)<<16 + (n)<<5 + (d))
#define FMLA_3(m, n, d) WORD $(0x4FA01800 + (m)<<16 + (n)<<5 + (d))
#define WIDEN_LO(n, d) WORD $(0x0E617800 + (n)<<5 + (d))
#define WIDEN_HI(n, d) WORD $(0x4E617800 + (n)<<5 + (d))
#define FADD(m, n, d) WORD $(0x4E60D400 + (m)<<16 + (n)<<5 + (d))

// V0–V5 hold a row of B, V6 four entries of A, V8–V31 the tile.
#define ROW24(fmla, d0, d1, d2, d3, d4, d5); \
	fmla(6, 0, d0); \
	fmla(6, 1, d1); \
	fmla(6, 2, d2); \
	fmla(6, 3, d3); \
	fmla(6, 4, d4); \
	fmla(6, 5, d5)

#define STEP4x24; \
	VLD1.P 64(R2), [V0.S4, V1.S4, V2.S4, V3.S4]; \
	VLD1.P 32(R2), [V4.S4, V5.S4]; \
	VLD1.P 16(R1), [V6.S4]; \
	ROW24(FMLA_0, 8, 9, 10, 11, 12, 13); \
	ROW24(FMLA_1, 14, 15, 16, 17, 18, 19); \
	ROW24(FMLA_2, 20, 21, 22, 23, 24, 25); \
	ROW24(FMLA_3, 26, 27, 28, 29, 30, 31)

// Writes eight entries of a row, or adds them there, and steps on.
#define STORE8(d0, d1); \
	WIDEN_LO(d0, 0); \
	WIDEN_HI(d0, 1); \
	WIDEN_LO(d1, 2); \
	WIDEN_HI(d1, 3); \
	VST1.P [V0.D2, V1.D2, V2.D2, V3.D2], 64(R6)

#define ADD8(d0, d1); \
	WIDEN_LO(d0, 0); \
	WIDEN_HI(d0, 1); \
	WIDEN_LO(d1, 2); \
	WIDEN_HI(d1, 3); \
	VLD1   (R6), [V4.D2, V5.D2, V6.D2, V7.D2]; \
	FADD(4, 0, 0); \
	FADD(5, 1, 1); \
	FADD(6, 2, 2); \
	FADD(7, 3, 3); \
	VST1.P [V0.D2, V1.D2, V2.D2, V3.D2], 64(R6)

#define STORE24(d0, d1, d2, d3, d4, d5); \
	MOVD R3, R6; \
	STORE8(d0, d1); \
	STORE8(d2, d3); \
	STORE8(d4, d5); \
	ADD  R4, R3

#define ADD24(d0, d1, d2, d3, d4, d5); \
	MOVD R3, R6; \
	ADD8(d0, d1); \
	ADD8(d2, d3); \
	ADD8(d4, d5); \
	ADD  R4, R3

// func tile4x24(k int, a, b *float32, c *float64, ldc int, add bool)
TEXT ·tile4x24(SB), NOSPLIT, $0-41
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
	STEP4x24
	STEP4x24
	STEP4x24
	STEP4x24
	SUBS $1, R7
	BNE  quad

rest:
	AND $3, R0
	CBZ R0, write

single:
	STEP4x24
	SUBS $1, R0
	BNE  single

write:
	MOVBU add+40(FP), R7
	CBZ   R7, store
	ADD24(8, 9, 10, 11, 12, 13)
	ADD24(14, 15, 16, 17, 18, 19)
	ADD24(20, 21, 22, 23, 24, 25)
	ADD24(26, 27, 28, 29, 30, 31)
	RET

store:
	STORE24(8, 9, 10, 11, 12, 13)
	STORE24(14, 15, 16, 17, 18, 19)
	STORE24(20, 21, 22, 23, 24, 25)
	STORE24(26, 27, 28, 29, 30, 31)
	RET
