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

#define PARTS "sums_parts.inc"
#include "levels.inc"

namespace {

constexpr int64_t KEPT = int64_t(1) << 20;  // coordinates whose memory a thread keeps: fetching it takes as long as they do

template <class T> bool run(const PairTask &task, PairMemory &memory, [[maybe_unused]] int level, double *out) {
#if defined(__x86_64__)
    if (level == 2) return avx512::pair_sums<T>(task, memory, out);
    if (level == 1) return avx2::pair_sums<T>(task, memory, out);
#endif
    return baseline::pair_sums<T>(task, memory, out);
}

int run_in(PairMemory &memory, const PairTask &task, int level, int wide, double *out) {
    const bool held = wide ? run<double>(task, memory, level, out) : run<float>(task, memory, level, out);
    return held ? 0 : 2;
}

}  // namespace

extern "C" {

// Three sums. 0: done; 1: no memory; 2: lengths too large or too small for products in the type of the points.
int geobias_pair_sums(const PairTask *task, int level, int wide, double *out) {
    static thread_local PairMemory kept;
    try {
        if ((task->x.count + task->y.count) * task->d <= KEPT) return run_in(kept, *task, level, wide, out);
        PairMemory memory;
        return run_in(memory, *task, level, wide, out);
    } catch (const std::bad_alloc &) {
        return 1;
    }
}
}
