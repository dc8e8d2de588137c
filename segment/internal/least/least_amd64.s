#include "textflag.h"

// The numbers of the first eight squares.
DATA numbers<>+0(SB)/8, $0
DATA numbers<>+8(SB)/8, $1
DATA numbers<>+16(SB)/8, $2
DATA numbers<>+24(SB)/8, $3
DATA numbers<>+32(SB)/8, $4
DATA numbers<>+40(SB)/8, $5
DATA numbers<>+48(SB)/8, $6
DATA numbers<>+56(SB)/8, $7
GLOBL numbers<>(SB), RODATA|NOPTR, $64

// func withinVector(squares *float64, n int, limit uint64, keys *uint64) int
TEXT ·withinVector(SB), NOSPLIT, $0-40
	MOVQ         squares+0(FP), SI
	MOVQ         n+8(FP), CX
	MOVQ         keys+24(FP), DI
	VPBROADCASTQ limit+16(FP), Z1
	MOVQ         $~0xffff, AX
	VPBROADCASTQ AX, Z2
	VMOVDQU64    numbers<>(SB), Z3
	MOVQ         $8, AX
	VPBROADCASTQ AX, Z4
	XORQ         R8, R8

within:
	VPANDQ        (SI), Z2, Z5
	VPORQ         Z3, Z5, Z5
	VPADDQ        Z4, Z3, Z3
	VPCMPUQ       $2, Z1, Z5, K1 // no more than the limit
	VPCOMPRESSQ.Z Z5, K1, Z6
	VMOVDQU64     Z6, (DI)(R8*8)
	KMOVW         K1, AX
	POPCNTL       AX, AX
	ADDQ          AX, R8
	ADDQ          $64, SI
	SUBQ          $8, CX
	JNZ           within
	MOVQ          R8, ret+32(FP)
	VZEROUPPER
	RET

// func divideVector(keys *uint64, n int, pivot uint64, above *uint64) int
TEXT ·divideVector(SB), NOSPLIT, $0-40
	MOVQ         keys+0(FP), SI
	MOVQ         n+8(FP), CX
	MOVQ         above+24(FP), R9
	VPBROADCASTQ pivot+16(FP), Z1
	MOVQ         SI, DI
	XORQ         R8, R8

divide:
	VMOVDQU64     (SI), Z5
	VPCMPUQ       $2, Z1, Z5, K1
	KNOTW         K1, K2
	VPCOMPRESSQ.Z Z5, K1, Z6
	VPCOMPRESSQ.Z Z5, K2, Z7
	VMOVDQU64     Z6, (DI)(R8*8) // nothing that was not yet read
	VMOVDQU64     Z7, (R9)
	KMOVW         K1, AX
	POPCNTL       AX, AX
	ADDQ          AX, R8
	SHLQ          $3, AX
	ADDQ          $64, R9
	SUBQ          AX, R9
	ADDQ          $64, SI
	SUBQ          $8, CX
	JNZ           divide
	MOVQ          R8, ret+32(FP)
	VZEROUPPER
	RET
