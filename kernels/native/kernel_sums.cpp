// Sums over all pairs of points of a function of their distance, for the CPU. Plain C at the border; the instruction
// set is the caller's choice. See geobias_kernels/native_sums.py.
#include "kernel_sums.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <numeric>
#include <thread>
#include <vector>

namespace {

// Calls work(k) for every k < count, on so many threads; fewer where the system has no more.
template <class Work> void in_parallel(int threads, int64_t count, const Work &work) {
    std::atomic<int64_t> next{0};
    auto take = [&] {
        for (int64_t k; (k = next++) < count;) work(k);
    };
    std::vector<std::thread> others;
    try {
        for (int t = 1; t < std::min<int64_t>(threads, count); t++) others.emplace_back(take);
    } catch (const std::exception &) {
    }
    take();
    for (std::thread &thread : others) thread.join();
}

}  // namespace

#if defined(__x86_64__)
#define TARGET __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma")))
#define VECTOR_BYTES 64
#define TILE_ROWS 12
namespace avx512 {
#include "vector.inc"
#include "cost.inc"
#include "kernel_sums.inc"
}
#undef TARGET
#undef VECTOR_BYTES
#undef TILE_ROWS
#undef INLINE
#define TARGET __attribute__((target("avx2,fma")))
#define VECTOR_BYTES 32
#define TILE_ROWS 6
namespace avx2 {
#include "vector.inc"
#include "cost.inc"
#include "kernel_sums.inc"
}
#undef TARGET
#undef VECTOR_BYTES
#undef TILE_ROWS
#undef INLINE
#endif

#define TARGET
#define VECTOR_BYTES 16
#define TILE_ROWS 6
namespace baseline {
#include "vector.inc"
#include "cost.inc"
#include "kernel_sums.inc"
}

namespace {

template <class T> bool run(const PairTask &task, int level, double *out) {
#if defined(__x86_64__)
    if (level == 2) return avx512::pair_sums<T>(task, out);
    if (level == 1) return avx2::pair_sums<T>(task, out);
#endif
    return baseline::pair_sums<T>(task, out);
}

}  // namespace

extern "C" {

// Three sums. 0: done; 1: no memory; 2: lengths too large or too small for products in the type of the points.
int geobias_pair_sums(const PairTask *task, int level, int wide, double *out) {
    try {
        return (wide ? run<double>(*task, level, out) : run<float>(*task, level, out)) ? 0 : 2;
    } catch (const std::bad_alloc &) {
        return 1;
    }
}
}
