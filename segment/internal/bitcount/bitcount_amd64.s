#include "textflag.h"

// func commonWide(n int, a, b *uint64) int
TEXT ·commonWide(SB), NOSPLIT, $0-32
	MOVQ  n+0(FP), CX
	MOVQ  a+8(FP), SI
	MOVQ  b+16(FP), DI
	VPXORQ Z0, Z0, Z0

wide:
	VMOVDQU64 (SI), Z1
	VPANDQ    (DI), Z1, Z1
	VPOPCNTQ  Z1, Z1
	VPADDQ    Z1, Z0, Z0
	ADDQ      $64, SI
	ADDQ      $64, DI
	SUBQ      $8, CX
	JNZ       wide

	VEXTRACTI64X4 $1, Z0, Y1
	VPADDQ        Y1, Y0, Y0
	VEXTRACTI128  $1, Y0, X1
	VPADDQ        X1, X0, X0
	VPSHUFD       $0xee, X0, X1
	VPADDQ        X1, X0, X0
	VMOVQ         X0, AX
	MOVQ          AX, ret+24(FP)
	VZEROUPPER
	RET

// The bits in a nibble.
DATA nibbles<>+0(SB)/8, $0x0302020102010100
DATA nibbles<>+8(SB)/8, $0x0403030203020201
DATA nibbles<>+16(SB)/8, $0x0302020102010100
DATA nibbles<>+24(SB)/8, $0x0403030203020201
GLOBL nibbles<>(SB), RODATA|NOPTR, $32

DATA low<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL low<>(SB), RODATA|NOPTR, $8

// Adds the bits of the four words at AT(SI) and AT(DI) to Y0.
#define COUNT(AT, A, B) \
	VMOVDQU AT(SI), A     \
	VPAND   AT(DI), A, A  \
	VPSRLQ  $4, A, B      \
	VPAND   A, Y5, A      \
	VPAND   B, Y5, B      \
	VPSHUFB A, Y4, A      \
	VPSHUFB B, Y4, B      \
	VPADDB  A, B, A       \
	VPSADBW Y6, A, A      \
	VPADDQ  A, Y0, Y0

// func commonAVX2(n int, a, b *uint64) int
TEXT ·commonAVX2(SB), NOSPLIT, $0-32
	MOVQ         n+0(FP), CX
	MOVQ         a+8(FP), SI
	MOVQ         b+16(FP), DI
	VMOVDQU      nibbles<>(SB), Y4
	VPBROADCASTQ low<>(SB), Y5
	VPXOR        Y6, Y6, Y6
	VPXOR        Y0, Y0, Y0

words:
	COUNT(0, Y1, Y2)
	COUNT(32, Y3, Y7)
	ADDQ $64, SI
	ADDQ $64, DI
	SUBQ $8, CX
	JNZ  words

	VEXTRACTI128 $1, Y0, X1
	VPADDQ       X1, X0, X0
	VPSHUFD      $0xee, X0, X1
	VPADDQ       X1, X0, X0
	VMOVQ        X0, AX
	MOVQ         AX, ret+24(FP)
	VZEROUPPER
	RET
