#include "textflag.h"

// Constants, four times each, are at DI, and what is known of four points on the stack.
#define C(I) (32*(I))(DI)
#define UNIT 2
#define LAST 3
#define MIDDLE 18
#define EPSILON 33
#define TINY 34
#define NEAR 35
#define SIGN 36
#define INFINITE 37
#define ONE 38

#define AT(I) (32*(I))(SP)

// The parts of the projections that the parallax does not change.
#define PLANES 0
// U, V and the exactness in either frame.
#define SHOWN 6
#define PARALLAX 12
#define OFFLAST 13
#define OFFMIDDLE 14
#define STEP 15
#define ACTIVE 16
#define BEST 17
#define BESTLAST 18
#define BESTMIDDLE 19
#define LEAST 20

// Loads the four numbers at AX of the list whose place the arguments, at SI, have at I.
#define LOAD(I, Y) \
	MOVQ    (8*(I))(SI), R8 \
	VMOVUPD (R8)(AX*1), Y

// Keeps at TO what row B of a projection makes of (Y0, Y1, 1).
#define PLANE(B, TO) \
	VMULPD  C(B), Y0, Y2     \
	VMULPD  C(B+1), Y1, Y3   \
	VADDPD  Y3, Y2, Y2       \
	VADDPD  C(B+2), Y2, Y2   \
	VMOVUPD Y2, AT(TO)

// Keeps what is known of four points.
#define BEGIN \
	LOAD(1, Y0)              \
	VSUBPD  C(0), Y0, Y0     \
	VDIVPD  C(UNIT), Y0, Y0  \
	LOAD(2, Y1)              \
	VSUBPD  C(1), Y1, Y1     \
	VDIVPD  C(UNIT), Y1, Y1  \
	PLANE(LAST, PLANES)      \
	PLANE(LAST+4, PLANES+1)  \
	PLANE(LAST+8, PLANES+2)  \
	PLANE(MIDDLE, PLANES+3)  \
	PLANE(MIDDLE+4, PLANES+4) \
	PLANE(MIDDLE+8, PLANES+5) \
	LOAD(3, Y0)              \
	VMOVUPD Y0, AT(SHOWN)    \
	LOAD(4, Y0)              \
	VMOVUPD Y0, AT(SHOWN+1)  \
	LOAD(7, Y0)              \
	VMOVUPD Y0, AT(SHOWN+2)  \
	LOAD(5, Y0)              \
	VMOVUPD Y0, AT(SHOWN+3)  \
	LOAD(6, Y0)              \
	VMOVUPD Y0, AT(SHOWN+4)  \
	LOAD(8, Y0)              \
	VMOVUPD Y0, AT(SHOWN+5)

// Sets for the frame with constants from B, planes at P and points shown at S, with parallax
// Y0, Q to how far the points are off, squared, D to how that changes with the parallax, and
// G to how fast.
#define FRAME(B, P, S, Q, D, G) \
	VMULPD    C(B+11), Y0, Y1  \
	VADDPD    AT(P+2), Y1, Y1  \
	VMOVUPD   C(SIGN), Y3      \
	VANDPD    Y3, Y1, Y2       \
	VANDNPD   Y1, Y3, Y4       \
	VMOVUPD   C(NEAR), Y6      \
	VCMPPD    $0x11, Y6, Y4, Y5 \
	VORPD     Y6, Y2, Y2       \
	VBLENDVPD Y5, Y2, Y1, Y1   \
	VMOVUPD   C(ONE), Y2       \
	VDIVPD    Y1, Y2, Y1       \
	VMULPD    C(B+3), Y0, Y2   \
	VADDPD    AT(P), Y2, Y2    \
	VMULPD    Y1, Y2, Y2       \
	VMULPD    C(B+7), Y0, Y3   \
	VADDPD    AT(P+1), Y3, Y3  \
	VMULPD    Y1, Y3, Y3       \
	VMULPD    C(B+11), Y2, Y4  \
	VMOVUPD   C(B+3), Y5       \
	VSUBPD    Y4, Y5, Y4       \
	VMULPD    Y1, Y4, Y4       \
	VMULPD    C(B+11), Y3, Y5  \
	VMOVUPD   C(B+7), Y6       \
	VSUBPD    Y5, Y6, Y5       \
	VMULPD    Y1, Y5, Y5       \
	VMOVUPD   C(B+14), Y6      \
	VMULPD    Y6, Y2, Y2       \
	VADDPD    C(B+12), Y2, Y2  \
	VSUBPD    AT(S), Y2, Y2    \
	VMULPD    Y6, Y3, Y3       \
	VADDPD    C(B+13), Y3, Y3  \
	VSUBPD    AT(S+1), Y3, Y3  \
	VMULPD    Y6, Y4, Y4       \
	VMULPD    Y6, Y5, Y5       \
	VMOVUPD   AT(S+2), Y6      \
	VMULPD    Y2, Y2, Q        \
	VMULPD    Y3, Y3, Y7       \
	VADDPD    Y7, Q, Q         \
	VMULPD    Y6, Q, Q         \
	VMULPD    Y4, Y2, D        \
	VMULPD    Y5, Y3, Y7       \
	VADDPD    Y7, D, D         \
	VMULPD    Y6, D, D         \
	VMULPD    Y4, Y4, G        \
	VMULPD    Y5, Y5, Y7       \
	VADDPD    Y7, G, G         \
	VMULPD    Y6, G, G

// Sets Y8 and Y11 to how far the points with parallax Y0 are off in the last and the middle
// frame, and Y9 to the step.
#define OFF \
	FRAME(LAST, PLANES, SHOWN, Y8, Y9, Y10)          \
	FRAME(MIDDLE, PLANES+3, SHOWN+3, Y11, Y12, Y13)  \
	VADDPD Y12, Y9, Y9          \
	VADDPD Y13, Y10, Y10        \
	VADDPD C(TINY), Y10, Y10    \
	VXORPD C(SIGN), Y9, Y9      \
	VDIVPD Y10, Y9, Y9

// Keeps in place of what is at I, where the mask Y3 says so, Y.
#define KEEP(I, Y) \
	VMOVUPD   AT(I), Y4     \
	VBLENDVPD Y3, Y, Y4, Y4 \
	VMOVUPD   Y4, AT(I)

// Takes a step where it helps, and the one before did.
#define IMPROVE \
	VMOVUPD AT(PARALLAX), Y0       \
	VADDPD  AT(STEP), Y0, Y0       \
	OFF                            \
	VADDPD  Y11, Y8, Y1            \
	VMOVUPD AT(OFFLAST), Y2        \
	VADDPD  AT(OFFMIDDLE), Y2, Y2  \
	VCMPPD  $0x11, Y2, Y1, Y3      \
	VANDPD  AT(ACTIVE), Y3, Y3     \
	VMOVUPD Y3, AT(ACTIVE)         \
	KEEP(PARALLAX, Y0)             \
	KEEP(OFFLAST, Y8)              \
	KEEP(OFFMIDDLE, Y11)           \
	KEEP(STEP, Y9)

// Improves the parallaxes Y0.
#define NEAREST \
	VMOVUPD  Y0, AT(PARALLAX)   \
	OFF                         \
	VMOVUPD  Y8, AT(OFFLAST)    \
	VMOVUPD  Y11, AT(OFFMIDDLE) \
	VMOVUPD  Y9, AT(STEP)       \
	VPCMPEQD Y3, Y3, Y3         \
	VMOVUPD  Y3, AT(ACTIVE)     \
	IMPROVE                     \
	IMPROVE

// Sets Y0 to the parallaxes with which the frame with constants from B, planes at P and points
// shown at S shows them nearest.
#define START(B, P, S) \
	VMOVUPD AT(S), Y0         \
	VSUBPD  C(B+12), Y0, Y0   \
	VDIVPD  C(B+14), Y0, Y0   \
	VMOVUPD AT(S+1), Y1       \
	VSUBPD  C(B+13), Y1, Y1   \
	VDIVPD  C(B+14), Y1, Y1   \
	VMULPD  AT(P+2), Y1, Y2   \
	VSUBPD  AT(P+1), Y2, Y2   \
	VMULPD  C(B+11), Y1, Y3   \
	VSUBPD  C(B+7), Y3, Y3    \
	VMULPD  Y3, Y2, Y4        \
	VMULPD  Y3, Y3, Y5        \
	VMULPD  AT(P+2), Y0, Y2   \
	VMOVUPD AT(P), Y6         \
	VSUBPD  Y2, Y6, Y2        \
	VMULPD  C(B+11), Y0, Y3   \
	VMOVUPD C(B+3), Y6        \
	VSUBPD  Y3, Y6, Y3        \
	VMULPD  Y3, Y2, Y6        \
	VADDPD  Y6, Y4, Y4        \
	VMULPD  Y3, Y3, Y6        \
	VADDPD  Y6, Y5, Y5        \
	VMULPD  AT(P+1), Y0, Y2   \
	VMULPD  AT(P), Y1, Y6     \
	VSUBPD  Y6, Y2, Y2        \
	VMULPD  C(B+7), Y0, Y3    \
	VMULPD  C(B+3), Y1, Y6    \
	VSUBPD  Y6, Y3, Y3        \
	VMULPD  Y3, Y2, Y6        \
	VADDPD  Y6, Y4, Y4        \
	VMULPD  Y3, Y3, Y6        \
	VADDPD  Y6, Y5, Y5        \
	VADDPD  C(EPSILON), Y5, Y5 \
	VXORPD  C(SIGN), Y4, Y4   \
	VDIVPD  Y5, Y4, Y0

// Keeps what was found where it is nearer than what was found before.
#define NEARER \
	VMOVUPD AT(OFFLAST), Y8     \
	VMOVUPD AT(OFFMIDDLE), Y11  \
	VMOVUPD AT(PARALLAX), Y0    \
	VADDPD  Y11, Y8, Y1         \
	VCMPPD  $0x11, AT(LEAST), Y1, Y3 \
	KEEP(BEST, Y0)              \
	KEEP(BESTLAST, Y8)          \
	KEEP(BESTMIDDLE, Y11)       \
	KEEP(LEAST, Y1)

// Stores Y in the list whose place the arguments have at I.
#define STORE(I, Y) \
	MOVQ    (8*(I))(SI), R8 \
	VMOVUPD Y, (R8)(AX*1)

// func findVector(a *arguments)
TEXT ·findVector(SB), NOSPLIT, $672-8
	MOVQ a+0(FP), SI
	MOVQ 0(SI), DI
	MOVQ 96(SI), CX
	SHLQ $3, CX
	XORQ AX, AX

find:
	BEGIN
	VXORPD  Y0, Y0, Y0
	VMOVUPD Y0, AT(BEST)
	VMOVUPD Y0, AT(BESTLAST)
	VMOVUPD Y0, AT(BESTMIDDLE)
	VMOVUPD C(INFINITE), Y0
	VMOVUPD Y0, AT(LEAST)
	START(LAST, PLANES, SHOWN)
	NEAREST
	NEARER
	START(MIDDLE, PLANES+3, SHOWN+3)
	NEAREST
	NEARER
	VMOVUPD AT(BEST), Y0
	STORE(9, Y0)
	VMOVUPD AT(BESTLAST), Y0
	STORE(10, Y0)
	VMOVUPD AT(BESTMIDDLE), Y0
	STORE(11, Y0)
	ADDQ    $32, AX
	CMPQ    AX, CX
	JLT     find
	VZEROUPPER
	RET

// func improveVector(a *arguments)
TEXT ·improveVector(SB), NOSPLIT, $672-8
	MOVQ a+0(FP), SI
	MOVQ 0(SI), DI
	MOVQ 96(SI), CX
	SHLQ $3, CX
	XORQ AX, AX

improve:
	BEGIN
	LOAD(9, Y0)
	NEAREST
	VMOVUPD AT(PARALLAX), Y0
	STORE(9, Y0)
	ADDQ    $32, AX
	CMPQ    AX, CX
	JLT     improve
	VZEROUPPER
	RET
