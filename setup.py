"""The optional part of the build: the library of `geobias_kernels.native_library`. All else is in pyproject.toml.

Where there is no compiler that knows vector extensions (g++ or clang++) the build goes on without it.
"""

from __future__ import annotations

from setuptools import Extension, setup

SWEEPS = (
    "problem.h", "processor.h", "vector.inc", "cost.inc", "matrix.inc", "sweep.inc", "live.inc", "exact.inc",
    "differences.inc", "gradient.inc", "solve.inc",
)  # fmt: skip
LEVELS = ("levels.inc", "solver_parts.inc", "newton_parts.inc", "sums_parts.inc")
NEWTON = ("newton.h", "laplacian.h", "spanning_tree.h", "transport.inc", "support.inc")
SUMS = ("kernel_sums.h", "kernel_sums.inc")

native = Extension(
    "geobias_kernels._native",
    sources=["kernels/native/sinkhorn.cpp", "kernels/native/newton.cpp", "kernels/native/kernel_sums.cpp"],
    depends=[f"kernels/native/{name}" for name in LEVELS + SWEEPS + NEWTON + SUMS],
    language="c++",
    # Contraction to fused multiply-add is part of the design; reordering of sums would break the same-bits promise.
    # Roots set no errno, which would keep them out of vectors.
    extra_compile_args=[
        *("-O3", "-std=gnu++17", "-ffp-contract=fast", "-fno-fast-math", "-fno-math-errno", "-Wno-psabi", "-pthread")
    ],
    extra_link_args=["-pthread"],
    optional=True,
)

setup(ext_modules=[native])
