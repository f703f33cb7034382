/* Random numbers for Rust's standard library under Wine before version 10, which lacks this library of Windows. For
 * tests only: it is in no package. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T length) {
    while (length) {
        ULONG some = length > 0x10000 ? 0x10000 : (ULONG)length;
        if (!SystemFunction036(to, some)) {
            return FALSE;
        }
        to += some;
        length -= some;
    }
    return TRUE;
}
