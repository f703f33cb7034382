/* Says in words that this CPU cannot run this build, and ends with 1.
 *
 * All Rust code of a build may use the instructions that the build assumes, `main` and the printing of an error too:
 * on an older CPU even the check would die. So the check is C, compiled for the baseline (`build.rs`), and runs
 * before any Rust code of ours. `build.rs` defines ASSUMES_x for each feature that the build assumes; bits as in the
 * Intel SDM, volume 2, CPUID, and volume 1, 14.3 for the registers that the system must save.
 */
#include <cpuid.h>
#include <string.h>
#include <unistd.h>

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

/* Does the system save the upper halves of the AVX registers? */
static unsigned saves_avx(unsigned leaf_1_ecx) {
    unsigned low, high;
    if (!(leaf_1_ecx & (1u << 27))) {
        return 0;
    }
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & 6) == 6;
}

static void say(const char *text) {
    size_t length = strlen(text);
    while (length > 0) {
        ssize_t written = write(2, text, length);
        if (written <= 0) {
            return;
        }
        text += written;
        length -= (size_t)written;
    }
}

__attribute__((constructor(101))) static void check_cpu(void) {
    unsigned a, b, c, d, found[4] = {0, 0, 0, 0};
    int missing = 0;
    if (__get_cpuid(1, &a, &b, &c, &d)) {
        found[LEAF_1_ECX] = c;
        found[SYSTEM] = saves_avx(c);
    }
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        found[LEAF_7_EBX] = b;
    }
    if (__get_cpuid(0x80000001, &a, &b, &c, &d)) {
        found[EXTENDED_1_ECX] = c;
    }
    for (int at = 0; assumed[at].name; at++) {
        if (found[assumed[at].place] & (1u << assumed[at].bit)) {
            continue;
        }
        say(missing++ ? ", " : "error: this build of zenpuku needs a CPU with ");
        say(assumed[at].name);
    }
    if (missing) {
        say("; use the portable build: zenpuku-x86-64-v1 of `cargo xtask dist`\n");
        _exit(1);
    }
}
