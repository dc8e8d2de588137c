#include "textflag.h"

// The assembler does not know these operations on two float64 by name: d = n·m,
// d = n + m, and d = the sum of the two halves of n.
#define FMUL(m, n, d) WORD $(0x6E60DC00 + (m)<<16 + (n)<<5 + (d))
#define FADD(m, n, d) WORD $(0x4E60D400 + (m)<<16 + (n)<<5 + (d))
#define SUM(n, d) WORD $(0x7E70D800 + (n)<<5 + (d))

// func rotateVector(n int, x, y *float64, c, s float64)
TEXT ·rotateVector(SB), NOSPLIT, $0-40
	MOVD  n+0(FP), R0
	MOVD  x+8(FP), R1
	MOVD  y+16(FP), R2
	FMOVD c+24(FP), F30
	FMOVD s+32(FP), F31
	VDUP  V30.D[0], V30.D2
	VDUP  V31.D[0], V31.D2

loop:
	VLD1   (R1), [V0.D2, V1.D2, V2.D2, V3.D2]
	VLD1   (R2), [V4.D2, V5.D2, V6.D2, V7.D2]
	FMUL(30, 0, 16)
	FMUL(30, 1, 17)
	FMUL(30, 2, 18)
	FMUL(30, 3, 19)
	FMUL(30, 4, 20)
	FMUL(30, 5, 21)
	FMUL(30, 6, 22)
	FMUL(30, 7, 23)
	VFMLA  V31.D2, V4.D2, V16.D2
	VFMLA  V31.D2, V5.D2, V17.D2
	VFMLA  V31.D2, V6.D2, V18.D2
	VFMLA  V31.D2, V7.D2, V19.D2
	VFMLS  V31.D2, V0.D2, V20.D2
	VFMLS  V31.D2, V1.D2, V21.D2
	VFMLS  V31.D2, V2.D2, V22.D2
	VFMLS  V31.D2, V3.D2, V23.D2
	VST1.P [V16.D2, V17.D2, V18.D2, V19.D2], 64(R1)
	VST1.P [V20.D2, V21.D2, V22.D2, V23.D2], 64(R2)
	SUBS   $8, R0
	BGT    loop
	RET

// func multiplyRowVector(count int, column *int32, value, src *float64, stride int, dst *float64)
TEXT ·multiplyRowVector(SB), NOSPLIT, $0-48
	MOVD count+0(FP), R0
	MOVD column+8(FP), R1
	MOVD value+16(FP), R2
	MOVD src+24(FP), R3
	MOVD stride+32(FP), R4
	MOVD dst+40(FP), R5
	LSL  $3, R4
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
	MADD    R4, R3, R6, R6
	MADD    R4, R3, R7, R7
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
	MADD  R4, R3, R6, R6
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

// func dotsAxpyVector(n int, x, y, u, q *float64, a, b float64) (xu, yu float64)
TEXT ·dotsAxpyVector(SB), NOSPLIT, $0-72
	MOVD  n+0(FP), R0
	MOVD  x+8(FP), R1
	MOVD  y+16(FP), R2
	MOVD  u+24(FP), R3
	MOVD  q+32(FP), R4
	FMOVD a+40(FP), F30
	FMOVD b+48(FP), F31
	VDUP  V30.D[0], V30.D2
	VDUP  V31.D[0], V31.D2
	VEOR  V0.B16, V0.B16, V0.B16
	VEOR  V1.B16, V1.B16, V1.B16
	VEOR  V2.B16, V2.B16, V2.B16
	VEOR  V3.B16, V3.B16, V3.B16

loop:
	VLD1.P 32(R1), [V4.D2, V5.D2]
	VLD1.P 32(R2), [V6.D2, V7.D2]
	VLD1.P 32(R3), [V16.D2, V17.D2]
	VLD1   (R4), [V18.D2, V19.D2]
	VFMLA  V16.D2, V4.D2, V0.D2
	VFMLA  V17.D2, V5.D2, V1.D2
	VFMLA  V16.D2, V6.D2, V2.D2
	VFMLA  V17.D2, V7.D2, V3.D2
	VFMLA  V30.D2, V4.D2, V18.D2
	VFMLA  V30.D2, V5.D2, V19.D2
	VFMLA  V31.D2, V6.D2, V18.D2
	VFMLA  V31.D2, V7.D2, V19.D2
	VST1.P [V18.D2, V19.D2], 32(R4)
	SUBS   $4, R0
	BGT    loop

	FADD(1, 0, 0)
	FADD(3, 2, 2)
	SUM(0, 0)
	SUM(2, 2)
	FMOVD F0, xu+56(FP)
	FMOVD F2, yu+64(FP)
	RET

// func dotVector(n int, x, y *float64) float64
TEXT ·dotVector(SB), NOSPLIT, $0-32
	MOVD n+0(FP), R0
	MOVD x+8(FP), R1
	MOVD y+16(FP), R2
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
	VEOR V2.B16, V2.B16, V2.B16
	VEOR V3.B16, V3.B16, V3.B16

loop:
	VLD1.P 64(R1), [V4.D2, V5.D2, V6.D2, V7.D2]
	VLD1.P 64(R2), [V16.D2, V17.D2, V18.D2, V19.D2]
	VFMLA  V16.D2, V4.D2, V0.D2
	VFMLA  V17.D2, V5.D2, V1.D2
	VFMLA  V18.D2, V6.D2, V2.D2
	VFMLA  V19.D2, V7.D2, V3.D2
	SUBS   $8, R0
	BGT    loop

	FADD(2, 0, 0)
	FADD(3, 1, 1)
	FADD(1, 0, 0)
	SUM(0, 0)
	FMOVD F0, ret+24(FP)
	RET

// func axpyVector(n int, y, x *float64, alpha float64)
TEXT ·axpyVector(SB), NOSPLIT, $0-32
	MOVD  n+0(FP), R0
	MOVD  y+8(FP), R1
	MOVD  x+16(FP), R2
	FMOVD alpha+24(FP), F30
	VDUP  V30.D[0], V30.D2

loop:
	VLD1   (R1), [V0.D2, V1.D2, V2.D2, V3.D2]
	VLD1.P 64(R2), [V4.D2, V5.D2, V6.D2, V7.D2]
	VFMLA  V30.D2, V4.D2, V0.D2
	VFMLA  V30.D2, V5.D2, V1.D2
	VFMLA  V30.D2, V6.D2, V2.D2
	VFMLA  V30.D2, V7.D2, V3.D2
	VST1.P [V0.D2, V1.D2, V2.D2, V3.D2], 64(R1)
	SUBS   $8, R0
	BGT    loop
	RET
