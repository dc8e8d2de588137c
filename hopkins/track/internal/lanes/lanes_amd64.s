#include "textflag.h"

// The weights of Scharr, the binary places of a coordinate, and what they count.
DATA five<>+0(SB)/4, $0x3ea00000  // 5/16
GLOBL five<>(SB), RODATA|NOPTR, $4
DATA three<>+0(SB)/4, $0x3dc00000 // 3/32
GLOBL three<>(SB), RODATA|NOPTR, $4
DATA places<>+0(SB)/8, $0x0000ffff0000ffff
DATA places<>+8(SB)/8, $0x0000ffff0000ffff
DATA places<>+16(SB)/8, $0x0000ffff0000ffff
DATA places<>+24(SB)/8, $0x0000ffff0000ffff
GLOBL places<>(SB), RODATA|NOPTR, $32
DATA unit<>+0(SB)/8, $0x3780000037800000 // 1/65536
DATA unit<>+8(SB)/8, $0x3780000037800000
DATA unit<>+16(SB)/8, $0x3780000037800000
DATA unit<>+24(SB)/8, $0x3780000037800000
GLOBL unit<>(SB), RODATA|NOPTR, $32

// Every loop over blocks of eight rows, R11 bytes down, has one over columns in
// it. Where pixels are interpolated downwards, the column on the left is that
// which was on the right before.

// func sampleVector(dst *float32, rows, columns int, src *float32, stride int, fx, fy float32)
TEXT ·sampleVector(SB), NOSPLIT, $0-48
	MOVQ         dst+0(FP), DI
	MOVQ         rows+8(FP), R8
	MOVQ         columns+16(FP), R9
	MOVQ         src+24(FP), SI
	MOVQ         stride+32(FP), R10
	VBROADCASTSS fx+40(FP), Y0
	VBROADCASTSS fy+44(FP), Y1
	SHLQ         $2, R8
	SHLQ         $2, R10
	XORQ         R11, R11

block:
	LEAQ    (SI)(R11*1), AX
	LEAQ    (DI)(R11*1), BX
	MOVQ    R9, CX
	VMOVUPS (AX), Y2
	VMOVUPS 4(AX), Y3
	VSUBPS  Y2, Y3, Y3
	VMULPS  Y1, Y3, Y3
	VADDPS  Y3, Y2, Y2    // left

column:
	ADDQ    R10, AX
	VMOVUPS (AX), Y4
	VMOVUPS 4(AX), Y5
	VSUBPS  Y4, Y5, Y5
	VMULPS  Y1, Y5, Y5
	VADDPS  Y5, Y4, Y4    // right
	VSUBPS  Y2, Y4, Y5
	VMULPS  Y0, Y5, Y5
	VADDPS  Y5, Y2, Y5
	VMOVUPS Y5, (BX)
	VMOVAPS Y4, Y2
	ADDQ    R8, BX
	DECQ    CX
	JNZ     column

	ADDQ $32, R11
	CMPQ R11, R8
	JLT  block
	VZEROUPPER
	RET

// func deriveVector(patch, dx, dy *float32, rows, columns int, wide *float32, wideRows int, sums *[5]Sums)
TEXT ·deriveVector(SB), NOSPLIT, $0-64
	MOVQ         patch+0(FP), SI
	MOVQ         dx+8(FP), DI
	MOVQ         dy+16(FP), DX
	MOVQ         rows+24(FP), R8
	MOVQ         columns+32(FP), R9
	MOVQ         wide+40(FP), R12
	MOVQ         wideRows+48(FP), R10
	MOVQ         sums+56(FP), R13
	VBROADCASTSS five<>(SB), Y0
	VBROADCASTSS three<>(SB), Y1
	SHLQ         $2, R8
	SHLQ         $2, R10
	XORQ         R11, R11

block:
	LEAQ   (R12)(R11*1), AX
	MOVQ   R11, BX
	MOVQ   R9, CX
	VXORPS Y11, Y11, Y11
	VXORPS Y12, Y12, Y12
	VXORPS Y13, Y13, Y13
	VXORPS Y14, Y14, Y14
	VXORPS Y15, Y15, Y15

column:
	VMOVUPS (AX), Y2              // left
	VMOVUPS 8(AX), Y3
	VMOVUPS (AX)(R10*2), Y4       // right
	VMOVUPS 8(AX)(R10*2), Y5
	VMOVUPS 4(AX)(R10*2), Y6
	VSUBPS  4(AX), Y6, Y6
	VMULPS  Y0, Y6, Y6
	VSUBPS  Y2, Y4, Y7
	VSUBPS  Y3, Y5, Y8
	VADDPS  Y8, Y7, Y7
	VMULPS  Y1, Y7, Y7
	VADDPS  Y7, Y6, Y6            // to the right
	VMOVUPS 8(AX)(R10*1), Y7
	VSUBPS  (AX)(R10*1), Y7, Y7
	VMULPS  Y0, Y7, Y7
	VSUBPS  Y2, Y3, Y3
	VSUBPS  Y4, Y5, Y5
	VADDPS  Y5, Y3, Y3
	VMULPS  Y1, Y3, Y3
	VADDPS  Y3, Y7, Y7            // down
	VMOVUPS 4(AX)(R10*1), Y2
	VMOVUPS Y2, (SI)(BX*1)
	VMOVUPS Y6, (DI)(BX*1)
	VMOVUPS Y7, (DX)(BX*1)
	VMULPS  Y6, Y6, Y2
	VMULPS  Y7, Y6, Y3
	VMULPS  Y7, Y7, Y4
	VADDPS  Y2, Y11, Y11
	VADDPS  Y3, Y12, Y12
	VADDPS  Y4, Y13, Y13
	VADDPS  Y6, Y14, Y14
	VADDPS  Y7, Y15, Y15
	ADDQ    R10, AX
	ADDQ    R8, BX
	DECQ    CX
	JNZ     column

	LEAQ    (R13)(R11*1), AX
	VMOVUPS Y11, (AX)
	VMOVUPS Y12, 288(AX)
	VMOVUPS Y13, 576(AX)
	VMOVUPS Y14, 864(AX)
	VMOVUPS Y15, 1152(AX)
	ADDQ    $32, R11
	CMPQ    R11, R8
	JLT     block
	VZEROUPPER
	RET

// func subtractVector(x *float32, n int, v float32)
TEXT ·subtractVector(SB), NOSPLIT, $0-20
	MOVQ         x+0(FP), DI
	MOVQ         n+8(FP), CX
	VBROADCASTSS v+16(FP), Y0

loop:
	VMOVUPS (DI), Y1
	VSUBPS  Y0, Y1, Y1
	VMOVUPS Y1, (DI)
	ADDQ    $32, DI
	SUBQ    $8, CX
	JG      loop
	VZEROUPPER
	RET

// func compareVector(patch, dx, dy *float32, rows, columns int, src *float32, stride int, fx, fy float32, sums *[2]Sums)
TEXT ·compareVector(SB), NOSPLIT, $0-72
	MOVQ         patch+0(FP), SI
	MOVQ         dx+8(FP), DI
	MOVQ         dy+16(FP), DX
	MOVQ         rows+24(FP), R8
	MOVQ         columns+32(FP), R9
	MOVQ         src+40(FP), R12
	MOVQ         stride+48(FP), R10
	VBROADCASTSS fx+56(FP), Y0
	VBROADCASTSS fy+60(FP), Y1
	MOVQ         sums+64(FP), R13
	SHLQ         $2, R8
	SHLQ         $2, R10
	XORQ         R11, R11

block:
	LEAQ    (R12)(R11*1), AX
	MOVQ    R11, BX
	MOVQ    R9, CX
	VXORPS  Y14, Y14, Y14
	VXORPS  Y15, Y15, Y15
	VMOVUPS (AX), Y2
	VMOVUPS 4(AX), Y3
	VSUBPS  Y2, Y3, Y3
	VMULPS  Y1, Y3, Y3
	VADDPS  Y3, Y2, Y2          // left

column:
	ADDQ    R10, AX
	VMOVUPS (AX), Y4
	VMOVUPS 4(AX), Y5
	VSUBPS  Y4, Y5, Y5
	VMULPS  Y1, Y5, Y5
	VADDPS  Y5, Y4, Y4          // right
	VSUBPS  Y2, Y4, Y5
	VMULPS  Y0, Y5, Y5
	VADDPS  Y5, Y2, Y5
	VSUBPS  (SI)(BX*1), Y5, Y5
	VMULPS  (DI)(BX*1), Y5, Y6
	VMULPS  (DX)(BX*1), Y5, Y7
	VADDPS  Y6, Y14, Y14
	VADDPS  Y7, Y15, Y15
	VMOVAPS Y4, Y2
	ADDQ    R8, BX
	DECQ    CX
	JNZ     column

	LEAQ    (R13)(R11*1), AX
	VMOVUPS Y14, (AX)
	VMOVUPS Y15, 288(AX)
	ADDQ    $32, R11
	CMPQ    R11, R8
	JLT     block
	VZEROUPPER
	RET

// Loads into X two neighbouring pixels of a column, and the two at another place.
#define PAIRS(base, first, second, X) \
	VMOVSD  (base)(first*4), X     \
	VMOVHPS (base)(second*4), X, X

// func warpedVector(planes *float32, rows, columns int, src *float32, stride int, x, y *[72]int32, xu, yu int32, sums *[9]Sums)
TEXT ·warpedVector(SB), NOSPLIT, $32-72
	MOVQ src+24(FP), SI
	MOVQ stride+32(FP), DI
	LEAQ (SI)(DI*4), DI
	MOVQ rows+8(FP), R9
	SHLQ $2, R9
	LEAQ (R9)(R9*2), R12
	LEAQ (R9)(R12*2), R12          // planes of a column
	XORQ R11, R11

block:
	MOVQ    x+40(FP), AX
	VMOVUPS (AX)(R11*1), Y5
	MOVQ    y+48(FP), AX
	VMOVUPS (AX)(R11*1), Y6
	MOVQ    planes+0(FP), R8
	ADDQ    R11, R8
	MOVQ    columns+16(FP), R10
	VXORPS  Y7, Y7, Y7
	VXORPS  Y8, Y8, Y8
	VXORPS  Y9, Y9, Y9
	VXORPS  Y10, Y10, Y10
	VXORPS  Y11, Y11, Y11
	VXORPS  Y12, Y12, Y12
	VXORPS  Y13, Y13, Y13
	VXORPS  Y14, Y14, Y14
	VXORPS  Y15, Y15, Y15

column:
	// The places of the pixels.
	VPSRAD       $16, Y5, Y0
	VPSRAD       $16, Y6, Y1
	VPBROADCASTD stride+32(FP), Y2
	VPMULLD      Y2, Y0, Y0
	VPADDD       Y1, Y0, Y0
	VMOVDQU      Y0, 0(SP)
	MOVLQSX      0(SP), AX
	MOVLQSX      4(SP), BX
	MOVLQSX      8(SP), CX
	MOVLQSX      12(SP), DX
	PAIRS(SI, AX, BX, X0)
	PAIRS(SI, CX, DX, X1)
	PAIRS(DI, AX, BX, X2)
	PAIRS(DI, CX, DX, X3)
	MOVLQSX      16(SP), AX
	MOVLQSX      20(SP), BX
	MOVLQSX      24(SP), CX
	MOVLQSX      28(SP), DX
	PAIRS(SI, AX, BX, X4)
	VINSERTF128  $1, X4, Y0, Y0
	PAIRS(SI, CX, DX, X4)
	VINSERTF128  $1, X4, Y1, Y1
	PAIRS(DI, AX, BX, X4)
	VINSERTF128  $1, X4, Y2, Y2
	PAIRS(DI, CX, DX, X4)
	VINSERTF128  $1, X4, Y3, Y3
	VSHUFPS      $0x88, Y1, Y0, Y4   // upper left
	VSHUFPS      $0xdd, Y1, Y0, Y0   // lower left
	VSHUFPS      $0x88, Y3, Y2, Y1   // upper right
	VSHUFPS      $0xdd, Y3, Y2, Y2   // lower right

	// Between them.
	VPAND     places<>(SB), Y6, Y3
	VCVTDQ2PS Y3, Y3
	VMULPS    unit<>(SB), Y3, Y3
	VSUBPS    Y4, Y0, Y0
	VSUBPS    Y1, Y2, Y2
	VMULPS    Y0, Y3, Y0
	VMULPS    Y2, Y3, Y2
	VADDPS    Y0, Y4, Y4
	VADDPS    Y2, Y1, Y1
	VPAND     places<>(SB), Y5, Y3
	VCVTDQ2PS Y3, Y3
	VMULPS    unit<>(SB), Y3, Y3
	VSUBPS    Y4, Y1, Y1
	VMULPS    Y1, Y3, Y1
	VADDPS    Y1, Y4, Y4

	LEAQ   (R8)(R9*2), AX
	LEAQ   (AX)(R9*2), BX
	VMULPS (R8), Y4, Y0
	VMULPS (R8)(R9*1), Y4, Y1
	VMULPS (AX), Y4, Y2
	VMULPS (AX)(R9*1), Y4, Y3
	VADDPS Y0, Y7, Y7
	VADDPS Y1, Y8, Y8
	VADDPS Y2, Y9, Y9
	VADDPS Y3, Y10, Y10
	VMULPS (BX), Y4, Y0
	VMULPS (BX)(R9*1), Y4, Y1
	VMULPS (BX)(R9*2), Y4, Y2
	VMULPS Y4, Y4, Y3
	VADDPS Y0, Y11, Y11
	VADDPS Y1, Y12, Y12
	VADDPS Y2, Y13, Y13
	VADDPS Y4, Y14, Y14
	VADDPS Y3, Y15, Y15

	VBROADCASTSS xu+56(FP), Y0
	VBROADCASTSS yu+60(FP), Y1
	VPADDD       Y0, Y5, Y5
	VPADDD       Y1, Y6, Y6
	ADDQ         R12, R8
	DECQ         R10
	JNZ          column

	MOVQ    sums+64(FP), AX
	ADDQ    R11, AX
	VMOVUPS Y7, (AX)
	VMOVUPS Y8, 288(AX)
	VMOVUPS Y9, 576(AX)
	VMOVUPS Y10, 864(AX)
	VMOVUPS Y11, 1152(AX)
	VMOVUPS Y12, 1440(AX)
	VMOVUPS Y13, 1728(AX)
	VMOVUPS Y14, 2016(AX)
	VMOVUPS Y15, 2304(AX)
	ADDQ    $32, R11
	CMPQ    R11, R9
	JLT     block
	VZEROUPPER
	RET
