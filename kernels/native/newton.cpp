// What Newton steps on the dual of entropic transport are made of: a start, the plan where it counts, and a linear
// system. The order of events is Python's; see geobias/distances/newton.py.
#include "newton.h"

#if defined(__x86_64__)
#include <immintrin.h>  // for vector.inc
#endif

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include "laplacian.h"
#include "spanning_tree.h"

#define PARTS "newton_parts.inc"
#include "levels.inc"

namespace {

constexpr int64_t NO_MEMORY = -2;

template <class Call> int64_t guarded(Call call) {
    try {
        return call();
    } catch (const std::bad_alloc &) {
        return NO_MEMORY;
    }
}

}  // namespace

extern "C" {

// `level` as in `geobias_run`. The number of pivots; -2: no memory.
int64_t geobias_transport(const Transport *problem, [[maybe_unused]] int level) {
    return guarded([&] {
#if defined(__x86_64__)
        if (level == 2) return avx512::transport(*problem);
        if (level == 1) return avx2::transport(*problem);
#endif
        return baseline::transport(*problem);
    });
}

// The number of entries; -1: more than there is room for; -2: no memory.
int64_t geobias_support(const Support *problem, [[maybe_unused]] int level) {
    return guarded([&] {
#if defined(__x86_64__)
        if (level == 2) return avx512::support(*problem);
        if (level == 1) return avx2::support(*problem);
#endif
        return baseline::support(*problem);
    });
}

// Solve for the rows of a bipartite Laplacian with the weights of a plan, the right side of its columns being 0.
// ground: (n + m); right and out: (n). 0: done; -1: more than `most` edges would come up; -2: no memory.
int64_t geobias_laplacian(int64_t n, int64_t m, const int64_t *starts, const int64_t *columns, const double *plan,
                          const double *ground, const double *right, double *out, int64_t most) {
    return guarded([&]() -> int64_t {
        Laplacian system(n + m);
        std::copy(ground, ground + n + m, system.ground.begin());
        std::copy(right, right + n, system.right.begin());
        for (int64_t i = 0; i < n; i++)
            for (int64_t k = starts[i]; k < starts[i + 1]; k++)
                if (plan[k] > 0) system.connect(i, n + columns[k], plan[k]);
        const std::vector<double> solution = system.solve(most);
        if (solution.empty()) return -1;
        std::copy(solution.begin(), solution.begin() + n, out);
        return 0;
    });
}

// Take P diag(shares) P' off the lower triangle of `out` (n, n). 0: done; -2: no memory.
int64_t geobias_schur(int64_t n, int64_t m, const int64_t *starts, const int64_t *columns, const double *plan,
                      const double *shares, double *out) {
    return guarded([&]() -> int64_t {
        std::vector<std::vector<std::pair<int64_t, double>>> above(m);  // entries of a column in the rows so far
        for (int64_t i = 0; i < n; i++)
            for (int64_t k = starts[i]; k < starts[i + 1]; k++) {
                const int64_t j = columns[k];
                above[j].push_back({i, plan[k]});
                const double part = plan[k] * shares[j];
                for (const auto &entry : above[j]) out[i * n + entry.first] -= part * entry.second;
            }
        return 0;
    });
}
}
