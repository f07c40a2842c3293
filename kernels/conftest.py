"""Doctests of modules that import triton are collected where it is."""

from __future__ import annotations

import importlib.util

NEED_TRITON = ("blocks", "costs", "gradients", "resident", "steps", "streaming")

collect_ignore = (
    [] if importlib.util.find_spec("triton") else [f"geobias_kernels/cuda/{name}.py" for name in NEED_TRITON]
)
