#include "textflag.h"

// The assembler does not know these operations on two float64 by name. Operands
// are in its own order, the result last.
#define FADD(m, n, d) WORD $(0x4E60D400 + (m)<<16 + (n)<<5 + (d)) // d = n + m
#define FSUB(m, n, d) WORD $(0x4EE0D400 + (m)<<16 + (n)<<5 + (d)) // d = n − m
#define FMUL(m, n, d) WORD $(0x6E60DC00 + (m)<<16 + (n)<<5 + (d)) // d = n·m
#define FMAX(m, n, d) WORD $(0x4E60F400 + (m)<<16 + (n)<<5 + (d)) // d = max(n, m)
#define FMIN(m, n, d) WORD $(0x4EE0F400 + (m)<<16 + (n)<<5 + (d)) // d = min(n, m)
#define FABS(n, d) WORD $(0x4EE0F800 + (n)<<5 + (d))
#define FNEG(n, d) WORD $(0x6EE0F800 + (n)<<5 + (d))
#define FCMGT(m, n, d) WORD $(0x6EE0E400 + (m)<<16 + (n)<<5 + (d)) // d = −1 where n > m
#define FCMEQZ(n, d) WORD $(0x4EE0D800 + (n)<<5 + (d))             // d = −1 where n = 0
#define SUM(n, d) WORD $(0x7E70D800 + (n)<<5 + (d))                // of the two halves
#define LARGEST(n, d) WORD $(0x7E70F800 + (n)<<5 + (d))            // of the two halves

// Stores those of the numbers R4…R4+3 at R1 for which V1 and V2 hold −1 in place
// of 0: each is stored, and the place moves on only past those that count. Goes
// to none where there is not one.
#define STORE4(none) \
	VMOV V1.D[0], R5  \
	VMOV V1.D[1], R6  \
	VMOV V2.D[0], R7  \
	VMOV V2.D[1], R8  \
	ORR  R5, R6, R9   \
	ORR  R7, R8, R10  \
	ORR  R9, R10, R9  \
	CBZ  R9, none     \
	MOVW R4, (R1)     \
	AND  $4, R5       \
	ADD  R5, R1       \
	ADD  $1, R4, R9   \
	MOVW R9, (R1)     \
	AND  $4, R6       \
	ADD  R6, R1       \
	ADD  $2, R4, R9   \
	MOVW R9, (R1)     \
	AND  $4, R7       \
	ADD  R7, R1       \
	ADD  $3, R4, R9   \
	MOVW R9, (R1)     \
	AND  $4, R8       \
	ADD  R8, R1

// func multipliersVector(n int, v, d *float64, t float64) (residual, sum, l1 float64)
TEXT ·multipliersVector(SB), NOSPLIT, $0-56
	MOVD  n+0(FP), R0
	MOVD  v+8(FP), R1
	MOVD  d+16(FP), R2
	FMOVD t+24(FP), F0
	VDUP  V0.D[0], V0.D2
	FNEG(0, 1)                     // −t
	VEOR  V2.B16, V2.B16, V2.B16   // largest change
	VEOR  V3.B16, V3.B16, V3.B16
	VEOR  V4.B16, V4.B16, V4.B16   // sum
	VEOR  V5.B16, V5.B16, V5.B16
	VEOR  V6.B16, V6.B16, V6.B16   // Σ|C|
	VEOR  V7.B16, V7.B16, V7.B16

loop:
	VLD1   (R1), [V16.D2, V17.D2]
	VLD1   (R2), [V18.D2, V19.D2]
	FMAX(1, 16, 20)
	FMAX(1, 17, 21)
	FMIN(0, 20, 20)                // cut
	FMIN(0, 21, 21)
	FSUB(20, 16, 16)
	FSUB(21, 17, 17)
	FADD(18, 16, 16)               // value
	FADD(19, 17, 17)
	FMAX(1, 16, 22)
	FMAX(1, 17, 23)
	FMIN(0, 22, 22)                // next cut
	FMIN(0, 23, 23)
	VST1.P [V16.D2, V17.D2], 32(R1)
	FSUB(22, 16, 24)               // next C
	FSUB(23, 17, 25)
	VST1.P [V24.D2, V25.D2], 32(R2)
	FSUB(20, 22, 26)               // change
	FSUB(21, 23, 27)
	FADD(26, 24, 28)
	FADD(27, 25, 29)
	FADD(28, 4, 4)
	FADD(29, 5, 5)
	FABS(26, 26)
	FABS(27, 27)
	FMAX(26, 2, 2)
	FMAX(27, 3, 3)
	FABS(24, 24)
	FABS(25, 25)
	FADD(24, 6, 6)
	FADD(25, 7, 7)
	SUBS   $4, R0
	BGT    loop

	FMAX(3, 2, 2)
	LARGEST(2, 2)
	FADD(5, 4, 4)
	SUM(4, 4)
	FADD(7, 6, 6)
	SUM(6, 6)
	FMOVD F2, residual+32(FP)
	FMOVD F4, sum+40(FP)
	FMOVD F6, l1+48(FP)
	RET

// func residualVector(n int, v, fresh, last *float64, decay, growth float64) (residual float64)
TEXT ·residualVector(SB), NOSPLIT, $0-56
	MOVD  n+0(FP), R0
	MOVD  v+8(FP), R1
	MOVD  fresh+16(FP), R2
	MOVD  last+24(FP), R3
	FMOVD decay+32(FP), F0
	FMOVD growth+40(FP), F1
	VDUP  V0.D[0], V0.D2
	VDUP  V1.D[0], V1.D2
	VEOR  V2.B16, V2.B16, V2.B16
	VEOR  V3.B16, V3.B16, V3.B16

gaps:
	VLD1.P 32(R2), [V4.D2, V5.D2]
	VLD1   (R3), [V6.D2, V7.D2]
	VST1.P [V4.D2, V5.D2], 32(R3)
	FMUL(0, 6, 6)
	FMUL(0, 7, 7)
	FSUB(6, 4, 16)                 // gap
	FSUB(7, 5, 17)
	FABS(16, 18)
	FABS(17, 19)
	FMAX(18, 2, 2)
	FMAX(19, 3, 3)
	VFMLA  V1.D2, V4.D2, V16.D2
	VFMLA  V1.D2, V5.D2, V17.D2
	VST1.P [V16.D2, V17.D2], 32(R1)
	SUBS   $4, R0
	BGT    gaps

	FMAX(3, 2, 2)
	LARGEST(2, 2)
	FMOVD F2, residual+48(FP)
	RET

// func thresholdVector(n int, next, v, c *float64, t float64) (nonzero int, l1 float64)
TEXT ·thresholdVector(SB), NOSPLIT, $0-56
	MOVD  n+0(FP), R0
	MOVD  next+8(FP), R1
	MOVD  v+16(FP), R2
	MOVD  c+24(FP), R3
	FMOVD t+32(FP), F0
	VDUP  V0.D[0], V0.D2
	FNEG(0, 1)                     // −t
	MOVD  R0, R5
	VEOR  V2.B16, V2.B16, V2.B16   // number of zeros
	VEOR  V3.B16, V3.B16, V3.B16
	VEOR  V4.B16, V4.B16, V4.B16   // Σ|C|
	VEOR  V5.B16, V5.B16, V5.B16

cuts:
	VLD1   (R2), [V16.D2, V17.D2]
	VLD1.P 32(R3), [V18.D2, V19.D2]
	FADD(18, 16, 16)
	FADD(19, 17, 17)
	VST1.P [V16.D2, V17.D2], 32(R2)
	FMAX(1, 16, 20)
	FMAX(1, 17, 21)
	FMIN(0, 20, 20)                // cut
	FMIN(0, 21, 21)
	FSUB(20, 16, 16)
	FSUB(21, 17, 17)
	VST1.P [V16.D2, V17.D2], 32(R1)
	FCMEQZ(16, 22)
	FCMEQZ(17, 23)
	VSUB   V22.D2, V2.D2, V2.D2
	VSUB   V23.D2, V3.D2, V3.D2
	FABS(16, 16)
	FABS(17, 17)
	FADD(16, 4, 4)
	FADD(17, 5, 5)
	SUBS   $4, R0
	BGT    cuts

	FADD(5, 4, 4)
	SUM(4, 4)
	FMOVD F4, l1+48(FP)
	VADD  V3.D2, V2.D2, V2.D2
	VMOV  V2.D[0], R6
	VMOV  V2.D[1], R7
	SUB   R6, R5
	SUB   R7, R5
	MOVD  R5, nonzero+40(FP)
	RET

// func selectVector(n int, index *int32, v *float64, t float64) (count int)
TEXT ·selectVector(SB), NOSPLIT, $0-40
	MOVD  n+0(FP), R0
	MOVD  index+8(FP), R1
	MOVD  v+16(FP), R2
	FMOVD t+24(FP), F0
	VDUP  V0.D[0], V0.D2
	MOVD  R1, R3
	MOVD  ZR, R4                   // number of the entry

four:
	VLD1.P 32(R2), [V1.D2, V2.D2]
	FABS(1, 1)
	FABS(2, 2)
	FCMGT(0, 1, 1)
	FCMGT(0, 2, 2)
	STORE4(none)

none:
	ADD  $4, R4
	SUBS $4, R0
	BGT  four

	SUB  R3, R1
	LSR  $2, R1
	MOVD R1, count+32(FP)
	RET

// func multiplyRowVector(count int, index *int32, value, panel *float64, sum *[8]float64)
TEXT ·multiplyRowVector(SB), NOSPLIT, $0-40
	MOVD count+0(FP), R0
	MOVD index+8(FP), R1
	MOVD value+16(FP), R2
	MOVD panel+24(FP), R3
	MOVD sum+32(FP), R5
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
	VEOR V2.B16, V2.B16, V2.B16
	VEOR V3.B16, V3.B16, V3.B16
	VEOR V4.B16, V4.B16, V4.B16
	VEOR V5.B16, V5.B16, V5.B16
	VEOR V6.B16, V6.B16, V6.B16
	VEOR V7.B16, V7.B16, V7.B16
	SUBS $2, R0
	BLT  last

pair:
	MOVW.P  4(R1), R6
	MOVW.P  4(R1), R7
	ADD     R6<<6, R3, R6
	ADD     R7<<6, R3, R7
	VLD1R.P 8(R2), [V24.D2]
	VLD1R.P 8(R2), [V25.D2]
	VLD1    (R6), [V16.D2, V17.D2, V18.D2, V19.D2]
	VLD1    (R7), [V20.D2, V21.D2, V22.D2, V23.D2]
	VFMLA   V24.D2, V16.D2, V0.D2
	VFMLA   V24.D2, V17.D2, V1.D2
	VFMLA   V24.D2, V18.D2, V2.D2
	VFMLA   V24.D2, V19.D2, V3.D2
	VFMLA   V25.D2, V20.D2, V4.D2
	VFMLA   V25.D2, V21.D2, V5.D2
	VFMLA   V25.D2, V22.D2, V6.D2
	VFMLA   V25.D2, V23.D2, V7.D2
	SUBS    $2, R0
	BGE     pair

last:
	ADDS  $2, R0
	BEQ   store
	MOVW  (R1), R6
	ADD   R6<<6, R3, R6
	VLD1R (R2), [V24.D2]
	VLD1  (R6), [V16.D2, V17.D2, V18.D2, V19.D2]
	VFMLA V24.D2, V16.D2, V0.D2
	VFMLA V24.D2, V17.D2, V1.D2
	VFMLA V24.D2, V18.D2, V2.D2
	VFMLA V24.D2, V19.D2, V3.D2

store:
	FADD(4, 0, 0)
	FADD(5, 1, 1)
	FADD(6, 2, 2)
	FADD(7, 3, 3)
	VST1 [V0.D2, V1.D2, V2.D2, V3.D2], (R5)
	RET
