// What crosses the border to Python (mirrored by `_Problem` in geobias_kernels/native.py), and a solver's memory.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#if defined(__x86_64__)
#include <immintrin.h>  // for vector.inc
#endif
#if defined(__linux__)
#include <sys/mman.h>
#endif

// Transport between a cloud x of n points and a cloud y of m points in d dimensions, or of x with itself (y null).
// Points and weights are float or double as the entry point says; potentials are always double.
struct Problem {
    const void *x, *y;           // rows of d numbers
    const int64_t *rows, *cols;  // which rows of x and y are the n and m points; null: the first ones
    const void *a, *b;           // weights, positive
    const double *centre;        // taken off all points first; null: the mean of both clouds
    const void *cost;            // costs of all rows of x with all rows of y where known, else null; or out
    const double *schedule;      // every eps, from the first to the last
    int64_t n, m, d, cost_stride, steps;
    double rho;       // how strongly marginals are held; <= 0: exactly
    double residual;  // out: marginal error before the last step
    double *f_before, *g_before, *f_after, *g_after;  // out: potentials before and after the last step
    void *slope_x, *slope_y;  // out: derivatives (n, d) and (m, d) of f_after and g_after in their points; null: not wanted
    int32_t p;        // 2: |x - y|^2 / 2; 1: |x - y|
    int32_t stored;   // 1: the cost is kept; 0: computed anew, stripe by stripe, in every sweep
};

// Memory on a cache line, grown on demand and never shrunk; what it held is lost when it grows. A large one asks for
// huge pages where the system has them: fetching small ones from it can take longer than a problem's sweeps.
// Under the address sanitizer it is made anew to the byte, so that a step past its end is seen.
class Buffer {
    static constexpr size_t LINE = 64, HUGE_PAGE = size_t(1) << 21;

  public:
    Buffer() = default;
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    ~Buffer() { std::free(memory_); }

    template <class T> T *get(size_t count) {
        size_t unit = count * sizeof(T) < HUGE_PAGE ? LINE : HUGE_PAGE, bytes = (count * sizeof(T) + unit - 1) / unit * unit;
#if defined(__SANITIZE_ADDRESS__)
        bytes = count * sizeof(T);
        size_ = 0;
#endif
        if (bytes > size_) {
            std::free(memory_);
            memory_ = nullptr;
            size_ = 0;
            if (posix_memalign(&memory_, unit, bytes)) throw std::bad_alloc();
            size_ = bytes;
#if defined(__linux__)
            if (unit == HUGE_PAGE) madvise(memory_, bytes, MADV_HUGEPAGE);  // a wish: what it returns does not matter
#endif
        }
        return static_cast<T *>(memory_);
    }

  private:
    void *memory_ = nullptr;
    size_t size_ = 0;
};

// The memory of one thread, kept from problem to problem.
struct Workspace {
    Buffer cost, smallest, centre, centred, packed_x, packed_y, norms_x, norms_y, potentials, sums, scaled, weights, bounds;
    Buffer live_starts, live_rows, live_row_costs, live_cols, live_col_costs, live_list;
    Buffer pulling, strengths;
};
