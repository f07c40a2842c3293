// Sinkhorn loops for the CPU: many problems a call, each on one thread, so that bits do not depend on their number.
// Plain C at the border; the instruction set is chosen when the library is first used. See geobias_kernels/native.py.
#include "problem.h"
#include "processor.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <thread>
#include <vector>

#define PARTS "solver_parts.inc"
#include "levels.inc"

namespace {

typedef void (*Solve)(Problem &, Workspace &);

// The solver of one float type, or what fills in its costs, for an instruction set.
template <class T> Solve choose([[maybe_unused]] Level level, bool costs) {
#if defined(__x86_64__)
    if (level == AVX512) return costs ? avx512::fill_cost<T> : avx512::solve<T>;
    if (level == AVX2) return costs ? avx2::fill_cost<T> : avx2::solve<T>;
#endif
    return costs ? baseline::fill_cost<T> : baseline::solve<T>;
}

// Largest problems first, each thread taking the next: the last ones to end are short.
int run_all(Problem *problems, int64_t count, int threads, Solve solve) {
    std::vector<int64_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    auto size = [&](int64_t i) { return problems[i].n * (problems[i].y ? problems[i].m : problems[i].n); };
    std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) { return size(i) > size(j); });
    std::atomic<int64_t> next{0};
    std::atomic<bool> failed{false};
    auto work = [&] {
        try {
            Workspace workspace;
            for (int64_t i; !failed && (i = next++) < count;) solve(problems[order[i]], workspace);
        } catch (const std::bad_alloc &) {
            failed = true;
        }
    };
    std::vector<std::thread> others;
    try {
        for (int t = 1; t < std::min<int64_t>(threads, count); t++) others.emplace_back(work);
    } catch (const std::exception &) {
        // Fewer threads than asked for: the work is the same.
    }
    work();
    for (std::thread &thread : others) thread.join();
    return failed ? 1 : 0;
}

}  // namespace

extern "C" {

// Raised when `Problem`, those of newton.h or what these functions and those of newton.cpp mean changes.
int geobias_interface() { return 2; }

// 0: baseline, 1: AVX2 with FMA, 2: AVX-512; what this processor runs at best.
int geobias_best_level() {
    static const Level best = best_level();  // asking takes long where a hypervisor answers
    return best;
}

// Solve problems, or (costs = 1) fill in their costs alone; wide = 1 for double. `level` must not exceed the best.
// 0: done; 1: no memory.
int geobias_run(Problem *problems, int64_t count, int threads, int level, int wide, int costs) {
    const Level set = static_cast<Level>(level);
    return run_all(problems, count, threads, wide ? choose<double>(set, costs) : choose<float>(set, costs));
}
}
