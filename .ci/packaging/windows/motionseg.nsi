; The installer for people: start-menu entry, file associations, uninstaller.
; "/S" installs silently, "/D=FOLDER" as the last argument chooses the folder.
; build defines VERSION, DOTTED, TREE (the files), OUT and SIGN.
Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
ManifestDPIAware true
RequestExecutionLevel admin

!include MUI2.nsh
!include FileFunc.nsh
!include x64.nsh

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\MotionSeg"
!define CLASSES "Software\Classes"

Name "MotionSeg"
OutFile "${OUT}"
InstallDir "$PROGRAMFILES64\MotionSeg"
InstallDirRegKey HKLM "${KEY}" InstallLocation
BrandingText "MotionSeg ${VERSION}"

VIProductVersion "${DOTTED}"
VIAddVersionKey ProductName "MotionSeg"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "MotionSeg installer"
VIAddVersionKey CompanyName "The MotionSeg authors"
VIAddVersionKey LegalCopyright "© 2026 The MotionSeg authors. MIT licence."

!define MUI_ICON "${TREE}\motionseg.ico"
!define MUI_UNICON "${TREE}\motionseg.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\motionseg.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Start MotionSeg with its example"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_LICENSE "${TREE}\LICENSE.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English

!uninstfinalize '"${SIGN}" "%1"' = 0

Function .onInit
	SetRegView 64
FunctionEnd

Function un.onInit
	SetRegView 64
FunctionEnd

; Offers the program for a file type without taking the type from another one.
!macro OpenWith EXTENSION
	WriteRegStr HKLM "${CLASSES}\${EXTENSION}\OpenWithProgids" "MotionSeg.Tracks" ""
	WriteRegStr HKLM "${CLASSES}\Applications\motionseg.exe\SupportedTypes" "${EXTENSION}" ""
!macroend

!macro NotOpenWith EXTENSION
	DeleteRegValue HKLM "${CLASSES}\${EXTENSION}\OpenWithProgids" "MotionSeg.Tracks"
	DeleteRegKey /ifempty HKLM "${CLASSES}\${EXTENSION}\OpenWithProgids"
	DeleteRegKey /ifempty HKLM "${CLASSES}\${EXTENSION}"
!macroend

; Tells the desktop that associations have changed.
!macro Associated
	System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

Section "MotionSeg"
	SetShellVarContext all
	SetOutPath "$INSTDIR"
	File "${TREE}\motionseg.exe"
	File "${TREE}\motionseg.com"
	File "${TREE}\LICENSE.txt"
	File "${TREE}\licences.txt"
	File "${TREE}\licences-mingw-w64.txt"
	WriteUninstaller "$INSTDIR\uninstall.exe"
	CreateShortcut "$SMPROGRAMS\MotionSeg.lnk" "$INSTDIR\motionseg.exe"

	WriteRegStr HKLM "${CLASSES}\MotionSeg.Tracks" "" "Point tracks"
	WriteRegStr HKLM "${CLASSES}\MotionSeg.Tracks\DefaultIcon" "" '"$INSTDIR\motionseg.exe",0'
	WriteRegStr HKLM "${CLASSES}\MotionSeg.Tracks\shell\open\command" "" '"$INSTDIR\motionseg.exe" "%1"'
	WriteRegStr HKLM "${CLASSES}\Applications\motionseg.exe" "FriendlyAppName" "MotionSeg"
	WriteRegStr HKLM "${CLASSES}\Applications\motionseg.exe\shell\open\command" "" '"$INSTDIR\motionseg.exe" "%1"'
	!insertmacro OpenWith ".mat"
	!insertmacro OpenWith ".npy"
	!insertmacro OpenWith ".npz"
	!insertmacro OpenWith ".csv"
	!insertmacro OpenWith ".tsv"
	!insertmacro OpenWith ".txt"
	WriteRegStr HKLM "Software\Microsoft\Windows\CurrentVersion\App Paths\motionseg.exe" "" "$INSTDIR\motionseg.exe"

	WriteRegStr HKLM "${KEY}" DisplayName "MotionSeg"
	WriteRegStr HKLM "${KEY}" DisplayVersion "${VERSION}"
	WriteRegStr HKLM "${KEY}" DisplayIcon "$INSTDIR\motionseg.exe"
	WriteRegStr HKLM "${KEY}" Publisher "The MotionSeg authors"
	WriteRegStr HKLM "${KEY}" InstallLocation "$INSTDIR"
	WriteRegStr HKLM "${KEY}" UninstallString '"$INSTDIR\uninstall.exe"'
	WriteRegStr HKLM "${KEY}" QuietUninstallString '"$INSTDIR\uninstall.exe" /S'
	WriteRegDWORD HKLM "${KEY}" NoModify 1
	WriteRegDWORD HKLM "${KEY}" NoRepair 1
	${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
	WriteRegDWORD HKLM "${KEY}" EstimatedSize $0
	!insertmacro Associated
SectionEnd

Section "Uninstall"
	SetShellVarContext all
	Delete "$SMPROGRAMS\MotionSeg.lnk"
	Delete "$INSTDIR\motionseg.exe"
	Delete "$INSTDIR\motionseg.com"
	Delete "$INSTDIR\LICENSE.txt"
	Delete "$INSTDIR\licences.txt"
	Delete "$INSTDIR\licences-mingw-w64.txt"
	Delete "$INSTDIR\uninstall.exe"
	RMDir "$INSTDIR"
	!insertmacro NotOpenWith ".mat"
	!insertmacro NotOpenWith ".npy"
	!insertmacro NotOpenWith ".npz"
	!insertmacro NotOpenWith ".csv"
	!insertmacro NotOpenWith ".tsv"
	!insertmacro NotOpenWith ".txt"
	DeleteRegKey HKLM "${CLASSES}\MotionSeg.Tracks"
	DeleteRegKey HKLM "${CLASSES}\Applications\motionseg.exe"
	DeleteRegKey HKLM "Software\Microsoft\Windows\CurrentVersion\App Paths\motionseg.exe"
	DeleteRegKey HKLM "${KEY}"
	!insertmacro Associated
SectionEnd
