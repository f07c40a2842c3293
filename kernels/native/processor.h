// What the processor and the system run, by the processor's own account. Compilers' `__builtin_cpu_supports` reads a
// table of their runtime libraries, which not every linker of portable libraries brings.
#pragma once
#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum Level { BASELINE, AVX2, AVX512 };

#if defined(__x86_64__)
// The parts of the registers that the system keeps when it changes threads.
inline unsigned kept_registers() {
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

inline bool has(unsigned word, unsigned bits) { return (word & bits) == bits; }

// Bits by Intel's manual (volume 2A, CPUID; volume 1, 13.3), which AMD shares.
inline Level best_level() {
    constexpr unsigned FMA = 1u << 12, SAVED = 1u << 27, AVX = 1u << 28;
    constexpr unsigned IS_AVX2 = 1u << 5, F = 1u << 16, DQ = 1u << 17, BW = 1u << 30, VL = 1u << 31;
    constexpr unsigned HALVES = 0x6, WHOLES = 0xe6;  // 32-byte registers; with masks, 64-byte ones
    unsigned a, b, c, d, wide;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !has(c, FMA | SAVED | AVX)) return BASELINE;
    if (!__get_cpuid_count(7, 0, &a, &wide, &c, &d) || !has(wide, IS_AVX2)) return BASELINE;
    const unsigned kept = kept_registers();
    if (has(wide, F | DQ | BW | VL) && has(kept, WHOLES)) return AVX512;
    return has(kept, HALVES) ? AVX2 : BASELINE;
}
#else
inline Level best_level() { return BASELINE; }
#endif
