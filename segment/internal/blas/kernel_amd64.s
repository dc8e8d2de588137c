#include "textflag.h"

// Z0–Z2 hold a row of B, Z3–Z6 broadcast entries of A, Z8–Z31 the tile.
#define ROW8(i, t, x, y, z); \
	VBROADCASTSD i(SI), t; \
	VFMADD231PD Z0, t, x; \
	VFMADD231PD Z1, t, y; \
	VFMADD231PD Z2, t, z

#define STEP8x24(a, b); \
	VMOVUPD (b)(BX), Z0; \
	VMOVUPD (b+64)(BX), Z1; \
	VMOVUPD (b+128)(BX), Z2; \
	ROW8(a, Z3, Z8, Z9, Z10); \
	ROW8(a+8, Z4, Z11, Z12, Z13); \
	ROW8(a+16, Z5, Z14, Z15, Z16); \
	ROW8(a+24, Z6, Z17, Z18, Z19); \
	ROW8(a+32, Z3, Z20, Z21, Z22); \
	ROW8(a+40, Z4, Z23, Z24, Z25); \
	ROW8(a+48, Z5, Z26, Z27, Z28); \
	ROW8(a+56, Z6, Z29, Z30, Z31)

#define ZERO3(x, y, z); \
	VPXORQ x, x, x; \
	VPXORQ y, y, y; \
	VPXORQ z, z, z

#define FETCH8; \
	PREFETCHT0 (R8); \
	PREFETCHT0 64(R8); \
	PREFETCHT0 128(R8); \
	PREFETCHT0 191(R8); \
	ADDQ DX, R8

#define ADD8(x, y, z); \
	VADDPD (R8), x, x; \
	VADDPD 64(R8), y, y; \
	VADDPD 128(R8), z, z; \
	ADDQ DX, R8

#define STORE8(x, y, z); \
	VMOVUPD x, (DI); \
	VMOVUPD y, 64(DI); \
	VMOVUPD z, 128(DI); \
	ADDQ DX, DI

// func tile8x24(k int, a, b, c *float64, ldc int, add bool)
TEXT ·tile8x24(SB), NOSPLIT, $0-41
	MOVQ k+0(FP), CX
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), BX
	MOVQ c+24(FP), DI
	MOVQ ldc+32(FP), DX
	SHLQ $3, DX
	MOVQ DI, R8
	FETCH8
	FETCH8
	FETCH8
	FETCH8
	FETCH8
	FETCH8
	FETCH8
	FETCH8
	ZERO3(Z8, Z9, Z10)
	ZERO3(Z11, Z12, Z13)
	ZERO3(Z14, Z15, Z16)
	ZERO3(Z17, Z18, Z19)
	ZERO3(Z20, Z21, Z22)
	ZERO3(Z23, Z24, Z25)
	ZERO3(Z26, Z27, Z28)
	ZERO3(Z29, Z30, Z31)
	MOVQ CX, AX
	SHRQ $2, AX
	JZ   rest

quad:
	STEP8x24(0, 0)
	STEP8x24(64, 192)
	STEP8x24(128, 384)
	STEP8x24(192, 576)
	ADDQ $256, SI
	ADDQ $768, BX
	DECQ AX
	JNZ  quad

rest:
	ANDQ $3, CX
	JZ   write

single:
	STEP8x24(0, 0)
	ADDQ $64, SI
	ADDQ $192, BX
	DECQ CX
	JNZ  single

write:
	MOVBLZX add+40(FP), AX
	TESTL   AX, AX
	JZ      store
	MOVQ    DI, R8
	ADD8(Z8, Z9, Z10)
	ADD8(Z11, Z12, Z13)
	ADD8(Z14, Z15, Z16)
	ADD8(Z17, Z18, Z19)
	ADD8(Z20, Z21, Z22)
	ADD8(Z23, Z24, Z25)
	ADD8(Z26, Z27, Z28)
	ADD8(Z29, Z30, Z31)

store:
	STORE8(Z8, Z9, Z10)
	STORE8(Z11, Z12, Z13)
	STORE8(Z14, Z15, Z16)
	STORE8(Z17, Z18, Z19)
	STORE8(Z20, Z21, Z22)
	STORE8(Z23, Z24, Z25)
	STORE8(Z26, Z27, Z28)
	STORE8(Z29, Z30, Z31)
	VZEROUPPER
	RET

// Y0–Y2 hold a row of B, Y3 a broadcast entry of A, Y4–Y15 the tile.
#define ROW4(i, x, y, z); \
	VBROADCASTSD i(SI), Y3; \
	VFMADD231PD Y0, Y3, x; \
	VFMADD231PD Y1, Y3, y; \
	VFMADD231PD Y2, Y3, z

#define STEP4x12(a, b); \
	VMOVUPD (b)(BX), Y0; \
	VMOVUPD (b+32)(BX), Y1; \
	VMOVUPD (b+64)(BX), Y2; \
	ROW4(a, Y4, Y5, Y6); \
	ROW4(a+8, Y7, Y8, Y9); \
	ROW4(a+16, Y10, Y11, Y12); \
	ROW4(a+24, Y13, Y14, Y15)

#define CLEAR3(x, y, z); \
	VXORPD x, x, x; \
	VXORPD y, y, y; \
	VXORPD z, z, z

#define FETCH4; \
	PREFETCHT0 (R8); \
	PREFETCHT0 64(R8); \
	PREFETCHT0 95(R8); \
	ADDQ DX, R8

#define ADD4(x, y, z); \
	VADDPD (R8), x, x; \
	VADDPD 32(R8), y, y; \
	VADDPD 64(R8), z, z; \
	ADDQ DX, R8

#define STORE4(x, y, z); \
	VMOVUPD x, (DI); \
	VMOVUPD y, 32(DI); \
	VMOVUPD z, 64(DI); \
	ADDQ DX, DI

// func tile4x12(k int, a, b, c *float64, ldc int, add bool)
TEXT ·tile4x12(SB), NOSPLIT, $0-41
	MOVQ k+0(FP), CX
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), BX
	MOVQ c+24(FP), DI
	MOVQ ldc+32(FP), DX
	SHLQ $3, DX
	MOVQ DI, R8
	FETCH4
	FETCH4
	FETCH4
	FETCH4
	CLEAR3(Y4, Y5, Y6)
	CLEAR3(Y7, Y8, Y9)
	CLEAR3(Y10, Y11, Y12)
	CLEAR3(Y13, Y14, Y15)
	MOVQ CX, AX
	SHRQ $2, AX
	JZ   rest

quad:
	STEP4x12(0, 0)
	STEP4x12(32, 96)
	STEP4x12(64, 192)
	STEP4x12(96, 288)
	ADDQ $128, SI
	ADDQ $384, BX
	DECQ AX
	JNZ  quad

rest:
	ANDQ $3, CX
	JZ   write

single:
	STEP4x12(0, 0)
	ADDQ $32, SI
	ADDQ $96, BX
	DECQ CX
	JNZ  single

write:
	MOVBLZX add+40(FP), AX
	TESTL   AX, AX
	JZ      store
	MOVQ    DI, R8
	ADD4(Y4, Y5, Y6)
	ADD4(Y7, Y8, Y9)
	ADD4(Y10, Y11, Y12)
	ADD4(Y13, Y14, Y15)

store:
	STORE4(Y4, Y5, Y6)
	STORE4(Y7, Y8, Y9)
	STORE4(Y10, Y11, Y12)
	STORE4(Y13, Y14, Y15)
	VZEROUPPER
	RET
