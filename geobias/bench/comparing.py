"""Both sides of a comparison in one process: correctness first, then speed; a row per side.

A side is a function without arguments that returns what it computed. Sides run on one thread, warmed up, in turns, and
count by their medians, so that a busy moment of the machine meets all of them. Where values disagree, the row says so
and carries no time and no ratio.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

Side = Callable[[], Any]

SHORT = 0.5
"""Seconds below which a side runs twice in its turn, and the second time counts."""


@dataclass(frozen=True)
class Row:
    """One side of a comparison, against the side that it is measured by.

    `seconds` and `ratio` (how many times as fast as `peer`) are NaN where the values disagree; `difference` is the
    largest, relative to the largest value of the reference. `peak_mib` is the memory the side added at its peak.
    """

    benchmark: str
    case: str
    side: str
    peer: str
    agrees: bool
    difference: float
    tolerance: float
    seconds: float
    ratio: float
    peak_mib: float
    note: str = ""


@dataclass(frozen=True)
class Truth:
    """What the values of the sides are held to.

    tolerance : largest difference allowed, relative to the largest value of the reference; one, or one per side.
    reference : None = the peer's value.
    own : references of sides whose problem has another value; their notes should say what it is.
    """

    tolerance: float | Mapping[str, float]
    reference: Any = None
    own: Mapping[str, Any] = field(default_factory=dict)

    def allowed(self, side: str) -> float:
        return self.tolerance if isinstance(self.tolerance, float) else self.tolerance[side]


def compare(
    benchmark: str,
    case: str,
    sides: Mapping[str, Side],
    *,
    peer: str,
    truth: Truth,
    runs: int = 5,
    notes: Mapping[str, str] | None = None,
) -> list[Row]:
    """Run every side and the peer, hold the values to the truth, and time them in turns; `notes` are by side."""
    with one_thread():
        values, peaks = {}, {}
        for name, side in sides.items():
            values[name], peaks[name] = _with_peak(side)
        reference = values[peer] if truth.reference is None else truth.reference
        allowed = {name: truth.allowed(name) for name in sides}
        truths = dict.fromkeys(sides, reference) | dict(truth.own)
        apart = {name: relative_difference(value, truths[name]) for name, value in values.items()}
        agreeing = [name for name in sides if apart[name] <= allowed[name]]
        seconds = medians({name: sides[name] for name in agreeing}, runs)
    rows = []
    for name in sides:
        taken, against = seconds.get(name, np.nan), seconds.get(peer, np.nan)
        note = "" if name in seconds else "the values disagree"
        note = "; ".join(filter(None, [note, (notes or {}).get(name, "")]))
        row = Row(benchmark, case, name, peer, name in seconds, apart[name], allowed[name], taken, against / taken,
                  peaks[name], note)  # fmt: skip
        rows.append(row)
    return rows


def medians(sides: Mapping[str, Side], runs: int) -> dict[str, float]:
    """Median seconds of each side over `runs` rounds in which every side has its turn."""
    taken: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(runs):
        for name, side in sides.items():
            seconds = _timed(side)
            # What ran before has taken the caches, which a short side alone would pay for.
            taken[name].append(_timed(side) if seconds < SHORT else seconds)
    return {name: float(np.median(times)) for name, times in taken.items()}


def _timed(side: Side) -> float:
    start = _clock()
    side()
    return _clock() - start


def _clock() -> float:
    """Seconds of this process's CPU, which other processes do not lengthen; of the wall where a GPU works."""
    if torch.cuda.is_available():
        torch.cuda.synchronize()
        return time.perf_counter()
    return time.process_time()


def relative_difference(found: Any, truth: Any) -> float:
    """Largest absolute difference over the largest absolute value of the truth; infinite where shapes or NaN differ."""
    left, right = (np.asarray(torch.as_tensor(value).detach().cpu(), dtype=np.float64) for value in (found, truth))
    if left.shape != right.shape or not np.array_equal(np.isnan(left), np.isnan(right)):
        return float("inf")
    known = ~np.isnan(right)
    if not known.any():
        return 0.0
    return float(np.abs(left - right)[known].max() / max(np.abs(right[known]).max(), 1e-300))


@contextmanager
def one_thread() -> Iterator[None]:
    """One thread for torch and, where threadpoolctl is, for every BLAS."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        from threadpoolctl import threadpool_limits
    except ImportError:
        limit = None
    else:
        limit = threadpool_limits(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
        if limit is not None:
            limit.restore_original_limits()


def _with_peak(side: Side) -> tuple[Any, float]:
    """What a side returns on its first run, which warms it up, and the MiB of memory that it added at its peak."""
    if torch.cuda.is_available():
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
        return side(), (torch.cuda.max_memory_allocated() - before) / 2**20
    clear, status = Path("/proc/self/clear_refs"), Path("/proc/self/status")
    if not status.exists():
        return side(), float("nan")
    try:
        clear.write_text("5")  # resets the peak of this process (Linux)
    except OSError:
        return side(), float("nan")
    before = _kib(status, "VmRSS")
    value = side()
    return value, (_kib(status, "VmHWM") - before) / 1024


def _kib(status: Path, name: str) -> int:
    return int(next(line for line in status.read_text().splitlines() if line.startswith(name)).split()[1])


def table(rows: Sequence[Row]) -> str:
    """The rows as aligned text."""
    lines = [("case", "side", "seconds", "ratio", "difference", "MiB", "note")]
    for row in rows:
        speed = (f"{row.seconds:.4g}", f"{row.ratio:.2f}x {row.peer}") if row.agrees else ("-", "-")
        lines.append((row.case, row.side, *speed, f"{row.difference:.1e}", f"{row.peak_mib:.0f}", row.note))
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)).rstrip() for line in lines)
