#include "textflag.h"

// The assembler does not know these operations on four float32 or int32 by name.
// Operands are in its own order, the result last.
#define FADD(m, n, d) WORD $(0x4E20D400 + (m)<<16 + (n)<<5 + (d)) // d = n + m
#define FSUB(m, n, d) WORD $(0x4EA0D400 + (m)<<16 + (n)<<5 + (d)) // d = n − m
#define FMUL(m, n, d) WORD $(0x6E20DC00 + (m)<<16 + (n)<<5 + (d)) // d = n·m
#define MUL(m, n, d) WORD $(0x4EA09C00 + (m)<<16 + (n)<<5 + (d))  // d = n·m, of int32
#define SCVTF(n, d) WORD $(0x4E21D800 + (n)<<5 + (d))             // int32 to float32

// Every loop over blocks of four rows, R5 bytes down, has one over columns in it.
// Where pixels are interpolated downwards, the column on the left is that which
// was on the right before.

// Interpolates downwards by V1 what is at p: into d, with the use of t and R9.
#define DOWN(p, t, d, vt, vd) \
	VLD1 (p), [vd.S4]  \
	ADD  $4, p, R9     \
	VLD1 (R9), [vt.S4] \
	FSUB(d, t, t)      \
	FMUL(1, t, t)      \
	FADD(t, d, d)

// func sampleVector(dst *float32, rows, columns int, src *float32, stride int, fx, fy float32)
TEXT ·sampleVector(SB), NOSPLIT, $0-48
	MOVD  dst+0(FP), R0
	MOVD  rows+8(FP), R1
	MOVD  columns+16(FP), R2
	MOVD  src+24(FP), R3
	MOVD  stride+32(FP), R4
	FMOVS fx+40(FP), F0
	FMOVS fy+44(FP), F1
	VDUP  V0.S[0], V0.S4
	VDUP  V1.S[0], V1.S4
	LSL   $2, R1
	LSL   $2, R4
	MOVD  ZR, R5

block:
	ADD  R5, R3, R6
	ADD  R5, R0, R7
	MOVD R2, R8
	DOWN(R6, 3, 2, V3, V2) // left

column:
	ADD  R4, R6
	DOWN(R6, 5, 4, V5, V4) // right
	FSUB(2, 4, 5)
	FMUL(0, 5, 5)
	FADD(5, 2, 5)
	VST1 [V5.S4], (R7)
	VMOV V4.B16, V2.B16
	ADD  R1, R7
	SUBS $1, R8
	BNE  column

	ADD $16, R5
	CMP R1, R5
	BLT block
	RET

// func deriveVector(patch, dx, dy *float32, rows, columns int, wide *float32, wideRows int, sums *[5]Sums)
TEXT ·deriveVector(SB), NOSPLIT, $0-64
	MOVD patch+0(FP), R0
	MOVD dx+8(FP), R10
	MOVD dy+16(FP), R11
	MOVD rows+24(FP), R1
	MOVD columns+32(FP), R2
	MOVD wide+40(FP), R3
	MOVD wideRows+48(FP), R4
	MOVD sums+56(FP), R12
	MOVD $0x3ea00000, R6   // 5/16
	VDUP R6, V0.S4
	MOVD $0x3dc00000, R6   // 3/32
	VDUP R6, V1.S4
	LSL  $2, R1
	LSL  $2, R4
	MOVD ZR, R5

block:
	ADD  R5, R3, R6
	MOVD R5, R7
	MOVD R2, R8
	VEOR V16.B16, V16.B16, V16.B16
	VEOR V17.B16, V17.B16, V17.B16
	VEOR V18.B16, V18.B16, V18.B16
	VEOR V19.B16, V19.B16, V19.B16
	VEOR V20.B16, V20.B16, V20.B16

column:
	ADD  R4, R6, R13
	ADD  R4, R13, R14
	ADD  $4, R6, R15
	ADD  $8, R6, R16
	VLD1 (R6), [V2.S4]     // left
	VLD1 (R15), [V3.S4]
	VLD1 (R16), [V4.S4]
	ADD  $4, R13, R15
	ADD  $8, R13, R16
	VLD1 (R13), [V5.S4]    // middle
	VLD1 (R15), [V6.S4]
	VLD1 (R16), [V7.S4]
	ADD  $4, R14, R15
	ADD  $8, R14, R16
	VLD1 (R14), [V21.S4]   // right
	VLD1 (R15), [V22.S4]
	VLD1 (R16), [V23.S4]
	FSUB(3, 22, 24)
	FMUL(0, 24, 24)
	FSUB(2, 21, 25)
	FSUB(4, 23, 26)
	FADD(26, 25, 25)
	FMUL(1, 25, 25)
	FADD(25, 24, 24)       // to the right
	FSUB(5, 7, 27)
	FMUL(0, 27, 27)
	FSUB(2, 4, 28)
	FSUB(21, 23, 29)
	FADD(29, 28, 28)
	FMUL(1, 28, 28)
	FADD(28, 27, 27)       // down
	ADD  R7, R0, R15
	VST1 [V6.S4], (R15)
	ADD  R7, R10, R15
	VST1 [V24.S4], (R15)
	ADD  R7, R11, R15
	VST1 [V27.S4], (R15)
	FMUL(24, 24, 2)
	FMUL(27, 24, 3)
	FMUL(27, 27, 4)
	FADD(2, 16, 16)
	FADD(3, 17, 17)
	FADD(4, 18, 18)
	FADD(24, 19, 19)
	FADD(27, 20, 20)
	MOVD R13, R6
	ADD  R1, R7
	SUBS $1, R8
	BNE  column

	ADD  R5, R12, R15
	VST1 [V16.S4], (R15)
	ADD  $288, R15
	VST1 [V17.S4], (R15)
	ADD  $288, R15
	VST1 [V18.S4], (R15)
	ADD  $288, R15
	VST1 [V19.S4], (R15)
	ADD  $288, R15
	VST1 [V20.S4], (R15)
	ADD  $16, R5
	CMP  R1, R5
	BLT  block
	RET

// func subtractVector(x *float32, n int, v float32)
TEXT ·subtractVector(SB), NOSPLIT, $0-20
	MOVD  x+0(FP), R0
	MOVD  n+8(FP), R1
	FMOVS v+16(FP), F0
	VDUP  V0.S[0], V0.S4

loop:
	VLD1   (R0), [V1.S4, V2.S4]
	FSUB(0, 1, 1)
	FSUB(0, 2, 2)
	VST1.P [V1.S4, V2.S4], 32(R0)
	SUBS   $8, R1
	BGT    loop
	RET

// func compareVector(patch, dx, dy *float32, rows, columns int, src *float32, stride int, fx, fy float32, sums *[2]Sums)
TEXT ·compareVector(SB), NOSPLIT, $0-72
	MOVD  patch+0(FP), R0
	MOVD  dx+8(FP), R10
	MOVD  dy+16(FP), R11
	MOVD  rows+24(FP), R1
	MOVD  columns+32(FP), R2
	MOVD  src+40(FP), R3
	MOVD  stride+48(FP), R4
	FMOVS fx+56(FP), F0
	FMOVS fy+60(FP), F1
	MOVD  sums+64(FP), R12
	VDUP  V0.S[0], V0.S4
	VDUP  V1.S[0], V1.S4
	LSL   $2, R1
	LSL   $2, R4
	MOVD  ZR, R5

block:
	ADD  R5, R3, R6
	ADD  R5, R0, R13
	ADD  R5, R10, R14
	ADD  R5, R11, R15
	MOVD R2, R8
	VEOR V16.B16, V16.B16, V16.B16
	VEOR V17.B16, V17.B16, V17.B16
	DOWN(R6, 3, 2, V3, V2)         // left

column:
	ADD  R4, R6
	DOWN(R6, 5, 4, V5, V4)         // right
	VLD1 (R13), [V6.S4]
	VLD1 (R14), [V7.S4]
	VLD1 (R15), [V18.S4]
	FSUB(2, 4, 5)
	FMUL(0, 5, 5)
	FADD(5, 2, 5)
	FSUB(6, 5, 5)
	FMUL(7, 5, 6)
	FMUL(18, 5, 7)
	FADD(6, 16, 16)
	FADD(7, 17, 17)
	VMOV V4.B16, V2.B16
	ADD  R1, R13
	ADD  R1, R14
	ADD  R1, R15
	SUBS $1, R8
	BNE  column

	ADD  R5, R12, R6
	VST1 [V16.S4], (R6)
	ADD  $288, R6
	VST1 [V17.S4], (R6)
	ADD  $16, R5
	CMP  R1, R5
	BLT  block
	RET

// func warpedVector(planes *float32, rows, columns int, src *float32, stride int, x, y *[72]int32, xu, yu int32, sums *[9]Sums)
TEXT ·warpedVector(SB), NOSPLIT, $0-72
	MOVD planes+0(FP), R0
	MOVD rows+8(FP), R1
	MOVD columns+16(FP), R2
	MOVD src+24(FP), R3
	MOVD stride+32(FP), R4
	MOVD x+40(FP), R10
	MOVD y+48(FP), R11
	MOVW xu+56(FP), R6
	MOVW yu+60(FP), R7
	MOVD sums+64(FP), R12
	VDUP R4, V2.S4
	VDUP R6, V3.S4
	VDUP R7, V4.S4
	MOVD $0xffff, R6       // the binary places
	VDUP R6, V0.S4
	MOVD $0x37800000, R6   // 1/65536
	VDUP R6, V1.S4
	LSL  $2, R1
	ADD  R4<<2, R3, R4     // the next column
	MOVD ZR, R5

block:
	ADD  R5, R10, R6
	VLD1 (R6), [V5.S4]
	ADD  R5, R11, R6
	VLD1 (R6), [V6.S4]
	ADD  R5, R0, R13
	MOVD R2, R8
	VEOR V16.B16, V16.B16, V16.B16
	VEOR V17.B16, V17.B16, V17.B16
	VEOR V18.B16, V18.B16, V18.B16
	VEOR V19.B16, V19.B16, V19.B16
	VEOR V20.B16, V20.B16, V20.B16
	VEOR V21.B16, V21.B16, V21.B16
	VEOR V22.B16, V22.B16, V22.B16
	VEOR V23.B16, V23.B16, V23.B16
	VEOR V24.B16, V24.B16, V24.B16

column:
	// Two neighbouring pixels of a column for every row, and those on the right.
	VUSHR $16, V5.S4, V7.S4
	VUSHR $16, V6.S4, V8.S4
	MUL(2, 7, 7)
	VADD  V8.S4, V7.S4, V7.S4
	VMOV  V7.S[0], R6
	VMOV  V7.S[1], R7
	VMOV  V7.S[2], R14
	VMOV  V7.S[3], R15
	ADD   R6<<2, R3, R16
	ADD   R7<<2, R3, R17
	VLD1  (R16), V8.D[0]
	VLD1  (R17), V8.D[1]
	ADD   R14<<2, R3, R16
	ADD   R15<<2, R3, R17
	VLD1  (R16), V9.D[0]
	VLD1  (R17), V9.D[1]
	ADD   R6<<2, R4, R16
	ADD   R7<<2, R4, R17
	VLD1  (R16), V10.D[0]
	VLD1  (R17), V10.D[1]
	ADD   R14<<2, R4, R16
	ADD   R15<<2, R4, R17
	VLD1  (R16), V11.D[0]
	VLD1  (R17), V11.D[1]
	VUZP1 V9.S4, V8.S4, V12.S4   // upper left
	VUZP2 V9.S4, V8.S4, V13.S4   // lower left
	VUZP1 V11.S4, V10.S4, V14.S4 // upper right
	VUZP2 V11.S4, V10.S4, V15.S4 // lower right

	// Between them.
	VAND V0.B16, V5.B16, V8.B16
	VAND V0.B16, V6.B16, V9.B16
	SCVTF(8, 8)
	SCVTF(9, 9)
	FMUL(1, 8, 8)
	FMUL(1, 9, 9)
	FSUB(12, 13, 13)
	FSUB(14, 15, 15)
	FMUL(9, 13, 13)
	FMUL(9, 15, 15)
	FADD(13, 12, 12)
	FADD(15, 14, 14)
	FSUB(12, 14, 14)
	FMUL(8, 14, 14)
	FADD(14, 12, 12)

	VLD1 (R13), [V25.S4]
	ADD  R1, R13
	VLD1 (R13), [V26.S4]
	ADD  R1, R13
	VLD1 (R13), [V27.S4]
	ADD  R1, R13
	VLD1 (R13), [V28.S4]
	ADD  R1, R13
	VLD1 (R13), [V29.S4]
	ADD  R1, R13
	VLD1 (R13), [V30.S4]
	ADD  R1, R13
	VLD1 (R13), [V31.S4]
	ADD  R1, R13
	FMUL(25, 12, 25)
	FMUL(26, 12, 26)
	FMUL(27, 12, 27)
	FMUL(28, 12, 28)
	FMUL(29, 12, 29)
	FMUL(30, 12, 30)
	FMUL(31, 12, 31)
	FMUL(12, 12, 13)
	FADD(25, 16, 16)
	FADD(26, 17, 17)
	FADD(27, 18, 18)
	FADD(28, 19, 19)
	FADD(29, 20, 20)
	FADD(30, 21, 21)
	FADD(31, 22, 22)
	FADD(12, 23, 23)
	FADD(13, 24, 24)
	VADD V3.S4, V5.S4, V5.S4
	VADD V4.S4, V6.S4, V6.S4
	SUBS $1, R8
	BNE  column

	ADD  R5, R12, R6
	VST1 [V16.S4], (R6)
	ADD  $288, R6
	VST1 [V17.S4], (R6)
	ADD  $288, R6
	VST1 [V18.S4], (R6)
	ADD  $288, R6
	VST1 [V19.S4], (R6)
	ADD  $288, R6
	VST1 [V20.S4], (R6)
	ADD  $288, R6
	VST1 [V21.S4], (R6)
	ADD  $288, R6
	VST1 [V22.S4], (R6)
	ADD  $288, R6
	VST1 [V23.S4], (R6)
	ADD  $288, R6
	VST1 [V24.S4], (R6)
	ADD  $16, R5
	CMP  R1, R5
	BLT  block
	RET
