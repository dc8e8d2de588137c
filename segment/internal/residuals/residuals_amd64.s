#include "textflag.h"

// The arguments are at SI, the constants at DI; Y12 to Y15 are x, y, u and v.
#define NEAR 128(DI)
#define SIGN 160(DI)
#define ONE 192(DI)
#define TINY 224(DI)

#define BEGIN \
	MOVQ    a+0(FP), SI   \
	MOVQ    144(SI), DI   \
	MOVQ    152(SI), DX   \
	MOVQ    160(SI), CX   \
	SHLQ    $3, CX        \
	XORQ    AX, AX        \
	VMOVUPD 0(DI), Y12    \
	VMOVUPD 32(DI), Y13   \
	VMOVUPD 64(DI), Y14   \
	VMOVUPD 96(DI), Y15

// Sets TO to number I of four motions times A, and number J times B, and number K.
#define ROW(I, J, K, A, B, TO) \
	MOVQ   (8*(I))(SI), R8       \
	MOVQ   (8*(J))(SI), R9       \
	MOVQ   (8*(K))(SI), R10      \
	VMULPD (R8)(AX*1), A, TO     \
	VMULPD (R9)(AX*1), B, Y11    \
	VADDPD Y11, TO, TO           \
	VADDPD (R10)(AX*1), TO, TO

// Sets W to 1 over it, moved away from zero.
#define INVERSE(W) \
	VMOVUPD   SIGN, Y8         \
	VMOVUPD   NEAR, Y9         \
	VANDNPD   W, Y8, Y10       \
	VANDPD    Y8, W, Y8        \
	VCMPPD    $0x11, Y9, Y10, Y10 \
	VORPD     Y9, Y8, Y8       \
	VBLENDVPD Y10, Y8, W, W    \
	VMOVUPD   ONE, Y8          \
	VDIVPD    W, Y8, W

// Adds to Y0 the square of D.
#define SQUARE(D) \
	VMULPD D, D, D   \
	VADDPD D, Y0, Y0

// func affineVector(a *arguments)
TEXT ·affineVector(SB), NOSPLIT, $0-8
	BEGIN

affine:
	ROW(0, 1, 2, Y12, Y13, Y0)
	VSUBPD  Y14, Y0, Y0
	ROW(3, 4, 5, Y12, Y13, Y1)
	VSUBPD  Y15, Y1, Y1
	VMULPD  Y0, Y0, Y0
	SQUARE(Y1)
	VMOVUPD Y0, (DX)(AX*1)
	ADDQ    $32, AX
	CMPQ    AX, CX
	JLT     affine
	VZEROUPPER
	RET

// func homographyVector(a *arguments)
TEXT ·homographyVector(SB), NOSPLIT, $0-8
	BEGIN

homography:
	ROW(6, 7, 8, Y12, Y13, Y4)
	INVERSE(Y4)
	ROW(0, 1, 2, Y12, Y13, Y0)
	VMULPD  Y4, Y0, Y0
	VSUBPD  Y14, Y0, Y0
	ROW(3, 4, 5, Y12, Y13, Y1)
	VMULPD  Y4, Y1, Y1
	VSUBPD  Y15, Y1, Y1
	ROW(15, 16, 17, Y14, Y15, Y5)
	INVERSE(Y5)
	ROW(9, 10, 11, Y14, Y15, Y2)
	VMULPD  Y5, Y2, Y2
	VSUBPD  Y12, Y2, Y2
	ROW(12, 13, 14, Y14, Y15, Y3)
	VMULPD  Y5, Y3, Y3
	VSUBPD  Y13, Y3, Y3
	VMULPD  Y0, Y0, Y0
	SQUARE(Y1)
	SQUARE(Y2)
	SQUARE(Y3)
	VMOVUPD Y0, (DX)(AX*1)
	ADDQ    $32, AX
	CMPQ    AX, CX
	JLT     homography
	VZEROUPPER
	RET

// func fundamentalVector(a *arguments)
TEXT ·fundamentalVector(SB), NOSPLIT, $0-8
	BEGIN

fundamental:
	ROW(0, 1, 2, Y12, Y13, Y1)
	ROW(3, 4, 5, Y12, Y13, Y2)
	ROW(6, 7, 8, Y12, Y13, Y3)
	ROW(0, 3, 6, Y14, Y15, Y4)
	ROW(1, 4, 7, Y14, Y15, Y5)
	VMULPD  Y1, Y14, Y6
	VMULPD  Y2, Y15, Y7
	VADDPD  Y7, Y6, Y6
	VADDPD  Y3, Y6, Y6
	VMULPD  Y1, Y1, Y0
	SQUARE(Y2)
	SQUARE(Y4)
	SQUARE(Y5)
	VADDPD  TINY, Y0, Y0
	VMULPD  Y6, Y6, Y6
	VDIVPD  Y0, Y6, Y0
	VMOVUPD Y0, (DX)(AX*1)
	ADDQ    $32, AX
	CMPQ    AX, CX
	JLT     fundamental
	VZEROUPPER
	RET
