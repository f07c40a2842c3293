// What crosses the border to Python (mirrored in geobias_kernels/native_sums.py): a sum over pairs of points.
#pragma once
#include <cstdint>

#include "problem.h"

enum PairKind { DISTANCE, GAUSSIAN };

struct Points {
    const void *points;     // rows of d numbers, float or double as the entry point says
    const double *weights;
    int64_t count;
};

// Sums a_i b_j k(|x_i - y_j|) over the pairs within x, within y and between them.
struct PairTask {
    Points x, y;
    int64_t d;
    double scale;     // of a Gaussian: -log2(e) / bandwidth^2
    double smallest;  // halves of squared distances below it count as it
    int32_t kind, threads;
};

struct CloudMemory {
    Buffer centred, rows, columns, row_norms, column_norms, weights;
};

struct PairMemory {
    Buffer centre;
    CloudMemory x, y;
};
