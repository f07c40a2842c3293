// What crosses the border to Python for converged transport (mirrored in geobias_kernels/native_newton.py).
#pragma once
#include <cstdint>

// Exact transport between n sources and m sinks, of which `transport` finds the prices u and v (out).
struct Transport {
    const double *cost;              // n rows of m
    const int64_t *supply, *demand;  // masses, positive, of one sum
    double *u, *v;
    int64_t n, m;
    double slack;  // by which u_i + v_j may exceed a cost
};

// Where the plan at potentials f is above exp(-bound) a_i b_j, its columns brought to what potentials g make of them.
struct Support {
    const double *cost, *a, *b, *f;
    double *g;               // in: about the softmins of f; out: those
    int64_t n, m, capacity;  // entries that there is memory for
    double eps, damping, bound;
    int64_t *starts, *columns;  // out: (n + 1) and (capacity)
    double *plan, *rows;        // out: (capacity) and the row sums (n)
};
