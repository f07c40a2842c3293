"""The C++ library of `kernels/native`: where it is, whether it can be used here, and how problems are handed to it.

Wheels carry it (scripts/build_wheels); from source it is built where a C++ compiler is. Without it this module imports
and says so.
"""

from __future__ import annotations

import ctypes
import functools
import importlib.machinery
import os
from pathlib import Path

import numpy as np
import torch

INTERFACE = 2
"""What `geobias_interface` of a library that fits this module returns."""

LEVELS = ("baseline", "avx2", "avx512")
"""Instruction sets, from the one that every processor has."""

LEVEL_VARIABLE, LIBRARY_VARIABLE = "GEOBIAS_NATIVE_LEVEL", "GEOBIAS_NATIVE_LIBRARY"
"""Environment variables, read at the first use: one of `LEVELS` to run in place of the best, and the path of a library
built otherwise, e.g. with sanitizers."""

RECORD = np.dtype(
    [(name, np.uintp) for name in ("x", "y", "rows", "cols", "a", "b", "centre", "cost", "schedule")]
    + [(name, np.int64) for name in ("n", "m", "d", "cost_stride", "steps")]
    + [(name, np.float64) for name in ("rho", "residual")]
    + [(name, np.uintp) for name in ("f_before", "g_before", "f_after", "g_after", "slope_x", "slope_y")]
    + [(name, np.int32) for name in ("p", "stored")],
    align=True,
)
"""Mirrors `Problem` in kernels/native/problem.h: addresses (0 where there is nothing), sizes and numbers."""

EMPTY: dict[str, float] = dict.fromkeys(RECORD.names or (), 0)


@functools.cache
def _library() -> ctypes.CDLL | str:
    """The library, or why there is none."""
    folder, named = Path(__file__).parent, os.environ.get(LIBRARY_VARIABLE)
    found = [folder / f"_native{suffix}" for suffix in importlib.machinery.EXTENSION_SUFFIXES]
    path = named or next((path for path in found if path.is_file()), None)
    if path is None:
        return "was not built, for want of a C++ compiler when geobias was installed"
    try:
        library = ctypes.CDLL(os.fspath(path))
        version = library.geobias_interface()
    except (OSError, AttributeError) as error:
        return f"cannot be loaded ({error})"
    if version != INTERFACE:
        return "was built from another version of geobias"
    known, level = LEVELS[: library.geobias_best_level() + 1], os.environ.get(LEVEL_VARIABLE)
    return library if level in (None, "", *known) else f"runs {known} here, not {level!r} as {LEVEL_VARIABLE} asks"


def obstacle() -> str | None:
    """Why the library cannot be used here; None where it can."""
    library = _library()
    return library if isinstance(library, str) else None


def instruction_set() -> str:
    """The best of `LEVELS` that this processor runs, or the one that `LEVEL_VARIABLE` names."""
    best = LEVELS[loaded().geobias_best_level()]
    return os.environ.get(LEVEL_VARIABLE) or best


def levels() -> tuple[str, ...]:
    """Those of `LEVELS` that this process may run, up to `instruction_set()`; none where there is no library."""
    return () if obstacle() else LEVELS[: LEVELS.index(instruction_set()) + 1]


def level_index(level: str | None = None) -> int:
    """The place in `LEVELS` of an instruction set, or of `instruction_set()`; never beyond what this processor runs."""
    best, named = int(loaded().geobias_best_level()), level or os.environ.get(LEVEL_VARIABLE)
    return min(best, LEVELS.index(named)) if named else best


def loaded() -> ctypes.CDLL:
    """The library; where it cannot be used, a RuntimeError says why."""
    library = _library()
    if isinstance(library, str):
        raise RuntimeError(f"the native library {library}.")
    return library


def record(**fields: float) -> tuple[float, ...]:
    """A record of these fields, the others 0, for an array of type `RECORD`."""
    return tuple((EMPTY | fields).values())


def run(records: np.ndarray, dtype: torch.dtype, threads: int, level: str | None, costs: bool = False) -> None:
    """Solve the problems of `records` (of type `RECORD`), or compute their costs alone; they are told residuals.

    What the records point at must be of the float type `dtype`, and alive.
    """
    chosen = level_index(level)
    place, count = ctypes.c_void_p(records.ctypes.data), ctypes.c_int64(len(records))
    if loaded().geobias_run(place, count, threads, chosen, int(dtype == torch.float64), int(costs)):
        raise MemoryError("no memory for the cost of a Sinkhorn problem. Use fewer threads, or smaller clouds.")


def address(tensor: torch.Tensor | None, kind: torch.dtype, alive: list[object]) -> int:
    """Where a tensor of a type lies on the CPU, row after row; 0 without one. It, or its copy, is kept in `alive`."""
    if tensor is None:
        return 0
    if tensor.dtype != kind or tensor.device.type != "cpu":
        raise TypeError(f"a tensor must be {kind} on the CPU, but it is {tensor.dtype} on {tensor.device}.")
    dense = tensor if tensor.is_contiguous() else tensor.detach().contiguous()
    alive.append(dense)
    return dense.data_ptr()
