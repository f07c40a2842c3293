"""What a device does by itself: copies, products, and one resident sweep beside the copies; seconds by the wall."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import contextmanager
from functools import partial
from typing import Any

import torch

from geobias.distances import PRECISIONS, resident_sweep, streaming_sweep
from geobias_kernels.ragged import RaggedProblems, Side, ragged_problems


def describe(device: torch.device) -> dict[str, Any]:
    """Name, memory and capability of a card; of the CPU its instruction set."""
    if device.type != "cuda":
        return {"name": f"{device.type}, {torch.backends.cpu.get_cpu_capability()}"}
    card = torch.cuda.get_device_properties(device)
    return {
        "name": card.name,
        "memory_gib": round(card.total_memory / 2**30, 1),
        "capability": f"{card.major}.{card.minor}",
        "multiprocessors": card.multi_processor_count,
        "cuda": torch.version.cuda,
        "cards": torch.cuda.device_count(),
    }


def wall(work: Callable[[], Any], device: torch.device, runs: int = 10) -> float:
    """Median seconds of one call, after a first that does not count."""
    taken = []
    for _ in range(runs + 1):
        wait(device)
        start = time.perf_counter()
        work()
        wait(device)
        taken.append(time.perf_counter() - start)
    return sorted(taken[1:])[runs // 2]


def rates(device: torch.device, megabytes: int = 2048, side: int = 8192) -> dict[str, float]:
    """Bytes a second of a copy, read and written; operations a second of float32 products, without and with TF32."""
    source = torch.zeros(megabytes << 18, device=device)
    target = torch.empty_like(source)
    found = {"copy_bytes_per_second": 2 * 4 * len(source) / wall(lambda: target.copy_(source), device)}
    square = torch.randn(side, side, device=device)
    for name, allowed in (("ieee", "highest"), ("tf32", "high")):
        with _matmul_precision(allowed):
            found[f"{name}_operations_per_second"] = 2 * side**3 / wall(lambda: square @ square, device)
    return found


def resident_share(device: torch.device, copy: float, points: int = 12_800, width: int = 512) -> dict[str, float]:
    """Bytes of costs that one sweep of the Triton kernels reads a second, and their share of a copy's bytes a second.

    At an eps so large that no tile can be skipped.
    """
    problems = _pair(device, points, width)
    sweep, potentials = resident_sweep(problems, "ieee"), problems.zeros()
    eps = torch.full((1,), 1e4, dtype=torch.float64, device=device)
    seconds = wall(lambda: sweep(potentials, eps), device)
    read = 4 * problems.entries / seconds
    return {"sweep_bytes_per_second": read, "share_of_copy": read / copy}


def cost_rates(device: torch.device, points: int = 12_800, width: int = 512) -> dict[str, float]:
    """Operations a second at which the Triton kernels make costs to keep, and make them anew in a sweep, by
    precision."""
    problems, found = _pair(device, points, width), {}
    potentials, eps = problems.zeros(), torch.full((1,), 1e4, dtype=torch.float64, device=device)
    operations = 2 * width * problems.entries
    for precision in PRECISIONS:
        found[f"costs_{precision}_operations_per_second"] = operations / wall(
            partial(resident_sweep, problems, precision), device, runs=3
        )
        sweep = streaming_sweep(problems, precision)
        found[f"streaming_{precision}_operations_per_second"] = operations / wall(
            partial(sweep, potentials, eps), device, runs=3
        )
    return found


def _pair(device: torch.device, points: int, width: int) -> RaggedProblems:
    """One problem between two clouds of noise."""
    clouds = [torch.randn(points, width, device=device) for _ in range(2)]
    weights = torch.full((points,), 1 / points, device=device)
    return ragged_problems([(Side(clouds[0], weights), Side(clouds[1], weights))], p=2)


def wait(device: torch.device) -> None:
    """Until a card has done what it was told; the CPU has."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)


@contextmanager
def _matmul_precision(value: str) -> Any:
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision(value)
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(before)
