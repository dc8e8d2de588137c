#include "textflag.h"

// The lists, at SI, begin with where the numbers are, at DI, and how many there are.
#define IN(I) (16+8*(I))(SI)
#define OUT(I) (64+8*(I))(SI)

// Begins with the lists at their first numbers; CX is how far their last are.
#define BEGIN \
	MOVQ l+0(FP), SI  \
	MOVQ 0(SI), DI    \
	MOVQ 8(SI), CX    \
	SHLQ $3, CX       \
	XORQ AX, AX

#define NEAR 24
#define SIGN 25
#define ONE 26
#define OWN 27
#define LOST 28

// Sets Y to number I, four times.
#define NUMBER(I, Y) VBROADCASTSD (8*(I))(DI), Y

// Loads, stores or adds the four numbers at AX of a list.
#define LOAD(I, Y) \
	MOVQ    IN(I), R8      \
	VMOVUPD (R8)(AX*1), Y

#define STORE(Y, I) \
	MOVQ    OUT(I), R8     \
	VMOVUPD Y, (R8)(AX*1)

#define ADD(Y, I) \
	MOVQ    OUT(I), R8        \
	VADDPD  (R8)(AX*1), Y, Y  \
	VMOVUPD Y, (R8)(AX*1)

// Adds to Y number B times what X holds.
#define PLUS(B, X, Y) \
	NUMBER(B, Y15)       \
	VMULPD X, Y15, Y15   \
	VADDPD Y15, Y, Y

// Sets Y to number B times Y0 and B+1 times Y1, added.
#define PLANE(B, Y) \
	NUMBER(B, Y14)       \
	VMULPD Y0, Y14, Y    \
	PLUS(B+1, Y1, Y)

// Moves Y away from zero.
#define OFFZERO(Y) \
	NUMBER(SIGN, Y15)          \
	NUMBER(NEAR, Y14)          \
	VANDPD    Y15, Y, Y13      \
	VANDNPD   Y, Y15, Y15      \
	VCMPPD    $0x11, Y14, Y15, Y15 \
	VORPD     Y14, Y13, Y13    \
	VBLENDVPD Y15, Y13, Y, Y

// Sets Y to numbers B times Y0 and B+1 times Y1, and number B+2, added.
#define AFFINE(B, Y) \
	PLANE(B, Y)         \
	NUMBER(B+2, Y15)    \
	VADDPD Y15, Y, Y

// Sets Y to numbers A times Y2 and B times Y3, and number C, added.
#define BACK(A, B, C, Y) \
	NUMBER(A, Y14)      \
	VMULPD Y2, Y14, Y   \
	PLUS(B, Y3, Y)      \
	NUMBER(C, Y15)      \
	VADDPD Y15, Y, Y

// Sets Y8 to the epipolar constraint of (Y0, Y1) and (Y2, Y3), and Y4 to Y7 to how it changes with Y2, Y3, Y0, Y1.
#define SLOPES \
	AFFINE(0, Y4)         \
	AFFINE(3, Y5)         \
	BACK(0, 3, 6, Y6)     \
	BACK(1, 4, 7, Y7)     \
	AFFINE(6, Y9)         \
	VMULPD Y4, Y2, Y8     \
	VMULPD Y5, Y3, Y10    \
	VADDPD Y10, Y8, Y8    \
	VADDPD Y9, Y8, Y8

// func reweighLinesVector(l *lists)
TEXT ·reweighLinesVector(SB), NOSPLIT, $0-8
	BEGIN

lines:
	LOAD(0, Y0)
	LOAD(1, Y1)
	LOAD(2, Y2)
	LOAD(3, Y3)
	SLOPES
	VMULPD  Y4, Y4, Y4
	VMULPD  Y5, Y5, Y5
	VADDPD  Y5, Y4, Y4
	VMULPD  Y6, Y6, Y6
	VADDPD  Y6, Y4, Y4
	VMULPD  Y7, Y7, Y7
	VADDPD  Y7, Y4, Y4
	NUMBER(LOST, Y15)
	VADDPD  Y15, Y4, Y4
	VMULPD  Y8, Y8, Y8
	PLUS(OWN, Y4, Y8)
	VMULPD  Y8, Y4, Y4
	VSQRTPD Y4, Y4
	NUMBER(ONE, Y15)
	VDIVPD  Y4, Y15, Y4    // the weight
	STORE(Y4, 5)
	VMULPD  Y2, Y4, Y5
	STORE(Y5, 2)
	VMULPD  Y2, Y5, Y6
	STORE(Y6, 0)
	VMULPD  Y3, Y5, Y6
	STORE(Y6, 1)
	VMULPD  Y3, Y4, Y5
	STORE(Y5, 4)
	VMULPD  Y3, Y5, Y5
	STORE(Y5, 3)
	ADDQ    $32, AX
	CMPQ    AX, CX
	JLT     lines
	VZEROUPPER
	RET

// func mappedVector(l *lists)
TEXT ·mappedVector(SB), NOSPLIT, $0-8
	BEGIN

mapped:
	LOAD(0, Y0)
	LOAD(1, Y1)
	AFFINE(0, Y4)
	AFFINE(3, Y5)
	AFFINE(6, Y6)
	OFFZERO(Y6)
	NUMBER(ONE, Y15)
	VDIVPD Y6, Y15, Y6
	VMULPD Y6, Y4, Y4
	VMULPD Y6, Y5, Y5
	LOAD(2, Y2)
	VSUBPD Y4, Y2, Y4
	STORE(Y4, 0)
	LOAD(3, Y3)
	VSUBPD Y5, Y3, Y5
	STORE(Y5, 1)
	ADDQ   $32, AX
	CMPQ   AX, CX
	JLT    mapped
	VZEROUPPER
	RET

#define SMALLEST 9

// func fromLinesVector(l *lists)
TEXT ·fromLinesVector(SB), NOSPLIT, $0-8
	BEGIN

from:
	LOAD(0, Y0)
	LOAD(1, Y1)
	LOAD(2, Y2)
	LOAD(3, Y3)
	SLOPES
	MOVQ    OUT(0), R8
	VMULPD  (R8)(AX*1), Y5, Y10
	MOVQ    OUT(1), R8
	VMULPD  (R8)(AX*1), Y4, Y9
	VSUBPD  Y10, Y9, Y9    // beside
	VMULPD  Y4, Y4, Y4
	VMULPD  Y5, Y5, Y5
	VADDPD  Y5, Y4, Y4
	NUMBER(SMALLEST, Y15)
	VADDPD  Y15, Y4, Y4    // the slope along the line
	VMULPD  Y6, Y6, Y6
	VMULPD  Y7, Y7, Y7
	VADDPD  Y7, Y6, Y6
	NUMBER(LOST, Y15)
	VMULPD  Y15, Y6, Y6
	VADDPD  Y6, Y4, Y6
	VMULPD  Y8, Y8, Y8
	VDIVPD  Y6, Y8, Y8
	NUMBER(OWN, Y15)
	VMULPD  Y15, Y8, Y8
	STORE(Y8, 0)
	VMULPD  Y9, Y9, Y9
	VDIVPD  Y4, Y9, Y9
	VMULPD  Y15, Y9, Y9
	STORE(Y9, 1)
	ADDQ    $32, AX
	CMPQ    AX, CX
	JLT     from
	VZEROUPPER
	RET

// Sets Y4 and Y5 to where Y0, Y1 with the parallax Y2 is projected, times the depth, and Y6 to 1 over that.
#define PROJECT \
	AFFINE(0, Y4)         \
	PLUS(3, Y2, Y4)       \
	AFFINE(4, Y5)         \
	PLUS(7, Y2, Y5)       \
	AFFINE(8, Y6)         \
	PLUS(11, Y2, Y6)      \
	OFFZERO(Y6)           \
	NUMBER(ONE, Y15)      \
	VDIVPD Y6, Y15, Y6

// func squaresVector(l *lists)
TEXT ·squaresVector(SB), NOSPLIT, $0-8
	BEGIN

squares:
	LOAD(0, Y0)
	LOAD(1, Y1)
	LOAD(2, Y2)
	PROJECT
	VMULPD Y6, Y4, Y4
	VMULPD Y6, Y5, Y5
	LOAD(3, Y7)
	VSUBPD Y7, Y4, Y4
	LOAD(4, Y8)
	VSUBPD Y8, Y5, Y5
	VMULPD Y4, Y4, Y4
	VMULPD Y5, Y5, Y5
	VADDPD Y5, Y4, Y4
	LOAD(5, Y3)
	VMULPD Y3, Y4, Y4
	VMULPD Y3, Y4, Y4
	STORE(Y4, 0)
	ADDQ   $32, AX
	CMPQ   AX, CX
	JLT    squares
	VZEROUPPER
	RET

// func reweighVector(l *lists)
TEXT ·reweighVector(SB), NOSPLIT, $0-8
	BEGIN
	MOVQ IN(3), R9

reweigh:
	LOAD(0, Y0)
	LOAD(1, Y1)
	LOAD(2, Y2)
	PLANE(0, Y4)
	PLUS(2, Y2, Y4)
	PLANE(4, Y5)
	PLUS(6, Y2, Y5)
	PLANE(8, Y6)
	PLUS(10, Y2, Y6)
	TESTQ R9, R9
	JZ    flat
	LOAD(3, Y3)
	PLUS(3, Y3, Y4)
	PLUS(7, Y3, Y5)
	PLUS(11, Y3, Y6)

flat:
	OFFZERO(Y6)
	LOAD(4, Y7)
	LOAD(5, Y8)
	VMULPD  Y6, Y7, Y9
	VSUBPD  Y9, Y4, Y9
	VMULPD  Y6, Y8, Y10
	VSUBPD  Y10, Y5, Y10
	VMULPD  Y6, Y6, Y11
	VMULPD  Y9, Y9, Y9
	VMULPD  Y10, Y10, Y10
	VADDPD  Y10, Y9, Y9
	PLUS(OWN, Y11, Y9)
	VMULPD  Y11, Y9, Y9
	VSQRTPD Y9, Y9
	NUMBER(ONE, Y12)
	VDIVPD  Y9, Y12, Y9
	STORE(Y9, 0)
	VMULPD  Y7, Y9, Y10
	STORE(Y10, 1)
	VMULPD  Y8, Y9, Y11
	STORE(Y11, 2)
	VMULPD  Y7, Y7, Y7
	VMULPD  Y8, Y8, Y8
	VADDPD  Y8, Y7, Y7
	VMULPD  Y7, Y9, Y9
	STORE(Y9, 3)
	ADDQ    $32, AX
	CMPQ    AX, CX
	JLT     reweigh
	VZEROUPPER
	RET

// Stores weight Y11 times X, times Z, and less than zero times both of (Y4, Y5) times (X, Z), in three
// lists from I on.
#define ROWS(X, Z, I) \
	VMULPD X, Y11, Y12    \
	STORE(Y12, I)         \
	VMULPD Z, Y11, Y12    \
	STORE(Y12, I+1)       \
	VMULPD X, Y4, Y12     \
	VMULPD Z, Y5, Y13     \
	VADDPD Y13, Y12, Y12  \
	NUMBER(SIGN, Y13)     \
	VXORPD Y13, Y11, Y13  \
	VMULPD Y12, Y13, Y12  \
	STORE(Y12, I+2)

// func lineariseVector(l *lists)
TEXT ·lineariseVector(SB), NOSPLIT, $0-8
	BEGIN

linearise:
	LOAD(0, Y0)
	LOAD(1, Y1)
	LOAD(2, Y2)
	PROJECT
	VMULPD  Y6, Y4, Y4
	VMULPD  Y6, Y5, Y5
	LOAD(5, Y3)
	VMULPD  Y3, Y6, Y6
	LOAD(3, Y7)
	VSUBPD  Y7, Y4, Y7
	VMULPD  Y3, Y7, Y7     // off in u
	LOAD(4, Y8)
	VSUBPD  Y8, Y5, Y8
	VMULPD  Y3, Y8, Y8     // off in v
	NUMBER(11, Y15)
	VMULPD  Y15, Y4, Y9
	NUMBER(3, Y14)
	VSUBPD  Y9, Y14, Y9
	VMULPD  Y6, Y9, Y9     // by u
	VMULPD  Y15, Y5, Y10
	NUMBER(7, Y14)
	VSUBPD  Y10, Y14, Y10
	VMULPD  Y6, Y10, Y10   // by v
	VMULPD  Y7, Y7, Y12
	VMULPD  Y8, Y8, Y13
	VADDPD  Y13, Y12, Y12
	NUMBER(LOST, Y13)
	VMULPD  Y12, Y13, Y13
	NUMBER(ONE, Y15)
	VADDPD  Y15, Y13, Y13
	VADDPD  Y15, Y12, Y12
	VMULPD  Y13, Y12, Y12
	NUMBER(OWN, Y11)
	VDIVPD  Y12, Y11, Y11  // the weight
	VMULPD  Y9, Y9, Y12
	VMULPD  Y10, Y10, Y13
	VADDPD  Y13, Y12, Y12
	VMULPD  Y12, Y11, Y12
	ADD(Y12, 0)
	VMULPD  Y7, Y9, Y12
	VMULPD  Y8, Y10, Y13
	VADDPD  Y13, Y12, Y12
	VMULPD  Y12, Y11, Y12
	ADD(Y12, 1)
	VMULPD  Y6, Y11, Y11
	ROWS(Y7, Y8, 2)
	ROWS(Y9, Y10, 5)
	VMULPD  Y6, Y11, Y11
	STORE(Y11, 8)
	VMULPD  Y4, Y11, Y12
	STORE(Y12, 9)
	VMULPD  Y5, Y11, Y12
	STORE(Y12, 10)
	VMULPD  Y4, Y4, Y4
	VMULPD  Y5, Y5, Y5
	VADDPD  Y5, Y4, Y4
	VMULPD  Y4, Y11, Y11
	STORE(Y11, 11)
	ADDQ    $32, AX
	CMPQ    AX, CX
	JLT     linearise
	VZEROUPPER
	RET

// Takes from Y4 what row R of the change, of four numbers, comes to along the list of its place.
#define CHANGE(R) \
	PLANE(4*R, Y5)           \
	NUMBER(4*R+2, Y15)       \
	VADDPD Y15, Y5, Y5       \
	PLUS(4*R+3, Y2, Y5)      \
	MOVQ   OUT(R), R8        \
	VMULPD (R8)(AX*1), Y5, Y5 \
	VSUBPD Y5, Y4, Y4

// func followVector(l *lists)
TEXT ·followVector(SB), NOSPLIT, $0-8
	BEGIN

follow:
	LOAD(0, Y0)
	LOAD(1, Y1)
	LOAD(2, Y2)
	LOAD(4, Y4)
	CHANGE(0)
	CHANGE(1)
	CHANGE(2)
	CHANGE(3)
	CHANGE(4)
	CHANGE(5)
	LOAD(3, Y3)
	NUMBER(OWN, Y15)
	VMULPD Y15, Y3, Y3
	NUMBER(LOST, Y15)
	VADDPD Y15, Y3, Y3
	VDIVPD Y3, Y4, Y4
	VSUBPD Y4, Y2, Y4
	STORE(Y4, 6)
	ADDQ   $32, AX
	CMPQ   AX, CX
	JLT    follow
	VZEROUPPER
	RET
