#include "textflag.h"

DATA sizes<>+0(SB)/8, $0x7fffffffffffffff
GLOBL sizes<>(SB), RODATA|NOPTR, $8

DATA numbers<>+0(SB)/8, $0x0000000100000000
DATA numbers<>+8(SB)/8, $0x0000000300000002
DATA numbers<>+16(SB)/8, $0x0000000500000004
DATA numbers<>+24(SB)/8, $0x0000000700000006
DATA numbers<>+32(SB)/8, $0x0000000900000008
DATA numbers<>+40(SB)/8, $0x0000000b0000000a
DATA numbers<>+48(SB)/8, $0x0000000d0000000c
DATA numbers<>+56(SB)/8, $0x0000000f0000000e
GLOBL numbers<>(SB), RODATA|NOPTR, $64

DATA eight<>+0(SB)/4, $8
GLOBL eight<>(SB), RODATA|NOPTR, $4

// func selectWideVector(n int, index *int32, v *float64, t float64) (count int)
//
// The numbers of eight entries at once are stored, those that count first: as many
// entries as were looked at are at least as many as stand before the store's end.
TEXT ·selectWideVector(SB), NOSPLIT, $0-40
	MOVQ         n+0(FP), CX
	MOVQ         index+8(FP), DI
	MOVQ         v+16(FP), SI
	VBROADCASTSD t+24(FP), Z0
	VPBROADCASTQ sizes<>(SB), Z1
	VMOVDQU64    numbers<>(SB), Z2 // of these entries; the upper half is not used
	VPBROADCASTD eight<>(SB), Z3
	MOVQ         DI, R8

entries:
	VPANDQ      (SI), Z1, Z4
	VCMPPD      $0x1e, Z0, Z4, K1  // greater than, quietly
	KMOVW       K1, AX
	VPCOMPRESSD Z2, K1, Z5
	VMOVDQU     Y5, (DI)
	POPCNTL     AX, AX
	LEAQ        (DI)(AX*4), DI
	VPADDD      Z3, Z2, Z2
	ADDQ        $64, SI
	SUBQ        $8, CX
	JG          entries

	SUBQ R8, DI
	SHRQ $2, DI
	MOVQ DI, count+32(FP)
	VZEROUPPER
	RET
