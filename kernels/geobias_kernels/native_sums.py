"""Sums over pairs of points of a function of their distance, in C++ for the CPU (kernels/native/kernel_sums.cpp)."""

from __future__ import annotations

import ctypes
import math

import torch
from torch import Tensor

from geobias_kernels import native_library

KINDS = ("distance", "gaussian")
"""The functions: |x - y|, and exp(-|x - y|^2 / (2 bandwidth^2))."""


class _Points(ctypes.Structure):
    """Mirrors `Points` in kernels/native/kernel_sums.h."""

    _fields_ = [("points", ctypes.c_void_p), ("weights", ctypes.c_void_p), ("count", ctypes.c_int64)]


class _Task(ctypes.Structure):
    """Mirrors `PairTask` there."""

    _fields_ = [
        ("x", _Points),
        ("y", _Points),
        ("d", ctypes.c_int64),
        ("scale", ctypes.c_double),
        ("smallest", ctypes.c_double),
        ("kind", ctypes.c_int32),
        ("threads", ctypes.c_int32),
    ]


def obstacle() -> str | None:
    """Why sums cannot be taken here; None where they can."""
    found = native_library.obstacle()
    if found is None and not hasattr(native_library.loaded(), "geobias_pair_sums"):
        return "was built from another version of geobias"
    return found


def pair_sums(
    x: Tensor,
    y: Tensor,
    a: Tensor,
    b: Tensor,
    kind: str,
    *,
    bandwidth: float = 1.0,
    smallest: float = 0.0,
    threads: int = 1,
    level: str | None = None,
) -> tuple[float, float, float] | None:
    """Sums of k(|p - q|), weighted, over all pairs within x, within y, and of x with y.

    Points are less the mean of both clouds, rounded to their type, and products are in it; sums of products, the
    function and its sums are in float64. The bits do not depend on `threads`.

    Parameters
    ----------
    x, y : points (n, d) and (m, d) on the CPU, both float32 or both float64.
    a, b : weights (n,) and (m,), any float type.
    kind : one of `KINDS`.
    bandwidth : of the Gaussian.
    smallest : squared distances below it count as it.
    level : an instruction set below the best, for tests; None = `native_library.instruction_set()`.

    Returns
    -------
    The sums; None where the lengths are so large or small (or all 0) that products would leave their type.
    """
    chosen, wide = native_library.level_index(level), x.dtype == torch.float64
    dense = [tensor.contiguous() for tensor in (x, y.to(x.dtype), a.double(), b.double())]
    if any(tensor.device.type != "cpu" for tensor in dense):
        raise TypeError(f"points and weights must be on the CPU, but some are on {x.device}.")
    left, right = (_Points(dense[i].data_ptr(), dense[i + 2].data_ptr(), len(dense[i])) for i in (0, 1))
    scale = -math.log2(math.e) / bandwidth**2
    task = _Task(left, right, x.shape[1], scale, smallest / 2, KINDS.index(kind), threads)
    out = (ctypes.c_double * 3)()
    state = native_library.loaded().geobias_pair_sums(ctypes.byref(task), chosen, int(wide), out)
    if state == 1:
        raise MemoryError("no memory for the sums over pairs of points. Use smaller clouds.")
    return (out[0], out[1], out[2]) if state == 0 else None
