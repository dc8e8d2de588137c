#include "textflag.h"

// Z0–Z2 hold a row of B, Z3–Z6 broadcast entries of A, Z8–Z31 the tile.
#define ROW16(i, t, x, y, z); \
	VBROADCASTSS i(SI), t; \
	VFMADD231PS Z0, t, x; \
	VFMADD231PS Z1, t, y; \
	VFMADD231PS Z2, t, z

#define STEP8x48(a, b); \
	VMOVUPS (b)(BX), Z0; \
	VMOVUPS (b+64)(BX), Z1; \
	VMOVUPS (b+128)(BX), Z2; \
	ROW16(a, Z3, Z8, Z9, Z10); \
	ROW16(a+4, Z4, Z11, Z12, Z13); \
	ROW16(a+8, Z5, Z14, Z15, Z16); \
	ROW16(a+12, Z6, Z17, Z18, Z19); \
	ROW16(a+16, Z3, Z20, Z21, Z22); \
	ROW16(a+20, Z4, Z23, Z24, Z25); \
	ROW16(a+24, Z5, Z26, Z27, Z28); \
	ROW16(a+28, Z6, Z29, Z30, Z31)

#define ZERO3(x, y, z); \
	VPXORQ x, x, x; \
	VPXORQ y, y, y; \
	VPXORQ z, z, z

// Writes 16 entries of a row, or adds them there.
#define STORE16(at, z, y); \
	VEXTRACTF64X4 $1, z, Y2; \
	VCVTPS2PD y, Z0; \
	VCVTPS2PD Y2, Z1; \
	VMOVUPD Z0, (at)(DI); \
	VMOVUPD Z1, (at+64)(DI)

#define ADD16(at, z, y); \
	VEXTRACTF64X4 $1, z, Y2; \
	VCVTPS2PD y, Z0; \
	VCVTPS2PD Y2, Z1; \
	VADDPD (at)(DI), Z0, Z0; \
	VADDPD (at+64)(DI), Z1, Z1; \
	VMOVUPD Z0, (at)(DI); \
	VMOVUPD Z1, (at+64)(DI)

#define STORE48(z0, y0, z1, y1, z2, y2); \
	STORE16(0, z0, y0); \
	STORE16(128, z1, y1); \
	STORE16(256, z2, y2); \
	ADDQ DX, DI

#define ADD48(z0, y0, z1, y1, z2, y2); \
	ADD16(0, z0, y0); \
	ADD16(128, z1, y1); \
	ADD16(256, z2, y2); \
	ADDQ DX, DI

// func tile8x48(k int, a, b *float32, c *float64, ldc int, add bool)
TEXT ·tile8x48(SB), NOSPLIT, $0-41
	MOVQ k+0(FP), CX
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), BX
	MOVQ c+24(FP), DI
	MOVQ ldc+32(FP), DX
	SHLQ $3, DX
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
	STEP8x48(0, 0)
	STEP8x48(32, 192)
	STEP8x48(64, 384)
	STEP8x48(96, 576)
	ADDQ $128, SI
	ADDQ $768, BX
	DECQ AX
	JNZ  quad

rest:
	ANDQ $3, CX
	JZ   write

single:
	STEP8x48(0, 0)
	ADDQ $32, SI
	ADDQ $192, BX
	DECQ CX
	JNZ  single

write:
	MOVBLZX add+40(FP), AX
	TESTL   AX, AX
	JZ      store
	ADD48(Z8, Y8, Z9, Y9, Z10, Y10)
	ADD48(Z11, Y11, Z12, Y12, Z13, Y13)
	ADD48(Z14, Y14, Z15, Y15, Z16, Y16)
	ADD48(Z17, Y17, Z18, Y18, Z19, Y19)
	ADD48(Z20, Y20, Z21, Y21, Z22, Y22)
	ADD48(Z23, Y23, Z24, Y24, Z25, Y25)
	ADD48(Z26, Y26, Z27, Y27, Z28, Y28)
	ADD48(Z29, Y29, Z30, Y30, Z31, Y31)
	VZEROUPPER
	RET

store:
	STORE48(Z8, Y8, Z9, Y9, Z10, Y10)
	STORE48(Z11, Y11, Z12, Y12, Z13, Y13)
	STORE48(Z14, Y14, Z15, Y15, Z16, Y16)
	STORE48(Z17, Y17, Z18, Y18, Z19, Y19)
	STORE48(Z20, Y20, Z21, Y21, Z22, Y22)
	STORE48(Z23, Y23, Z24, Y24, Z25, Y25)
	STORE48(Z26, Y26, Z27, Y27, Z28, Y28)
	STORE48(Z29, Y29, Z30, Y30, Z31, Y31)
	VZEROUPPER
	RET

#define STEP8x16(a, b); \
	VMOVUPS (b)(BX), Z0; \
	VFMADD231PS.BCST a(SI), Z0, Z8; \
	VFMADD231PS.BCST (a+4)(SI), Z0, Z9; \
	VFMADD231PS.BCST (a+8)(SI), Z0, Z10; \
	VFMADD231PS.BCST (a+12)(SI), Z0, Z11; \
	VFMADD231PS.BCST (a+16)(SI), Z0, Z12; \
	VFMADD231PS.BCST (a+20)(SI), Z0, Z13; \
	VFMADD231PS.BCST (a+24)(SI), Z0, Z14; \
	VFMADD231PS.BCST (a+28)(SI), Z0, Z15

// func tile8x16(k int, a, b *float32, c *float64, ldc int, add bool)
TEXT ·tile8x16(SB), NOSPLIT, $0-41
	MOVQ   k+0(FP), CX
	MOVQ   a+8(FP), SI
	MOVQ   b+16(FP), BX
	MOVQ   c+24(FP), DI
	MOVQ   ldc+32(FP), DX
	SHLQ   $3, DX
	ZERO3(Z8, Z9, Z10)
	ZERO3(Z11, Z12, Z13)
	VPXORQ Z14, Z14, Z14
	VPXORQ Z15, Z15, Z15

single:
	STEP8x16(0, 0)
	ADDQ $32, SI
	ADDQ $64, BX
	DECQ CX
	JNZ  single

	MOVBLZX add+40(FP), AX
	TESTL   AX, AX
	JZ      store
	ADD16(0, Z8, Y8)
	ADDQ    DX, DI
	ADD16(0, Z9, Y9)
	ADDQ    DX, DI
	ADD16(0, Z10, Y10)
	ADDQ    DX, DI
	ADD16(0, Z11, Y11)
	ADDQ    DX, DI
	ADD16(0, Z12, Y12)
	ADDQ    DX, DI
	ADD16(0, Z13, Y13)
	ADDQ    DX, DI
	ADD16(0, Z14, Y14)
	ADDQ    DX, DI
	ADD16(0, Z15, Y15)
	VZEROUPPER
	RET

store:
	STORE16(0, Z8, Y8)
	ADDQ DX, DI
	STORE16(0, Z9, Y9)
	ADDQ DX, DI
	STORE16(0, Z10, Y10)
	ADDQ DX, DI
	STORE16(0, Z11, Y11)
	ADDQ DX, DI
	STORE16(0, Z12, Y12)
	ADDQ DX, DI
	STORE16(0, Z13, Y13)
	ADDQ DX, DI
	STORE16(0, Z14, Y14)
	ADDQ DX, DI
	STORE16(0, Z15, Y15)
	VZEROUPPER
	RET

// Y0–Y2 hold a row of B, Y3 a broadcast entry of A, Y4–Y15 the tile.
#define ROW4S(i, x, y, z); \
	VBROADCASTSS i(SI), Y3; \
	VFMADD231PS Y0, Y3, x; \
	VFMADD231PS Y1, Y3, y; \
	VFMADD231PS Y2, Y3, z

#define STEP4x24(a, b); \
	VMOVUPS (b)(BX), Y0; \
	VMOVUPS (b+32)(BX), Y1; \
	VMOVUPS (b+64)(BX), Y2; \
	ROW4S(a, Y4, Y5, Y6); \
	ROW4S(a+4, Y7, Y8, Y9); \
	ROW4S(a+8, Y10, Y11, Y12); \
	ROW4S(a+12, Y13, Y14, Y15)

#define CLEAR3(x, y, z); \
	VXORPS x, x, x; \
	VXORPS y, y, y; \
	VXORPS z, z, z

#define STORE8S(at, y, x); \
	VEXTRACTF128 $1, y, X2; \
	VCVTPS2PD x, Y0; \
	VCVTPS2PD X2, Y1; \
	VMOVUPD Y0, (at)(DI); \
	VMOVUPD Y1, (at+32)(DI)

#define ADD8S(at, y, x); \
	VEXTRACTF128 $1, y, X2; \
	VCVTPS2PD x, Y0; \
	VCVTPS2PD X2, Y1; \
	VADDPD (at)(DI), Y0, Y0; \
	VADDPD (at+32)(DI), Y1, Y1; \
	VMOVUPD Y0, (at)(DI); \
	VMOVUPD Y1, (at+32)(DI)

#define STORE24(y0, x0, y1, x1, y2, x2); \
	STORE8S(0, y0, x0); \
	STORE8S(64, y1, x1); \
	STORE8S(128, y2, x2); \
	ADDQ DX, DI

#define ADD24(y0, x0, y1, x1, y2, x2); \
	ADD8S(0, y0, x0); \
	ADD8S(64, y1, x1); \
	ADD8S(128, y2, x2); \
	ADDQ DX, DI

// func tile4x24(k int, a, b *float32, c *float64, ldc int, add bool)
TEXT ·tile4x24(SB), NOSPLIT, $0-41
	MOVQ k+0(FP), CX
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), BX
	MOVQ c+24(FP), DI
	MOVQ ldc+32(FP), DX
	SHLQ $3, DX
	CLEAR3(Y4, Y5, Y6)
	CLEAR3(Y7, Y8, Y9)
	CLEAR3(Y10, Y11, Y12)
	CLEAR3(Y13, Y14, Y15)
	MOVQ CX, AX
	SHRQ $2, AX
	JZ   rest

quad:
	STEP4x24(0, 0)
	STEP4x24(16, 96)
	STEP4x24(32, 192)
	STEP4x24(48, 288)
	ADDQ $64, SI
	ADDQ $384, BX
	DECQ AX
	JNZ  quad

rest:
	ANDQ $3, CX
	JZ   write

single:
	STEP4x24(0, 0)
	ADDQ $16, SI
	ADDQ $96, BX
	DECQ CX
	JNZ  single

write:
	MOVBLZX add+40(FP), AX
	TESTL   AX, AX
	JZ      store
	ADD24(Y4, X4, Y5, X5, Y6, X6)
	ADD24(Y7, X7, Y8, X8, Y9, X9)
	ADD24(Y10, X10, Y11, X11, Y12, X12)
	ADD24(Y13, X13, Y14, X14, Y15, X15)
	VZEROUPPER
	RET

store:
	STORE24(Y4, X4, Y5, X5, Y6, X6)
	STORE24(Y7, X7, Y8, X8, Y9, X9)
	STORE24(Y10, X10, Y11, X11, Y12, X12)
	STORE24(Y13, X13, Y14, X14, Y15, X15)
	VZEROUPPER
	RET

// func packFourSingle(k int, src *float64, stride int, dst *float32, full int)
TEXT ·packFourSingle(SB), NOSPLIT, $0-40
	MOVQ k+0(FP), CX
	MOVQ src+8(FP), SI
	MOVQ stride+16(FP), DX
	MOVQ dst+24(FP), DI
	MOVQ full+32(FP), R8
	SHLQ $3, DX
	SHLQ $2, R8
	LEAQ (SI)(DX*2), R9
	LEAQ (DI)(R8*2), R10

four:
	VCVTPD2PSY (SI), X0
	VCVTPD2PSY (SI)(DX*1), X1
	VCVTPD2PSY (R9), X2
	VCVTPD2PSY (R9)(DX*1), X3
	VUNPCKLPS  X1, X0, X4
	VUNPCKHPS  X1, X0, X5
	VUNPCKLPS  X3, X2, X6
	VUNPCKHPS  X3, X2, X7
	VMOVLHPS   X6, X4, X8
	VMOVHLPS   X4, X6, X9
	VMOVLHPS   X7, X5, X10
	VMOVHLPS   X5, X7, X11
	VMOVUPS    X8, (DI)
	VMOVUPS    X9, (DI)(R8*1)
	VMOVUPS    X10, (R10)
	VMOVUPS    X11, (R10)(R8*1)
	ADDQ       $32, SI
	ADDQ       $32, R9
	LEAQ       (DI)(R8*4), DI
	LEAQ       (R10)(R8*4), R10
	SUBQ       $4, CX
	JNZ        four
	VZEROUPPER
	RET
