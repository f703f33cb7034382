; Installs for the current account, so that Windows asks for no administrator. FILES, ICON, OUTPUT and VERSION are
; defined by `cargo xtask dist`.
Target amd64-unicode
SetCompressor /SOLID lzma
!include MUI2.nsh

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Zenpuku"

Name "Zenpuku"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Zenpuku"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
RequestExecutionLevel user
BrandingText "Zenpuku ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Zenpuku"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Zenpuku Setup"
VIAddVersionKey "LegalCopyright" "The Zenpuku authors, MIT OR Apache-2.0"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\zenpuku.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
; The first is taken where Windows speaks neither.
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Japanese"

Section
  SetOutPath "$INSTDIR"
  File "${FILES}/zenpuku.exe"
  File "${FILES}/はじめに.txt"
  File "${FILES}/README.txt"
  File "${FILES}/LICENSE-MIT.txt"
  File "${FILES}/LICENSE-APACHE.txt"
  File "${FILES}/LICENCES.txt"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Zenpuku.lnk" "$INSTDIR\zenpuku.exe"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Zenpuku"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\zenpuku.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Zenpuku authors"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

; Only what was installed: games, also those next to a portable program, stay.
Section "Uninstall"
  Delete "$INSTDIR\zenpuku.exe"
  Delete "$INSTDIR\はじめに.txt"
  Delete "$INSTDIR\README.txt"
  Delete "$INSTDIR\LICENSE-MIT.txt"
  Delete "$INSTDIR\LICENSE-APACHE.txt"
  Delete "$INSTDIR\LICENCES.txt"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Zenpuku.lnk"
  DeleteRegKey HKCU "${UNINSTALL}"
SectionEnd
