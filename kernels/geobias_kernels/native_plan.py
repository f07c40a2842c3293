"""Converged transport in C++ (sources `kernels/native/newton.cpp`): exact prices, and the plan where it counts.

At a small eps nearly all of a plan underflows: what is left has a few entries a row, and its Laplacian is solved
without a matrix.
"""

from __future__ import annotations

import ctypes

import torch
from torch import Tensor

from geobias_kernels.dual_plan import Transport, Ways, solve_positive
from geobias_kernels.native_library import level_index, loaded

BOUND = 45.0
"""Entries below exp(-BOUND) a_i b_j are left out: together they are less than rounding."""

LARGEST_SHARE = 0.25
"""A plan that keeps more of its entries is faster as a whole matrix."""

FILL = 24
"""Edges per node that elimination may make before a Cholesky factor is faster."""

PARTS = 1 << 50
"""Whole parts of the mass in which the network simplex counts."""


class _Transport(ctypes.Structure):
    """Mirrors `Transport` in kernels/native/newton.h."""

    _fields_ = (
        [(name, ctypes.c_void_p) for name in ("cost", "supply", "demand", "u", "v")]
        + [(name, ctypes.c_int64) for name in ("n", "m")]
        + [("slack", ctypes.c_double)]
    )


class _Support(ctypes.Structure):
    """Mirrors `Support` in kernels/native/newton.h."""

    _fields_ = (
        [(name, ctypes.c_void_p) for name in ("cost", "a", "b", "f", "g")]
        + [(name, ctypes.c_int64) for name in ("n", "m", "capacity")]
        + [(name, ctypes.c_double) for name in ("eps", "damping", "bound")]
        + [(name, ctypes.c_void_p) for name in ("starts", "columns", "plan", "rows")]
    )


def exact_prices(transport: Transport, slack: float) -> tuple[Tensor, Tensor]:
    """Optimal u (n,) and v (m,) of exact transport: u_i + v_j <= C_ij + slack, equal where mass goes.

    Masses are those of the weights, each of sum 1, rounded to 2^-50.
    """
    supply, demand = _parts(transport.a), _parts(transport.b)
    u, v = torch.empty_like(transport.a), torch.empty_like(transport.b)
    tensors = (transport.cost, supply, demand, u, v)
    record = _Transport(*_pointers(*tensors), *transport.cost.shape, slack)
    _call("geobias_transport", ctypes.byref(record), level_index())
    return u, v


def _parts(weights: Tensor) -> Tensor:
    """Weights as whole parts of `PARTS`, at least one each; the largest takes what rounding leaves."""
    parts = (weights / weights.sum() * PARTS).to(torch.int64).clamp_min(1)
    parts[parts.argmax()] += PARTS - parts.sum()
    return parts


class SparsePlan:
    """A `dual_plan.Plan` of the entries that count, row by row."""

    def __init__(self, g: Tensor, rows: Tensor, starts: Tensor, places: Tensor, plan: Tensor, ways: Ways):
        self.g, self.rows = g, rows
        self.columns = torch.zeros_like(g).index_add_(0, places, plan)
        self._starts, self._places, self._plan, self._ways = starts, places, plan, ways
        self._row = torch.repeat_interleave(torch.arange(len(rows)), self._starts.diff())

    @classmethod
    def of(
        cls, transport: Transport, f: Tensor, near: Tensor, eps: float, damping: float, ways: Ways
    ) -> SparsePlan | None:
        """The plan at f, from a guess of g; None where it has more entries than pay."""
        n, m = transport.cost.shape
        room = int(LARGEST_SHARE * n * m)
        starts, places = (torch.empty(size, dtype=torch.int64) for size in (n + 1, room))
        plan, rows, g = torch.empty(room, dtype=torch.float64), torch.empty_like(f), near.clone()
        ins = _pointers(transport.cost, transport.a, transport.b, f, g)
        record = _Support(*ins, n, m, room, eps, damping, BOUND, *_pointers(starts, places, plan, rows))
        count = _call("geobias_support", ctypes.byref(record), level_index())
        return None if count < 0 else cls(g, rows, starts, places[:count], plan[:count], ways)

    def times(self, columns: Tensor) -> Tensor:
        return torch.zeros_like(self.rows).index_add_(0, self._row, self._plan * columns[self._places])

    def transposed_times(self, rows: Tensor) -> Tensor:
        return torch.zeros_like(self.g).index_add_(0, self._places, self._plan * rows[self._row])

    def solve(self, ground_rows: Tensor, ground_columns: Tensor, right: Tensor) -> Tensor | None:
        n, m = len(self.rows), len(self.g)
        sizes = ctypes.c_int64(n), ctypes.c_int64(m)
        entries = (self._starts, self._places, self._plan)
        if self._ways.elimination:
            ground, out = torch.cat([ground_rows, ground_columns]), torch.empty_like(right)
            most = ctypes.c_int64(FILL * (n + m))
            if not _call("geobias_laplacian", *sizes, *_addresses(*entries, ground, right, out), most):
                return out
            self._ways.elimination = False
        system, shares = torch.zeros(n, n, dtype=torch.float64), 1 / (self.columns + ground_columns)
        _call("geobias_schur", *sizes, *_addresses(*entries, shares, system))
        return solve_positive(system, self.rows + ground_rows, right)


def _pointers(*tensors: Tensor) -> list[int]:
    """Where tensors are, which the caller keeps alive until C++ is done."""
    for tensor in tensors:
        wide = tensor.dtype in (torch.float64, torch.int64) and tensor.device.type == "cpu"
        if not wide or not tensor.is_contiguous():
            raise TypeError(f"tensors must be contiguous, float64 or int64 and on the CPU: one is {tensor.dtype}.")
    return [tensor.data_ptr() for tensor in tensors]


def _addresses(*tensors: Tensor) -> list[ctypes.c_void_p]:
    return [ctypes.c_void_p(pointer) for pointer in _pointers(*tensors)]


def _call(name: str, *arguments: object) -> int:
    function = getattr(loaded(), name)
    function.restype = ctypes.c_int64
    result = int(function(*arguments))
    if result == -2:
        raise MemoryError("no memory for a transport problem. Use fewer threads, or smaller clouds.")
    return result
