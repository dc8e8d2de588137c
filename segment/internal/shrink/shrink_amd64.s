#include "textflag.h"

DATA signs<>+0(SB)/8, $0x8000000000000000
GLOBL signs<>(SB), RODATA|NOPTR, $8

// Sums the four lanes of Y into its lowest lane, X of the same number.
#define SUM(Y, X, T) \
	VEXTRACTF128 $1, Y, T \
	VADDPD       T, X, X  \
	VHADDPD      X, X, X

// Leaves the largest of the four lanes of Y in its lowest lane.
#define LARGEST(Y, X, T) \
	VEXTRACTF128 $1, Y, T    \
	VMAXPD       T, X, X     \
	VPERMILPD    $1, X, T    \
	VMAXSD       T, X, X

// Stores those of the numbers AX…AX+3 whose bit in BX is set at DI: each is
// stored, and the place moves on only past those that count.
#define STORE4(BX) \
	MOVL AX, (DI)        \
	MOVL BX, DX          \
	ANDL $1, DX          \
	LEAQ (DI)(DX*4), DI  \
	LEAL 1(AX), R9       \
	MOVL R9, (DI)        \
	MOVL BX, DX          \
	SHRL $1, DX          \
	ANDL $1, DX          \
	LEAQ (DI)(DX*4), DI  \
	LEAL 2(AX), R9       \
	MOVL R9, (DI)        \
	MOVL BX, DX          \
	SHRL $2, DX          \
	ANDL $1, DX          \
	LEAQ (DI)(DX*4), DI  \
	LEAL 3(AX), R9       \
	MOVL R9, (DI)        \
	SHRL $3, BX          \
	LEAQ (DI)(BX*4), DI

// func multipliersVector(n int, v, d *float64, t float64) (residual, sum, l1 float64)
TEXT ·multipliersVector(SB), NOSPLIT, $0-56
	MOVQ         n+0(FP), CX
	MOVQ         v+8(FP), SI
	MOVQ         d+16(FP), DI
	VBROADCASTSD t+24(FP), Y0
	VBROADCASTSD signs<>(SB), Y15
	VXORPD       Y15, Y0, Y1      // −t
	VXORPD       Y2, Y2, Y2       // largest change
	VXORPD       Y3, Y3, Y3       // sum
	VXORPD       Y4, Y4, Y4       // Σ|C|

loop:
	VMOVUPD (SI), Y5
	VMAXPD  Y1, Y5, Y6
	VMINPD  Y0, Y6, Y6            // cut
	VSUBPD  Y6, Y5, Y5
	VADDPD  (DI), Y5, Y5          // value
	VMAXPD  Y1, Y5, Y7
	VMINPD  Y0, Y7, Y7            // next cut
	VMOVUPD Y5, (SI)
	VSUBPD  Y7, Y5, Y8            // next C
	VMOVUPD Y8, (DI)
	VSUBPD  Y6, Y7, Y9            // change
	VADDPD  Y9, Y8, Y10
	VADDPD  Y10, Y3, Y3
	VANDNPD Y9, Y15, Y9
	VMAXPD  Y9, Y2, Y2
	VANDNPD Y8, Y15, Y8
	VADDPD  Y8, Y4, Y4
	ADDQ    $32, SI
	ADDQ    $32, DI
	SUBQ    $4, CX
	JG      loop

	LARGEST(Y2, X2, X5)
	SUM(Y3, X3, X5)
	SUM(Y4, X4, X5)
	VMOVSD X2, residual+32(FP)
	VMOVSD X3, sum+40(FP)
	VMOVSD X4, l1+48(FP)
	VZEROUPPER
	RET

// func residualVector(n int, v, fresh, last *float64, decay, growth float64) (residual float64)
TEXT ·residualVector(SB), NOSPLIT, $0-56
	MOVQ         n+0(FP), CX
	MOVQ         v+8(FP), SI
	MOVQ         fresh+16(FP), DI
	MOVQ         last+24(FP), DX
	VBROADCASTSD decay+32(FP), Y0
	VBROADCASTSD growth+40(FP), Y1
	VBROADCASTSD signs<>(SB), Y15
	VXORPD       Y2, Y2, Y2

gaps:
	VMOVUPD      (DI), Y3
	VMOVUPD      (DX), Y4
	VMOVUPD      Y3, (DX)
	VMULPD       Y0, Y4, Y4
	VSUBPD       Y4, Y3, Y5       // gap
	VANDNPD      Y5, Y15, Y6
	VMAXPD       Y6, Y2, Y2
	VFMADD231PD  Y1, Y3, Y5
	VMOVUPD      Y5, (SI)
	ADDQ         $32, SI
	ADDQ         $32, DI
	ADDQ         $32, DX
	SUBQ         $4, CX
	JG           gaps

	LARGEST(Y2, X2, X5)
	VMOVSD X2, residual+48(FP)
	VZEROUPPER
	RET

// func thresholdVector(n int, next, v, c *float64, t float64) (nonzero int, l1 float64)
TEXT ·thresholdVector(SB), NOSPLIT, $0-56
	MOVQ         n+0(FP), CX
	MOVQ         next+8(FP), DI
	MOVQ         v+16(FP), SI
	MOVQ         c+24(FP), DX
	VBROADCASTSD t+32(FP), Y0
	VBROADCASTSD signs<>(SB), Y15
	VXORPD       Y15, Y0, Y1      // −t
	VXORPD       Y2, Y2, Y2       // number of non-zeros
	VXORPD       Y3, Y3, Y3       // zero
	VXORPD       Y4, Y4, Y4       // Σ|C|

cuts:
	VMOVUPD (SI), Y5
	VADDPD  (DX), Y5, Y5
	VMOVUPD Y5, (SI)
	VMAXPD  Y1, Y5, Y6
	VMINPD  Y0, Y6, Y6            // cut
	VSUBPD  Y6, Y5, Y5
	VMOVUPD Y5, (DI)
	VCMPPD  $4, Y3, Y5, Y7        // −1 where it is not zero
	VPSUBQ  Y7, Y2, Y2
	VANDNPD Y5, Y15, Y5
	VADDPD  Y5, Y4, Y4
	ADDQ    $32, SI
	ADDQ    $32, DI
	ADDQ    $32, DX
	SUBQ    $4, CX
	JG      cuts

	SUM(Y4, X4, X5)
	VMOVSD       X4, l1+48(FP)
	VEXTRACTI128 $1, Y2, X5
	VPADDQ       X5, X2, X2
	VPSRLDQ      $8, X2, X5
	VPADDQ       X5, X2, X2
	VMOVQ        X2, nonzero+40(FP)
	VZEROUPPER
	RET

// func selectVector(n int, index *int32, v *float64, t float64) (count int)
TEXT ·selectVector(SB), NOSPLIT, $0-40
	MOVQ         n+0(FP), CX
	MOVQ         index+8(FP), DI
	MOVQ         v+16(FP), SI
	VBROADCASTSD t+24(FP), Y0
	VBROADCASTSD signs<>(SB), Y15
	MOVQ         DI, R8
	XORQ         AX, AX           // number of the entry

four:
	VMOVUPD   (SI), Y1
	VANDNPD   Y1, Y15, Y1
	VCMPPD    $0x1e, Y0, Y1, Y2   // greater than, quietly
	VMOVMSKPD Y2, BX
	TESTL     BX, BX
	JZ        none

	STORE4(BX)

none:
	ADDQ $32, SI
	ADDL $4, AX
	SUBQ $4, CX
	JG   four

	SUBQ R8, DI
	SHRQ $2, DI
	MOVQ DI, count+32(FP)
	VZEROUPPER
	RET

// func multiplyRowVector(count int, index *int32, value, panel *float64, sum *[8]float64)
TEXT ·multiplyRowVector(SB), NOSPLIT, $0-40
	MOVQ   count+0(FP), CX
	MOVQ   index+8(FP), SI
	MOVQ   value+16(FP), BX
	MOVQ   panel+24(FP), R8
	MOVQ   sum+32(FP), DI
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	SUBQ   $2, CX
	JL     last

pair:
	MOVLQSX      (SI), AX
	MOVLQSX      4(SI), R9
	SHLQ         $6, AX
	SHLQ         $6, R9
	VBROADCASTSD (BX), Y4
	VBROADCASTSD 8(BX), Y5
	VFMADD231PD  (R8)(AX*1), Y4, Y0
	VFMADD231PD  32(R8)(AX*1), Y4, Y1
	VFMADD231PD  (R8)(R9*1), Y5, Y2
	VFMADD231PD  32(R8)(R9*1), Y5, Y3
	ADDQ         $8, SI
	ADDQ         $16, BX
	SUBQ         $2, CX
	JGE          pair

last:
	ADDQ         $2, CX
	JZ           store
	MOVLQSX      (SI), AX
	SHLQ         $6, AX
	VBROADCASTSD (BX), Y4
	VFMADD231PD  (R8)(AX*1), Y4, Y0
	VFMADD231PD  32(R8)(AX*1), Y4, Y1

store:
	VADDPD  Y2, Y0, Y0
	VADDPD  Y3, Y1, Y1
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VZEROUPPER
	RET
