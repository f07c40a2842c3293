"""The optional part of the build: the C++ library of `geobias_kernels.native`. Everything else is in pyproject.toml.

Where there is no compiler that knows vector extensions (g++ or clang++) the build goes on without it.
"""

from __future__ import annotations

from setuptools import Extension, setup

HEADERS = ("problem.h", "vector.inc", "cost.inc", "sweep.inc", "solve.inc")
NEWTON = ("newton.h", "laplacian.h", "spanning_tree.h", "transport.inc", "support.inc")

native = Extension(
    "geobias_kernels._native",
    sources=["kernels/native/sinkhorn.cpp", "kernels/native/newton.cpp"],
    depends=[f"kernels/native/{name}" for name in HEADERS + NEWTON],
    language="c++",
    # Contraction to fused multiply-add is part of the design; reordering of sums would break the same-bits promise.
    extra_compile_args=["-O3", "-std=gnu++17", "-ffp-contract=fast", "-fno-fast-math", "-Wno-psabi", "-pthread"],
    extra_link_args=["-pthread"],
    optional=True,
)

setup(ext_modules=[native])
