/* Says in words that this CPU cannot run this build, and ends with 1.
 *
 * All Rust code of a build may use the instructions that the build assumes, `main` and the printing of an error too:
 * on an older CPU even the check would die. So the check is C, compiled for the baseline (`build.rs`), and runs
 * before any Rust code of ours. `build.rs` defines ASSUMES_x for each feature that the build assumes; bits as in the
 * Intel SDM, volume 2, CPUID, and volume 1, 14.3 for the registers that the system must save.
 *
 * Tested: on Linux by tests/cpu.rs. For Windows only this file, not the program, and under Wine: by MinGW's compiler,
 * and the branch of MSVC by Clang for that target, with a few declarations in place of Microsoft's headers and with
 * MinGW's linker and C runtime. MSVC and Windows themselves have not seen it.
 */
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <io.h>
#define WRITE_ERROR(text, length) _write(2, (text), (unsigned)(length))
#else
#include <unistd.h>
#define WRITE_ERROR(text, length) write(2, (text), (length))
#endif
#ifdef _MSC_VER
#include <intrin.h>
#else
#include <cpuid.h>
#endif

enum { LEAF_1_ECX, LEAF_7_EBX, EXTENDED_1_ECX, SYSTEM };

static const struct {
    const char *name;
    unsigned char place, bit;
} assumed[] = {
#ifdef ASSUMES_SSSE3
    {"ssse3", LEAF_1_ECX, 9},
#endif
#ifdef ASSUMES_SSE4_1
    {"sse4.1", LEAF_1_ECX, 19},
#endif
#ifdef ASSUMES_SSE4_2
    {"sse4.2", LEAF_1_ECX, 20},
#endif
#ifdef ASSUMES_POPCNT
    {"popcnt", LEAF_1_ECX, 23},
#endif
#ifdef ASSUMES_MOVBE
    {"movbe", LEAF_1_ECX, 22},
#endif
#ifdef ASSUMES_FMA
    {"fma", LEAF_1_ECX, 12},
#endif
#ifdef ASSUMES_F16C
    {"f16c", LEAF_1_ECX, 29},
#endif
#ifdef ASSUMES_AVX
    {"avx", LEAF_1_ECX, 28},
    {"a system that keeps AVX registers", SYSTEM, 0},
#endif
#ifdef ASSUMES_LZCNT
    {"lzcnt", EXTENDED_1_ECX, 5},
#endif
#ifdef ASSUMES_BMI1
    {"bmi1", LEAF_7_EBX, 3},
#endif
#ifdef ASSUMES_AVX2
    {"avx2", LEAF_7_EBX, 5},
#endif
#ifdef ASSUMES_BMI2
    {"bmi2", LEAF_7_EBX, 8},
#endif
#ifdef ASSUMES_AVX512F
    {"avx512f", LEAF_7_EBX, 16},
#endif
#ifdef ASSUMES_AVX512BW
    {"avx512bw", LEAF_7_EBX, 30},
#endif
    {0, 0, 0},
};

enum { EAX, EBX, ECX, EDX };

/* The registers of a leaf of CPUID; zeros where the CPU has no such leaf. */
static void cpuid(unsigned leaf, unsigned found[4]) {
    memset(found, 0, 4 * sizeof *found);
#ifdef _MSC_VER
    int given[4];
    __cpuid(given, (int)(leaf & 0x80000000u));
    if ((unsigned)given[EAX] >= leaf) {
        __cpuidex(given, (int)leaf, 0);
        memcpy(found, given, sizeof given);
    }
#else
    __get_cpuid_count(leaf, 0, &found[EAX], &found[EBX], &found[ECX], &found[EDX]);
#endif
}

/* Does the system save the upper halves of the AVX registers? */
static unsigned saves_avx(unsigned leaf_1_ecx) {
    if (!(leaf_1_ecx & (1u << 27))) {
        return 0;
    }
#ifdef _MSC_VER
    return (_xgetbv(0) & 6) == 6;
#else
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & 6) == 6;
#endif
}

static void say(const char *text) {
    size_t length = strlen(text);
    while (length > 0) {
        long written = (long)WRITE_ERROR(text, length);
        if (written <= 0) {
            return;
        }
        text += written;
        length -= (size_t)written;
    }
}

/* Keeps a window open that Windows opened for a double click. */
static void wait_for_reader(void) {
#ifdef _WIN32
    char line[2];
    if (_isatty(0) && _isatty(2)) {
        say("Press Enter.\n");
        while (_read(0, line, 1) > 0 && line[0] != '\n') {
        }
    }
#endif
}

#ifndef _MSC_VER
__attribute__((constructor(101)))
#endif
static void check_cpu(void) {
    unsigned leaf[4], found[4];
    int missing = 0;
    cpuid(1, leaf);
    found[LEAF_1_ECX] = leaf[ECX];
    found[SYSTEM] = saves_avx(leaf[ECX]);
    cpuid(7, leaf);
    found[LEAF_7_EBX] = leaf[EBX];
    cpuid(0x80000001u, leaf);
    found[EXTENDED_1_ECX] = leaf[ECX];
    for (int at = 0; assumed[at].name; at++) {
        if (found[assumed[at].place] & (1u << assumed[at].bit)) {
            continue;
        }
        say(missing++ ? ", " : "error: this build of zenpuku needs a CPU with ");
        say(assumed[at].name);
    }
    if (missing) {
        say("; use the portable build: the download with v1 in its name, or `cargo xtask dist --level v1`\n");
        wait_for_reader();
        _exit(1);
    }
}

#ifdef _MSC_VER
/* The C runtime calls what stands in this section before `main`, as constructors of C++. */
#pragma section(".CRT$XCU", read)
__declspec(allocate(".CRT$XCU")) void (*const zenpuku_check_cpu)(void) = check_cpu;
#endif
